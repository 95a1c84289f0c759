//! Taking a decision back with the others' leave, whatever it has brought to light.

use senda_room::{
    ConnectionId, LogEvent,
    game_file::{Check, Fault, Finding, GameFile, Noted, Replay, Step},
    limits,
    protocol::{Command, Level, TookBack},
};
use senda_rules::GameKind;
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table, resignation, seat};

fn ask(table: &mut Table, tab: ConnectionId) -> Answer {
    let version = table.tabs[&tab].version;
    table.send(tab, Command::AskTakeBack { version })
}

fn agree(table: &mut Table, tab: ConnectionId, asker: u8) -> Answer {
    let seat = seat(asker);
    table.send(tab, Command::AgreeTakeBack { seat })
}

fn decline(table: &mut Table, tab: ConnectionId) -> Answer {
    table.send(tab, Command::DeclineTakeBack {})
}

#[track_caller]
fn done(answer: Answer) {
    if let Answer::Nak { code, .. } = answer {
        panic!("{code}");
    }
}

/// The seat at a tab.
fn at(table: &Table, tab: ConnectionId) -> u8 {
    u8::try_from(table.tabs[&tab].seat().unwrap()).unwrap()
}

fn asked_by(table: &Table, tab: ConnectionId) -> Value {
    table.tabs[&tab].view["take_back_asked_by"].clone()
}

/// Whoever's turn it is moves; whose tab it was, and what they had seen before.
fn moves(table: &mut Table) -> (ConnectionId, Value) {
    let mover = table.acting().unwrap();
    let before = table.tabs[&mover].view["game"].clone();
    done(table.move_on());
    (mover, before)
}

#[test]
fn all_agree_and_everything_is_as_it_was_before_the_move() {
    let (mut table, tabs) = Table::playing(5, QUICK, 3);
    let (first, before) = moves(&mut table);
    let (second, _) = moves(&mut table);
    let third = table.acting().unwrap();
    let asker = at(&table, first);
    done(ask(&mut table, first));
    assert_eq!(asked_by(&table, third), json!([asker]));
    done(agree(&mut table, second, asker));
    assert_eq!(table.acting(), Some(third), "one has not agreed yet");
    done(agree(&mut table, third, asker));
    assert_eq!(table.acting(), Some(first));
    assert_eq!(table.tabs[&first].view["game"], before);
    let took = TookBack {
        seat: seat(asker),
        agreed: Some(2),
    };
    let last = table.log.last().unwrap().happened.last();
    assert_eq!(last, Some(&LogEvent::TookBack(took)));
    for tab in tabs {
        assert_eq!(asked_by(&table, tab), json!([]));
    }
    // A turn's whole time again, for the same decision or another one.
    let until = table.tabs[&first].view["clock"]["running"][0]["until"].clone();
    assert_eq!(until.as_u64().unwrap(), table.now.0 + 15_000);
    table.play_out();
}

#[test]
fn one_who_declines_is_enough_and_is_not_asked_again_for_the_same() {
    let (mut table, _) = Table::playing(6, QUICK, 3);
    let (first, _) = moves(&mut table);
    let (second, _) = moves(&mut table);
    let (one, other) = (at(&table, first), at(&table, second));
    done(ask(&mut table, first));
    let third = table.acting().unwrap();
    done(agree(&mut table, second, one));
    done(decline(&mut table, third));
    assert_eq!(asked_by(&table, first), json!([]));
    assert_eq!(ask(&mut table, first).code(), "no_take_back");
    assert_eq!(agree(&mut table, second, one).code(), "no_take_back");
    // Another one may, and thinks better of it, and asks once more.
    done(ask(&mut table, second));
    assert_eq!(agree(&mut table, first, one).code(), "no_take_back");
    done(decline(&mut table, second));
    done(ask(&mut table, second));
    assert_eq!(asked_by(&table, first), json!([other]));
    // While one is asked for nobody asks for another.
    assert_eq!(ask(&mut table, first).code(), "no_take_back");
}

#[test]
fn who_goes_on_has_not_agreed() {
    let (mut table, _) = Table::playing(7, QUICK, 3);
    let (first, _) = moves(&mut table);
    let asker = at(&table, first);
    done(ask(&mut table, first));
    let (second, _) = moves(&mut table);
    assert_eq!(asked_by(&table, first), json!([]));
    assert_eq!(agree(&mut table, second, asker).code(), "no_take_back");
    // It can be asked for again, with what came after.
    done(ask(&mut table, first));
}

#[test]
fn nobody_asks_without_having_decided_anything() {
    let (mut table, _) = Table::playing(8, QUICK, 2);
    let watcher = table.join(9);
    let mover = table.acting().unwrap();
    assert_eq!(ask(&mut table, mover).code(), "no_take_back");
    assert_eq!(ask(&mut table, watcher).code(), "no_seat");
    moves(&mut table);
    let late = Command::AskTakeBack { version: 1 };
    assert_eq!(table.send(mover, late).code(), "stale");
}

