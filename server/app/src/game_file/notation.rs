//! Writes the short notation of a finished game, which `docs/game-file.md` describes.

use std::fmt::Write;

use senda_room::{
    game_file::{GameFile, Shuffle, Step},
    protocol::By,
};
use senda_rules::{InWords, Names, Seat};
use senda_store::process::utc;
use serde::Serialize;

use super::names::{names, note};

/// Returns the game in the notation, one step per line.
pub fn notation(file: &GameFile) -> String {
    let mut names = names(file);
    let began = file.steps.first().map_or(0, |step| step.at().0);
    let mut text = format!(
        "Senda notation 1\nGame {}: {}, rules {}\nOptions {}\nBegan {}\n",
        file.round,
        file.options.kind().name(),
        file.rules,
        plain(&file.options),
        utc::moment(began),
    );
    for (seat, player) in Seat::first(Seat::MOST).zip(&file.seats) {
        let number = seat.number() + 1;
        let colour = plain(&player.colour);
        let nonce = file.nonces.get(seat.index()).copied().flatten();
        let nonce = nonce.map_or_else(|| "none".to_owned(), |nonce| plain(&nonce));
        let _ = writeln!(
            text,
            "Seat {number}: {}, {colour}, nonce {nonce}",
            player.name
        );
    }
    let _ = writeln!(text, "Commitment {}", plain(&file.commitment));
    let _ = writeln!(text, "Secret {}\n", plain(&file.secret));
    for (number, step) in file.steps.iter().enumerate() {
        note(&mut names, step);
        let time = utc::elapsed(step.at().0.saturating_sub(began));
        let _ = writeln!(text, "{number:>3}. {time}  {}", line(step, &names));
    }
    let _ = writeln!(text, "\nResult: {}", result(file, &names));
    text
}

/// Returns a step as one line.
pub(super) fn line(step: &Step, names: &Names) -> String {
    let with_events = |first: String| {
        let events = step.events().iter().map(|event| event.words(names));
        let events = events.filter(|words| !words.is_empty());
        std::iter::once(first).chain(events).collect::<Vec<_>>()
    };
    match step {
        Step::Dealt { .. } => with_events(format!("Deal{}", shuffles(step))).join("; "),
        Step::TookBack { seat, agreed, .. } => {
            let also = match agreed {
                Some(decisions) if *decisions > 1 => {
                    format!(" and the {} after it, as all agree", decisions - 1)
                }
                Some(_) => ", as all agree".to_owned(),
                None => String::new(),
            };
            format!("{} takes that back{also}", names.of(*seat))
        }
        Step::Revised { rules, .. } => format!("Senda was updated; from here on by rules {rules}"),
        Step::Seated { seat, name, .. } => format!("{name} takes over seat {}", seat.number() + 1),
        Step::Played { seat, by, .. } => {
            let by = match by {
                By::Player | By::Bot => "",
                By::Clock => " (time up)",
                By::Away => " (away)",
                By::StandIn => " (a bot stands in)",
            };
            let mut lines = with_events(format!("{}{by}{}", names.of(*seat), shuffles(step)));
            let who = lines.remove(0);
            format!("{who}: {}", lines.join("; "))
        }
    }
}

/// Returns the numbers of the shuffles that a step used, if any.
fn shuffles(step: &Step) -> String {
    let number = |shuffle: &Shuffle| shuffle.number().to_string();
    let numbers: Vec<String> = step.shuffles().iter().map(number).collect();
    match numbers.len() {
        0 => String::new(),
        1 => format!(" [shuffle {}]", numbers[0]),
        _ => format!(" [shuffles {}]", numbers.join(", ")),
    }
}

/// Returns the places with the players' names.
pub(super) fn result(file: &GameFile, names: &Names) -> String {
    let seats = Seat::first(Seat::MOST).zip(&file.outcome.places);
    let mut places: Vec<(u8, String)> = seats
        .map(|(seat, &place)| (place, names.of(seat)))
        .collect();
    places.sort();
    let places = places
        .iter()
        .map(|(place, name)| format!("{place}. {name}"));
    places.collect::<Vec<_>>().join(", ")
}

/// Returns a value as JSON, without the quotes if it is a string.
pub(super) fn plain(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("plain values");
    serde_json::from_str(&json).unwrap_or(json)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCS: &str = include_str!("../../../../docs/game-file.md");
    const TWO: &str = include_str!("../../../room/tests/cases/game_file/two.json");

    #[test]
    fn the_notation_is_as_documented() {
        let file = GameFile::read(TWO.as_bytes()).unwrap();
        let text = notation(&file);
        assert!(DOCS.contains(&format!("```text\n{text}```")), "{text}");
    }

    #[test]
    fn every_finding_and_every_kind_of_step_is_documented() {
        let check = include_str!("../../../room/tests/cases/game_file/cases.json");
        let cases: Vec<serde_json::Value> = serde_json::from_str(check).unwrap();
        let mut types = std::collections::BTreeSet::new();
        for case in &cases {
            match &case["found"] {
                serde_json::Value::Array(found) => {
                    types.extend(found.iter().map(|one| one["type"].to_string()));
                }
                found => types.extend(
                    found["types"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(serde_json::Value::to_string),
                ),
            }
        }
        assert!(types.len() > 10, "{types:?}");
        for kind in types {
            let word = kind.trim_matches('"');
            assert!(DOCS.contains(&format!("`{word}`")), "{word}");
        }
    }
}
