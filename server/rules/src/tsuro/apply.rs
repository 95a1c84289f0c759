//! Applies events to a game.

use super::{
    Card, Event, Laid, Out, State, Tile, Walk, WalkEnd,
    board::Cell,
    table::{Pile, Waiting},
};

impl State {
    /// Applies an event of this game to its state.
    pub(super) fn happen(&mut self, event: &Event) {
        let table = &mut self.table;
        // The arrays have room for eight seats, so that no index check rejects a seat that this
        // game does not have.
        let strange = event
            .seats()
            .iter()
            .find(|seat| seat.number() >= table.seats);
        assert_eq!(strange, None, "a seat of the game");
        match event {
            Event::SetUp { rules: _, position } => {
                let position = position.as_deref().map(str::parse);
                *self = position.expect("an event of the log").expect("a position");
            }
            Event::Opened {
                rules: _,
                first,
                hands,
                pile,
            } => {
                table.first = Some(*first);
                table.turn = Some(*first);
                for (seat, hand) in hands.iter() {
                    table.hands[seat.index()] = known(hand).collect();
                }
                table.pile = pile_of(pile);
            }
            Event::Started { seat, mark } => table.board.start(*seat, *mark),
            Event::Chose { seat, mark } => table.choose(*seat, *mark),
            Event::Laid {
                seat,
                tile,
                rotation,
                square,
                waits: _,
            } => table.wait(Waiting {
                cell: Cell::of(*square),
                tile: *tile,
                rotation: *rotation,
                seat: *seat,
            }),
            Event::Placed {
                seat,
                tile,
                rotation,
                square,
                walks,
            } => {
                let laid = Laid {
                    square: *square,
                    tile: *tile,
                    rotation: *rotation,
                    seat: *seat,
                };
                self.place(laid, walks);
            }
            Event::Bonus { seat: _, from } => table.bonus = Some(from.iter().copied().collect()),
            Event::Swapped { seat, give, take } => {
                let (give, take): (Vec<Tile>, Vec<Tile>) =
                    (known(give).collect(), known(take).collect());
                table.swap(*seat, &give, &take);
            }
            Event::Resigned { seat } => {
                let after = table.laid;
                table.eliminate(*seat, Out::Resigned { after });
            }
            Event::Returned { hands, pile } => {
                let seats = hands.iter().map(|returned| returned.seat);
                table.give_back(seats, pile_of(pile));
            }
            Event::Drew { seat, tile } => {
                let drawn = table.draw(*seat);
                debug_assert_eq!(drawn, *tile, "an event of the log");
            }
            Event::Dragon { holder } => table.dragon = *holder,
            Event::Turn { seat } => table.turn = Some(*seat),
            Event::Over { outcome } => {
                table.end();
                self.outcome = Some(outcome.clone());
            }
        }
    }

    fn place(&mut self, laid: Laid, walks: &[Walk]) {
        self.table.lay(laid.seat, laid.tile);
        let after = self.table.laid;
        let board = &mut self.table.board;
        board.lay(laid.square, laid.tile, laid.rotation);
        self.laid.push(laid);
        for walk in walks {
            let seat = walk.seat;
            self.paths[seat].extend(&walk.path);
            match walk.end {
                WalkEnd::Stands { at } => self.table.board.stand(seat, at),
                WalkEnd::Edge => self.table.eliminate(seat, Out::Edge { after }),
                WalkEnd::Collision { with } => {
                    self.table.eliminate(seat, Out::Collision { after, with });
                }
            }
        }
    }
}

/// Returns the tiles of an event of the log, which hides nothing.
fn known(cards: &[Card]) -> impl DoubleEndedIterator<Item = Tile> {
    cards.iter().map(|card| card.expect("an event of the log"))
}

/// Returns the pile of an event of the log.
fn pile_of(cards: &[Card]) -> Pile {
    known(cards).rev().collect()
}
