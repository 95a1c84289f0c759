//! Tests each check of the ledger with a promise that is kept, and with one that is broken.

mod failover;

use senda_load::ledger::{ActionKind, Causes, Ledger, Rule};
use senda_rules::{GameKind, Seat, Viewer};
use serde_json::{Value, json};

use crate::frames::{Evening, LAST, START, Story, ack, nak, tell, update};

/// Sends every version to all people step by step, and acknowledges the commands.
fn honest() -> Evening {
    let evening = Evening::new();
    let mut ana = evening.comes("Ana", None);
    let mut watcher = evening.comes("Cy", None);
    let (ids, owns) = (
        ["", "", "sit", "begin", "decide 4", "decide 5", "decide 6"],
        |version| (version >= START).then_some(0),
    );
    for version in 1..=6 {
        if [3, 4, 6].contains(&version) {
            tell(&mut ana, &ack(ids[version as usize], version));
        }
        tell(&mut ana, &update(version - 1, version, owns(version)));
        tell(&mut watcher, &update(version - 1, version, None));
    }
    evening
}

#[test]
fn an_honest_server_breaks_no_promise() {
    let evening = honest();
    // They come back with the latest version, with an older one and with none, in a second tab, and
    // request the whole view again.
    for (name, own) in [("Ana", Some(0)), ("Bo", Some(1)), ("Cy", None)] {
        tell(&mut evening.comes(name, Some(6)), &update(6, 6, own));
        tell(&mut evening.comes(name, Some(4)), &update(4, 6, own));
        let mut listener = evening.comes(name, None);
        tell(&mut listener, &update(0, 6, own));
        tell(&mut listener, &update(0, 6, own));
    }
    tell(&mut evening.comes("Ana", Some(6)), &ack("decide 6", 6));
    evening.ledger.settle();
    assert_eq!(evening.broken(), []);
    let totals = evening.ledger.totals();
    assert_eq!((totals.commands, totals.acked, totals.open), (5, 3, 2));
    assert_eq!((totals.moves, totals.ended, totals.rooms), (3, 0, 1));
    let standing = &evening.ledger.rooms()[0];
    assert_eq!(
        (standing.version, standing.acked, standing.untold),
        (6, 6, 0)
    );
}

/// Returns the violations of a server that sends this update next to Ana, who has version 6.
fn next(spoil: impl FnOnce(&mut Value)) -> Vec<Rule> {
    let evening = honest();
    let mut next = update(6, 7, Some(0));
    spoil(&mut next);
    tell(&mut evening.comes("Ana", Some(6)), &next);
    evening.broken()
}

#[test]
fn accepts_the_next_step() {
    assert_eq!(next(|_| ()), []);
}

#[test]
fn detects_a_dropped_update() {
    assert_eq!(next(|next| *next = update(7, 8, Some(0))), [Rule::Gapless]);
}

#[test]
fn detects_a_dropped_happening() {
    let evening = honest();
    let mut whole = update(0, 6, Some(0));
    whole["happenings"].as_array_mut().unwrap().remove(4);
    tell(&mut evening.comes("Ana", None), &whole);
    assert_eq!(evening.broken(), [Rule::Gapless]);
    assert_eq!(next(|next| next["happenings"] = json!([])), [Rule::Gapless]);
}

#[test]
fn detects_a_repeated_update() {
    let evening = honest();
    let mut ana = evening.comes("Ana", Some(6));
    for _ in 0..2 {
        tell(&mut ana, &update(6, 7, Some(0)));
    }
    assert_eq!(evening.broken(), [Rule::Gapless]);
}

