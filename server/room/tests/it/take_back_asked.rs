//! Tests of take-backs that the other players agree to, even if the decision revealed hidden
//! information.

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

/// Returns the seat of a tab's owner.
fn at(table: &Table, tab: ConnectionId) -> u8 {
    u8::try_from(table.tabs[&tab].seat().unwrap()).unwrap()
}

fn asked_by(table: &Table, tab: ConnectionId) -> Value {
    table.tabs[&tab].view["take_back_asked_by"].clone()
}

/// Makes a move. Returns the tab of the player who made it, and the view before it.
fn moves(table: &mut Table) -> (ConnectionId, Value) {
    let mover = table.acting().unwrap();
    let before = table.tabs[&mover].view["game"].clone();
    done(table.move_on());
    (mover, before)
}

#[test]
fn an_agreed_take_back_restores_the_state_before_the_move() {
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
    // The player has a full turn's time again, for the same decision or another one.
    let until = table.tabs[&first].view["clock"]["running"][0]["until"].clone();
    assert_eq!(until.as_u64().unwrap(), table.now.0 + 15_000);
    table.play_out();
}

#[test]
fn one_decline_is_enough_and_blocks_a_second_request() {
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
    // Another player may request a take-back, withdraw the request and repeat it.
    done(ask(&mut table, second));
    assert_eq!(agree(&mut table, first, one).code(), "no_take_back");
    done(decline(&mut table, second));
    done(ask(&mut table, second));
    assert_eq!(asked_by(&table, first), json!([other]));
    // While one request is open, no other player can make one.
    assert_eq!(ask(&mut table, first).code(), "no_take_back");
}

#[test]
fn a_player_who_moves_has_not_agreed() {
    let (mut table, _) = Table::playing(7, QUICK, 3);
    let (first, _) = moves(&mut table);
    let asker = at(&table, first);
    done(ask(&mut table, first));
    let (second, _) = moves(&mut table);
    assert_eq!(asked_by(&table, first), json!([]));
    assert_eq!(agree(&mut table, second, asker).code(), "no_take_back");
    // The request can be made again. It then covers the later decisions too.
    done(ask(&mut table, first));
}

#[test]
fn rejects_a_request_without_an_own_decision() {
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
fn decisions_of_other_players_do_not_make_a_request_stale() {
    let (mut table, _) = Table::playing(8, QUICK, 2);
    let (first, before) = moves(&mut table);
    let version = table.version();
    let (second, _) = moves(&mut table);
    let asker = at(&table, first);
    done(table.send(first, Command::AskTakeBack { version }));
    done(agree(&mut table, second, asker));
    assert_eq!(table.tabs[&first].view["game"], before);

    // The same command does not refer to a decision that was taken back, nor to a later one.
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
fn disconnected_players_must_agree_and_players_who_are_played_for_need_not() {
    let (mut table, tabs) = Table::playing(9, QUICK, 3);
    let (first, before) = moves(&mut table);
    let asker = at(&table, first);
    let others: Vec<_> = tabs.iter().copied().filter(|&tab| tab != first).collect();
    table.leave(others[1]);
    done(ask(&mut table, first));
    done(agree(&mut table, others[0], asker));
    assert_eq!(asked_by(&table, first).as_array().unwrap().len(), 2);
    // The turns of the absent player time out, and the seat is away from then on.
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
fn bots_agree_to_every_take_back() {
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

/// Plays a whole game in which a player takes back a move after every few decisions.
fn doubtful(kind: GameKind, seed: u64) -> (Table, u32) {
    let (mut table, tabs) = Table::playing_a(kind, seed, QUICK, 2);
    let mut granted = 0;
    for number in 0.. {
        if table.tabs[&tabs[0]].view["phase"] != "playing" || number > 60 {
            break;
        }
        let (mover, before) = moves(&mut table);
        let goes_back = number % 5 == 3 && table.tabs[&tabs[0]].view["phase"] == "playing";
        // Sometimes the other player has moved since.
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
fn a_game_with_agreed_take_backs_is_restored_checked_and_replayed() {
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

            // A take-back of too many decisions is detected, and so is one of another player's
            // decisions.
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
