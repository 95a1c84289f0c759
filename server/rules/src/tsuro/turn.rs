//! Validates decisions and starts their execution.

use super::{
    Action, Event, Illegal, Phase, Port, RULES, Safe, Stand, Starts, Tile, draw,
    legal::HAND,
    log::{Log, Play, Unwritten},
    table::Table,
};
use crate::{
    BySeat, Chance, Seat,
    game::{NoGame, check_seats},
    tiles::Rotation,
};

impl Table {
    /// Returns a table with the tiles dealt.
    ///
    /// # Errors
    /// Returns an error if the options or the number of seats are impossible.
    pub fn opened(
        options: &super::Options,
        seats: u8,
        first: Option<Seat>,
        chance: &mut dyn Chance,
    ) -> Result<Self, Illegal> {
        check(options, seats, first)?;
        let mut table = Self::new(*options, seats, first);
        table.open(chance);
        Ok(table)
    }

    /// Draws the seat that plays first, unless it is known, then shuffles and deals three tiles to
    /// each seat (IT, preparation 4 to 6). The rulebooks let the eldest player begin \[R\].
    pub(super) fn open(&mut self, chance: &mut dyn Chance) {
        let first = self.first.unwrap_or_else(|| {
            let number = chance.pick(self.seats.into());
            let seat = u8::try_from(number).ok().and_then(Seat::new);
            seat.expect("one of the seats")
        });
        self.pile = draw::shuffled(self.options.box_of_tiles().collect(), chance);
        for seat in Seat::first(self.seats) {
            for _ in 0..HAND {
                self.draw(seat).expect("enough tiles for all");
            }
        }
        self.first = Some(first);
        self.turn = Some(first);
    }

    /// Validates a decision and carries it out with its consequences.
    ///
    /// # Errors
    /// Returns an error if the decision is against the rules; nothing has changed then.
    pub fn act(
        &mut self,
        seat: Seat,
        action: &Action,
        chance: &mut dyn Chance,
    ) -> Result<(), Illegal> {
        self.decide(seat, action, chance, &mut Unwritten)
    }

    /// Carries out one of the placements that [`Self::legal`] has just listed, with its
    /// consequences.
    ///
    /// # Panics
    /// Panics if no seat has the turn or its marker is not on the board. Debug builds also panic if
    /// the placement is not legal.
    pub fn place(&mut self, placement: Safe, chance: &mut dyn Chance) {
        let seat = self.turn.expect("somebody whose turn it is");
        debug_assert_eq!(self.placement(seat, placement), Ok(placement));
        self.play(chance, &mut Unwritten).place(seat, placement);
    }

    fn play<'a, L>(&'a mut self, chance: &'a mut dyn Chance, log: &'a mut L) -> Play<'a, L> {
        Play {
            table: self,
            chance,
            log,
        }
    }

    /// Validates a decision, carries it out, and records its events in the log.
    pub(super) fn decide<L: Log>(
        &mut self,
        seat: Seat,
        action: &Action,
        chance: &mut dyn Chance,
        log: &mut L,
    ) -> Result<(), Illegal> {
        if self.over {
            return Err(Illegal::GameOver);
        }
        if !self.is_in(seat) {
            return Err(Illegal::AlreadyOut);
        }
        let acting = self.acting().ok_or(Illegal::WrongPhase)?; // the game is not opened
        if *action == (Action::Resign {}) {
            self.play(chance, log).resign(seat);
            return Ok(());
        }
        if acting != seat {
            return Err(Illegal::NotYourTurn);
        }
        match (action, self.phase()) {
            (Action::Start { mark }, Phase::Starting) => {
                self.check_start(*mark)?;
                self.play(chance, log).start(seat, *mark);
            }
            (
                Action::Place {
                    tile,
                    rotation,
                    port,
                },
                Phase::Placing,
            ) => {
                let port = port.map(|port| Port::new(port).ok_or(Illegal::NoSuchPort));
                let wanted = Safe {
                    tile: Tile::new(*tile).ok_or(Illegal::NoSuchTile)?,
                    rotation: Rotation::new(*rotation).ok_or(Illegal::BadRotation)?,
                    port: port.transpose()?,
                };
                let placement = self.placement(seat, wanted)?;
                self.play(chance, log).place(seat, placement);
            }
            (Action::Path { port }, Phase::Choosing) => {
                let Some(Stand::Side(side)) = self.board.at(seat) else {
                    unreachable!("who chooses a path stands on a side");
                };
                let marks = side.marks().into_iter();
                let mark = marks.into_iter().find(|mark| mark.port.number() == *port);
                let mark = mark.ok_or(Illegal::NoSuchPort)?;
                self.play(chance, log).choose(seat, mark);
            }
            (Action::Swap { give, take }, Phase::Bonus) => {
                let (give, take) = self.check_swap(seat, give, take)?;
                self.play(chance, log).swap(seat, &give, &take);
            }
            (Action::Keep {}, Phase::Bonus) => self.play(chance, log).swap(seat, &[], &[]),
            _ => return Err(Illegal::WrongPhase),
        }
        Ok(())
    }

    fn check_start(&self, stand: Stand) -> Result<(), Illegal> {
        let is_start = match (stand, self.options.start) {
            (Stand::Mark(mark), Starts::Marks) => self.board.is_start_mark(mark),
            (Stand::Side(side), Starts::Sides) => self.board.is_start_mark(side.marks()[0]),
            _ => false,
        };
        if !is_start {
            return Err(Illegal::NoSuchMark);
        }
        if self.board.is_taken(stand) {
            return Err(Illegal::MarkTaken);
        }
        Ok(())
    }

    /// Returns the tiles of a swap if the swap is possible: at least one tile each way (`keep`
    /// swaps none).
    fn check_swap(
        &self,
        seat: Seat,
        give: &[u8],
        take: &[u8],
    ) -> Result<(Vec<Tile>, Vec<Tile>), Illegal> {
        let tiles = |numbers: &[u8]| -> Result<Vec<Tile>, Illegal> {
            let tile = |&number: &u8| Tile::new(number).ok_or(Illegal::NoSuchTile);
            numbers.iter().map(tile).collect()
        };
        if give.len() != take.len() || give.is_empty() {
            return Err(Illegal::UnevenSwap);
        }
        let (give, take) = (tiles(give)?, tiles(take)?);
        let mut hand = self.hands[seat.index()];
        if !give.iter().all(|&tile| hand.take(tile)) {
            return Err(Illegal::NotInHand);
        }
        let mut hands = self.hands;
        let mut offered = |tile| {
            let from = self.bonus.unwrap_or_default();
            from.iter().any(|other| hands[other.index()].take(tile))
        };
        if !take.iter().all(|&tile| offered(tile)) {
            return Err(Illegal::NotOnOffer);
        }
        Ok((give, take))
    }

    /// Returns the event of the deal, after the table has been opened.
    pub(super) fn deal(&self) -> Event {
        Event::Opened {
            rules: RULES,
            first: self.first.expect("known since the game was opened"),
            hands: BySeat::new(self.seats, |seat| draw::cards(self.hand(seat))),
            pile: draw::pile_cards(&self.pile),
        }
    }
}

/// Checks that a game with these options, seats and first player is possible.
pub(super) fn check(
    options: &super::Options,
    seats: u8,
    first: Option<Seat>,
) -> Result<(), Illegal> {
    check_seats(super::FEWEST..=super::MOST, seats, first)?;
    match options.impossible() {
        Some(option) => Err(NoGame::Option(option).into()),
        None => Ok(()),
    }
}
