//! The implementation of [`Game`] for Tsuro.

use super::{Action, Event, Illegal, Options, Phase, State, View, redact, table::Table, turn};
use crate::{
    BySeat, Chance, Game, Outcome, Seat, Seats, Viewer,
    game::{alike, in_files},
};

alike!(Event, Illegal);

impl Game for State {
    in_files!();

    fn new(options: &Options, seats: u8, first: Option<Seat>) -> Result<Self, Illegal> {
        turn::check(options, seats, first)?;
        Ok(Self {
            table: Table::new(*options, seats, first),
            laid: Vec::new(),
            paths: BySeat::new(seats, |_| Vec::new()),
            outcome: None,
        })
    }

    fn open(&self, chance: &mut dyn Chance) -> Vec<Event> {
        let mut table = self.table;
        table.open(chance);
        vec![table.deal()]
    }

    fn acting(&self) -> Seats {
        self.table.acting().into_iter().collect()
    }

    fn mover(&self) -> Option<Seat> {
        self.table.turn
    }

    fn still_in(&self) -> Seats {
        self.table.still_in()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if self.table.acting() != Some(seat) {
            return Vec::new();
        }
        self.table.actions()
    }

    /// Picks any free start; any placement or path that does not eliminate the seat, unless all do;
    /// and never a swap.
    fn clock_action(&self, seat: Seat, chance: &mut dyn Chance) -> Option<Action> {
        let mut actions = if self.table.acting() != Some(seat) {
            return None;
        } else if let Some(legal) = self.table.legal() {
            legal.wise().map(Action::from).collect()
        } else {
            match self.table.phase() {
                Phase::Bonus => return Some(Action::Keep {}),
                Phase::Choosing => self.table.wise_paths(),
                _ => self.legal_actions(seat),
            }
        };
        let count = u32::try_from(actions.len()).expect("a few actions");
        (count > 0).then(|| actions.swap_remove(chance.pick(count) as usize))
    }

    fn decide(
        &self,
        seat: Seat,
        action: &Action,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Event>, Illegal> {
        let mut events = Vec::with_capacity(3);
        let mut table = self.table;
        table.decide(seat, action, chance, &mut events)?;
        Ok(events)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn gained(&self, seat: Seat) -> u16 {
        self.table.length(seat)
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Event {
        redact::redact(event, viewer, &self.table)
    }
}
