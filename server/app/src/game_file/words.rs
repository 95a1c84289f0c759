//! Words the findings of a check or a replay as sentences for the user of the command.

use senda_room::game_file::{
    Fault, Finding, GameFile, Inconsistent, Shuffled, ShuffledFor, Unreadable,
};
use senda_room::limits;
use senda_rules::Names;

use super::notation::plain;

/// The reason why the position in a file can't be played on.
pub(super) const IMPOSSIBLE_POSITION: &str = "no game can have the position that it begins with";

/// Returns the reason why a file can't be read.
pub(super) fn unreadable(reason: &Unreadable) -> String {
    match reason {
        Unreadable::TooLarge => format!(
            "it is longer than {} KiB, which no game is",
            limits::GAME_FILE_BYTES / 1024
        ),
        Unreadable::Json {
            line,
            column,
            reason,
        } => format!("line {line}, column {column}: {}", harmless(reason)),
        Unreadable::NoFormat => {
            "it is no game of Senda's: it has no \"format\", such as \"senda-game/1\"".to_owned()
        }
        Unreadable::UnknownFormat(format) => {
            let format: String = format.chars().take(40).collect();
            format!("its format is {format:?}; this program reads \"senda-game/1\"")
        }
        Unreadable::NotOneEach(what) => format!("its {what} are not as many as its seats"),
        Unreadable::TooMuchShuffled => format!(
            "it claims to have shuffled more than {} items, which no game does",
            limits::GAME_SHUFFLED
        ),
    }
}

/// Returns text that may quote a file, without the control characters that could command a
/// terminal.
fn harmless(words: &str) -> String {
    const MOST: usize = 200;
    let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    words.chars().take(MOST).map(plain).collect()
}

/// Returns the purpose of a shuffle.
pub(super) fn what(what: ShuffledFor) -> &'static str {
    match what {
        ShuffledFor::Deal => "the deal",
        ShuffledFor::Return => "the pile, with the tiles that came back",
        ShuffledFor::First => "who plays first",
        ShuffledFor::Turns => "how the tiles of the board are rotated",
        ShuffledFor::Choice => "a choice for someone whose time was up",
    }
}

/// Returns a sentence about a shuffle and whether it was as committed.
pub(super) fn shuffled(shuffled: &Shuffled) -> String {
    let fits = |(expected, found): (&u32, &Option<u32>)| Some(*expected) == *found;
    let right = shuffled.expected.iter().zip(&shuffled.found);
    let right = right.filter(|pair| fits(*pair)).count();
    let all = shuffled.expected.len();
    let verdict = match shuffled.what {
        ShuffledFor::Deal | ShuffledFor::Return if right == all => {
            format!("all {all} tiles as committed")
        }
        ShuffledFor::Deal | ShuffledFor::Return => format!("{right} of {all} tiles as committed"),
        ShuffledFor::Turns if right == all => format!("all {all} as committed"),
        ShuffledFor::Turns => format!("{right} of {all} as committed"),
        ShuffledFor::First | ShuffledFor::Choice if right == all => "as committed".to_owned(),
        ShuffledFor::First | ShuffledFor::Choice => "NOT as committed".to_owned(),
    };
    let (number, step) = (shuffled.number, shuffled.step);
    let number = match shuffled.what {
        ShuffledFor::Turns => format!("Shuffles from {number}"),
        _ => format!("Shuffle {number}"),
    };
    format!(
        "{number} (step {step}), {}: {verdict}.",
        what(shuffled.what)
    )
}

fn tile(found: Option<u32>) -> String {
    found.map_or_else(|| "no tile".to_owned(), |tile| format!("tile {tile}"))
}

/// Returns a sentence about a difference from the commitment.
pub(super) fn finding(finding: &Finding, names: &Names) -> String {
    match finding {
        Finding::Commitment {} => {
            "The SHA-256 of the secret is not the commitment: the secret was changed.".to_owned()
        }
        Finding::OtherCommitment { noted } => {
            format!(
                "Before the game the commitment was {}, not this one.",
                plain(noted)
            )
        }
        Finding::Nonce { noted } => format!(
            "The nonce {} is not among those that the shuffle was made of.",
            plain(noted)
        ),
        Finding::Number {
            step,
            expected,
            found,
        } => format!("Step {step}: shuffle {expected} should come next, not {found}."),
        Finding::Pick {
            step,
            number,
            expected,
            found,
        } => {
            let expected = expected.map_or_else(|| "nothing".to_owned(), |one| one.to_string());
            format!("Step {step}, shuffle {number}: it draws {expected}, the game had {found}.")
        }
        Finding::Items { step, number } => {
            format!("Step {step}, shuffle {number}: it was not made of what lay there.")
        }
        Finding::Tile {
            step,
            number,
            position,
            expected,
            found,
        } => format!(
            "Step {step}, shuffle {number}, place {}: tile {expected} was committed to, the game \
             had {}.",
            position + 1,
            tile(*found),
        ),
        Finding::Draw {
            step,
            seat,
            expected,
            found,
        } => format!(
            "Step {step}: {} should draw {} from the pile, the game had {}.",
            names.of(*seat),
            tile(*expected),
            tile(*found),
        ),
        Finding::Hand {
            step,
            seat,
            tile: of,
        } => format!(
            "Step {step}: {} leaves the hand of {}, who had not got it.",
            tile(*of),
            names.of(*seat),
        ),
        Finding::Place {
            step,
            place,
            expected,
            found,
        } => format!(
            "Step {step}: on {place} lay {}, the game had {}.",
            tile(*expected),
            tile(*found),
        ),
        Finding::Turn {
            step,
            place,
            expected,
            found,
        } => {
            let expected = expected.map_or_else(|| "?".to_owned(), |turn| turn.to_string());
            format!("Step {step}: the tile on {place} was rotated {expected} times, not {found}.")
        }
        Finding::TookBack { step } => {
            format!("Step {step}: something is taken back where nothing was decided.")
        }
        Finding::Unshuffled { step } => {
            format!("Step {step}: something was left to chance without a shuffle.")
        }
        Finding::Unused { step, number } => {
            format!("Step {step}: nothing came of shuffle {number}.")
        }
    }
}

