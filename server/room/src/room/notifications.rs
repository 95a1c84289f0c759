//! Builds notifications for people who do not have the room in view, and announcements for the
//! external channel.

use senda_rules::{Seat, Seats};

use crate::{
    audience::Audience,
    decide::Questions,
    log::{LogEvent, Record},
    person::{Person, PlayerId},
    protocol::{ChatText, ShownName},
    state::{PlayerState, Playing, RoomState},
    step::{Announced, Announcement, Effect, Finished, Happening, News},
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
    questions: Questions,
}

impl Before {
    pub fn of(state: &RoomState, audience: &Audience) -> Self {
        let in_turn = |playing: &Playing| playing.acting().iter().chain(playing.mover()).collect();
        Self {
            in_turn: state.playing().map_or(Seats::NONE, in_turn),
            questions: Questions::of(state, audience),
        }
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
    let questions = Questions::of(state, audience);
    let what = |seat| {
        // A stand-in plays for this seat, so its owner has nothing to do.
        let is_played_for = playing.player(seat).is_none_or(PlayerState::is_played_for);
        if acting.contains(seat) && !before.in_turn.contains(seat) && !is_played_for {
            Some(Happening::Turn)
        } else if questions.ask_more(before.questions, seat) {
            Some(Happening::Question)
        } else {
            starts.then_some(Happening::Start)
        }
    };
    let told =
        those_elsewhere(state, audience).filter_map(|(seat, owner)| Some((owner, what(seat)?)));
    let mut told: Vec<_> = told.collect();
    // Throttles repeated questions, so that a player who asks again and again does not notify the
    // others each time.
    told.retain(|(to, what)| {
        *what != Happening::Question || audience.may_tell(record.at, to.player, *what)
    });
    let named = |those: &dyn Fn(Seat) -> bool| {
        let those = state.seated().filter(|(seat, _)| those(*seat));
        those
            .map(|(_, taken)| state.shown(&taken.owner).to_string())
            .collect()
    };
    let announced = if starts {
        Some(Announced::Start {
            players: named(&|_| true),
            first: named(&|seat| acting.contains(seat)),
        })
    } else {
        turns(state, &told, Happening::Turn)
    };
    let told = told.iter().map(|(to, what)| news(state, to.player, *what));
    told.chain(announced.map(|what| announcement(state, what)))
        .collect()
}

/// Returns the notifications of the end of a game to its players who do not have the room in view.
fn after_the_end(state: &RoomState, audience: &Audience, record: &Record) -> Vec<Effect> {
    let has_ended = |event: &LogEvent| matches!(event, LogEvent::Ended(_) | LogEvent::Abandoned(_));
    if !record.happened.iter().any(has_ended) {
        return Vec::new();
    }
    let told = those_elsewhere(state, audience);
    told.map(|(_, owner)| news(state, owner.player, Happening::End))
        .collect()
}

/// Returns the people with a seat who do not have the room in view.
fn those_elsewhere<'a>(
    state: &'a RoomState,
    audience: &Audience,
) -> impl Iterator<Item = (Seat, &'a Person)> {
    let people = state.seated().map(|(seat, taken)| (seat, &taken.owner));
    people.filter(|(_, owner)| !owner.is_bot() && !audience.is_looking(owner.player))
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
    let said = text.as_str().to_lowercase();
    if !said.contains('@') {
        return Vec::new();
    }
    let seated = state.seated().filter(|(_, seat)| !seat.owner.is_bot());
    let named = seated.map(|(_, seat)| &seat.owner).filter(|owner| {
        let is_named = is_named(&said, &state.shown(owner));
        owner.player != by && is_named && !audience.is_looking(owner.player)
    });
    let named: Vec<PlayerId> = named.map(|owner| owner.player).collect();
    let mut told = Vec::new();
    for to in named {
        if audience.may_tell(now, to, Happening::Mention) {
            told.push(news(state, to, Happening::Mention));
        }
    }
    told
}

/// Returns the reminders of turns that are due, to the owners of the seats and to the external
/// channel.
pub(crate) fn reminders(
    state: &RoomState,
    audience: &Audience,
    due: Vec<(Seat, Happening)>,
) -> Vec<Effect> {
    let owner = |seat| {
        let mut seated = state.seated();
        seated.find_map(|(of, taken)| (of == seat).then_some(&taken.owner))
    };
    let told: Vec<_> = due
        .into_iter()
        .filter_map(|(seat, what)| Some((owner(seat)?, what)))
        .filter(|(to, _)| !to.is_bot() && !audience.is_looking(to.player))
        .collect();
    let announced = [Happening::HalfTime, Happening::LittleTime]
        .into_iter()
        .filter_map(|what| turns(state, &told, what))
        .map(|what| announcement(state, what));
    let told = told.iter().map(|(to, what)| news(state, to.player, *what));
    told.chain(announced).collect()
}

/// Returns one announcement of `what` that names all people in `told` with that event, if there are
/// any.
fn turns(state: &RoomState, told: &[(&Person, Happening)], what: Happening) -> Option<Announced> {
    let those = told.iter().filter(|(_, told)| *told == what);
    let those: Vec<_> = those.map(|(to, _)| state.shown(to).to_string()).collect();
    let announced = match what {
        Happening::Turn => Announced::Turn,
        Happening::HalfTime => Announced::HalfTime,
        Happening::LittleTime => Announced::LittleTime,
        Happening::Start | Happening::End | Happening::Question | Happening::Mention => {
            return None;
        }
    };
    (!those.is_empty()).then(|| announced(those))
}

/// Returns whether a message mentions a name. `said` is in lower case. The character after the name
/// must not continue a word.
fn is_named(said: &str, name: &ShownName) -> bool {
    let name = format!("@{}", name.to_string().to_lowercase());
    let ends = |(at, _): (usize, &str)| {
        let next = said[at + name.len()..].chars().next();
        next.is_none_or(|next| !next.is_alphanumeric())
    };
    said.match_indices(&name).any(ends)
}

fn announcement(state: &RoomState, what: Announced) -> Effect {
    Effect::Announce(Announcement {
        game: state.settings().options.kind(),
        host: state.shown(state.host()).to_string(),
        what,
    })
}

fn news(state: &RoomState, to: PlayerId, what: Happening) -> Effect {
    Effect::Notify(News {
        to,
        what,
        host: state.shown(state.host()).to_string(),
    })
}