/// Shows Ana a view that only Bo may see, or that no player may see.
#[test]
fn detects_hidden_information_in_the_view_of_every_game() {
    let ana = Viewer::Seat(Seat::ZERO);
    let others = [Viewer::Seat(Seat::new(1).unwrap()), Viewer::Omniscient];
    for &kind in GameKind::ALL {
        let story = Story::of(kind);
        let mut seen = 0;
        for (version, other) in (START..=LAST).flat_map(|at| others.map(|other| (at, other))) {
            let shown = story.game(version, other);
            if shown == story.game(version, ana) {
                continue;
            }
            let evening = Evening::telling(&story, Ledger::new(42));
            let mut update = story.update(0, version, Some(0));
            update["view"]["game"] = shown;
            tell(&mut evening.comes("Ana", None), &update);
            let broken = evening.broken();
            let is_leak = |rule: &Rule| *rule == Rule::Secret;
            assert!(!broken.is_empty() && broken.iter().all(is_leak), "{kind:?}");
            seen += 1;
        }
        assert!(seen > 0, "{kind:?}");
    }
}

#[test]
fn detects_hidden_information_in_the_events_of_every_game() {
    for &kind in GameKind::ALL {
        let story = Story::of(kind);
        for own in [Some(0), None] {
            let evening = Evening::telling(&story, Ledger::new(42));
            let name = own.map_or("Cy", |_| "Ana");
            tell(&mut evening.comes(name, None), &story.update(0, LAST, own));
            assert_eq!(evening.broken(), [], "{kind:?}");
            let evening = Evening::telling(&story, Ledger::new(42));
            let mut update = story.update(0, LAST, own);
            update["happenings"][START as usize - 1]["happening"] =
                story.told(START, Viewer::Omniscient);
            tell(&mut evening.comes(name, None), &update);
            let broken = evening.broken();
            assert!(broken.contains(&Rule::Secret), "{kind:?}: {broken:?}");
        }
    }
}

#[test]
fn detects_a_secret_and_an_impossible_game() {
    assert_eq!(
        next(|next| next["happenings"][0]["happening"]["secret"] = json!("5eed")),
        [Rule::Secret]
    );
    assert_eq!(
        next(|next| next["view"]["game"]["pile"] = json!([12])),
        [Rule::Readable]
    );
    let event = json!({ "type": "gossip" });
    assert_eq!(
        next(|next| next["happenings"][0]["happening"]["events"] = json!([event])),
        [Rule::Readable]
    );
}

#[test]
fn detects_a_hand_shown_to_a_spectator() {
    let evening = honest();
    tell(&mut evening.comes("Cy", Some(6)), &update(6, 7, Some(0)));
    assert_eq!(evening.broken()[0], Rule::Secret);
}

#[test]
fn detects_a_move_that_counts_twice() {
    let again = |next: &mut Value| {
        next["happenings"][0]["happening"] = Story::of(GameKind::ALL[0]).happening(6, Some(0));
    };
    assert_eq!(next(again), [Rule::Once]);
}

#[test]
fn detects_a_command_that_gets_a_different_answer() {
    let evening = honest();
    tell(&mut evening.comes("Ana", Some(6)), &ack("decide 6", 7));
    assert_eq!(evening.broken(), [Rule::Once]);
    let evening = honest();
    tell(&mut evening.comes("Ana", Some(6)), &ack("nobody's", 6));
    assert_eq!(evening.broken(), [Rule::Once]);
}

#[test]
fn detects_a_command_that_is_rejected_and_carried_out() {
    let evening = honest();
    // The command was carried out, its answer was lost, and the server forgot its id.
    tell(&mut evening.comes("Bo", Some(6)), &nak("decide 5", "stale"));
    assert_eq!(evening.broken(), [Rule::Once]);
}

#[test]
fn accepts_a_rejected_command_whose_duplicate_is_carried_out() {
    let course = |ledger: Ledger, refused_at: u32, acked: bool| {
        let evening = Evening::of(ledger);
        let mut bo = evening.comes("Bo", None);
        for version in 1..=6 {
            if version == refused_at {
                tell(&mut bo, &nak("decide 5", "stale"));
            }
            if version == 5 && acked {
                tell(&mut bo, &ack("decide 5", 5));
            }
            tell(
                &mut bo,
                &update(version - 1, version, (version >= START).then_some(1)),
            );
        }
        evening.broken()
    };
    for acked in [false, true] {
        let repeats = Ledger::where_messages_repeat(42);
        assert_eq!(course(repeats, 4, acked), []);
        assert_eq!(course(Ledger::new(42), 4, acked)[0], Rule::Once);
    }
    // The command was carried out and then rejected, since the server forgot its id.
    for ledger in [Ledger::new(42), Ledger::where_messages_repeat(42)] {
        assert_eq!(course(ledger, 6, false), [Rule::Once]);
    }
    let acked = course(Ledger::where_messages_repeat(42), 6, true);
    assert_eq!(acked, [Rule::Once]);
}

