//! Tests of the promises that hold when a standby replaces the database.

use std::{collections::HashMap, time::Instant};

use senda_load::ledger::{Ledger, Rule};
use serde_json::json;

use super::honest;
use crate::frames::{Evening, ack, tell, update};

/// Replaces the database with a standby that has the room up to that version.
fn fail_over(evening: &Evening, kept: i64) -> u64 {
    let room = evening.book.name().to_string();
    evening.ledger.failed_over(&HashMap::from([(room, kept)]))
}

#[test]
fn accepts_lost_versions_under_a_new_epoch_after_a_failover() {
    let evening = honest();
    assert_eq!(fail_over(&evening, 5), 1);
    let mut anew = update(0, 5, Some(0));
    anew["epoch"] = json!(10);
    tell(&mut evening.comes("Ana", None), &anew);
    evening.ledger.settle();
    assert_eq!(evening.broken(), []);
    // A version that the standby had must not be lost.
    let mut fewer = update(0, 4, None);
    fewer["epoch"] = json!(10);
    tell(&mut evening.comes("Dee", None), &fewer);
    assert_eq!(evening.broken(), [Rule::Continued]);
}

#[test]
fn a_failover_of_a_room_without_receivers_loses_nothing() {
    let evening = Evening::new();
    assert_eq!(fail_over(&evening, 2), 0);
    // It is impossible to tell whether these are from before the failover or from after it.
    let mut ana = evening.comes("Ana", None);
    tell(&mut ana, &update(0, 2, None));
    tell(&mut ana, &ack("sit", 3));
    tell(&mut ana, &update(2, 3, None));
    evening.ledger.settle();
    assert_eq!(evening.broken(), []);
}

#[test]
fn a_room_is_deserted_if_its_people_left_at_a_version_that_a_failover_lost() {
    for (kept, is_deserted, is_lost) in [(6, false, false), (5, true, false), (0, true, true)] {
        let evening = honest();
        evening.book.left();
        fail_over(&evening, kept);
        let book = &evening.book;
        assert_eq!((book.is_deserted(), book.is_lost()), (is_deserted, is_lost));
    }
    let evening = honest();
    fail_over(&evening, 5);
    assert!(!evening.book.is_deserted(), "its people are still there");
}

#[test]
fn a_room_may_be_lost_if_a_failover_came_before_the_answer_to_its_host() {
    let asked_before = Instant::now();
    let ledger = Ledger::new(1);
    ledger.failed_over(&HashMap::new());
    for (asked, is_lost) in [(asked_before, true), (Instant::now(), false)] {
        let book = ledger.room(&format!("room {is_lost}"));
        book.opened("Ana", asked);
        assert_eq!(book.is_lost(), is_lost);
    }
}
