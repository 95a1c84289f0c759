//! A PostgreSQL that would forget what it has said is stored.

use senda::store::{Forgetful, Member, NotUsable, OpenError, PlainDisk, Store};
use senda_load::postgres::Postgres;

#[tokio::test]
#[ignore = "needs PostgreSQL: cargo xtask test --only postgres"]
async fn a_database_that_does_not_wait_for_its_disk_is_refused() {
    for (setting, expected) in [
        ("fsync=off", Forgetful::Fsync),
        ("full_page_writes=off", Forgetful::FullPageWrites),
    ] {
        let postgres = Postgres::start(&[setting]).unwrap();
        let url = postgres.url("postgres").into();
        let refused = Store::connect(&url, Member::default(), PlainDisk)
            .await
            .unwrap_err();
        let OpenError::Postgres(NotUsable::Forgetful(why)) = refused else {
            panic!("{refused}")
        };
        assert_eq!(why, expected);
    }
}
