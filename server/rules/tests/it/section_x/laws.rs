//! Invariants of every game of Section X, tested on random games.
//!
//! [`board`] checks everything that follows from the tiles alone, with a second implementation;
//! [`choices`] checks the possible decisions.

mod board;
mod choices;

pub use self::{board::Map, choices::may_take};

use proptest::prelude::*;
use senda_rules::{
    Game, Seat, Viewer,
    section_x::{
        COMPONENTS, Event, Kind, Options, Place, Preset, ROUNDS, STEPS, STEPS_EACH, STOCK, State,
        View,
    },
};

use super::game::{Moment, any_decision, play};
use crate::effort::scaled;
use crate::table::{Dice, viewers};

pub fn omniscient(state: &State) -> View {
    state.view(Viewer::Omniscient)
}

/// Generates playable options and a number of players.
pub fn options() -> impl Strategy<Value = (Options, u8)> {
    let flags = any::<[bool; 5]>();
    (flags, 2..=4_u8).prop_map(|([expert, short, open, order, survivors], seats)| {
        let preset = Preset::ALL[usize::from(expert)];
        let options = Options {
            target: Options::TARGETS[usize::from(short)],
            open_piles: open,
            any_order: order,
            last_round_by_survivors: survivors,
            ..preset.options()
        };
        (options, seats)
    })
}

fn tiles_are_conserved(view: &View) {
    let stocks = view.players.iter().flat_map(|(_, player)| &player.stock);
    let board = view.tiles.iter().map(|tile| tile.kind);
    let piles = view.piles.iter().flat_map(|pile| {
        assert_eq!(pile.top.len(), usize::from(pile.count));
        &pile.top
    });
    let mut there: Vec<Kind> = stocks.map(|card| card.unwrap()).chain(board).collect();
    there.extend(piles);
    let count = |kind| there.iter().filter(|&&other| other == kind).count();
    for tiles in COMPONENTS.tiles {
        let all = usize::from(tiles.count);
        // After the last round the tiles of the board are not shuffled back.
        let swept = view.outcome.is_some() && count(tiles.kind) < all;
        assert!(swept || count(tiles.kind) == all, "{:?}", tiles.kind);
    }
}

fn pieces_are_conserved(view: &View, seats: u8) {
    let mut named = view.prisoners.iter();
    for (seat, player) in view.players.iter() {
        for number in 0..COMPONENTS.prisoners {
            let prisoner = named.next().unwrap();
            assert_eq!((prisoner.seat, prisoner.number), (seat, number));
        }
        assert!(player.stock.len() <= STOCK);
        let own: Vec<Place> = own(view, seat);
        let count = |is_so: fn(&Place) -> bool| {
            u8::try_from(own.iter().filter(|at| is_so(at)).count()).unwrap()
        };
        assert_eq!(player.free, count(|at| matches!(at, Place::Free(_))));
        assert_eq!(player.green, count(|at| matches!(at, Place::Green(_))));
        assert_eq!(player.lost, count(|at| *at == Place::Lost));
        assert_eq!(player.potential, COMPONENTS.prisoners - player.lost);
        assert!(player.green <= view.escape && player.free + player.green <= view.options.target);
        let on_board = view.doors.iter().filter(|door| door.seat == seat).count();
        if view.resigned.contains(&seat) {
            assert_eq!((on_board, player.doors, player.key), (0, 0, false));
            assert_eq!(player.lost, COMPONENTS.prisoners);
            continue;
        }
        let doors = on_board + usize::from(player.doors) + usize::from(player.key);
        assert_eq!(doors, usize::from(COMPONENTS.doors));
    }
    assert!(named.next().is_none() && view.players.seats() == seats);
    for (zone, area) in (0..).zip(&view.areas) {
        let inside = |at| at == Place::Green(zone) || at == Place::Free(zone);
        let of = view.prisoners.iter().filter(|prisoner| inside(prisoner.at));
        assert!(
            of.into_iter()
                .all(|prisoner| area.owner == Some(prisoner.seat))
        );
    }
}

