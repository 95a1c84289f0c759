//! Implements the [`Game`] trait for Tortus.

use super::{
    Action, End, Event, Illegal, Options, State, View, legal, redact,
    turn::{self, Play},
};
use crate::{
    Chance, Game, Outcome, Seat, Seats, Viewer,
    game::{alike, check_seats, in_files},
};

alike!(Event, Illegal);

impl Game for State {
    in_files!();

    fn new(options: &Options, seats: u8, first: Option<Seat>) -> Result<Self, Illegal> {
        check_seats(super::FEWEST..=super::MOST, seats, first)?;
        Ok(Self::unopened(*options, first))
    }

    fn open(&self, chance: &mut dyn Chance) -> Vec<Event> {
        turn::open(self, chance)
    }

    fn acting(&self) -> Seats {
        self.decides().into_iter().collect()
    }

    fn mover(&self) -> Option<Seat> {
        self.turn
    }

    fn still_in(&self) -> Seats {
        let loser = self.end.and_then(End::loser);
        loser.map_or(Seats::first(2), |seat| Seats::first(2).without(seat))
    }

    /// Returns the seat that has been offered a draw, until it answers or the offer lapses.
    fn asked(&self) -> Seats {
        let is_asked = self.end.is_none() && !self.declined;
        let offerer = self.draw.filter(|_| is_asked);
        offerer.map_or(Seats::NONE, |seat| Seats::first(2).without(seat))
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if self.decides() == Some(seat) {
            legal::actions(self)
        } else {
            Vec::new()
        }
    }

    /// Ends the turn, lets pawns stop, and fills a gap with the first suitable tile, unturned. In
    /// the other phases takes a random legal action, but none that loses a pawn of the seat if
    /// there is another \[R\].
    fn clock_action(&self, seat: Seat, chance: &mut dyn Chance) -> Option<Action> {
        (self.decides() == Some(seat)).then(|| legal::of_clock(self, chance))
    }

    fn decide(
        &self,
        seat: Seat,
        action: &Action,
        _: &mut dyn Chance,
    ) -> Result<Vec<Event>, Illegal> {
        let mut play = Play::new(self.clone());
        play.decide(seat, action)?;
        Ok(play.log)
    }

    /// Accepts what happens openly on the board. An opened tile, an attempt to open a wrong one and
    /// its penalty, an offer and the end of a turn are final.
    fn can_take_back(event: &Event) -> bool {
        match event {
            Event::Exchanged { .. }
            | Event::Rotated { .. }
            | Event::Swapped { .. }
            | Event::Moved { .. }
            | Event::Captured { .. }
            | Event::Fell { .. }
            | Event::Filled { .. }
            | Event::Sank { .. }
            | Event::Acted { .. } => true,
            Event::Opened { .. }
            | Event::SetUp { .. }
            | Event::Redealt { .. }
            | Event::Placed { .. }
            | Event::Turn { .. }
            | Event::Revealed { .. }
            | Event::Misopened { .. }
            | Event::Penalised { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::Over { .. } => false,
        }
    }

    fn after(&self, seat: Seat, action: &Action, _: &mut dyn Chance) -> Result<Self, Illegal> {
        let mut play = Play::untold(self.clone());
        play.decide(seat, action)?;
        Ok(play.state)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end.map(End::outcome)
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Event {
        redact::redact(event, viewer, self.end.is_some())
    }
}
