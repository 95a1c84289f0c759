//! Tests with a PostgreSQL whose settings would lose acknowledged commits.

use senda_load::postgres::Postgres;
use senda_store::{Member, NotDurable, NotUsable, OpenError, PlainDisk, Store};

#[tokio::test]
#[ignore = "needs PostgreSQL: cargo xtask test --only postgres"]
async fn rejects_a_database_without_durable_commits() {
    for (setting, expected) in [
        ("fsync=off", NotDurable::Fsync),
        ("full_page_writes=off", NotDurable::FullPageWrites),
    ] {
        let postgres = Postgres::start(&[setting]).unwrap();
        let url = postgres.url("postgres").into();
        let refused = Store::connect(&url, Member::default(), PlainDisk)
            .await
            .unwrap_err();
        let OpenError::Postgres(NotUsable::NotDurable(why)) = refused else {
            panic!("{refused}")
        };
        assert_eq!(why, expected);
    }
}
