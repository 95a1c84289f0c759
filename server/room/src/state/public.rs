//! Converts log events into the events that are sent to viewers.

use super::{
    InvalidRecord, RoomState,
    history::{Dealt, HistoryItem},
};
use crate::{
    log::{
        Created, HostChanged, LogEvent, Named, Readied, SecretCommitment, SettingsChanged, Started,
    },
    person::Person,
    protocol::{self, Player, PublicEvent},
};

/// Converts an event before it has changed the state. Returns `None` for an event that is visible
/// only in the view: a name that is shown with a number, and a new name of a host without a seat.
pub(super) fn history_item(
    before: &RoomState,
    event: &LogEvent,
) -> Result<Option<HistoryItem>, InvalidRecord> {
    Ok(Some(HistoryItem::Open(Box::new(match event {
        LogEvent::Numbered(_) => return Ok(None),
        LogEvent::Named(named) => match renamed(before, named) {
            Some(event) => event,
            None => return Ok(None),
        },
        LogEvent::Started(started) => return Ok(Some(dealt(before, started))),
        LogEvent::Played(played) => {
            return Ok(Some(HistoryItem::Played {
                seat: played.seat,
                by: played.by,
                has_shuffled: before.has_shuffled(played),
                events: played.events.as_slice().into(),
            }));
        }
        LogEvent::Created(Created { host, .. }) => PublicEvent::Created {
            name: before.shown(host),
        },
        LogEvent::Sat(sat) => PublicEvent::Sat {
            seat: sat.seat,
            name: before.shown(&sat.person),
            colour: sat.colour,
            bot: sat.person.bot,
        },
        LogEvent::Stood(stood) => {
            let seat = before.seats.get(stood.seat);
            PublicEvent::Stood {
                seat: stood.seat,
                name: before.shown(&seat.ok_or("nobody sits there")?.owner),
                removed: stood.removed,
            }
        }
        LogEvent::Readied(Readied { seat, ready, .. }) => PublicEvent::Readied {
            seat: *seat,
            ready: *ready,
        },
        LogEvent::SettingsChanged(SettingsChanged { settings, unready }) => {
            PublicEvent::SettingsChanged {
                settings: settings.clone(),
                changed: before.settings.changed(settings),
                unready: unready.unwrap_or_else(|| before.ready_seats()),
            }
        }
        LogEvent::HostChanged(HostChanged { person, gone, back }) => PublicEvent::HostChanged {
            name: before.shown(person),
            gone: *gone,
            back: *back,
        },
        LogEvent::Banned(banned) => PublicEvent::Banned {
            name: before.shown(&banned.person),
        },
        LogEvent::Readmitted(of) => {
            let mut banned = before.banned.iter();
            let ban = banned.find(|ban| ban.number == of.number);
            PublicEvent::Readmitted {
                name: before.shown(&ban.ok_or("nobody was removed by that number")?.person),
            }
        }
        LogEvent::Committed(SecretCommitment { commitment, .. }) => PublicEvent::Committed {
            commitment: *commitment,
        },
        LogEvent::Coloured(of) => PublicEvent::Coloured(*of),
        LogEvent::Admitted(_) => PublicEvent::Admitted {},
        LogEvent::Locked(locked) => PublicEvent::Locked(*locked),
        LogEvent::Hushed(hushed) => PublicEvent::Hushed(*hushed),
        LogEvent::TookBack(took) => PublicEvent::TookBack(*took),
        LogEvent::TakeBackAsked(asked) => PublicEvent::TakeBackAsked(*asked),
        LogEvent::TakeBackAgreed(agreed) => PublicEvent::TakeBackAgreed(*agreed),
        LogEvent::TakeBackDeclined(declined) => PublicEvent::TakeBackDeclined(*declined),
        LogEvent::Hinted(hinted) => PublicEvent::Hinted(*hinted),
        LogEvent::Away(of) => PublicEvent::Away(*of),
        LogEvent::VotedToSkip(vote) => PublicEvent::VotedToSkip(*vote),
        LogEvent::VotedToEnd(vote) => PublicEvent::VotedToEnd(*vote),
        LogEvent::Vacation(vacation) => PublicEvent::Vacation(*vacation),
        LogEvent::WouldGoOn(would) => PublicEvent::WouldGoOn(*would),
        LogEvent::PauseAsked(asked) => PublicEvent::PauseAsked(*asked),
        LogEvent::PauseDeclined(declined) => PublicEvent::PauseDeclined(*declined),
        LogEvent::Paused(paused) => PublicEvent::Paused(*paused),
        LogEvent::Resumed(resumed) => PublicEvent::Resumed(*resumed),
        LogEvent::Revised(revised) => PublicEvent::Revised(*revised),
        LogEvent::Abandoned(abandoned) => PublicEvent::Abandoned(*abandoned),
        LogEvent::Ended(ended) => PublicEvent::Ended(ended.clone()),
    }))))
}

fn renamed(before: &RoomState, Named { player, name, .. }: &Named) -> Option<PublicEvent> {
    let seat = before.seat_of(*player)?;
    Some(PublicEvent::Named {
        seat,
        before: before.shown(&before.seats.get(seat)?.owner),
        name: before.shown(&Person::human(*player, name.clone())),
    })
}

fn dealt(before: &RoomState, started: &Started) -> HistoryItem {
    let player = |(person, colour): &(Person, _)| Player {
        name: before.shown(person),
        colour: *colour,
    };
    let public = protocol::Started {
        round: started.round,
        commitment: started.commitment,
        nonces: started.nonces.clone(),
        options: started.options.clone(),
        players: started.players.iter().map(player).collect(),
        left_out: (started.left_out.iter())
            .map(|(person, _)| before.shown(person))
            .collect(),
        start: started.start.clone(),
        rated: started.rated,
        events: Vec::new(),
    };
    HistoryItem::Dealt(Box::new(Dealt {
        started: public,
        events: started.events.as_slice().into(),
    }))
}
