//! Programs from outside: a token is for one seat, and for playing there.

use senda_room::{
    ConnectionId,
    game_file::{Check, GameFile, Noted},
    limits::{HOST_GRACE_MS, SEAT_KEPT_MS},
    protocol::{Clock, CloseCode, Command, Level},
};
use senda_rules::GameKind;
use serde_json::{Value, json};

use crate::table::{Answer, PROGRAMS, QUICK, Table, name, seat, token};

#[track_caller]
fn give(table: &mut Table, host: ConnectionId, number: Option<u8>, program: u128) -> Answer {
    let (seat, token) = (number.map(seat), token(program));
    table.send(host, Command::Token { seat, token })
}

fn seats(table: &Table, tab: ConnectionId) -> &Vec<Value> {
    table.tabs[&tab].view["seats"].as_array().unwrap()
}

/// A host, and a program that has connected to the seat beside them.
fn with_program(game: GameKind, clock: Clock) -> (Table, ConnectionId, ConnectionId) {
    let (mut table, tabs) = Table::seated_for(game, 1, clock, 1);
    assert!(matches!(
        give(&mut table, tabs[0], None, PROGRAMS),
        Answer::Ack(_)
    ));
    let program = table.join(PROGRAMS);
    (table, tabs[0], program)
}

#[test]
fn whoever_has_the_token_has_the_seat_and_is_shown_as_a_program() {
    let (mut table, host, program) = with_program(GameKind::Tsuro, QUICK);
    // Who is here is told together, a moment later.
    table.wait(2_000);
    let own = &seats(&table, host)[1];
    assert_eq!(
        (&own["bot"], &own["ready"]),
        (&json!("outside"), &json!(true))
    );
    assert_eq!(own["name"], "Minho", "not the name that it came with");
    let you = &table.tabs[&program].you;
    assert_eq!((&you["seat"], &you["host"]), (&json!(1), &json!(false)));
    assert_eq!(table.tabs[&host].last("sat")["bot"], "outside");
    assert_eq!(table.tabs[&host].presence["seats"], json!([0, 1]));
    // No byte of the token is kept or told.
    let text = |number| serde_json::to_string(&token(number)).unwrap();
    let stored = serde_json::to_string(&table.log).unwrap();
    assert!(!stored.contains(text(PROGRAMS).trim_matches('"')));
}

#[test]
fn a_token_opens_nothing_but_its_seat() {
    let (mut table, host, _) = with_program(GameKind::Tsuro, QUICK);
    for other in [PROGRAMS + 1, PROGRAMS + 2] {
        let stranger = table.join(other);
        assert_eq!(table.tabs[&stranger].closed, Some(CloseCode::Removed));
        assert_eq!(table.tabs[&stranger].frames, Vec::<String>::new());
    }
    let guest = table.join(2);
    assert_eq!(
        give(&mut table, guest, None, PROGRAMS + 1).code(),
        "not_host"
    );
    assert_eq!(
        give(&mut table, host, Some(0), PROGRAMS + 1).code(),
        "seat_taken"
    );
    assert_eq!(
        give(&mut table, host, Some(2), PROGRAMS).code(),
        "already_seated"
    );
}

#[test]
fn a_program_only_plays() {
    let (mut table, host, program) = with_program(GameKind::Tsuro, QUICK);
    let version = table.version();
    let host_id = table.who(host);
    for wanted in [
        Command::Stand {},
        Command::Name { name: name(7) },
        Command::Ready {
            ready: false,
            nonce: None,
        },
        Command::Start { nonce: None },
        Command::Pause { until_all: false },
        Command::GoOn {},
        Command::Lock { locked: true },
        Command::Remove { person: host_id },
        Command::VoteToSkip { seat: seat(0) },
        Command::Token {
            seat: None,
            token: token(PROGRAMS + 1),
        },
    ] {
        let answer = table.send(program, wanted.clone());
        assert_eq!(answer.code(), "only_plays", "{wanted:?}");
    }
    let chat = table.chat(program, "olá").unwrap();
    assert_eq!(chat.code(), "only_plays");
    assert_eq!(table.version(), version);
}