#[test]
fn detects_a_rejected_legal_command() {
    let evening = Evening::new();
    tell(
        &mut evening.comes("Bo", None),
        &nak("decide 5", "wrong_phase"),
    );
    assert_eq!(evening.broken(), [Rule::Carried]);
    let evening = Evening::new();
    tell(&mut evening.comes("Bo", None), &nak("decide 5", "stale"));
    assert_eq!(evening.broken(), []);
}

#[test]
fn detects_a_forgotten_acknowledgement() {
    let evening = honest();
    evening.book.sent("Ana", "ready", ActionKind::Began);
    tell(&mut evening.comes("Ana", Some(6)), &ack("ready", 7));
    // No person has received the version yet, and it may still be on its way.
    assert_eq!(evening.broken(), []);
    let mut back = evening.comes("Ana", None);
    tell(&mut back, &update(0, 6, Some(0)));
    assert_eq!(evening.broken(), [Rule::Continued]);
    evening.ledger.settle();
    assert_eq!(evening.broken(), [Rule::Continued, Rule::Kept]);
}

#[test]
fn checks_acknowledgements_of_former_games_against_the_log() {
    for (cause, broken) in [
        (Some("sit"), vec![]),
        (Some("another"), vec![Rule::Kept]),
        (None, vec![Rule::Kept]),
    ] {
        let evening = Evening::new();
        tell(&mut evening.comes("Bo", None), &ack("sit", 2));
        // A newcomer receives the happenings since the game began.
        let mut since = update(0, 6, None);
        let happenings = since["happenings"].as_array_mut().unwrap();
        happenings.drain(..START as usize - 1);
        tell(&mut evening.comes("Dee", None), &since);
        assert_eq!(evening.broken(), []);
        let place = (evening.book.name().to_string(), 2);
        let causes = cause.map(|cause| (place, cause.to_owned()));
        let causes: Causes = causes.into_iter().collect();
        evening.ledger.settle_by(&causes);
        assert_eq!(evening.broken(), broken, "{cause:?}");
        // Without a log to check, the command counts as lost.
        let evening = Evening::new();
        tell(&mut evening.comes("Bo", None), &ack("sit", 2));
        tell(&mut evening.comes("Dee", None), &since);
        evening.ledger.settle();
        assert_eq!(evening.broken(), [Rule::Kept]);
    }
}

#[test]
fn a_command_that_was_acknowledged_and_received_must_be_in_the_log() {
    let evening = honest();
    let name = evening.book.name().to_string();
    let all = [(3, "begin"), (4, "decide 4"), (6, "decide 6")];
    let place = |(version, id): (u32, &str)| ((name.clone(), version), id.to_owned());
    evening.ledger.settle_by(&all.map(place).into());
    assert_eq!(evening.broken(), []);
    evening
        .ledger
        .settle_by(&[all[0], all[1]].map(place).into());
    assert_eq!(evening.broken(), [Rule::Kept]);
}

#[test]
fn detects_an_acknowledgement_at_a_version_of_another_action() {
    let evening = honest();
    evening.book.sent("Ana", "begin anew", ActionKind::Began);
    let mut ana = evening.comes("Ana", Some(6));
    tell(&mut ana, &ack("begin anew", 7));
    tell(&mut ana, &update(6, 7, Some(0)));
    assert_eq!(evening.broken(), [Rule::Kept]);
    let evening = honest();
    evening.book.sent("Ana", "begin anew", ActionKind::Began);
    tell(&mut evening.comes("Ana", Some(6)), &ack("begin anew", 6));
    assert_eq!(evening.broken(), [Rule::Kept]);
}

