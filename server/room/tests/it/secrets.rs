//! What a viewer may not know is in no byte that they are sent: they can't tell the real world from
//! its twin, in which the tiles that they have not seen are exchanged for each other.

use std::collections::BTreeSet;

use senda_room::{Effect, Input, Link, Person, Record, Room, Time};
use serde_json::Value;

use crate::table::{Dice, QUICK, Table, person};

/// The tiles that somebody with this seat (or none) has seen in these records.
fn seen(log: &[Value], seat: Option<u64>) -> BTreeSet<u64> {
    let mut seen = BTreeSet::new();
    for event in events(log) {
        match event["type"].as_str().unwrap() {
            "opened" => {
                if let Some(seat) = seat {
                    let hand = event["hands"][usize::try_from(seat).unwrap()]
                        .as_array()
                        .unwrap();
                    seen.extend(hand.iter().filter_map(Value::as_u64));
                }
            }
            "placed" => seen.extend(event["tile"].as_u64()),
            "drew" if event["seat"].as_u64() == seat => seen.extend(event["tile"].as_u64()),
            _ => {}
        }
    }
    seen
}

fn events(log: &[Value]) -> impl Iterator<Item = &Value> {
    let happened = log
        .iter()
        .flat_map(|record| record["happened"].as_array().unwrap());
    happened
        .filter_map(|happened| happened["events"].as_array())
        .flatten()
}

/// The log of the twin: the tiles that were not seen go round by one.
fn twin(log: &[Value], seen: &BTreeSet<u64>) -> Vec<Value> {
    let unseen: Vec<u64> = (0..35).filter(|tile| !seen.contains(tile)).collect();
    let change = |card: &mut Value| {
        let place = unseen.iter().position(|tile| Some(*tile) == card.as_u64());
        if let Some(place) = place {
            *card = unseen[(place + 1) % unseen.len()].into();
        }
    };
    let each = |cards: &mut Value| cards.as_array_mut().unwrap().iter_mut().for_each(change);
    let mut log = log.to_vec();
    let happened = log
        .iter_mut()
        .flat_map(|record| record["happened"].as_array_mut().unwrap());
    for happened in happened {
        if happened["type"] == "committed" {
            // What is committed to is seen, the secret itself is not.
            happened["secret"] = "5e".repeat(32).into();
        }
        for event in happened
            .get_mut("events")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            match event["type"].as_str().unwrap() {
                "opened" => {
                    event["hands"]
                        .as_array_mut()
                        .unwrap()
                        .iter_mut()
                        .for_each(each);
                    each(&mut event["pile"]);
                }
                "drew" => change(&mut event["tile"]),
                "returned" => {
                    for hand in event["hands"].as_array_mut().unwrap() {
                        each(&mut hand["tiles"]);
                    }
                    each(&mut event["pile"]);
                }
                _ => {}
            }
        }
    }
    log
}

fn restore(now: Time, log: &[Value]) -> Room {
    let log = log
        .iter()
        .map(|record| serde_json::from_value::<Record>(record.clone()).unwrap());
    Room::restore(now, log.collect()).unwrap()
}

/// All bytes that go to a link after these inputs.
fn told(room: &mut Room, now: Time, link: Link, inputs: &[Input]) -> String {
    let mut dice = Dice::new(0);
    let mut bytes = String::new();
    for input in inputs {
        for effect in room.step(now, input.clone(), &mut dice) {
            match effect {
                Effect::Tell { to, down } if to.contains(&link) => {
                    bytes += &serde_json::to_string(&down).unwrap();
                    bytes.push('\n');
                }
                _ => {}
            }
        }
    }
    bytes
}

fn joined(number: u64, person: Person) -> Input {
    Input::Joined {
        link: Link(number),
        person,
        since: None,
    }
}

/// The records of a whole game of four, with people who resign and stand up in it.
fn a_game(seed: u64) -> Vec<Value> {
    let (mut table, tabs) = Table::playing(seed, QUICK, 4);
    for turn in 0.. {
        if table.tabs[&tabs[0]].phase() != "playing" {
            break;
        }
        if turn == 6 {
            table.stand(tabs[3]);
        }
        if turn == 12 {
            let resign = serde_json::json!({"game": "tsuro", "type": "resign"});
            table.act(tabs[2], &resign);
        }
        if table.acting().is_some() {
            table.move_on();
        } else {
            table.wait(1_500);
        }
    }
    table
        .log
        .iter()
        .map(|record| serde_json::to_value(record).unwrap())
        .collect()
}

