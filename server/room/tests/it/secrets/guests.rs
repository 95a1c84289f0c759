//! The players of one device see only what the one who holds it may know.

use senda_room::protocol::ClientMessage;
use senda_rules::Seat;
use serde_json::{Value, json};

use super::{SECTION_X, TORTUS, TSURO, World, a_game, events, joined, restore, told, twin};
use crate::table::{command, id, person, player};
use senda_room::{ConnectionId, Input, Time, protocol::Command};

/// Changes a value and all values in it.
fn each(value: &mut Value, change: &dyn Fn(&mut Value)) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(|value| each(value, change)),
        Value::Array(items) => items.iter_mut().for_each(|value| each(value, change)),
        _ => {}
    }
    change(value);
}

/// Returns the log of the same game in which the second player is a guest of the first.
fn with_guest(mut log: Vec<Value>) -> Vec<Value> {
    let (host, guest) = (json!(player(1)), json!(player(2)));
    let mark = |value: &mut Value| {
        if value["player"] == guest && !value["name"].is_null() {
            value["guest_of"] = host.clone();
        }
    };
    let change = |value: &mut Value| {
        if value.is_object() {
            mark(value);
        }
    };
    for record in &mut log {
        each(&mut record["happened"], &change);
    }
    log
}

/// Returns the number of moments at which a device receives different bytes in the twin for this
/// seat, and the number of all moments. The device passes to the seats in order.
fn told_apart(world: &World, log: &[Value], seat: u64, passes: &[u8]) -> (usize, usize) {
    let (mut apart, mut moments) = (0, 0);
    for count in (1..=log.len()).step_by(world.every) {
        let log = &log[..count];
        if log
            .last()
            .unwrap()
            .to_string()
            .contains(r#""type":"ended""#)
        {
            break;
        }
        let so_far: Vec<&Value> = events(log).collect();
        let twin = twin(log, (world.twin)(&so_far, Some(seat)));
        if events(&twin).eq(events(log)) {
            continue;
        }
        let now = Time(log[count - 1]["at"].as_u64().unwrap());
        let own = ConnectionId(1);
        let pass = |seat: &u8| Input::Message {
            connection: own,
            message: ClientMessage::Pass {
                seat: Seat::new(*seat),
            },
        };
        let before: Vec<Input> = [joined(1, person(1))].into_iter().collect();
        let (last, early) = passes
            .split_last()
            .map_or((None, passes), |(last, early)| (Some(last), early));
        let before: Vec<Input> = before.into_iter().chain(early.iter().map(pass)).collect();
        let pause = Input::Message {
            connection: ConnectionId(2),
            message: command(id("pause"), Command::Pause { until_all: false }),
        };
        let after: Vec<Input> = last
            .map(pass)
            .into_iter()
            .chain([joined(2, person(3)), pause])
            .collect();
        let bytes = |log: &[Value]| {
            let mut room = restore(now, log);
            let first = told(&mut room, now, own, &before);
            let then = told(&mut room, now, own, &after);
            if last.is_some() { then } else { first + &then }
        };
        moments += 1;
        apart += usize::from(bytes(log) != bytes(&twin));
    }
    (apart, moments)
}

fn worlds() -> [World; 3] {
    [
        TSURO,
        World {
            moves: 30,
            ..TORTUS
        },
        World {
            moves: 40,
            ..SECTION_X
        },
    ]
}

#[test]
fn the_owner_of_a_device_cannot_distinguish_the_hand_of_a_guest_from_its_twin() {
    for world in worlds() {
        let log = with_guest(a_game(&world, 0));
        let (apart, moments) = told_apart(&world, &log, 0, &[]);
        assert_eq!(apart, 0, "{:?}", world.game);
        assert!(moments >= 8, "{:?}: {moments} moments", world.game);
    }
}

#[test]
fn a_device_receives_nothing_of_its_former_holder_after_it_was_passed() {
    for world in worlds() {
        let log = with_guest(a_game(&world, 0));
        for (seat, passes) in [(1, &[1][..]), (0, &[1, 0]), (1, &[1, 0, 1])] {
            let (apart, moments) = told_apart(&world, &log, seat, passes);
            assert_eq!(apart, 0, "{:?} {passes:?}", world.game);
            assert!(moments >= 8, "{:?}: {moments} moments", world.game);
        }
    }
}

/// Proves that the tests above can fail.
#[test]
fn a_device_that_was_passed_distinguishes_the_twin_of_its_former_holder() {
    for world in worlds() {
        let log = with_guest(a_game(&world, 0));
        for (seat, passes) in [(0, &[1][..]), (1, &[1, 0]), (1, &[])] {
            let (apart, moments) = told_apart(&world, &log, seat, passes);
            assert!(
                apart * 2 > moments,
                "{:?}: {apart} of {moments}",
                world.game
            );
        }
    }
}