#[test]
fn detects_a_history_that_falls_behind() {
    let evening = honest();
    tell(&mut evening.comes("Dee", None), &update(0, 5, None));
    assert_eq!(evening.broken(), [Rule::Continued]);
}

#[test]
fn detects_a_rewritten_history() {
    let evening = honest();
    let mut whole = update(0, 6, Some(0));
    whole["happenings"][4]["happening"]["by"] = json!("clock");
    tell(&mut evening.comes("Ana", None), &whole);
    assert_eq!(evening.broken(), [Rule::Unchanged]);
}

#[test]
fn detects_different_views_for_equal_viewers() {
    let evening = honest();
    let mut other = update(0, 6, None);
    other["view"]["seats"][1]["ready"] = json!(true);
    tell(&mut evening.comes("Dee", None), &other);
    assert_eq!(evening.broken(), [Rule::Equal]);
}

#[test]
fn detects_a_changed_epoch() {
    let evening = honest();
    let mut other = update(0, 6, None);
    other["epoch"] = json!(10);
    tell(&mut evening.comes("Dee", None), &other);
    assert_eq!(evening.broken(), [Rule::Continued]);
}

#[test]
fn detects_unreadable_messages() {
    for text in [
        json!({ "type": "gossip" }),
        json!({ "type": "ack" }),
        json!(7),
    ] {
        let evening = honest();
        tell(&mut evening.comes("Ana", Some(6)), &text);
        assert_eq!(evening.broken(), [Rule::Readable], "{text}");
    }
    assert_eq!(next(|next| next["view"] = json!({})), [Rule::Readable]);
}

#[test]
fn accepts_a_wait_that_a_restart_makes_longer() {
    let awaited = |mut update: Value, urge_from: u64| {
        update["view"]["awaited"] = json!([{ "seat": 0, "urge_from": urge_from, "urged_by": [] }]);
        update
    };
    let restarted = |before: u64, after: u64| {
        let evening = Evening::new();
        let mut ana = evening.comes("Ana", None);
        tell(&mut ana, &awaited(update(0, 5, Some(0)), before));
        evening.ledger.stopped();
        evening.ledger.started();
        let mut back = evening.comes("Ana", Some(5));
        tell(&mut back, &awaited(update(5, 5, Some(0)), after));
        evening.broken()
    };
    assert_eq!(restarted(60_000, 70_000), []);
    assert_eq!(restarted(60_000, 40_000), [Rule::Clock]);
}

/// Returns the violations for a clock with these remaining milliseconds before and after a restart.
fn restarted(before: u64, after: u64, bank_before: u64, bank_after: u64) -> Vec<Rule> {
    let evening = Evening::new();
    let clock = |mut update: Value, left: u64, bank: u64| {
        let until = 5_000 + left;
        update["view"]["clock"] =
            json!({ "running": [{ "seat": 0, "until": until }], "banks_ms": [bank, bank] });
        update
    };
    tell(
        &mut evening.comes("Ana", None),
        &clock(update(0, 5, Some(0)), before, bank_before),
    );
    evening.ledger.stopped();
    assert!(evening.ledger.life().is_none());
    evening.ledger.started();
    let mut back = evening.comes("Ana", Some(5));
    tell(&mut back, &clock(update(5, 5, Some(0)), after, bank_before));
    tell(&mut back, &clock(update(5, 6, Some(0)), after, bank_after));
    evening.broken()
}

#[test]
fn detects_clock_time_charged_for_a_restart() {
    assert_eq!(restarted(60_000, 70_000, 300_000, 300_000), []);
    assert_eq!(restarted(60_000, 60_000, 300_000, 305_000), []);
    assert_eq!(restarted(60_000, 40_000, 300_000, 300_000), [Rule::Clock]);
    assert_eq!(
        restarted(60_000, 60_000, 300_000, 280_000),
        [Rule::Clock],
        "the bank"
    );
}
