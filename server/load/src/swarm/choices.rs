//! What somebody asks for, out of what they are told is possible.

mod tortus;
mod tsuro;

use serde_json::{Value, json};

use super::policy::Occasion;
use crate::ledger::{ActionKind, Facts, Phase};

/// A command, and the deed that it asks for.
pub(super) type Wish = (ActionKind, Value);

/// What somebody at the table wants.
#[derive(Copy, Clone, Debug)]
pub(super) struct Aim {
    /// Who must sit before a game begins.
    pub players: usize,
    /// Whether no other game is begun.
    pub is_last: bool,
    /// Whether everybody waits for the last games to end.
    pub hurries: bool,
}

/// What a player named `name` asks for now, if anything.
pub(super) fn wish(
    name: &str,
    aim: Aim,
    facts: &Facts,
    version: u32,
    occasion: &Occasion,
) -> Option<Wish> {
    let playing = facts.phase == Phase::Playing;
    let Some(seat) = facts.seat_of(name) else {
        let name = name.to_owned();
        return (!playing && !aim.is_last)
            .then(|| (ActionKind::Sat { name }, json!({ "type": "sit" })));
    };
    let chair = facts.seats[usize::from(seat)].as_ref()?;
    let seat = u64::from(seat);
    if playing {
        if chair.away {
            return Some((ActionKind::Back, json!({ "type": "back" })));
        }
        let (deed, action) = decision(aim, facts, seat, occasion)?;
        return Some((
            deed,
            json!({ "type": "act", "version": version, "action": action }),
        ));
    }
    if aim.is_last {
        return None;
    }
    let nonce = format!("{:032x}", occasion.nonce);
    // Who was away for long is host no more.
    if facts.host != name {
        let ready = json!({ "type": "ready", "ready": true, "nonce": nonce });
        return (!chair.ready).then_some((ActionKind::Readied { seat, ready: true }, ready));
    }
    let others = facts.taken().filter(|(other, _)| *other != seat);
    let ready = others.filter(|(_, chair)| chair.ready).count();
    let start = json!({ "type": "start", "nonce": nonce });
    (ready + 1 == aim.players && facts.taken().count() == aim.players)
        .then_some((ActionKind::Began, start))
}

/// A decision in the game that runs, and its action.
fn decision(aim: Aim, facts: &Facts, seat: u64, occasion: &Occasion) -> Option<Wish> {
    let choices = facts.choices.as_object().filter(|some| !some.is_empty())?;
    let choices = Value::Object(choices.clone());
    let game = &facts.view["game"]["game"];
    let (deed, mut action) = match game.as_str()? {
        "tsuro" => tsuro::decision(&choices, seat, occasion)?,
        "tortus" => tortus::decision(&choices, seat, aim.hurries, occasion)?,
        _ => return None,
    };
    action["game"] = game.clone();
    Some((deed, action))
}

/// The options of what is played in a room of that number by so many: of one game after the other of those that
/// are for them, or always of Tsuro.
fn game(number: u32, players: usize, every_game: bool) -> Value {
    let is_for = |game: &&Playable| (game.fewest..=game.most).contains(&players);
    let games: Vec<&Playable> = GAMES.iter().filter(is_for).collect();
    let turn = number as usize / 2;
    let playable = match games.as_slice() {
        games @ [_, ..] if every_game => games[turn % games.len()],
        _ => &GAMES[0],
    };
    (playable.options)()
}

/// A game, and how many can play it.
struct Playable {
    options: fn() -> Value,
    fewest: usize,
    most: usize,
}

/// Every game that people here can play.
const GAMES: &[Playable] = &[
    Playable {
        options: || json!({ "game": "tsuro", "preset": "2020" }),
        fewest: 2,
        most: 8,
    },
    Playable {
        options: || json!({ "game": "tortus" }),
        fewest: 2,
        most: 2,
    },
];

/// Settings of the rooms, by their number: with a bank, with a time for each turn, and without a clock.
pub(crate) fn settings(number: u32, players: usize, every_game: bool) -> Value {
    let clock = match number % 3 {
        0 => json!({ "type": "bank", "seconds": 600, "increment": 5 }),
        1 => json!({ "type": "turn", "seconds": 120 }),
        _ => json!({ "type": "none" }),
    };
    json!({
        "options": game(number, players, every_game),
        "clock": clock,
        "first": { "type": "draw" },
        "public": number.is_multiple_of(2),
    })
}
