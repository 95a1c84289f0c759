//! Tests of the search for fights within a turn.

use senda_bots::{Dice, solve::section_x::fights};
use senda_rules::{
    Game, Seat,
    section_x::{Action, Kind, Phase, State},
};

use super::{NODES, scaled, small};

/// Returns whether the events of a decision, with the choices in tied fights, can take doors of a
/// seat: for each way to choose, whether `seat` loses a door and whether another does.
fn fought(game: &State, mover: Seat, action: &Action, seat: Seat) -> Vec<[bool; 2]> {
    let after = game
        .after(mover, action, &mut Dice::new(0))
        .expect("a legal decision");
    if after.phase() == Phase::FightChoice {
        let choices = after.legal_actions(mover);
        let ways = choices
            .iter()
            .flat_map(|choice| fought(&after, mover, choice, seat));
        let lose = |way: [bool; 2]| [way[0] || loses(game, &after, seat), way[1]];
        return ways.map(lose).collect();
    }
    let mut others = game.still_in().without(seat).iter();
    let other = others.any(|other| loses(game, &after, other));
    vec![[loses(game, &after, seat), other]]
}

fn loses(before: &State, after: &State, seat: Seat) -> bool {
    after.doors(seat).len() < before.doors(seat).len()
}

/// Returns whether the other of two players can take a door of seat 0 with any tile in the box.
fn is_threatened(game: &State) -> bool {
    let other = Seat::first(2).last().expect("two seats");
    let held = game.stock(Seat::ZERO).iter().map(ToString::to_string);
    let held: Vec<String> = held.collect();
    let text = game.to_string();
    let left_out = [
        "stock", "turn", "phase", "done", "steps", "touched", "before", "pile", "aside",
    ];
    let keyword = |line: &str| line.split(' ').next().map(str::to_owned);
    let rest = text
        .lines()
        .filter(|line| keyword(line).is_some_and(|word| !left_out.contains(&&*word)));
    let rest = rest.collect::<Vec<_>>().join("\n");
    let rest = format!(
        "{rest}\naside\nturn 1\nphase tile\nstock 0 {}",
        held.join(" ")
    );
    Kind::ALL.into_iter().any(|kind| {
        let Ok(world) = format!("{rest}\nstock 1 {kind}").parse::<State>() else {
            return false;
        };
        let actions = world.legal_actions(other);
        let takes = |action: &Action| {
            let ways = fought(&world, other, action, Seat::ZERO);
            ways.iter().any(|[own, _]| *own)
        };
        actions.iter().any(takes)
    })
}

#[test]
fn fights_are_those_of_the_rules() {
    let mut dice = Dice::new(23);
    let seat = Seat::ZERO;
    let (mut met, mut won, mut threatened, mut saved) = (0, 0, 0, 0);
    while met < scaled(5) {
        let Some(game) = small(&mut dice, 3) else {
            continue;
        };
        if game.legal_actions(seat).len() > 60 {
            continue;
        }
        let found = fights(&game, seat, NODES);
        let is_quiet = !found.is_threatened && dice.below(8) > 0;
        if found.wins.is_empty() && is_quiet {
            continue;
        }
        met += 1;
        assert!(found.is_complete);
        assert_eq!(found.is_threatened, is_threatened(&game), "{game}");
        let wins = game.legal_actions(seat).into_iter().filter(|action| {
            let ways = fought(&game, seat, action, seat);
            ways.iter().any(|[own, other]| !own && *other)
        });
        let wins: Vec<Action> = wins.collect();
        let mut firsts: Vec<Action> = found.wins.iter().map(|line| line[0].clone()).collect();
        firsts.dedup();
        assert_eq!(firsts, wins, "{game}");
        for line in &found.saves {
            let mut at = game.clone();
            for action in line {
                at = at
                    .after(seat, action, &mut Dice::new(0))
                    .expect("a legal decision");
            }
            assert!(found.is_threatened && !is_threatened(&at), "{game}{line:?}");
        }
        won += u32::from(!wins.is_empty());
        threatened += u32::from(found.is_threatened);
        saved += u32::from(!found.saves.is_empty());
    }
    println!("{met} positions: {won} won fights, {threatened} threats, {saved} prevented");
    assert!(
        threatened > met / 10 && saved > 0,
        "{won} {threatened} {saved}"
    );
}

#[test]
fn a_tile_that_joins_a_longer_tunnel_wins_a_fight() {
    let text = "tiles b7 straight0\ntiles d7 straight0\ntiles e7 straight0\n\
                doors 0 d7:0\ndoors 1 b7:0\nstock 0 straight";
    let game: State = text.parse().expect("a position");
    let found = fights(&game, Seat::ZERO, NODES);
    assert!(found.is_complete && !found.is_threatened, "{found:?}");
    assert!(!found.wins.is_empty());
    for line in &found.wins {
        let [action] = &line[..] else {
            panic!("{line:?}");
        };
        let after = game
            .after(Seat::ZERO, action, &mut Dice::new(0))
            .expect("a legal decision");
        let other = Seat::first(2).last().expect("two seats");
        assert!(
            !after.doors(Seat::ZERO).is_empty() && after.doors(other).is_empty(),
            "{action}"
        );
    }
}
