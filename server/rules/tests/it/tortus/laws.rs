//! What is true of every game of Tortus, shown on games played at random.

use std::collections::BTreeSet;

use proptest::prelude::*;
use senda_rules::{
    Game, Seat, Viewer,
    tiles::Square,
    tortus::{
        Action, By, COMPONENTS, Choices, Event, LANDINGS, Meets, Options, Phase, Position, State,
        TURNS, Target, Tile, View,
    },
};

use super::game::{Moment, any_decision, play, random_action};
use crate::{
    table::{Dice, log_is_the_game, viewers},
    written::a_position_restores_the_game,
};

fn omniscient(state: &State) -> View {
    state.view(Viewer::Omniscient)
}

fn tiles_are_conserved(view: &View) {
    let board = view.board.iter().filter_map(|field| field.tile);
    let hands = view.hands.iter().flat_map(|(_, hand)| hand);
    let mut there: Vec<Tile> = board.chain(hands.filter_map(|held| held.tile)).collect();
    there.sort_unstable();
    assert!(there.into_iter().eq(COMPONENTS.every_tile()));
    for (seat, hand) in view.hands.iter() {
        let fills = matches!(view.phase, Phase::Fill { seat: fills, .. } if fills == seat);
        assert!(hand.len() == 5 + usize::from(fills) || view.outcome.is_some());
        let fillers = hand.iter().filter(|held| !held.tile.unwrap().swallows());
        let prepared = !matches!(view.phase, Phase::Exchange | Phase::Over);
        assert!(!prepared || fillers.count() > 0);
    }
}

fn pawns_stand_alone(view: &View) {
    let standing: Vec<Square> = view.pawns.iter().filter_map(|pawn| pawn.at).collect();
    let alone: BTreeSet<&Square> = standing.iter().collect();
    let together = usize::from(matches!(view.phase, Phase::Push { .. }));
    assert!(standing.len() == alone.len() + together || view.outcome.is_some());
    assert!(
        view.pawns
            .iter()
            .all(|pawn| !pawn.lost || pawn.at.is_none())
    );
}

fn somebody_acts_until_the_end(state: &State) {
    assert_eq!(state.outcome().is_some(), state.acting().is_empty());
    assert!(state.acting().len() <= 1);
    for seat in Seat::first(2) {
        let has_choices = state.view(Viewer::Seat(seat)).choices.is_some();
        assert_eq!(has_choices, state.acting().contains(seat));
        assert_eq!(state.legal_actions(seat).is_empty(), !has_choices);
    }
    assert_eq!(state.view(Viewer::Spectator).choices, None);
    let view = omniscient(state);
    assert!(view.turns <= TURNS && view.steps.len() <= LANDINGS);
    assert_eq!(view.turn.is_none(), view.outcome.is_some());
}

fn what_is_imagined_looks_the_same(state: &State, dice: &mut Dice) {
    for viewer in viewers(2) {
        let view = state.view(viewer);
        let world = State::determinize(&view, dice);
        assert_eq!(world.view(viewer), view);
        tiles_are_conserved(&omniscient(&world));
        let position = world.position().unwrap();
        assert_eq!(State::try_from(&position), Ok(world));
    }
    let view = omniscient(state);
    assert_eq!(&State::determinize(&view, dice), state);
}

/// What the clock decides is legal, and loses no pawn of the seat unless everything does.
fn the_clock_plays_safe(state: &State, dice: &mut Dice) {
    for seat in Seat::first(2) {
        let action = state.clock_action(seat, dice);
        assert_eq!(action.is_some(), state.acting().contains(seat));
        let Some(action) = action else { continue };
        let legal = state.legal_actions(seat);
        assert!(legal.contains(&action));
        if !loses(state, seat, &action, dice) {
            continue;
        }
        assert!(legal.iter().all(|other| loses(state, seat, other, dice)));
    }
}

fn loses(state: &State, seat: Seat, action: &Action, dice: &mut Dice) -> bool {
    let pawns = &omniscient(state).pawns;
    let events = state.decide(seat, action, dice).unwrap();
    events.iter().any(|event| match event {
        Event::Fell { pawn, .. } | Event::Sank { pawn, .. } | Event::Penalised { pawn } => {
            pawns[usize::from(*pawn)].seat == seat
        }
        _ => false,
    })
}

/// What a view says that a pawn meets is what it meets.
fn what_is_shown_is_met(moment: &Moment) {
    let Some(Event::Moved { to, pawn, .. }) = moment.events.first() else {
        return;
    };
    let shown: Vec<Target> = match moment.before.view(Viewer::Seat(moment.seat)).choices {
        Some(Choices::Act { moves, .. }) => {
            let moves = moves.into_iter().find(|moves| moves.pawn == *pawn);
            moves.unwrap().to
        }
        Some(Choices::Push { to, .. } | Choices::Flow { to, .. }) => to,
        other => panic!("no pawn moves by {other:?}"),
    };
    let target = shown.iter().find(|target| target.square == *to).unwrap();
    let met = match moment.events.get(1) {
        Some(Event::Captured { pawn, .. }) => Meets::Pawn { pawn: *pawn },
        Some(Event::Fell { .. }) => Meets::Hole,
        Some(Event::Sank { .. }) => Meets::Pit,
        _ if target.meets == Meets::Closed => {
            let view = moment.before.view(Viewer::Spectator);
            let field = view.board.iter().find(|field| field.square == *to).unwrap();
            assert!(!field.open);
            Meets::Closed
        }
        _ => Meets::Open,
    };
    assert_eq!(target.meets, met);
}

