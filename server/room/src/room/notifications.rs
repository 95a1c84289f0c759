//! Builds notifications for people who do not have the room in view, and announcements for the
//! external channel.

use senda_rules::{Seat, Seats};

use crate::{
    audience::Audience,
    decide::PendingRequests,
    log::{LogEvent, Record},
    person::{Person, PlayerId},
    protocol::{ChatText, ShownName},
    state::{PlayerState, Playing, RoomState},
    step::{Announced, Announcement, Effect, Finished, Notification, NotificationKind},
    time::Time,
};

/// The state of a room before a record. Comparing it with the state after the record shows what is
/// new.
#[derive(Copy, Clone)]
pub(crate) struct Before {
    /// The seats whose turn it was: the seats that could act, and the mover who waited for the
    /// answer of another seat. A seat that newly becomes one of these has not been notified of this
    /// turn yet.
    in_turn: Seats,
    requests: PendingRequests,
}

impl Before {
    pub fn of(state: &RoomState, audience: &Audience) -> Self {
        let in_turn = |playing: &Playing| playing.acting().iter().chain(playing.mover()).collect();
        Self {
            in_turn: state.playing().map_or(Seats::NONE, in_turn),
            requests: PendingRequests::of(state, audience),
        }
    }
}

/// A person who is to be notified of an event.
struct Recipient<'a> {
    person: &'a Person,
    kind: NotificationKind,
}

impl Recipient<'_> {
    fn notification(&self, state: &RoomState) -> Effect {
        notification(state, self.person.connects_as(), self.kind)
    }
}

/// Returns the notifications and announcements that a record causes, compared with the state before
/// it.
pub(crate) fn of_record(
    state: &RoomState,
    audience: &mut Audience,
    before: Before,
    record: &Record,
) -> Vec<Effect> {
    let Some(playing) = state.playing() else {
        return after_the_end(state, audience, record);
    };
    let has_started = |event: &LogEvent| matches!(event, LogEvent::Started(_));
    let starts = record.happened.iter().any(has_started);
    let acting = playing.acting();
    let requests = PendingRequests::of(state, audience);
    let kind = |seat| {
        // A stand-in plays for this seat, so its owner has nothing to do.
        let is_played_for = playing.player(seat).is_none_or(PlayerState::is_played_for);
        if acting.contains(seat) && !before.in_turn.contains(seat) && !is_played_for {
            Some(NotificationKind::Turn)
        } else if requests.are_more_for(before.requests, seat) {
            Some(NotificationKind::Question)
        } else {
            starts.then_some(NotificationKind::Start)
        }
    };
    let recipients = players_elsewhere(state, audience).filter_map(|(seat, person)| {
        let kind = kind(seat)?;
        Some(Recipient { person, kind })
    });
    let mut recipients: Vec<_> = recipients.collect();
    // Throttles repeated requests, so that a player who asks again and again does not notify the
    // others each time.
    let limit = &mut audience.notification_limit;
    recipients.retain(|to| {
        let player = to.person.connects_as();
        to.kind != NotificationKind::Question || limit.spend(record.at, player, to.kind)
    });
    let names_of = |those: &dyn Fn(Seat) -> bool| {
        let those = state.seated().filter(|(seat, _)| those(*seat));
        those
            .map(|(_, taken)| state.shown(&taken.owner).to_string())
            .collect()
    };
    let announced = if starts {
        Some(Announced::Start {
            players: names_of(&|_| true),
            first: names_of(&|seat| acting.contains(seat)),
        })
    } else {
        turns(state, &recipients, NotificationKind::Turn)
    };
    let announced = announced.map(|what| announcement(state, what));
    let notified = once_each(state, &recipients);
    notified.into_iter().chain(announced).collect()
}

/// Returns one notification for each device owner among the recipients: the most important one.
fn once_each(state: &RoomState, recipients: &[Recipient]) -> Vec<Effect> {
    let mut once: Vec<&Recipient> = Vec::new();
    for to in recipients {
        let mut others = once.iter_mut();
        match others.find(|other| other.person.connects_as() == to.person.connects_as()) {
            Some(other) if to.kind < other.kind => *other = to,
            Some(_) => {}
            None => once.push(to),
        }
    }
    once.iter().map(|to| to.notification(state)).collect()
}

/// Returns the notifications of the end of a game to its players who do not have the room in view.
fn after_the_end(state: &RoomState, audience: &Audience, record: &Record) -> Vec<Effect> {
    let has_ended = |event: &LogEvent| matches!(event, LogEvent::Ended(_) | LogEvent::Abandoned(_));
    if !record.happened.iter().any(has_ended) {
        return Vec::new();
    }
    let recipients = players_elsewhere(state, audience).map(|(_, person)| Recipient {
        person,
        kind: NotificationKind::End,
    });
    let recipients: Vec<_> = recipients.collect();
    once_each(state, &recipients)
}