#[test]
fn what_others_decide_meanwhile_makes_nobody_late() {
    let (mut table, _) = Table::playing(8, QUICK, 2);
    let (first, before) = moves(&mut table);
    let version = table.version();
    let (second, _) = moves(&mut table);
    let asker = at(&table, first);
    done(table.send(first, Command::AskTakeBack { version }));
    done(agree(&mut table, second, asker));
    assert_eq!(table.tabs[&first].view["game"], before);

    // What is gone is not meant by the same words any more, nor is it once there is another decision.
    let ahead = table.version() + 1;
    for version in [version, ahead] {
        let again = Command::AskTakeBack { version };
        assert_eq!(table.send(first, again).code(), "stale");
    }
    let version = table.version();
    moves(&mut table);
    let late = Command::AskTakeBack { version };
    assert_eq!(table.send(first, late).code(), "stale");
}

#[test]
fn who_is_not_connected_is_asked_and_who_is_played_for_is_not() {
    let (mut table, tabs) = Table::playing(9, QUICK, 3);
    let (first, before) = moves(&mut table);
    let asker = at(&table, first);
    let others: Vec<_> = tabs.iter().copied().filter(|&tab| tab != first).collect();
    table.leave(others[1]);
    done(ask(&mut table, first));
    done(agree(&mut table, others[0], asker));
    assert_eq!(asked_by(&table, first).as_array().unwrap().len(), 2);
    // Their turns run out, and from then on they are away.
    let gone = usize::from(2 - (asker + at(&table, others[0]) - 1));
    while table.tabs[&first].view["seats"][gone]["away"] == false {
        match table.acting() {
            Some(_) => done(table.move_on()),
            None => table.wait(15_000),
        }
    }
    let _ = before;
    if table.tabs[&first].view["phase"] == "playing" {
        let (mover, before) = loop {
            match table.acting() {
                Some(_) => break moves(&mut table),
                None => table.wait(2_000),
            }
        };
        let asker = at(&table, mover);
        let other = if mover == first { others[0] } else { first };
        done(ask(&mut table, mover));
        done(agree(&mut table, other, asker));
        assert_eq!(table.tabs[&mover].view["game"], before);
    }
}

#[test]
fn bots_let_everybody_go_back() {
    let mut table = Table::new(4, QUICK);
    let tab = table.join(1);
    let bot = Command::Bot {
        seat: None,
        level: Some(Level::Easy),
    };
    done(table.send(tab, bot));
    table.begin(&[tab]);
    while table.acting() != Some(tab) {
        assert!(table.bot_decides());
    }
    let (_, before) = moves(&mut table);
    assert!(table.bot_decides());
    done(ask(&mut table, tab));
    assert_eq!(table.acting(), Some(tab));
    assert_eq!(table.tabs[&tab].view["game"], before);
    table.play_out();
}

/// A whole game of that kind in which somebody goes back after every few decisions.
fn doubtful(kind: GameKind, seed: u64) -> (Table, u32) {
    let (mut table, tabs) = Table::playing_a(kind, seed, QUICK, 2);
    let mut granted = 0;
    for number in 0.. {
        if table.tabs[&tabs[0]].view["phase"] != "playing" || number > 60 {
            break;
        }
        let (mover, before) = moves(&mut table);
        let goes_back = number % 5 == 3 && table.tabs[&tabs[0]].view["phase"] == "playing";
        // Sometimes the other one has moved since.
        let other_moves = granted % 2 == 1 && table.acting() != Some(mover);
        if goes_back && other_moves {
            moves(&mut table);
        }
        if goes_back && table.tabs[&tabs[0]].view["phase"] == "playing" {
            let asker = at(&table, mover);
            let other = if mover == tabs[0] { tabs[1] } else { tabs[0] };
            done(ask(&mut table, mover));
            done(agree(&mut table, other, asker));
            assert_eq!(table.tabs[&mover].view["game"], before);
            granted += 1;
        }
    }
    if table.tabs[&tabs[0]].view["phase"] == "playing" {
        let mover = table.acting().unwrap();
        let resign = resignation(&table.tabs[&mover].view["game"]);
        done(table.act(mover, &resign));
    }
    (table, granted)
}

#[test]
fn its_game_is_restored_checked_and_replayed() {
    for kind in GameKind::ALL {
        for seed in 1..4 {
            let (mut table, granted) = doubtful(*kind, seed);
            assert!(granted > 0);
            let file = GameFile::of(&table.log, 1).unwrap();
            let text = file.write();
            assert!(text.contains("senda-game/3"), "{text}");

            assert_eq!(GameFile::read(text.as_bytes()).as_ref(), Ok(&file));
            assert_eq!(Check::of(&file, &Noted::default()).findings, []);
            let replayed = Replay::begin(&file).unwrap().finish();
            assert!(replayed.is_ok(), "{replayed:?}");
            table.crash(None, 0, 1_000);

            // More than has gone back, or another's, is found.
            let mut wrong = file.clone();
            let place = wrong.steps.iter_mut().find_map(|step| match step {
                Step::TookBack { agreed, .. } => agreed.as_mut(),
                _ => None,
            });
            *place.unwrap() = u8::try_from(limits::TAKE_BACK_REACH + 1).unwrap();
            let findings = Check::of(&wrong, &Noted::default()).findings;
            assert!(matches!(findings[0], Finding::TookBack { .. }));
            let fault = Replay::begin(&wrong).unwrap().finish().unwrap_err().fault;
            assert!(matches!(fault, Fault::NothingToTakeBack(_)));
        }
    }
}
