//! Tests of replays: a viewer of the replay of one world can't distinguish it from its twin.

use senda_room::{Record, review::GameReplay};
use senda_rules::Viewer;
use serde_json::Value;

use super::{SECTION_X, TORTUS, TSURO, a_game, events, twin};
use crate::table::seat;

/// Returns the replay of a game that is imagined to end after the given records, as JSON. The end
/// itself is no step, so there is no position that shows everything.
fn replayed(log: &[Value], viewer: Viewer) -> String {
    let mut log = log.to_vec();
    let mut last = log.last().unwrap().clone();
    last["version"] = (last["version"].as_u64().unwrap() + 1).into();
    let places = [1; 8];
    let outcome = serde_json::json!({ "places": places });
    last["happened"] = serde_json::json!([
        { "type": "ended", "outcome": outcome, "secret": "00".repeat(32) },
    ]);
    log.push(last);
    let log = log
        .iter()
        .map(|record| serde_json::from_value::<Record>(record.clone()).unwrap());
    let log: Vec<Record> = log.collect();
    let replay = GameReplay::of(&log, 1, viewer).expect("a replay");
    serde_json::to_string(&replay).unwrap()
}

/// The replay of a spectator contains no hand, and that of a seat no hand of another one.
#[test]
fn a_replay_hides_what_its_viewer_could_not_know() {
    for world in [&TSURO, &TORTUS, &SECTION_X] {
        let log = a_game(world, 0);
        let seats = (0..2).map(|number| (Some(number), Viewer::Seat(seat(number as u8))));
        for (own, viewer) in [(None, Viewer::Spectator)].into_iter().chain(seats) {
            let (mut compared, mut open) = (0, 0);
            for count in (1..=log.len()).step_by(4 * world.every) {
                let log = &log[..count];
                let is = |kind: &str| log.iter().any(|record| record.to_string().contains(kind));
                if !is(r#""type":"started""#) || is(r#""type":"ended""#) {
                    continue;
                }
                let so_far: Vec<&Value> = events(log).collect();
                let twin = twin(log, (world.twin)(&so_far, own));
                if events(&twin).eq(events(log)) {
                    continue;
                }
                compared += 1;
                let [real, other] = [log, &twin].map(|log| replayed(log, viewer));
                assert_eq!(real, other, "{:?} {viewer:?} {count}", world.game);
                let [real, other] = [log, &twin].map(|log| replayed(log, Viewer::Omniscient));
                open += usize::from(real != other);
            }
            assert!(compared > 3, "{:?}: {compared} moments", world.game);
            assert_eq!(open, compared, "everything open shows the difference");
        }
    }
}
