//! Builds a complete game that is consistent with a view.

use super::{
    Phase, State, Tile, View,
    board::other,
    components::COMPONENTS,
    state::Held,
    turn::{any_rotation, shuffled},
};
use crate::{BySeat, Chance, Seat};

/// Builds a game from a view. The tiles that the view hides are dealt at random into the hands and
/// onto the closed squares of the view.
pub(super) fn determinize(view: &View, chance: &mut dyn Chance) -> State {
    let mut state = State::unopened(view.options, Some(view.first));
    let mut unseen = shuffled(&unseen(view), chance);
    let mut holes = view.holes_that_can_be_exchanged();
    for seat in Seat::first(2) {
        let may_hold = view.may_hold_holes(seat);
        let mut must_hold = view.must_hold_hole(seat);
        // One hole is reserved for the other hand if that hand must hold one.
        let owed = usize::from(seat == Seat::ZERO && view.must_hold_hole(other(seat)));
        let mut hand = vec![
            Held {
                tile: Tile::Hole,
                public: true
            };
            view.hands[seat].len()
        ];
        // The hidden tiles are filled in at random indices, so that a hole that must be there can
        // be any of them.
        let mut hidden: Vec<u32> = Vec::new();
        for (place, tile) in (0..).zip(&view.hands[seat]) {
            match tile.tile {
                Some(known) => {
                    hand[place as usize] = Held {
                        tile: known,
                        public: tile.public,
                    };
                }
                None => hidden.push(place),
            }
        }
        chance.shuffle(&mut hidden);
        for place in hidden {
            let fits = |tile: &Tile| {
                if must_hold {
                    tile.swallows()
                } else {
                    !tile.swallows() || may_hold && holes > owed
                }
            };
            let next = unseen.iter().position(fits).expect("a tile for the hand");
            let tile = unseen.remove(next);
            if tile.swallows() {
                holes = holes.saturating_sub(1);
                must_hold = false;
            }
            hand[place as usize] = Held {
                tile,
                public: false,
            };
        }
        *state.hand_mut(seat) = hand;
    }
    for field in &view.board {
        let cell = state.board.cell_mut(field.square);
        cell.open = field.open;
        if field.tile.is_some() || field.open {
            cell.tile = field.tile;
            cell.rotation = field.rotation.unwrap_or_default();
        } else {
            cell.tile = unseen.pop();
            cell.rotation = any_rotation(chance);
        }
    }
    for (pawn, seen) in state.board.pawns.iter_mut().zip(&view.pawns) {
        *pawn = *seen;
    }
    State {
        turn: view.turn,
        phase: view.phase,
        actions: view.actions,
        turns: view.turns,
        steps: view.steps.clone(),
        seen: view.seen.clone(),
        draw: view.draw,
        declined: view.declined,
        end: view.end,
        ..state
    }
}

impl View {
    /// Returns whether the seat can still hold holes that the other player does not know. The
    /// player who plays first exchanges all holes before the other does.
    fn may_hold_holes(&self, seat: Seat) -> bool {
        self.phase == Phase::Exchange
            && (self.turn == Some(seat) || self.turn.map(other) == Some(seat) && seat != self.first)
    }

    /// Returns whether the seat must hold a hole that the viewer does not see.
    fn must_hold_hole(&self, seat: Seat) -> bool {
        let known = self.hands[seat].iter().filter_map(|held| held.tile);
        let exchanges = self.phase == Phase::Exchange && self.turn == Some(seat);
        exchanges && !known.into_iter().any(Tile::swallows)
    }

    /// Returns the number of further holes that the hands can hold, beyond those that the viewer
    /// sees, so that all of them can be exchanged.
    fn holes_that_can_be_exchanged(&self) -> usize {
        let open = self.board.iter().filter(|field| field.open);
        let takeable = open.filter(|field| field.tile.is_some_and(|tile| !tile.swallows()));
        let hands: &BySeat<Vec<super::HandTile>> = &self.hands;
        let held = hands.iter().flat_map(|(_, hand)| hand);
        let holes = held.filter(|held| held.tile.is_some_and(Tile::swallows));
        takeable.count().saturating_sub(holes.count())
    }
}

/// Returns the tiles that the view does not show.
fn unseen(view: &View) -> Vec<Tile> {
    let board = view.board.iter().filter_map(|field| field.tile);
    let hands = view.hands.iter().flat_map(|(_, hand)| hand);
    let mut unseen: Vec<Tile> = COMPONENTS.every_tile().collect();
    for tile in board.chain(hands.filter_map(|held| held.tile)) {
        let place = unseen.iter().position(|&other| other == tile);
        unseen.swap_remove(place.expect("a tile of the box"));
    }
    unseen
}