#[test]
fn a_program_plays_every_game_and_is_marked_in_what_is_kept() {
    for &game in GameKind::ALL {
        let (mut table, host, _) = with_program(game, Clock::None {});
        assert!(matches!(table.start(host), Answer::Ack(_)), "it is ready");
        table.play_out_within(80);
        let played = table.tabs[&host].happenings.iter();
        let by = |seat| {
            let of_seat = played.clone().map(|told| &told["happening"]);
            let mut of_seat =
                of_seat.filter(|told| told["type"] == "played" && told["seat"] == seat);
            of_seat.all(|told| (told["by"] == "bot") == (seat == 1))
        };
        assert!(by(0) && by(1));
        let file = GameFile::of(&table.log, 1).unwrap();
        let text = file.write();
        assert!(text.contains(r#""bot":"outside""#) && text.contains(r#""by":"bot""#));
        assert_eq!(GameFile::read(text.as_bytes()).as_ref(), Ok(&file));
        assert_eq!(Check::of(&file, &Noted::default()).findings, []);
    }
}

#[test]
fn a_token_is_worth_nothing_once_its_seat_is_taken_from_it() {
    type Revoked = fn(&mut Table, ConnectionId) -> Answer;
    let by_removing: Revoked = |table, host| {
        let (seat, level) = (Some(seat(1)), None);
        table.send(host, Command::Bot { seat, level })
    };
    let by_another_token: Revoked = |table, host| give(table, host, Some(1), PROGRAMS + 1);
    let by_a_bot: Revoked = |table, host| {
        let (seat, level) = (Some(seat(1)), Some(Level::Hard));
        table.send(host, Command::Bot { seat, level })
    };
    let by_banning: Revoked = |table, host| {
        let person = table.at(host, 1);
        table.remove(host, person)
    };
    for playing in [false, true] {
        for revoke in [by_removing, by_another_token, by_a_bot, by_banning] {
            let (mut table, host, program) = with_program(GameKind::Tsuro, QUICK);
            if playing {
                table.start(host);
            }
            let answer = revoke(&mut table, host);
            assert!(matches!(answer, Answer::Ack(_)), "{answer:?}");
            assert_eq!(table.tabs[&program].closed, Some(CloseCode::Removed));
            let again = table.join(PROGRAMS);
            assert_eq!(table.tabs[&again].closed, Some(CloseCode::Removed));
            // Also after a restart.
            table.crash(None, 0, 1_000);
            let again = table.join(PROGRAMS);
            assert_eq!(table.tabs[&again].closed, Some(CloseCode::Removed));
        }
    }
}

#[test]
fn a_program_keeps_its_seat_when_the_server_starts_again_and_when_it_is_gone() {
    let (mut table, _, _) = with_program(GameKind::Tsuro, QUICK);
    table.crash(None, 0, 1_000);
    let host = table.join(1);
    assert_eq!(table.tabs[&host].presence["seats"], json!([0]));
    table.wait(2 * SEAT_KEPT_MS);
    let program = table.join(PROGRAMS);
    assert_eq!(table.tabs[&program].you["seat"], 1);
    table.wait(2_000);
    assert_eq!(table.tabs[&host].presence["seats"], json!([0, 1]));
}

#[test]
fn a_program_holds_nobody_up_and_inherits_nothing() {
    let (mut table, host, program) = with_program(GameKind::Tsuro, QUICK);
    let guest = table.join(2);
    table.sit(guest, None);
    table.ready(guest, true);
    table.start(host);
    // A pause is agreed on by people.
    table.pause(host);
    table.pause(guest);
    assert_eq!(table.tabs[&host].view["paused"], "agreed");
    table.go_on(host);
    // Its own time runs out as anybody's.
    for _ in 0..200 {
        if seats(&table, host)[1]["away"] == true {
            break;
        }
        match table.acting() {
            Some(tab) if tab != program => drop(table.move_on()),
            _ => table.wait(15_000),
        }
    }
    assert_eq!(table.tabs[&host].phase(), "playing");
    assert_eq!(seats(&table, host)[1]["away"], true);
    table.send(program, Command::Back {});
    assert_eq!(seats(&table, host)[1]["away"], false);
    // All people go: the game waits for them, not for the program, which becomes no host; nobody is shown the room.
    assert!(table.room.listing().is_some());
    table.leave(guest);
    table.leave(host);
    assert_eq!(table.room.listing(), None);
    table.wait(2 * HOST_GRACE_MS);
    assert_eq!(table.tabs[&program].you["host"], false);
    assert_eq!(table.tabs[&program].view["paused"], "everybody_left");
    table.leave(program);
    let program = table.join(PROGRAMS);
    assert_eq!(table.tabs[&program].view["paused"], "everybody_left");
    let host = table.join(1);
    assert_eq!(table.tabs[&host].view["paused"], Value::Null);
}

#[test]
fn against_a_program_nobody_has_hints_but_where_the_room_allows_them() {
    let (mut table, host, _) = with_program(GameKind::Tsuro, QUICK);
    table.start(host);
    assert_eq!(table.tabs[&host].phase(), "playing");
    assert_eq!(table.tabs[&host].view["hints"], false);
}
