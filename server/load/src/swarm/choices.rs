//! What somebody asks for, out of what they are told is possible.

use senda_rules::{AnyAction, AnyGame, Game, GameKind, Seat};
use serde_json::{Value, json};

use super::policy::{Occasion, pick};
use crate::ledger::{ActionKind, Facts, Phase};

/// How often, of all decisions, one who hurries gives a game up.
const GIVES_UP: f64 = 0.05;

/// A command, and what it asks for.
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
    let own = facts.seats[seat.index()].as_ref()?;
    if playing {
        if own.away {
            return Some((ActionKind::Back, json!({ "type": "back" })));
        }
        let action = decision(aim, facts, seat, occasion)?;
        if occasion.doubts && facts.take_back > 0 {
            let seat = seat.number().into();
            let back = json!({ "type": "take_back", "version": version });
            return Some((ActionKind::TookBack { seat }, back));
        }
        let kind = ActionKind::decided(seat.number().into(), &action);
        return Some((
            kind,
            json!({ "type": "act", "version": version, "action": action }),
        ));
    }
    if aim.is_last {
        return None;
    }
    let seat = u64::from(seat.number());
    let nonce = format!("{:032x}", occasion.nonce);
    // Who was away for long is host no more.
    if facts.host != name {
        let ready = json!({ "type": "ready", "ready": true, "nonce": nonce });
        return (!own.ready).then_some((ActionKind::Readied { seat, ready: true }, ready));
    }
    let others = facts.taken().filter(|(other, _)| *other != seat);
    let ready = others.filter(|(_, other)| other.ready).count();
    let start = json!({ "type": "start", "nonce": nonce });
    (ready + 1 == aim.players && facts.taken().count() == aim.players)
        .then_some((ActionKind::Began, start))
}

/// A decision in the game that runs, if the seat has one: any of the kinds that are possible, and then any of that
/// kind, so that rare kinds are not lost among the many of another. A game that everybody waits for is soon given up.
///
/// What is possible is asked of a game that looks the same to the seat: whether it may decide something never depends
/// on what it may not know.
fn decision(aim: Aim, facts: &Facts, seat: Seat, occasion: &Occasion) -> Option<AnyAction> {
    let world = facts.world.as_ref()?;
    if !world.acting().contains(seat) {
        return None;
    }
    if occasion.resigns || aim.hurries && occasion.patience < GIVES_UP {
        return Some(world.resignation());
    }
    any_of(world, seat, occasion.kind, occasion.choice)
}

/// Any of the kinds of what the seat may decide, at that part of them from 0 to 1, and then any of that kind.
pub(crate) fn any_of(world: &AnyGame, seat: Seat, kind: f64, choice: f64) -> Option<AnyAction> {
    let mut kinds: Vec<Vec<AnyAction>> = Vec::new();
    for action in world.legal_actions(seat) {
        match kinds.iter_mut().find(|of| of[0].is_like(&action)) {
            Some(of) => of.push(action),
            None => kinds.push(vec![action]),
        }
    }
    let kind = kinds.get(pick(kind, kinds.len()))?;
    kind.get(pick(choice, kind.len())).cloned()
}

/// Settings of the room of that number: with a bank, with a time for each turn, or without a clock. Of the games that
/// are for so many players, the one whose turn it is.
pub(crate) fn settings(number: u32, players: usize, turn: u32) -> Value {
    let is_for = |kind: &&GameKind| {
        let (fewest, most) = kind.seats();
        (usize::from(fewest)..=most.into()).contains(&players)
    };
    let games: Vec<&GameKind> = GameKind::ALL.iter().filter(is_for).collect();
    let game = games[turn as usize % games.len()];
    // Also among every third room each clock has its turn.
    let clock = match (number + number / 3) % 3 {
        0 => json!({ "type": "bank", "seconds": 600, "increment": 5 }),
        1 => json!({ "type": "turn", "seconds": 120 }),
        _ => json!({ "type": "none" }),
    };
    json!({
        "options": game.options(),
        "clock": clock,
        "first": { "type": "draw" },
        "public": number.is_multiple_of(2),
    })
}
