//! Checks that a view or event of Tortus contains nothing that the viewer may not know.

use proptest::prelude::*;
use senda_rules::{
    Game, Viewer,
    tortus::{Event, Options, Phase, State, View},
};

use super::game::{any_decision, play};
use crate::effort::scaled;
use crate::table::{Dice, opened, viewers};

/// Checks that closed tiles are shown to no viewer, and dealt tiles only to the owner of the hand.
fn only_what_may_be_known_is_shown(view: &View, viewer: Viewer) {
    for field in &view.board {
        let gap = matches!(view.phase, Phase::Fill { square, .. } if square == field.square);
        assert_eq!(field.tile.is_some(), field.open && !gap);
        assert_eq!(field.rotation.is_some(), field.open && !gap);
        assert!(field.open || field.copies.is_none());
    }
    for (seat, hand) in view.hands.iter() {
        for held in hand {
            let mine = viewer == Viewer::Seat(seat);
            assert_eq!(held.tile.is_some(), held.public || mine);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(24)))]

    #[test]
    fn no_tile_is_shown_too_early(seed in any::<u64>()) {
        play(Options::default(), seed, &mut any_decision, |moment| {
            for viewer in viewers(2) {
                if moment.after.outcome().is_none() {
                    only_what_may_be_known_is_shown(&moment.after.view(viewer), viewer);
                }
            }
        });
    }
}

#[test]
fn a_deal_is_redacted_for_each_viewer() {
    let mut redealt = 0;
    for seed in 0..200 {
        let mut state = State::new(&Options::default(), 2, None).unwrap();
        let opening = state.open(&mut Dice::new(seed));
        redealt += opening.len() - 1;
        for event in &opening {
            state.apply(event);
        }
        for (event, viewer) in opening.iter().flat_map(|e| viewers(2).map(move |v| (e, v))) {
            let (Event::Opened { hands, board, .. } | Event::Redealt { hands, board }) =
                state.redact(event, viewer)
            else {
                panic!("a deal")
            };
            for (seat, hand) in hands.iter() {
                let shown = if viewer == Viewer::Seat(seat) { 5 } else { 0 };
                assert_eq!(hand.len(), 5);
                assert_eq!(hand.iter().flatten().count(), shown);
            }
            let shown: Vec<usize> = (0..board.len())
                .filter(|&at| board[at].tile.is_some() || board[at].rotation.is_some())
                .collect();
            assert_eq!(shown, [17, 23, 24, 25, 31]);
            assert_eq!(&state.redact(event, Viewer::Omniscient), event);
        }
    }
    assert!(redealt > 0);
}

/// The rotation of a closed tile is unknown to all players, so a reconstructed game can have any.
#[test]
fn determinize_rotates_closed_tiles_in_every_way() {
    let mut dice = Dice::new(5);
    let real: State = opened(&Options::default(), 2, &mut dice);
    let view = real.view(Viewer::Spectator);
    let mut turns = [0; 4];
    for _ in 0..20 {
        let world = State::determinize(&view, &mut dice).view(Viewer::Omniscient);
        for field in world.board.iter().filter(|field| !field.open) {
            turns[usize::from(field.rotation.unwrap().turns())] += 1;
        }
    }
    let all: u32 = turns.iter().sum();
    assert_eq!(all, 20 * 44);
    assert!(turns.iter().all(|&times| times > all / 5), "{turns:?}");
}
