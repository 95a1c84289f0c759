//! Tests with bots at the table: neither people nor the bots themselves can distinguish the two
//! worlds.

use senda_bots::{Budget, choose};
use senda_room::{
    Effect, Question, Time,
    protocol::{Command, Level},
};
use serde_json::Value;

use super::{SECTION_X, TORTUS, TSURO, World, events, joined, restore, stored, told_apart, twin};
use crate::table::{Dice, QUICK, Table, person};

/// Returns the records of a game of one person, on the first seat, with bots on all other seats.
fn a_game(world: &World) -> Vec<Value> {
    let (mut table, tabs) = Table::seated_for(world.game, 1, QUICK, 1);
    let level = Some(Level::Easy);
    for _ in 1..world.players {
        table.send(tabs[0], Command::Bot { seat: None, level });
    }
    table.begin(&tabs);
    for _ in 0..world.moves {
        if table.acting().is_some() {
            table.move_on();
        } else if !table.bot_decides() {
            break;
        }
    }
    stored(&table)
}

/// Returns the question to a bot once the person is back, or `None` if no bot decides.
fn asked(log: &[Value]) -> Option<Question> {
    let now = Time(log.last()?["at"].as_u64()?);
    let effects = restore(now, log).step(now, joined(1, person(1)), &mut Dice::new(0));
    effects.into_iter().find_map(|effect| match effect {
        Effect::Think(question) => Some(question),
        _ => None,
    })
}

#[test]
fn neither_people_nor_bots_distinguish_the_twin_of_a_game_with_bots() {
    for world in [&TSURO, &TORTUS, &SECTION_X] {
        let world = World {
            moves: 40,
            ..*world
        };
        let log = a_game(&world);
        for (seat, who) in [(Some(0), 1), (None, 8)] {
            let (moments, apart) = told_apart(&world, &log, seat, who);
            assert_eq!(apart, 0, "{:?} {seat:?}", world.game);
            assert!(moments >= 8, "{:?}: {moments} moments", world.game);
        }
        let mut thought = 0;
        for count in 1..=log.len() {
            let log = &log[..count];
            let Some(question) = asked(log) else {
                continue;
            };
            let so_far: Vec<&Value> = events(log).collect();
            let seat = question.seat.index() as u64;
            let twin = twin(log, (world.twin)(&so_far, Some(seat)));
            if events(&twin).eq(events(log)) {
                continue;
            }
            let other = asked(&twin).expect("a bot in the twin as well");
            assert_eq!(question.view, other.view, "{:?} {count}", world.game);
            let of = |asked: &Question| {
                let budget = Budget::iterations(2);
                choose(&asked.view, asked.seat, Level::Hard, &budget, 1)
            };
            if thought < 5 {
                assert_eq!(of(&question), of(&other), "{:?} {count}", world.game);
            }
            thought += 1;
        }
        assert!(thought >= 8, "{:?}: {thought} thoughts", world.game);
    }
}
