//! The commands that add and remove bots, and the decisions that bots make.

use senda_rules::{AnyAction, Game, Seat, Seats, Viewer};

use super::{
    Decision, Situation,
    game::{self, Choice},
    host, seats,
};
use crate::{
    log::{LogEvent, Sat, Stood},
    person::{Person, PlayerId},
    protocol::{BotKind, By, Colour, Command, Level, Name, RatedNeed, RoomProblem, SeatToken},
    state::{Playing, RoomState, SeatState},
    step::{Entropy, Question},
};

/// The names of bots: rivers that flow into the same sea. There is one more than the seats of any
/// game, so a free name always exists.
const NAMES: [&str; 9] = [
    "Minho", "Lima", "Ave", "Douro", "Vouga", "Mondego", "Tejo", "Sado", "Guadiana",
];

/// Adds a bot of a level, changes a bot's level, or removes it, for the host.
pub(super) fn set(
    at: Situation,
    player: PlayerId,
    seat: Option<Seat>,
    level: Option<Level>,
    entropy: &mut dyn Entropy,
) -> Decision {
    let state = at.state;
    host::only_host(state, player)?;
    let there = there(state, seat);
    let Some(level) = level else {
        let (seat, _) = there.ok_or(RoomProblem::NoSuchBot)?;
        let removed = false;
        return Ok(vec![LogEvent::Stood(Stood { seat, removed })]);
    };
    let bot = Some(BotKind::Own(level));
    match there.map(|(_, taken)| &taken.owner) {
        Some(owner) if owner.bot == bot => Ok(Vec::new()),
        Some(owner) if !owner.is_outside() => {
            let stronger = Person {
                bot,
                ..owner.clone()
            };
            seated(at, seat, stronger)
        }
        _ => {
            let name = free_name_at(state);
            let player = new_id(entropy);
            seated(at, seat, bot_of(player, name, bot))
        }
    }
}

/// Seats bots of a level around the host of a new room with `most` seats.
pub(super) fn around(
    host_seat: Seat,
    host: &Person,
    (most, level): (u8, Level),
    entropy: &mut dyn Entropy,
) -> Vec<Sat> {
    let bot = Some(BotKind::Own(level));
    let mut names = vec![host.name.clone()];
    let others = Seat::first(most).filter(|&seat| seat != host_seat);
    let colours = Colour::ALL.into_iter().skip(1);
    let sit = |(seat, colour)| {
        let name = free_name(|name| names.contains(name));
        names.push(name.clone());
        let player = new_id(entropy);
        let person = bot_of(player, name, bot);
        Sat {
            seat,
            person,
            colour,
        }
    };
    others.zip(colours).map(sit).collect()
}

fn bot_of(player: PlayerId, name: Name, bot: Option<BotKind>) -> Person {
    Person {
        bot,
        ..Person::human(player, name)
    }
}

/// Draws the id of a person without an identity outside the room: a bot or a guest.
pub(super) fn new_id(entropy: &mut dyn Entropy) -> PlayerId {
    let mut id = [0; 16];
    id.copy_from_slice(&entropy.secret().0[..16]);
    PlayerId(uuid::Builder::from_random_bytes(id).into_uuid())
}

/// Adds the outside program that has this token, for the host.
pub(super) fn let_in(
    at: Situation,
    player: PlayerId,
    seat: Option<Seat>,
    token: &SeatToken,
) -> Decision {
    let state = at.state;
    host::only_host(state, player)?;
    let (id, name) = (PlayerId::of_token(token), free_name_at(state));
    let program = bot_of(id, name, Some(BotKind::Outside));
    if state.seat_of(program.player).is_some() {
        return Err(RoomProblem::AlreadySeated.into());
    }
    seated(at, seat, program)
}

/// Returns the bot on that seat.
fn there(state: &RoomState, seat: Option<Seat>) -> Option<(Seat, &SeatState)> {
    let mut seated = state.seated();
    seated.find(|(other, taken)| Some(*other) == seat && taken.owner.is_bot())
}

