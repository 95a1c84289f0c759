//! Applies events to a game.

use super::{
    Card, Dealt, Event, Held, Phase, State, Step, Tile,
    board::{Cell, other},
    components::COMPONENTS,
    squares::squares,
};
use crate::{
    BySeat, Seat,
    tiles::{Rotation, Square},
};

impl State {
    /// Applies an event of the log, in which nothing is hidden.
    pub(super) fn happen(&mut self, event: &Event) {
        match event {
            Event::SetUp { rules: _, position } => {
                let position = position.as_deref().map(str::parse);
                *self = position.expect("an event of the log").expect("a position");
            }
            Event::Opened {
                rules: _,
                first,
                hands,
                board,
            } => {
                self.first = Some(*first);
                self.deal(hands, board);
            }
            Event::Redealt { hands, board } => self.deal(hands, board),
            Event::Exchanged {
                seat,
                hand,
                square,
                laid,
                taken,
            } => {
                self.hold(*seat, *hand, *taken);
                self.lay(*square, *laid, Rotation::default());
                self.prepare();
            }
            Event::Placed { pawn, square } => {
                self.board.pawn_mut(*pawn).at = Some(*square);
                self.turn = self.turn.map(other);
            }
            Event::Turn { seat, actions } => {
                let was_idle = self.is_idle();
                self.turn = Some(*seat);
                self.actions = *actions;
                self.turns += 1;
                self.phase = Phase::Act;
                self.steps.clear();
                if self.draw == Some(*seat) {
                    (self.draw, self.declined) = (None, false);
                }
                if !was_idle && (!self.forgets || !self.seen.is_empty()) {
                    self.seen.push(self.fingerprint());
                }
            }
            Event::Rotated { square, rotation } => {
                self.board.cell_mut(*square).rotation = *rotation;
            }
            Event::Revealed { square, .. } => {
                self.board.cell_mut(*square).open = true;
                self.seen.clear();
            }
            Event::Misopened { .. } => self.phase = Phase::Penalty,
            Event::Penalised { pawn } => self.lose(*pawn),
            Event::Swapped {
                seat,
                hand,
                square,
                laid,
                rotation,
                taken,
            } => {
                self.hold(*seat, *hand, *taken);
                self.lay(*square, *laid, *rotation);
            }
            Event::Moved { .. }
            | Event::Captured { .. }
            | Event::Fell { .. }
            | Event::Filled { .. }
            | Event::Sank { .. } => self.apply_on_the_way(event),
            Event::Acted { left } => {
                self.actions = *left;
                self.phase = Phase::Act;
                self.steps.clear();
            }
            Event::DrawOffered { seat } => (self.draw, self.declined) = (Some(*seat), false),
            Event::DrawDeclined { .. } => self.declined = true,
            Event::Over { outcome: _, end } => {
                self.phase = Phase::Over;
                self.turn = None;
                self.end = Some(*end);
            }
        }
    }

    fn deal(&mut self, hands: &BySeat<Vec<Card>>, board: &[Dealt]) {
        for (seat, hand) in hands.iter() {
            let held = |card: &Card| Held {
                tile: card.expect("an event of the log"),
                public: false,
            };
            *self.hand_mut(seat) = hand.iter().map(held).collect();
        }
        for (square, dealt) in squares().zip(board) {
            *self.board.cell_mut(square) = Cell {
                tile: dealt.tile,
                rotation: dealt.rotation.expect("an event of the log"),
                open: COMPONENTS.starts_open(square),
            };
        }
        self.prepare();
    }

    /// Determines the next step of the preparation. The first player who holds a hole exchanges it,
    /// the one who plays first before the other (preparation 3). If no player holds one, the player
    /// who plays first places a pawn.
    fn prepare(&mut self) {
        let first = self.first.expect("an opened game");
        let holder = [first, other(first)]
            .into_iter()
            .find(|&seat| self.has_hole(seat));
        self.turn = Some(holder.unwrap_or(first));
        self.phase = if holder.is_some() {
            Phase::Exchange
        } else {
            Phase::Place
        };
    }

    fn lay(&mut self, square: Square, tile: Tile, rotation: Rotation) {
        *self.board.cell_mut(square) = Cell {
            tile: Some(tile),
            rotation,
            open: true,
        };
    }

    /// Puts a tile that both players know at an index of a hand.
    fn hold(&mut self, seat: Seat, hand: u8, tile: Tile) {
        let held = &mut self.hand_mut(seat)[usize::from(hand)];
        let before = std::mem::replace(held, Held { tile, public: true });
        if !before.public {
            // The public knowledge about the hand has changed for good, so no earlier position can
            // recur.
            self.seen.clear();
        }
    }

    fn lose(&mut self, pawn: u8) {
        let pawn = self.board.pawn_mut(pawn);
        pawn.at = None;
        pawn.lost = true;
        self.seen.clear();
    }

    /// Applies an event in the course of a pawn's move: a move, a capture, a fall or the filling of
    /// a gap.
    fn apply_on_the_way(&mut self, event: &Event) {
        match *event {
            Event::Moved { pawn, from, to, .. } => {
                self.board.pawn_mut(pawn).at = Some(to);
                self.steps.push(Step { pawn, from, to });
                self.phase = Phase::Flow { pawn };
            }
            Event::Captured { pawn, .. } => self.phase = Phase::Push { pawn },
            Event::Fell {
                pawn,
                square,
                taken,
            } => {
                self.lose(pawn);
                if let Some(seat) = taken {
                    let cell = self.board.cell_mut(square);
                    cell.rotation = Rotation::default();
                    let tile = cell.tile.take().expect("a hole");
                    self.hand_mut(seat).push(Held { tile, public: true });
                    self.phase = Phase::Fill { seat, square };
                }
            }
            Event::Filled {
                seat,
                hand,
                square,
                tile,
                rotation,
            } => {
                self.hand_mut(seat).remove(hand.into());
                self.lay(square, tile, rotation);
            }
            Event::Sank { pawn, .. } => self.lose(pawn),
            _ => unreachable!("no event of a way"),
        }
    }
}
