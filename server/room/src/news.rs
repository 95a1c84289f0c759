//! What is worth telling somebody who looks at something else.

use senda_rules::{Seat, Seats};

use crate::{
    audience::Audience,
    log::{LogEvent, Record},
    person::{Person, PlayerId},
    protocol::{ChatText, ShownName},
    state::{PlayerState, Playing, RoomState},
    step::{Announced, Announcement, Effect, Finished, Happening, News},
    time::Time,
};

/// The seats whose turn it is: those that may decide something, and the one that waits for what another is asked in its
/// turn. Who comes among them has not been told of this turn.
pub(crate) fn in_turn(state: &RoomState) -> Seats {
    let in_turn = |playing: &Playing| playing.acting().iter().chain(playing.mover()).collect();
    state.playing().map_or(Seats::NONE, in_turn)
}

/// What a record is to those who don't look, and to a channel elsewhere, by whose turn it was before.
pub(crate) fn of_record(
    state: &RoomState,
    audience: &Audience,
    before: Seats,
    record: &Record,
) -> Vec<Effect> {
    let Some(playing) = state.playing() else {
        return Vec::new();
    };
    let starts = record
        .happened
        .iter()
        .any(|event| matches!(event, LogEvent::Started(_)));
    let acting = playing.acting();
    let what = |seat| {
        // Whom somebody plays for has nothing to do.
        let is_played_for = playing.player(seat).is_none_or(PlayerState::is_played_for);
        if acting.contains(seat) && !before.contains(seat) && !is_played_for {
            Some(Happening::Turn)
        } else {
            starts.then_some(Happening::Start)
        }
    };
    let people = state.seated().filter(|(_, seat)| !seat.owner.is_bot());
    let told = people.filter_map(|(seat, taken)| {
        let owner = &taken.owner;
        (!audience.is_looking(owner.player)).then_some((owner, what(seat)?))
    });
    let told: Vec<_> = told.collect();
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

/// What the end of a game is to a channel elsewhere.
pub(crate) fn of_end(state: &RoomState, finished: &Finished) -> Effect {
    let places = finished.outcome.places.iter().copied();
    let mut places: Vec<_> = places
        .zip(&finished.players)
        .filter_map(|(place, player)| Some((place, state.shown(player.as_ref()?).to_string())))
        .collect();
    places.sort_by_key(|(place, _)| *place);
    announcement(state, Announced::End(places))
}

/// Who is told that they were named in the chat.
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
        if audience.may_mention(now, to) {
            told.push(news(state, to, Happening::Mention));
        }
    }
    told
}

/// Reminds the owners of seats of their turns, each of the last that is due; a channel elsewhere as well.
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

/// What happened to those of some, all together.
fn turns(state: &RoomState, told: &[(&Person, Happening)], what: Happening) -> Option<Announced> {
    let those = told.iter().filter(|(_, told)| *told == what);
    let those: Vec<_> = those.map(|(to, _)| state.shown(to).to_string()).collect();
    let announced = match what {
        Happening::Turn => Announced::Turn,
        Happening::HalfTime => Announced::HalfTime,
        Happening::LittleTime => Announced::LittleTime,
        Happening::Start | Happening::Mention => return None,
    };
    (!those.is_empty()).then(|| announced(those))
}

/// Whether somebody of that name is meant, in lower case: what follows the name is not more of a word.
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