/// Returns the people with a seat who do not have the room in view.
fn players_elsewhere<'a>(
    state: &'a RoomState,
    audience: &Audience,
) -> impl Iterator<Item = (Seat, &'a Person)> {
    let people = state.seated().map(|(seat, taken)| (seat, &taken.owner));
    people.filter(|(_, owner)| !owner.is_bot() && !audience.people.is_viewing(owner.connects_as()))
}

/// Returns the announcement of the end of a game to the external channel.
pub(crate) fn of_end(state: &RoomState, finished: &Finished) -> Effect {
    let places = finished.outcome.places.iter().copied();
    let mut places: Vec<_> = places
        .zip(&finished.players)
        .filter_map(|(place, player)| Some((place, state.shown(player.as_ref()?).to_string())))
        .collect();
    places.sort_by_key(|(place, _)| *place);
    announcement(state, Announced::End(places))
}

/// Returns the notifications to the people that a chat message mentions.
pub(crate) fn of_chat(
    state: &RoomState,
    audience: &mut Audience,
    now: Time,
    by: PlayerId,
    text: &ChatText,
) -> Vec<Effect> {
    let text = text.as_str().to_lowercase();
    if !text.contains('@') {
        return Vec::new();
    }
    let seated = state.seated().filter(|(_, seat)| !seat.owner.is_bot());
    let mentioned = seated.map(|(_, seat)| &seat.owner).filter(|owner| {
        let is_named = is_named(&text, &state.shown(owner));
        let player = owner.connects_as();
        player != by && is_named && !audience.people.is_viewing(player)
    });
    let mentioned: Vec<PlayerId> = mentioned.map(Person::connects_as).collect();
    let mut recipients = Vec::new();
    for to in mentioned {
        let kind = NotificationKind::Mention;
        if audience.notification_limit.spend(now, to, kind) {
            recipients.push(notification(state, to, kind));
        }
    }
    recipients
}

/// Returns the reminders of turns that are due, to the owners of the seats and to the external
/// channel.
pub(crate) fn reminders(
    state: &RoomState,
    audience: &Audience,
    due: Vec<(Seat, NotificationKind)>,
) -> Vec<Effect> {
    let owner = |seat| {
        let mut seated = state.seated();
        seated.find_map(|(of, taken)| (of == seat).then_some(&taken.owner))
    };
    let recipients: Vec<_> = due
        .into_iter()
        .filter_map(|(seat, kind)| {
            let person = owner(seat)?;
            Some(Recipient { person, kind })
        })
        .filter(|to| !to.person.is_bot() && !audience.people.is_viewing(to.person.connects_as()))
        .collect();
    let announced = [NotificationKind::HalfTime, NotificationKind::LittleTime]
        .into_iter()
        .filter_map(|kind| turns(state, &recipients, kind))
        .map(|what| announcement(state, what));
    let notified = once_each(state, &recipients);
    notified.into_iter().chain(announced).collect()
}

/// Returns one announcement of the event `kind` that names all recipients of such a notification,
/// if there are any.
fn turns(state: &RoomState, recipients: &[Recipient], kind: NotificationKind) -> Option<Announced> {
    let those = recipients.iter().filter(|to| to.kind == kind);
    let those: Vec<_> = those.map(|to| state.shown(to.person).to_string()).collect();
    let announced = match kind {
        NotificationKind::Turn => Announced::Turn,
        NotificationKind::HalfTime => Announced::HalfTime,
        NotificationKind::LittleTime => Announced::LittleTime,
        NotificationKind::Start
        | NotificationKind::End
        | NotificationKind::Question
        | NotificationKind::Mention => return None,
    };
    (!those.is_empty()).then(|| announced(those))
}

/// Returns whether a message mentions a name. `text` is in lower case. The character after the name
/// must not continue a word.
fn is_named(text: &str, name: &ShownName) -> bool {
    let name = format!("@{}", name.to_string().to_lowercase());
    let ends = |(at, _): (usize, &str)| {
        let next = text[at + name.len()..].chars().next();
        next.is_none_or(|next| !next.is_alphanumeric())
    };
    text.match_indices(&name).any(ends)
}

fn announcement(state: &RoomState, what: Announced) -> Effect {
    Effect::Announce(Announcement {
        game: state.settings.options.kind(),
        host: state.shown(&state.host).to_string(),
        what,
    })
}

fn notification(state: &RoomState, to: PlayerId, what: NotificationKind) -> Effect {
    Effect::Notify(Notification {
        to,
        what,
        host: state.shown(&state.host).to_string(),
    })
}
