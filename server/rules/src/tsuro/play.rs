//! Carries out a decision: markers walk, tiles return and are drawn, and the turn passes.

use super::{
    Board, Event, Mark, Out, Phase, Safe, Stand, Starts, Tile, Walk, Walks, draw,
    log::{Log, Play},
    table::Waiting,
};
use crate::{Outcome, Seat, Seats};

impl<L: Log> Play<'_, L> {
    pub(super) fn start(&mut self, seat: Seat, mark: Stand) {
        self.table.board.start(seat, mark);
        self.log.add(|| Event::Started { seat, mark });
        self.pass_turn(seat);
    }

    pub(super) fn place(&mut self, seat: Seat, placement: Safe) {
        let Safe {
            tile,
            rotation,
            port,
        } = placement;
        let cell = self.table.board.facing(seat);
        if let Some(port) = port {
            let square = cell.square();
            let mark = Mark { square, port };
            self.table.choose(seat, mark);
            self.log.add(|| Event::Chose { seat, mark });
        }
        let waiting = Waiting {
            cell,
            tile,
            rotation,
            seat,
        };
        let on_sides = self.table.options.start == Starts::Sides;
        if on_sides && self.table.waits(cell, seat).next().is_some() {
            let table = &*self.table;
            self.log.add(|| Event::Laid {
                seat,
                tile,
                rotation,
                square: cell.square(),
                waits: table.waits(cell, seat).collect(),
            });
            self.table.wait(waiting);
        } else {
            self.walk(waiting);
        }
    }

    /// Records the choice of a path. If the waiting tile needs no further choice, the markers walk.
    pub(super) fn choose(&mut self, seat: Seat, mark: Mark) {
        self.table.choose(seat, mark);
        self.log.add(|| Event::Chose { seat, mark });
        self.walk_unless_waiting();
    }

    fn walk_unless_waiting(&mut self) {
        if let Some(waiting) = self.table.waiting
            && self
                .table
                .waits(waiting.cell, waiting.seat)
                .next()
                .is_none()
        {
            self.walk(waiting);
        }
    }

    /// Puts the tile on the board and walks every marker that faces it.
    fn walk(&mut self, laid: Waiting) {
        let Waiting {
            cell,
            tile,
            rotation,
            seat,
        } = laid;
        self.table.lay(seat, tile);
        let table = &mut *self.table;
        let walks = table.board.walks(cell, seat, laid.turned());
        self.log.add(|| Event::Placed {
            seat,
            tile,
            rotation,
            square: cell.square(),
            walks: walked(&table.board, laid, &walks),
        });
        table.board.walk(cell, laid.turned(), &walks);
        for other in walks.gone().iter() {
            table.eliminate(other, walks.out(other, table.laid));
        }
        if !self.end() && !self.offer(seat, walks.gone()) {
            self.settle_and_pass(seat);
        }
    }

    /// Offers the mover the hands of the players that the placement has eliminated, if the option
    /// is on and both sides have tiles to swap \[R\]. A mover who is out gets no offer \[R\].
    /// Returns whether an offer was made.
    fn offer(&mut self, seat: Seat, gone: Seats) -> bool {
        let table = &*self.table;
        let has_tiles = |seat: &Seat| !table.hand(*seat).is_empty();
        if !table.options.bonus || gone.is_empty() || !table.is_in(seat) || !has_tiles(&seat) {
            return false;
        }
        let from: Seats = gone.iter().filter(has_tiles).collect();
        if from.is_empty() {
            return false;
        }
        self.table.bonus = Some(from);
        self.log.add(|| Event::Bonus {
            seat,
            from: from.iter().collect(),
        });
        true
    }

    pub(super) fn swap(&mut self, seat: Seat, give: &[Tile], take: &[Tile]) {
        self.table.swap(seat, give, take);
        self.log.add(|| Event::Swapped {
            seat,
            give: draw::cards(give),
            take: draw::cards(take),
        });
        self.settle_and_pass(seat);
    }

    /// Ends the turn of the seat: tiles go back and are drawn, and the next seat plays.
    fn settle_and_pass(&mut self, seat: Seat) {
        let mover = Some(seat).filter(|&seat| self.table.is_in(seat));
        self.settle(seat, mover);
        self.pass_turn(seat);
    }

    /// Removes a player who resigns, in the same way as an elimination but outside a placement. If
    /// that happens in the middle of a turn, while a path is chosen or tiles are swapped, the tiles
    /// are settled when that turn ends \[R\].
    pub(super) fn resign(&mut self, seat: Seat) {
        let out = Out::Resigned {
            after: self.table.laid,
        };
        self.table.eliminate(seat, out);
        self.log.add(|| Event::Resigned { seat });
        if self.end() {
            return;
        }
        let its_turn = self.table.turn == Some(seat);
        if self.table.waiting.is_some() {
            self.walk_unless_waiting();
        } else if self.table.bonus.is_some() {
            if its_turn {
                self.swap(seat, &[], &[]);
            }
        } else {
            self.settle(seat, None);
            if its_turn {
                self.pass_turn(seat);
            }
        }
    }

    /// Ends the game if at most one marker is left or all tiles are on the board (IT, winning;
    /// questions). A full board ends it as well, because no marker can stand on it. The hands are
    /// kept as they are, so that they can be shown \[R\].
    fn end(&mut self) -> bool {
        let over = self.table.still_in().len() <= 1 || self.table.laid == self.table.tiles;
        if over {
            self.table.end();
            let table = &*self.table;
            self.log.add(|| Event::Over {
                outcome: Outcome {
                    places: table.places().collect(),
                },
            });
        }
        over
    }

    /// Passes the turn clockwise: first to a seat that has no start mark yet, then, beginning with
    /// the first player, to seats that are still in. Seats without a tile are skipped \[R\].
    fn pass_turn(&mut self, from: Seat) {
        let table = &*self.table;
        let seats = table.seats;
        let next = if table.laid > 0 {
            let next = from.clockwise(seats).next().expect("a next seat");
            let mut others = table.still_in.iter_from(next);
            others.find(|&seat| !table.hand(seat).is_empty())
        } else if table.phase() == Phase::Starting {
            from.clockwise(seats).find(|&seat| table.is_unstarted(seat))
        } else {
            let first = table.first.expect("known since the game was opened");
            std::iter::once(first)
                .chain(first.clockwise(seats))
                .find(|&seat| table.is_in(seat))
        };
        let seat = next.expect("somebody who can play in a game that goes on");
        self.table.turn = Some(seat);
        self.log.add(|| Event::Turn { seat });
    }
}

/// Returns the walks that a tile causes, with their paths, the mover's first, then clockwise.
pub(super) fn walked(board: &Board, laid: Waiting, walks: &Walks) -> Vec<Walk> {
    let mut paths = [const { Vec::new() }; Seat::MOST as usize];
    board.steps(laid.cell, laid.turned(), walks, |seat, step| {
        paths[seat.index()].push(step);
    });
    let walk = |(seat, end): (Seat, _)| Walk {
        seat,
        path: std::mem::take(&mut paths[seat.index()]),
        end,
    };
    walks.iter().map(walk).collect()
}
