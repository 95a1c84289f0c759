//! The events that occur without a command: a timeout, or the reaction to a long absence.

use senda_rules::Seat;

use super::{Situation, early_end, game, host, pause, seats, take_back};
use crate::{
    log::{LogEvent, Stood},
    protocol::Away,
    state::Playing,
    step::Entropy,
    time::Time,
};

/// The result of a deadline.
pub(crate) enum Due {
    /// The events that it causes.
    Events(Vec<LogEvent>),
    /// A turn has timed out although its seat has nothing to decide. Its wait starts again.
    WaitAgain(Seat),
}

/// Returns the time of the next deadline.
pub(crate) fn deadline(at: Situation) -> Option<Time> {
    let seats = [
        at.clock.next_due(),
        at.clock.skip_due(at.state, at.here),
        seats::seat_to_free(at),
    ];
    let seats = seats.into_iter().flatten().map(|(due, _)| due);
    let playing = at.state.playing();
    let updated = playing.is_some_and(Playing::is_of_other_rules);
    let others = [
        host::succession(at).map(|(due, _)| due),
        at.clock.everybody_left_due(at.state, at.here),
        at.audience.due(at.now),
        at.audience.long_absent_due(at.state, at.now),
        at.state.pause_held_until(),
        updated.then_some(at.now),
        game::starts_by_itself(at).map(|_| at.now),
        early_end::due(at).map(|(due, _)| due),
    ];
    seats.chain(others.into_iter().flatten()).min()
}

/// Returns the next thing that is due by now. Its result is not due again until later, so a loop
/// over it terminates.
pub(crate) fn due(at: Situation, entropy: &mut dyn Entropy) -> Option<Due> {
    let at_once = game::after_update(at.state, entropy).or_else(|| game::starts_by_itself(at));
    if let Some(events) = at_once {
        return Some(Due::Events(events));
    }
    if let Some((_, playing)) = early_end::due(at).filter(|(due, _)| *due <= at.now) {
        return Some(Due::Events(game::abandoned(
            at.state, playing, true, entropy,
        )));
    }
    let is_due = |&(due, _): &(Time, Seat)| due <= at.now;
    if let Some((_, seat)) = at.clock.next_due().filter(is_due) {
        let events = game::time_up(at, seat, entropy);
        return Some(events.map_or(Due::WaitAgain(seat), Due::Events));
    }
    let skipped = || {
        let (_, seat) = at.clock.skip_due(at.state, at.here).filter(is_due)?;
        let (away, skipped) = (true, true);
        Some(LogEvent::Away(Away {
            seat,
            away,
            skipped,
        }))
    };
    let freed = || {
        let (_, seat) = seats::seat_to_free(at).filter(is_due)?;
        let removed = false;
        Some(LogEvent::Stood(Stood { seat, removed }))
    };
    let handed_on = || {
        let (_, heir) = host::succession(at).filter(|(due, _)| *due <= at.now)?;
        Some(LogEvent::HostChanged(heir))
    };
    let event = pause::pause_due(at)
        .or_else(|| take_back::due(at))
        .or_else(skipped)
        .or_else(freed)
        .or_else(handed_on)?;
    Some(Due::Events(vec![event]))
}
