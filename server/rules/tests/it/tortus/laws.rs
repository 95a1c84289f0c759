//! Invariants of every game of Tortus, tested on random games.

use std::collections::BTreeSet;

use proptest::prelude::*;
use senda_rules::{
    Game, Seat, Viewer,
    tiles::Square,
    tortus::{
        Action, By, COMPONENTS, Choices, Event, LANDINGS, Meets, Options, Phase, State, TURNS,
        Target, Tile, View,
    },
};

use super::game::{Moment, any_decision, play};
use crate::effort::scaled;
use crate::table::{Dice, viewers};

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

/// Checks that a pawn meets what the view announces for its target.
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
        Some(Event::Fell { .. }) => Meets::Hole {
            ends: moment.after.outcome().is_some(),
        },
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

/// Checks that the set of fatal squares, which is computed at once, agrees with a search from each
/// square. A star leads to all squares that don't swallow.
fn fatal_squares_lead_to_a_fall(state: &State) {
    let all = || senda_rules::tortus::squares();
    let mut fatal: BTreeSet<Square> = all().filter(|&at| state.swallows(at)).collect();
    for followed in 0..4 {
        let found = state.fatal(followed);
        assert!(all().all(|at| found.contains(at) == fatal.contains(&at)));
        let leads = |at: &Square| state.targets(*at).iter().any(|to| fatal.contains(to));
        let longer: Vec<Square> = all().filter(leads).collect();
        fatal.extend(longer);
    }
}

/// Checks that the omniscient view contains the whole game, and that reconstructed games conserve
/// the tiles.
fn the_whole_view_is_the_game(state: &State, dice: &mut Dice) {
    let world = State::determinize(&omniscient(state), dice);
    assert_eq!(&world, state);
    for viewer in viewers(2) {
        let world = State::determinize(&state.view(viewer), dice);
        tiles_are_conserved(&omniscient(&world));
    }
}

fn obeys_the_laws(moment: &Moment, dice: &mut Dice) {
    let view = omniscient(&moment.after);
    tiles_are_conserved(&view);
    pawns_stand_alone(&view);
    fatal_squares_lead_to_a_fall(&moment.after);
    assert!(view.turns <= TURNS && view.steps.len() <= LANDINGS);
    what_is_shown_is_met(moment);
    the_whole_view_is_the_game(&moment.after, dice);
}

fn options() -> impl Strategy<Value = Options> {
    any::<bool>().prop_map(|strict_open| Options { strict_open })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(24)))]

    #[test]
    fn every_moment_obeys_the_laws((options, seed) in (options(), any::<u64>())) {
        let mut dice = Dice::new(!seed);
        play(options, seed, &mut any_decision, |moment| obeys_the_laws(moment, &mut dice));
    }
}

/// Returns a game in which a pawn has moved back and forth 99 times and stands on an arrow that
/// leads to e4.
fn gone_for_long(position: &str) -> State {
    let to_and_fro = ["0 d4-d5", "0 d5-d4"].repeat(50);
    let steps = to_and_fro[1..].join(" ");
    let text = format!("phase flow 0\nsteps {steps}\n{position}");
    text.parse().unwrap()
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

/// To the north of the landing is a pawn at the edge; to the east is a row of pawns up to a free
/// square.
#[test]
fn pushes_are_automatic_after_a_hundred_landings() {
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