/// Seats a bot on a free seat, in the place of another bot, or in that of a player who is gone from
/// the running game.
fn seated(at: Situation, seat: Option<Seat>, person: Person) -> Decision {
    let state = at.state;
    if state.settings.rated {
        let need = RatedNeed::NoBots;
        return Err(RoomProblem::RatedNeeds { need }.into());
    }
    let replaced = there(state, seat).or_else(|| {
        let mut seated = state.seated().filter(|_| state.playing().is_some());
        seated.find(|(other, taken)| Some(*other) == seat && host::may_replace(at, taken))
    });
    let Some((seat, taken)) = replaced else {
        let taken = seats::seated(state, person, seat, None)?;
        return Ok(vec![LogEvent::Sat(taken)]);
    };
    let before = LogEvent::Stood(Stood {
        seat,
        removed: false,
    });
    let colour = taken.colour;
    let after = LogEvent::Sat(Sat {
        seat,
        person,
        colour,
    });
    Ok(vec![before, after])
}

/// Returns a bot name that no player at the table has.
fn free_name_at(state: &RoomState) -> Name {
    free_name(|name| {
        let mut taken = state.seats.taken();
        taken.any(|(_, seat)| seat.owner.name == *name)
    })
}

/// Returns the first bot name that is not taken.
fn free_name(is_taken: impl Fn(&Name) -> bool) -> Name {
    let mut names = NAMES.iter().map(|name| Name::new(name).expect("a name"));
    let free = names.find(|name| !is_taken(name));
    free.expect("more names than seats")
}

/// Returns an error if the person may not give the command. An outside program may play, and do
/// nothing else.
pub(super) fn may(person: &Person, command: &Command) -> Result<(), RoomProblem> {
    let plays = matches!(command, Command::Act { .. } | Command::Back {});
    if plays || !person.is_outside() {
        Ok(())
    } else {
        Err(RoomProblem::OnlyPlays)
    }
}

/// Returns the party and the playing strength that plays for a seat automatically: its own bot, or
/// a stand-in for an owner who is away or has left.
fn level_of(state: &RoomState, playing: &Playing, seat: Seat) -> Option<(By, Level)> {
    let own = state.seats.get(seat)?.owner.bot.and_then(BotKind::level);
    let is_played_for = playing.player(seat)?.is_played_for();
    match own {
        Some(level) if !is_played_for => Some((By::Bot, level)),
        _ if is_played_for => Some((By::StandIn, state.settings.stand_in?.level()?)),
        _ => None,
    }
}

/// Returns the seat that a bot decides for next, and the bot's level. It is `None` while the game
/// stands still or waits for people. A bot answers questions of other players, such as an offer of
/// a draw, before anything else, but only for its own seat.
pub(crate) fn thinker(at: Situation) -> Option<(Seat, Level)> {
    let state = at.state;
    let playing = state.playing()?;
    if playing.paused.is_some() || at.clock.stands_still() {
        return None;
    }
    let level = |seat| Some((seat, level_of(state, playing, seat)?.1));
    let own = |seat: &Seat| matches!(level_of(state, playing, *seat), Some((By::Bot, _)));
    let asked = playing.play().map_or(Seats::NONE, |play| play.game.asked());
    let mut asked = asked.iter().filter(own);
    asked
        .next()
        .and_then(level)
        .or_else(|| playing.acting().iter().find_map(level))
}

/// Returns the question that the bot has to answer.
pub(crate) fn question(state: &RoomState, seat: Seat, level: Level) -> Option<Question> {
    let playing = state.playing()?;
    let game = &playing.play()?.game;
    Some(Question {
        seat,
        version: state.version,
        level,
        view: game.view(Viewer::Seat(seat)),
        with_people: !state.only_bots(),
        played_for: playing.played_for,
    })
}

/// Returns the events of a bot's decision on that version. It is `None` if the decision has been
/// made since then, or the owner is back. If the bot gave no legal answer, the first legal action
/// is taken.
pub(crate) fn thought(
    at: Situation,
    seat: Seat,
    version: u32,
    action: Option<&AnyAction>,
    entropy: &mut dyn Entropy,
) -> Option<Vec<LogEvent>> {
    let state = at.state;
    let playing = state.playing()?;
    if version < state.moved || playing.paused.is_some() {
        return None;
    }
    let (by, _) = level_of(state, playing, seat)?;
    let play = playing.play()?;
    let mut decide = |action: &AnyAction| {
        let choice = Choice { seat, by, action };
        game::played(at, playing, play, choice, playing.chance(play), entropy).ok()
    };
    action
        .and_then(&mut decide)
        .or_else(|| decide(play.game.legal_actions(seat).first()?))
}