/// Returns a line for each tile of a shuffle with the place that it went to.
pub(super) fn tiles(shuffled: &Shuffled, names: &Names) -> Vec<String> {
    let each = |(place, expected): (usize, &u32)| {
        let found = shuffled.found.get(place).copied().flatten();
        let whither = match shuffled.to.get(place) {
            Some(&seat) => names.of(seat),
            None if shuffled.to_board => "the board".to_owned(),
            None => "the pile".to_owned(),
        };
        let verdict = if found == Some(*expected) {
            "as committed".to_owned()
        } else {
            format!("NOT as committed, the game had {}", tile(found))
        };
        format!(
            "  {:>2}. tile {expected:>2} to {whither}: {verdict}",
            place + 1
        )
    };
    shuffled.expected.iter().enumerate().map(each).collect()
}

/// Returns a sentence about the contradiction between a file and the rules, or within the file.
pub(super) fn inconsistent(
    Inconsistent { step, fault, .. }: &Inconsistent,
    file: &GameFile,
) -> String {
    let reason = match fault {
        Fault::Rules { rules } => format!(
            "it was played by version {rules} of the rules of {}; this program knows version {}",
            file.options.kind().name(),
            file.options.kind().rules()
        ),
        Fault::Opening(illegal) => format!("no such game can be opened ({})", plain(illegal)),
        Fault::Deal if *step == 0 => "the first step is not the deal".to_owned(),
        Fault::Deal => "it is dealt a second time".to_owned(),
        Fault::NoSuchSeat(seat) => format!("the game has no seat {seat}"),
        Fault::Illegal(illegal) => format!("the decision is illegal ({})", plain(illegal)),
        Fault::NotTheClocks => "the decision is not the one that the clock draws".to_owned(),
        Fault::Event {
            event,
            expected,
            found,
        } => format!(
            "event {event} must be {}, not {}",
            event_text(expected.as_deref()),
            event_text(found.as_deref())
        ),
        Fault::Shuffles { expected } => format!("its shuffles must be {}", plain(expected)),
        Fault::NothingToTakeBack(seat) => {
            format!("seat {seat} takes something back and can't")
        }
        Fault::AfterTheEnd => "it is decided after the end of the game".to_owned(),
        Fault::Unfinished => "the game does not come to its end".to_owned(),
        Fault::Outcome { expected } => format!(
            "the places must be {}, not {}",
            plain(&expected.places),
            plain(&file.outcome.places)
        ),
    };
    if *step < file.steps.len() {
        format!("Step {step}: {reason}.")
    } else {
        format!("After the last step: {reason}.")
    }
}

/// Returns a sentence about a game that began under another version of the rules than this
/// program's: the version, and that the game follows this program's rules as well. Returns `None`
/// for the same version.
pub(super) fn older_rules(file: &GameFile) -> Option<String> {
    let (rules, today) = (file.rules, file.options.kind().rules());
    (rules != today).then(|| {
        format!(
            "It was begun by version {rules} of the rules of {}. Nothing in it is otherwise by version {today}, \
             which this program knows.",
            file.options.kind().name()
        )
    })
}

/// Returns a sentence about the limits of a check if the game uses another version of the rules
/// than this program's.
pub(super) fn unknown_rules(rules: u16, file: &GameFile) -> String {
    let (game, today) = (file.options.kind().name(), file.options.kind().rules());
    format!(
        "That step was played by version {rules} of the rules of {game}, by which it may be right; this program \
         knows version {today}. Whether the game was played by its rules can only be said by a Senda that has \
         version {rules} of them (docs/game-file.md)."
    )
}

fn event_text(event: Option<&senda_rules::AnyEvent>) -> String {
    event.map_or_else(|| "nothing".to_owned(), plain)
}
