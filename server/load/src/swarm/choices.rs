//! Chooses a person's next command from the options that the server offers.

use senda_rules::{AnyAction, AnyGame, Game, GameKind, Seat};
use serde_json::{Value, json};

use super::policy::{Occasion, pick};
use crate::ledger::{ActionKind, Facts, Phase};

/// The share of all decisions at which a player in a hurry resigns.
const GIVES_UP: f64 = 0.05;

/// A command: the action that it asks for, and its JSON.
pub(super) type Wish = (ActionKind, Value);

/// The intentions of a person at a table.
#[derive(Copy, Clone, Debug)]
pub(super) struct Aim {
    /// The number of players who must be seated before a game begins.
    pub players: usize,
    /// Whether no further game is begun.
    pub is_last: bool,
    /// Whether the whole swarm waits for the last games to end.
    pub hurries: bool,
}

/// Returns the next command of the player with that name, or `None` if there is nothing to do.
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
    // A player who was away for long is no longer the host.
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

/// Chooses a decision in the running game, if the seat has one. It first draws one of the kinds of
/// legal actions, and then one action of that kind. So a rare kind is not lost among the many
/// actions of another. In a game that the whole swarm waits for, players soon resign.
///
/// The legal actions come from a game that looks the same to the seat as the real one. This is
/// enough, since the legal actions of a seat never depend on hidden information.
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

/// Chooses a legal action of the seat. `kind` picks one of the kinds of actions, and `choice` one
/// action of that kind. Both are positions in a list, from 0 to 1.
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

/// Returns the settings of the room with that number. The clock is a bank, a time per turn, or
/// none, in turn. The game is the one at index `turn` among the games for that number of players.
pub(crate) fn settings(number: u32, players: usize, turn: u32) -> Value {
    let is_for = |kind: &&GameKind| {
        let (fewest, most) = kind.seats();
        (usize::from(fewest)..=most.into()).contains(&players)
    };
    let games: Vec<&GameKind> = GameKind::ALL.iter().filter(is_for).collect();
    let game = games[turn as usize % games.len()];
    // Without the second term, every third room would always have the same clock.
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
