//! Implements the [`Game`] trait for Section X.

use super::{
    Action, Event, Illegal, Options, Place, State, View,
    legal::{self, Moves},
    redact,
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
        options.check()?;
        Ok(Self::unopened(*options, seats, first))
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
        self.playing()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if self.decides() == Some(seat) {
            legal::actions(self, seat, Moves::All)
        } else {
            Vec::new()
        }
    }

    /// Draws from the fullest pile, does nothing with tiles, prisoners and doors, keeps the seat's
    /// own doors in a fight if they can stay, and gives up the oldest door \[R\].
    fn clock_action(&self, seat: Seat, _: &mut dyn Chance) -> Option<Action> {
        (self.decides() == Some(seat)).then(|| legal::of_clock(self, seat))
    }

    fn decide(
        &self,
        seat: Seat,
        action: &Action,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Event>, Illegal> {
        let mut play = Play::new(self.clone(), chance);
        play.decide(seat, action)?;
        Ok(play.into_log())
    }

    /// Accepts events on the board, but not a drawn tile or an event that ends a turn.
    fn can_take_back(event: &Event) -> bool {
        match event {
            Event::Placed { .. }
            | Event::Exchanged { .. }
            | Event::Relocated { .. }
            | Event::Turned { .. }
            | Event::Skipped {}
            | Event::Tied { .. }
            | Event::Fought { .. }
            | Event::Stepped { .. }
            | Event::ZoneTaken { .. }
            | Event::DoorPut { .. }
            | Event::KeyWon { .. }
            | Event::KeyLost { .. } => true,
            Event::Opened { .. }
            | Event::SetUp { .. }
            | Event::Turn { .. }
            | Event::Drew { .. }
            | Event::KeyDue { .. }
            | Event::Collapsed(_)
            | Event::LastRound {}
            | Event::Round { .. }
            | Event::Resigned { .. }
            | Event::Over { .. } => false,
        }
    }

    fn after(&self, seat: Seat, action: &Action, chance: &mut dyn Chance) -> Result<Self, Illegal> {
        let mut play = Play::unlogged(self.clone(), chance);
        play.decide(seat, action)?;
        Ok(play.state)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over.as_ref().map(|(outcome, _)| outcome.clone())
    }

    fn gained(&self, seat: Seat) -> u16 {
        self.count(seat, Place::is_out).into()
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Event {
        let all = self.over.is_some() || viewer == Viewer::Omniscient;
        redact::redact(event, viewer, all, self.options.open_piles)
    }
}
