//! Decides which events follow from a command or from the passage of time, and checks permissions.
//!
//! Nothing in this module changes the state. A decision is a list of events, which take effect when
//! their record is applied.

mod bots;
mod day;
mod days;
mod due;
mod early_end;
mod game;
mod guests;
mod hints;
mod host;
mod pause;
mod people;
mod reports;
mod requests;
mod seats;
mod take_back;

use senda_rules::{Seat, Seats};

use crate::{
    audience::Audience,
    clock::TurnClock,
    log::{Created, LogEvent, Record, Sat, Setup},
    person::Person,
    protocol::{Colour, Command, Level, Problem, Settings},
    state::RoomState,
    step::Entropy,
    time::Time,
};

pub(crate) use self::{
    bots::{question, thinker, thought},
    due::{Due, deadline, due},
    guests::pass,
    hints::{hint, hint_question},
    people::{admit, arrival, never_back, renamed},
    reports::report,
    requests::PendingRequests,
};

/// The version of the room's rules that [`Created`] records.
const RULES_OF_ALL: u16 = 1;

/// The events that follow from a command. The list is empty if the state is already as requested.
pub(crate) type Decision = Result<Vec<LogEvent>, Problem>;

/// The input of a decision.
#[derive(Copy, Clone)]
pub(crate) struct Situation<'a> {
    pub now: Time,
    pub state: &'a RoomState,
    pub clock: &'a TurnClock,
    pub audience: &'a Audience,
    /// The seats whose people are connected.
    pub here: Seats,
    /// Whether games may start.
    pub may_start: bool,
}

impl<'a> Situation<'a> {
    pub fn of(
        now: Time,
        state: &'a RoomState,
        clock: &'a TurnClock,
        audience: &'a Audience,
    ) -> Self {
        Self {
            now,
            state,
            clock,
            audience,
            here: audience.seats_here(state),
            may_start: true,
        }
    }
}

/// The first seats of a room, and the beginning of its games if they are not dealt.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The seat that the host takes.
    pub seat: Seat,
    /// The level of the bots that take all other seats; `None` leaves them free.
    pub bots: Option<Level>,
    /// The beginning of the games, if they are not dealt anew.
    pub setup: Option<Setup>,
}

impl Default for Opening {
    fn default() -> Self {
        Self {
            seat: Seat::ZERO,
            bots: None,
            setup: None,
        }
    }
}

/// Returns the first record of a room of `host`, who takes a seat.
pub(crate) fn opening(
    now: Time,
    epoch: u32,
    settings: Settings,
    host: Person,
    Opening { seat, bots, setup }: Opening,
    entropy: &mut dyn Entropy,
) -> Record {
    let colours = setup.iter().flat_map(|setup| &setup.colours);
    let colour = colours.copied().nth(seat.index());
    let (_, most) = settings.seats();
    let bots = bots.map(|level| bots::around(seat, &host, (most, level), entropy));
    let committed = game::next_commitment(setup.as_ref(), entropy);
    let created = Created {
        epoch,
        rules: RULES_OF_ALL,
        settings,
        host: host.clone(),
        setup: setup.map(Box::new),
    };
    let sat = Sat {
        seat,
        person: host,
        colour: colour.unwrap_or(Colour::ALL[0]),
    };
    let mut happened = vec![LogEvent::Created(created), LogEvent::Sat(sat)];
    happened.extend(bots.into_iter().flatten().map(LogEvent::Sat));
    happened.push(committed);
    Record {
        version: 1,
        at: now,
        cause: None,
        happened,
    }
}

/// Returns the events that follow from a person's command.
pub(crate) fn command(
    at: Situation,
    person: &Person,
    command: &Command,
    entropy: &mut dyn Entropy,
) -> Decision {
    let (state, player) = (at.state, person.player);
    bots::may(person, command)?;
    day::may(state, command)?;
    match command {
        Command::Act { version, action } => game::act(at, person, *version, action, entropy),
        Command::TakeBack { version } => take_back::own(state, player, *version),
        Command::AskTakeBack { version } => take_back::ask(state, player, *version),
        Command::AgreeTakeBack { seat } => take_back::agree(state, player, *seat),
        Command::DeclineTakeBack {} => take_back::decline(state, player),
        Command::Hint { version } => hints::ask(state, player, *version),
        Command::Sit {
            seat,
            colour,
            nonce,
        } => seats::sit(state, person, *seat, *colour, *nonce),
        Command::Guest { seat, name, colour } => {
            guests::set(state, person, *seat, name.as_ref(), *colour, entropy)
        }
        Command::Stand {} => seats::stand(state, player),
        Command::Name { name } => Ok(renamed(state, player, name)),
        Command::Colour { colour } => seats::colour(state, player, *colour),
        Command::Ready { ready, nonce } => seats::ready(state, player, *ready, *nonce),
        Command::Set { settings } => host::set(state, player, settings),
        Command::Start { nonce } => game::start(at, player, *nonce),
        Command::Remove { person } => host::remove(at, player, *person),
        Command::Readmit { barred } => host::readmit(state, player, *barred),
        Command::Bot { seat, level } => bots::set(at, player, *seat, *level, entropy),
        Command::Token { seat, token } => bots::let_in(at, player, *seat, token),
        Command::Host { person } => host::pass_on(at, player, *person),
        Command::Hand { seat, person } => host::hand(at, player, *seat, *person),
        Command::Admit { person } => host::admit(at, player, *person),
        Command::Lock { locked } => host::lock(state, player, *locked),
        Command::Hush { hushed } => host::hush(state, player, *hushed),
        Command::Back {} => pause::back(state, person),
        Command::VoteToSkip { seat } => game::vote_to_skip(at, player, *seat),
        Command::VoteToEnd { wanted } => early_end::vote(state, player, *wanted),
        Command::Pause { until_all } => pause::ask(state, player, *until_all),
        Command::Vacation { days } => days::go_on_vacation(at, player, *days),
        Command::GoOn {} => pause::go_on(at, player),
        Command::Report { .. } => reports::check(at, player, command),
    }
}