/// Where each record of a log, and so each moment, has its twin: what `who` is told who looks with
/// the eyes of `seat`. Returns in how many moments there was a twin, and in how many it was told apart.
fn told_apart(log: &[Value], seat: Option<u64>, who: u128) -> (usize, usize) {
    let ended = |record: &Value| record.to_string().contains(r#""type":"ended""#);
    let (mut moments, mut apart) = (0, 0);
    for count in 1..=log.len() {
        let log = &log[..count];
        if ended(log.last().unwrap()) {
            break;
        }
        let twin = twin(log, &seen(log, seat));
        if events(&twin).eq(events(log)) {
            continue;
        }
        let now = Time(log[count - 1]["at"].as_u64().unwrap());
        let inputs = [joined(1, person(who)), joined(2, person(9))];
        // Coming back, and then what somebody else's coming and the clock bring.
        let bytes = |log: &[Value]| told(&mut restore(now, log), now, Link(1), &inputs);
        moments += 1;
        apart += usize::from(bytes(log) != bytes(&twin));
    }
    (moments, apart)
}

#[test]
fn nobody_can_tell_the_world_from_its_twin() {
    for seed in 0..3 {
        let log = a_game(seed);
        for seat in 0..3 {
            let (moments, apart) = told_apart(&log, Some(seat), u128::from(seat) + 1);
            assert_eq!(apart, 0, "seed {seed} seat {seat}");
            assert!(moments >= 15, "{moments} moments");
        }
        let (moments, apart) = told_apart(&log, None, 8);
        assert_eq!(apart, 0, "seed {seed} spectator");
        assert!(moments >= 15, "{moments} moments");
    }
}

/// The proof that the test above can fail: whoever is told what another seat may know does tell the
/// two worlds apart.
#[test]
fn one_with_other_eyes_can() {
    let log = a_game(0);
    let (moments, apart) = told_apart(&log, Some(0), 2);
    assert!(apart * 2 > moments, "{apart} of {moments}");
    let (moments, apart) = told_apart(&log, None, 1);
    assert!(apart * 2 > moments, "{apart} of {moments}");
}

/// The same for what is told step by step, up to the first hand that goes back into the pile (which
/// is shuffled by what the tiles are, and so differently in the twin).
#[test]
fn nobody_can_tell_them_apart_while_they_play() {
    let mut compared = 0;
    for seed in 0..12 {
        let log = a_game(seed);
        let is = |record: &Value, kind: &str| {
            record.to_string().contains(&format!(r#""type":"{kind}""#))
        };
        let start = log.iter().position(|record| is(record, "started")).unwrap() + 1;
        let end = (start..log.len())
            .find(|&at| is(&log[at], "returned") || is(&log[at], "stood"))
            .unwrap();
        for (seat, who) in [(Some(0), 1), (Some(1), 2), (None, 9)] {
            let seen = seen(&log[..end], seat);
            let twin = twin(&log[..start], &seen);
            let now = Time(log[start]["at"].as_u64().unwrap());
            let mut rooms = [restore(now, &log[..start]), restore(now, &twin)];
            let all: Vec<Input> = [1, 2, 3, 4, 9]
                .map(|number| joined(u64::try_from(number).unwrap(), person(number)))
                .to_vec();
            let link = Link(u64::try_from(who).unwrap());
            let [real, other] = rooms.each_mut().map(|room| told(room, now, link, &all));
            assert_eq!(real, other);
            for record in &log[start..end] {
                let played = &record["happened"][0];
                let up = serde_json::json!({
                    "type": "act", "id": record["version"].to_string(),
                    "version": record["version"].as_u64().unwrap() - 1, "action": played["action"],
                });
                let link_of = Link(played["seat"].as_u64().unwrap() + 1);
                let up = serde_json::from_value(up).unwrap();
                let input = [Input::Message { link: link_of, up }];
                let before = rooms[1].lasting().clone();
                let [real, other] = rooms.each_mut().map(|room| told(room, now, link, &input));
                if *rooms[1].lasting() == before {
                    // Refused in the twin: there the mover has a tile that keeps them alive.
                    break;
                }
                assert_eq!(real, other, "seed {seed} seat {seat:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 150, "{compared} steps compared");
}
