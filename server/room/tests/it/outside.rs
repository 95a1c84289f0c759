//! Tests of outside programs. A token is for one seat, and only for playing there.

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

/// Seats a host, and connects an outside program to the next seat.
fn with_program(game: GameKind, clock: Clock) -> (Table, ConnectionId, ConnectionId) {
    let (mut table, tabs) = Table::seated_for(game, 1, clock, 1);
    give(&mut table, tabs[0], None, PROGRAMS).expect_ack();
    let program = table.join(PROGRAMS);
    (table, tabs[0], program)
}

#[test]
fn the_program_with_the_token_gets_the_seat_and_is_shown_as_a_program() {
    let (mut table, host, program) = with_program(GameKind::Tsuro, QUICK);
    // Presence is sent with a short delay, for all changes together.
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
    // No byte of the token is stored or sent.
    let text = |number| serde_json::to_string(&token(number)).unwrap();
    let stored = serde_json::to_string(&table.log).unwrap();
    assert!(!stored.contains(text(PROGRAMS).trim_matches('"')));
}

#[test]
fn a_token_is_valid_for_its_own_seat_only() {
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
fn a_program_plays_every_game_and_is_marked_in_the_records() {
    for &game in GameKind::ALL {
        let (mut table, host, _) = with_program(game, Clock::None {});
        table.start(host).expect_ack();
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
fn a_token_is_invalid_once_its_seat_is_taken_away() {
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
            revoke(&mut table, host).expect_ack();
            assert_eq!(table.tabs[&program].closed, Some(CloseCode::Removed));
            let again = table.join(PROGRAMS);
            assert_eq!(table.tabs[&again].closed, Some(CloseCode::Removed));
            // The token is still worthless after a restart.
            table.crash(None, 0, 1_000);
            let again = table.join(PROGRAMS);
            assert_eq!(table.tabs[&again].closed, Some(CloseCode::Removed));
        }
    }
}

#[test]
fn a_program_keeps_its_seat_after_a_restart_and_while_disconnected() {
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
fn a_program_does_not_block_the_game_and_never_becomes_host() {
    let (mut table, host, program) = with_program(GameKind::Tsuro, QUICK);
    let guest = table.join(2);
    table.sit(guest, None);
    table.ready(guest, true);
    table.start(host);
    // Only people have to agree on a pause.
    table.pause(host);
    table.pause(guest);
    assert_eq!(table.tabs[&host].view["paused"], "agreed");
    table.go_on(host);
    // A program times out like a person.
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
    // All people leave. The game waits for them and not for the program, which does not become
    // host. The lobby no longer lists the room.
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
fn hints_against_a_program_need_the_rooms_permission() {
    let (mut table, host, _) = with_program(GameKind::Tsuro, QUICK);
    table.start(host);
    assert_eq!(table.tabs[&host].phase(), "playing");
    assert_eq!(table.tabs[&host].view["hints"], false);
}
