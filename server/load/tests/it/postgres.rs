//! Tests with a PostgreSQL whose settings would lose acknowledged commits, and with one that does
//! not stop.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};
use senda_load::postgres::Postgres;
use senda_store::{Member, NotDurable, NotUsable, OpenError, PlainDisk, Store};
use sqlx::{Connection, PgConnection};

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

#[tokio::test]
#[ignore = "needs PostgreSQL: cargo xtask test --only postgres"]
async fn a_server_that_does_not_stop_is_killed_with_all_its_processes() {
    let mut postgres = Postgres::start(&[]).unwrap();
    let url = postgres.url("postgres");
    let mut before = PgConnection::connect(&url).await.unwrap();
    before.ping().await.unwrap();
    let file = postgres.log().with_file_name("data").join("postmaster.pid");
    let pid = fs::read_to_string(file).unwrap();
    let pid = Pid::from_raw(pid.lines().next().unwrap().parse().unwrap());
    kill_process(pid.unwrap(), Signal::STOP).unwrap();
    postgres.crash().unwrap();
    assert!(before.ping().await.is_err());
    let mut after = PgConnection::connect(&url).await.unwrap();
    after.ping().await.unwrap();
}