fn obeys_the_laws(moment: &Moment, dice: &mut Dice) {
    let view = omniscient(&moment.after);
    tiles_are_conserved(&view);
    pawns_stand_alone(&view);
    somebody_acts_until_the_end(&moment.after);
    a_position_restores_the_game(&moment.after);
    what_is_imagined_looks_the_same(&moment.after, dice);
    the_clock_plays_safe(&moment.before, dice);
    what_is_shown_is_met(moment);
}

/// Everything that could be decided with numbers up to one too many.
fn candidates() -> Vec<Action> {
    let mut squares = Vec::new();
    for y in 0..8 {
        squares.extend((0..8).filter_map(|x| Square::new(x, y)));
    }
    let mut all = vec![Action::Stop {}, Action::EndTurn {}];
    for pawn in 0..=10 {
        all.push(Action::Penalty { pawn });
    }
    for hand in 0..=6 {
        all.extend((0..=4).map(|rotation| Action::Fill { hand, rotation }));
    }
    for square in squares {
        all.extend([
            Action::Place { square },
            Action::Open { square },
            Action::Push { to: square },
            Action::Follow { to: square },
        ]);
        all.extend((0..=4).map(|rotation| Action::Rotate { square, rotation }));
        all.extend((0..=10).map(|pawn| Action::Move { pawn, to: square }));
        for hand in 0..=6 {
            all.push(Action::Exchange { hand, square });
            all.extend((0..=4).map(|rotation| Action::Swap {
                square,
                hand,
                rotation,
            }));
        }
    }
    all
}

/// The legal actions are those that are accepted; nothing else is, but for opening a wrong tile by the strict
/// rules.
fn exactly_the_legal_is_accepted(state: &State, strict: bool, candidates: &[Action]) {
    for seat in Seat::first(2) {
        let legal = state.legal_actions(seat);
        let mut accepted = 0;
        for action in candidates {
            let decided = state.decide(seat, action, &mut Dice::new(0));
            let mistake = |events: &Vec<Event>| matches!(events[..], [Event::Misopened { .. }]);
            if strict && decided.as_ref().is_ok_and(mistake) {
                assert!(!legal.contains(action));
                continue;
            }
            assert_eq!(
                decided.is_ok(),
                legal.contains(action),
                "{seat}: {action:?}: {decided:?}"
            );
            accepted += usize::from(decided.is_ok());
        }
        assert_eq!(accepted, legal.len());
    }
}

fn options() -> impl Strategy<Value = Options> {
    any::<bool>().prop_map(|strict_open| Options { strict_open })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_moment_obeys_the_laws((options, seed) in (options(), any::<u64>())) {
        let mut dice = Dice::new(!seed);
        play(options, seed, &mut any_decision, |moment| obeys_the_laws(moment, &mut dice));
    }

    #[test]
    fn the_log_is_the_game((options, seed) in (options(), any::<u64>())) {
        let end = log_is_the_game(&options, 2, seed, &mut any_decision);
        let places = end.outcome().unwrap().places;
        prop_assert!([vec![1, 2], vec![2, 1], vec![1, 1]].contains(&places));
    }
}

#[test]
fn nothing_but_the_legal_is_accepted() {
    let candidates = candidates();
    for (seed, strict_open) in [(1, false), (2, true), (3, false)] {
        let mut dice = Dice::new(seed);
        play(
            Options { strict_open },
            seed,
            &mut random_action,
            |moment| {
                let in_chain = !matches!(omniscient(&moment.before).phase, Phase::Act);
                if dice.below(if in_chain { 4 } else { 12 }) == 0 {
                    exactly_the_legal_is_accepted(&moment.before, strict_open, &candidates);
                }
            },
        );
    }
}

/// A pawn that has gone to and fro 99 times, and stands on an arrow that leads to e4.
fn gone_for_long(position: &str) -> State {
    let to_and_fro = ["0 d4-d5", "0 d5-d4"].repeat(50);
    let steps = to_and_fro[1..].join(" ");
    let text = format!("phase flow 0\nsteps {steps}\n{position}");
    let position: Position = text.parse().unwrap();
    State::try_from(&position).unwrap()
}

fn followed(state: &State) -> Vec<Event> {
    let to = Square::new(4, 3).unwrap();
    let action = Action::Follow { to };
    state
        .decide(Seat::ZERO, &action, &mut Dice::new(0))
        .unwrap()
}

#[test]
fn an_action_ends_after_a_hundred_landings() {
    let state = gone_for_long("open d4 I1 e4 X0\npawns 0 d4\npawns 1 g7");
    let events = followed(&state);
    assert!(matches!(
        events[..],
        [Event::Moved { .. }, Event::Acted { left: 1 }]
    ));
}

/// To the north is a pawn before the edge, to the east one after another up to a free square.
#[test]
fn after_a_hundred_landings_pawns_push_by_themselves() {
    let state = gone_for_long("open d4 I1 e4 X0\npawns 0 d4 e4 e3 e2 e1\npawns 1 f4 g7");
    let moved: Vec<(u8, String)> = followed(&state)
        .iter()
        .filter_map(|event| match event {
            Event::Moved { pawn, to, by, .. } => {
                assert_eq!(*by == By::Forced, *pawn != 0);
                Some((*pawn, to.to_string()))
            }
            _ => None,
        })
        .collect();
    let expected = [(0, "e4"), (1, "f4"), (5, "f3")];
    assert_eq!(moved, expected.map(|(pawn, to)| (pawn, to.to_owned())));
}
