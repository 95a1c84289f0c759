//! Section X as one of the games.

use super::{
    Action, Event, Illegal, Options, State, View, decision, determinize, legal, redact,
    turn::{self, Play},
    view,
};
use crate::{
    Chance, Game, Names, Outcome, Seat, Seats, Viewer,
    game::{alike, check_seats},
    notation::joined,
};

alike!(Event, Illegal);

impl Game for State {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;
    type View = View;

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
            legal::actions(self, seat)
        } else {
            Vec::new()
        }
    }

    /// Draws from the fullest pile, does nothing with tiles, prisoners and doors, keeps the own doors in a
    /// fight and gives up the oldest door \[R\].
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
        Ok(play.log)
    }

    fn resignation(&self) -> Action {
        Action::Resign {}
    }

    fn decision(events: &[Event]) -> Option<Action> {
        decision::decision(events)
    }

    fn disclosed(action: &Action) -> Action {
        action.clone()
    }

    fn apply(&mut self, event: &Event) {
        self.happen(event);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over.as_ref().map(|(outcome, _)| outcome.clone())
    }

    fn view(&self, viewer: Viewer) -> View {
        view::of(self, viewer)
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Event {
        let all = self.over.is_some() || viewer == Viewer::Omniscient;
        redact::redact(event, viewer, all, self.options.open_piles)
    }

    fn is_sound(&self) -> bool {
        let position = self.position();
        position.is_some_and(|position| Self::try_from(&position).is_ok())
    }

    fn drawing(&self, _: &Names) -> String {
        let position = self.position().map(|position| position.to_string());
        let written = position.unwrap_or_default();
        joined(written.lines().map(|line| format!("   {line}\n")), "")
    }

    fn determinize(view: &View, chance: &mut dyn Chance) -> Self {
        determinize::determinize(view, chance)
    }
}
