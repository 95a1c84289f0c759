//! Bots: who lets them play, and what they decide.

use senda_rules::{AnyAction, Game, Seat, Viewer};

use super::{Decision, Situation, game, host, seats};
use crate::{
    log::{LogEvent, Sat, Stood},
    person::{Person, PlayerId},
    protocol::{By, Level, Name, RoomProblem},
    state::{Playing, RoomState},
    step::{Entropy, Question},
};

/// What bots are called: rivers that end in the same sea. One more than the seats of any game, so that a name is free.
const NAMES: [&str; 9] = [
    "Minho", "Lima", "Ave", "Douro", "Vouga", "Mondego", "Tejo", "Sado", "Guadiana",
];

/// The host lets a bot of that level play, changes its level, or sends it away.
pub(super) fn set(
    state: &RoomState,
    player: PlayerId,
    seat: Option<Seat>,
    level: Option<Level>,
    entropy: &mut dyn Entropy,
) -> Decision {
    host::only_host(state, player)?;
    let taken = seat.and_then(|seat| state.seats().get(seat).zip(Some(seat)));
    let there = taken.filter(|(taken, seat)| taken.owner.bot.is_some() && !state.is_vacant(*seat));
    match (there, level) {
        (None, None) => Err(RoomProblem::NoSuchBot.into()),
        (None, Some(level)) => {
            let bot = bot(state, level, entropy);
            Ok(vec![seats::seated(state, bot, seat, None)?])
        }
        (Some((_, seat)), None) => {
            let removed = false;
            Ok(vec![LogEvent::Stood(Stood { seat, removed })])
        }
        (Some((taken, _)), Some(level)) if taken.owner.bot == Some(level) => Ok(Vec::new()),
        (Some((taken, seat)), Some(level)) => {
            let removed = false;
            let person = Person {
                bot: Some(level),
                ..taken.owner.clone()
            };
            let colour = taken.colour;
            let before = LogEvent::Stood(Stood { seat, removed });
            let after = Sat {
                seat,
                person,
                colour,
            };
            Ok(vec![before, LogEvent::Sat(after)])
        }
    }
}

/// A new bot, with a name that nobody at the table has.
fn bot(state: &RoomState, level: Level, entropy: &mut dyn Entropy) -> Person {
    let names = NAMES.iter().map(|name| Name::new(name).expect("a name"));
    let is_free = |name: &Name| {
        state
            .seats()
            .taken()
            .all(|(_, seat)| seat.owner.name != *name)
    };
    let mut free = names.filter(is_free);
    let mut id = [0; 16];
    id.copy_from_slice(&entropy.secret().0[..16]);
    Person {
        player: PlayerId(uuid::Builder::from_random_bytes(id).into_uuid()),
        name: free.next().expect("more names than seats"),
        bot: Some(level),
    }
}

/// How well whoever plays for that seat by itself plays: its bot, or a stand-in for an owner who is away or has left.
fn level_of(state: &RoomState, playing: &Playing, seat: Seat) -> Option<(By, Level)> {
    let own = state.seats().get(seat)?.owner.bot;
    let is_played_for = playing.player(seat)?.is_played_for();
    match own {
        Some(level) if !is_played_for => Some((By::Bot, level)),
        _ if is_played_for => Some((By::StandIn, state.settings().stand_in?)),
        _ => None,
    }
}

/// The seat for which a bot is to decide next, and how well; `None` while the game stands still, or waits for people.
pub(crate) fn thinker(at: Situation) -> Option<(Seat, Level)> {
    let state = at.state;
    let playing = state.playing()?;
    if playing.paused.is_some() || at.clock.stands_still() {
        return None;
    }
    let level = |seat| Some((seat, level_of(state, playing, seat)?.1));
    playing.acting().iter().find_map(level)
}

/// What it is to decide.
pub(crate) fn question(state: &RoomState, (seat, level): (Seat, Level)) -> Option<Question> {
    let game = &state.playing()?.play()?.game;
    Some(Question {
        seat,
        version: state.version(),
        level,
        view: game.view(Viewer::Seat(seat)),
        with_people: state.has_people(),
    })
}

/// What follows from what was thought out for a seat at that version: nothing, if it has been decided since, or its owner
/// is back. Without an answer it is the first decision that is legal.
pub(crate) fn thought(
    at: Situation,
    seat: Seat,
    version: u32,
    action: Option<&AnyAction>,
    entropy: &mut dyn Entropy,
) -> Option<Vec<LogEvent>> {
    let state = at.state;
    let playing = state.playing()?;
    if version < state.moved() || playing.paused.is_some() {
        return None;
    }
    let (by, _) = level_of(state, playing, seat)?;
    let play = playing.play()?;
    let mut decide = |action: &AnyAction| {
        let chance = playing.chance(play);
        game::played(at, playing, play, seat, (by, action), chance, entropy).ok()
    };
    action
        .and_then(&mut decide)
        .or_else(|| decide(play.game.legal_actions(seat).first()?))
}
