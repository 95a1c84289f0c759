//! What somebody asks for, out of what they are told is possible.

use serde_json::{Value, json};

use super::mind::Occasion;
use crate::ledger::{Deed, Facts, Phase};

/// A command, and the deed that it asks for.
pub(super) type Wish = (Deed, Value);

/// What somebody at the table wants.
#[derive(Copy, Clone, Debug)]
pub(super) struct Aim {
    /// Who must sit before a game begins.
    pub players: usize,
    /// Whether no other game is begun.
    pub is_last: bool,
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
        return (!playing && !aim.is_last).then(|| (Deed::Sat { name }, json!({ "type": "sit" })));
    };
    let chair = facts.seats[usize::from(seat)].as_ref()?;
    let seat = u64::from(seat);
    if playing {
        if chair.away {
            return Some((Deed::Back, json!({ "type": "back" })));
        }
        let (deed, mut action) = decision(facts, seat, occasion)?;
        action["game"] = "tsuro".into();
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
        return (!chair.ready).then_some((Deed::Readied { seat, ready: true }, ready));
    }
    let others = facts.taken().filter(|(other, _)| *other != seat);
    let ready = others.filter(|(_, chair)| chair.ready).count();
    let start = json!({ "type": "start", "nonce": nonce });
    (ready + 1 == aim.players && facts.taken().count() == aim.players)
        .then_some((Deed::Began, start))
}

/// A decision in the game, and its action.
fn decision(facts: &Facts, seat: u64, occasion: &Occasion) -> Option<Wish> {
    let choices = &facts.choices;
    let pick = |of: &str| {
        let of = choices[of].as_array().filter(|of| !of.is_empty())?;
        Some(&of[occasion.pick(of.len())])
    };
    match choices["type"].as_str()? {
        "start" => {
            let mark = pick("marks")?.as_str()?.to_owned();
            let action = json!({ "type": "start", "mark": mark });
            Some((Deed::Marked { seat, mark }, action))
        }
        _ if occasion.resigns => Some((Deed::Resigned { seat }, json!({ "type": "resign" }))),
        _ => {
            let placement = pick("placements")?;
            let tile = placement["tile"].as_u64()?;
            let rotation = placement["rotation"].as_u64()?;
            let deed = Deed::Placed {
                seat,
                tile,
                rotation,
            };
            let action = json!({ "type": "place", "tile": tile, "rotation": rotation });
            Some((deed, action))
        }
    }
}

/// Settings of the rooms, by their number: with a bank, with a time for each turn, and without a clock.
pub(crate) fn settings(number: u32) -> Value {
    let clock = match number % 3 {
        0 => json!({ "type": "bank", "seconds": 600, "increment": 5 }),
        1 => json!({ "type": "turn", "seconds": 120 }),
        _ => json!({ "type": "none" }),
    };
    json!({
        "options": { "game": "tsuro", "preset": "2020" },
        "clock": clock,
        "first": { "type": "draw" },
        "public": number.is_multiple_of(2),
    })
}