/// Returns the places of a seat's prisoners.
pub fn own(view: &View, seat: Seat) -> Vec<Place> {
    let own = view
        .prisoners
        .iter()
        .filter(|prisoner| prisoner.seat == seat);
    own.map(|prisoner| prisoner.at).collect()
}

fn limits_hold(view: &View) {
    assert!((1..=ROUNDS).contains(&view.round));
    assert!(view.turns <= view.turn_limit || !view.resigned.is_empty());
    let steps = &view.done.steps;
    assert!(steps.iter().all(|&steps| steps <= STEPS_EACH));
    assert_eq!(steps.iter().sum::<u8>() + view.steps_left, STEPS);
    assert!(!view.done.door || steps.iter().all(|&steps| steps == 0));
    // A zone remains for each player who has none.
    let free = view
        .areas
        .iter()
        .filter(|area| area.owner.is_none())
        .count();
    let without = view.players.iter().filter(|(seat, _)| {
        let owns = view.areas.iter().any(|area| area.owner == Some(*seat));
        !owns && !view.resigned.contains(seat)
    });
    assert!(free >= without.count());
}

/// Checks that the turn passes clockwise to a player who is still in, and otherwise stays.
fn turns_follow_each_other(moment: &Moment, seats: u8) {
    let before = omniscient(&moment.before);
    let turn = before.turn.unwrap();
    for event in &moment.events {
        if let Event::Turn { seat } = event {
            let gone = |seat: &Seat| omniscient(&moment.after).resigned.contains(seat);
            let mut others = turn.clockwise(seats);
            assert_eq!(others.find(|seat| !gone(seat)), Some(*seat));
        }
    }
    if !moment
        .events
        .iter()
        .any(|event| matches!(event, Event::Turn { .. }))
    {
        let after = omniscient(&moment.after);
        assert!(after.turn.is_none() || after.turn == Some(turn));
    }
}

/// Checks that the omniscient view contains the whole game, and that reconstructed games conserve
/// the tiles.
fn the_whole_view_is_the_game(state: &State, seats: u8, dice: &mut Dice) {
    let world = State::determinize(&omniscient(state), dice);
    assert_eq!(&world, state);
    for viewer in viewers(seats) {
        let world = State::determinize(&state.view(viewer), dice);
        tiles_are_conserved(&omniscient(&world));
    }
}

fn obeys_the_laws(moment: &Moment, seats: u8) {
    let view = omniscient(&moment.after);
    tiles_are_conserved(&view);
    pieces_are_conserved(&view, seats);
    limits_hold(&view);
    turns_follow_each_other(moment, seats);
    for event in &moment.events {
        if let Event::Collapsed(collapse) = event {
            let all = collapse.freed.len() + collapse.lost.len() + collapse.safe.len();
            let gone = before_the_collapse(moment);
            assert_eq!(all + gone, usize::from(seats * COMPONENTS.prisoners));
        }
    }
}

/// Returns the number of prisoners that were lost or in free zones before the round ended.
fn before_the_collapse(moment: &Moment) -> usize {
    let resigned = moment
        .events
        .iter()
        .any(|event| matches!(event, Event::Resigned { .. }));
    let mut state = moment.before.clone();
    if resigned {
        state.apply(&moment.events[0]);
    }
    let view = omniscient(&state);
    let gone = |at| matches!(at, Place::Free(_) | Place::Lost);
    view.prisoners
        .iter()
        .filter(|prisoner| gone(prisoner.at))
        .count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(6)))]

    #[test]
    fn every_moment_obeys_the_laws(((options, seats), seed) in (options(), any::<u64>())) {
        let mut dice = Dice::new(!seed);
        play(options, seats, seed, &mut any_decision, |moment| {
            obeys_the_laws(moment, seats);
            if dice.below(8) == 0 {
                board::is_what_the_tiles_make_it(&omniscient(&moment.after));
            }
            if dice.below(40) == 0 || moment.after.outcome().is_some() {
                the_whole_view_is_the_game(&moment.after, seats, &mut dice);
            }
        });
    }
}
