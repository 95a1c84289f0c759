//! Checks that a view or event of Section X contains nothing that the viewer may not know.

use proptest::prelude::*;
use senda_rules::{
    Game, Viewer,
    section_x::{Card, Event, Options, State, View},
};

use super::{
    game::{any_decision, opened_log, play},
    laws::options,
};
use crate::effort::scaled;
use crate::table::{Dice, opened, viewers};

/// Checks that a stock is shown only to its owner, and of a pile at most the top tile, and that
/// only where piles lie face up.
fn only_what_may_be_known_is_shown(view: &View, viewer: Viewer) {
    for (seat, player) in view.players.iter() {
        let mine = viewer == Viewer::Seat(seat);
        assert!(player.stock.iter().all(|card| card.is_some() == mine));
    }
    for pile in &view.piles {
        let shown = u8::from(view.options.open_piles).min(pile.count);
        assert_eq!(pile.top.len(), usize::from(shown));
    }
    let owner = view.acting.map(Viewer::Seat);
    assert_eq!(view.choices.is_some(), owner == Some(viewer));
}

fn only_what_may_be_known_is_told(event: &Event, viewer: Viewer, options: Options) {
    let masked = |piles: &[Vec<Card>]| {
        for pile in piles {
            let shown = pile.iter().take_while(|card| card.is_some()).count();
            assert_eq!(shown, usize::from(options.open_piles).min(pile.len()));
            assert!(pile.iter().skip(shown).all(Option::is_none));
        }
    };
    match event {
        Event::Opened { piles, .. } | Event::Round { piles, .. } => masked(piles),
        Event::Drew { seat, tile, .. } => {
            let sees = options.open_piles || viewer == Viewer::Seat(*seat);
            assert_eq!(tile.is_some(), sees);
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(6)))]

    #[test]
    fn no_tile_is_shown_too_early(((options, seats), seed) in (options(), any::<u64>())) {
        let mut log = opened_log(options, seats, seed);
        play(options, seats, seed, &mut any_decision, |moment| {
            let new = log.len();
            log.extend(moment.events.iter().cloned());
            if moment.after.outcome().is_some() {
                return;
            }
            for viewer in viewers(seats) {
                only_what_may_be_known_is_shown(&moment.after.view(viewer), viewer);
                // Checks the latest events, and the first ones again as for a viewer who
                // reconnects.
                for event in log[new..].iter().chain(&log[..2]) {
                    let event = moment.after.redact(event, viewer);
                    only_what_may_be_known_is_told(&event, viewer, options);
                }
            }
        });
    }
}

/// A player who has left sees the same stock as before, and no other viewer sees it.
#[test]
fn a_stock_stays_secret_when_its_owner_leaves() {
    let mut dice = Dice::new(4);
    let mut state: State = opened(&Options::default(), 3, &mut dice);
    let first = state.acting().iter().next().unwrap();
    for action in [
        senda_rules::section_x::Action::Draw { pile: 0 },
        senda_rules::section_x::Action::Resign {},
    ] {
        for event in state.decide(first, &action, &mut dice).unwrap() {
            state.apply(&event);
        }
    }
    for viewer in viewers(3) {
        let view = state.view(viewer);
        let stock = &view.players[first].stock;
        assert_eq!(stock.len(), 1);
        assert_eq!(stock[0].is_some(), viewer == Viewer::Seat(first));
    }
}
