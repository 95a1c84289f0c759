//! The commands `senda verify` and `senda replay`.

use std::{
    fmt::Write as _,
    fs::File,
    io::{self, Read, Write},
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
};

use clap::Args;
use senda_room::{
    game_file::{Check, GameFile, Inconsistent, Noted, Replay, ShuffledFor},
    limits,
};
use senda_rules::{Commitment, Game, Nonce};
use serde::de::DeserializeOwned;

use super::{
    names::{names, note},
    notation::{line, plain, result},
    words,
};

/// The exit code for a game that matches its commitment and follows the rules.
const HONEST: u8 = 0;
/// The exit code for a game that does not.
const NOT_HONEST: u8 = 1;
/// The exit code for a file that can't be read, the same as for a bad command line.
const UNREADABLE: u8 = 2;
/// The exit code for a game that matches its commitment, but was played by rules that this program
/// does not have.
const OTHER_RULES: u8 = 3;

/// The arguments of `senda verify`.
#[derive(Clone, Debug, Args)]
pub struct Verify {
    /// The file of a finished game; `-` for the standard input.
    pub file: PathBuf,

    /// List each tile with the place that it went to, and whether that was committed to.
    #[arg(long)]
    pub tiles: bool,

    /// The commitment that you saw before the game.
    #[arg(long, value_name = "HEX", value_parser = hexadecimal::<Commitment>)]
    pub commitment: Option<Commitment>,

    /// The nonce that your own browser added to the seed.
    #[arg(long, value_name = "HEX", value_parser = hexadecimal::<Nonce>)]
    pub nonce: Option<Nonce>,
}

fn hexadecimal<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let value = serde_json::Value::String(text.to_owned());
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// Prints whether a game was dealt as committed and follows the rules. Returns the exit code.
pub fn verify(what: &Verify) -> u8 {
    let file = match read(&what.file) {
        Ok(file) => file,
        Err(reason) => return refuse(&what.file, &reason),
    };
    let names = names(&file);
    let noted = Noted {
        commitment: what.commitment,
        nonce: what.nonce,
    };
    let check = Check::of(&file, &noted);
    let mut text = head(&file);
    for shuffled in &check.shuffles {
        let _ = writeln!(text, "{}", words::shuffled(shuffled));
        if what.tiles && matches!(shuffled.what, ShuffledFor::Deal | ShuffledFor::Return) {
            for line in words::tiles(shuffled, &names) {
                let _ = writeln!(text, "{line}");
            }
        }
    }
    let _ = writeln!(text, "{} tiles were drawn or opened.\n", check.draws);
    for finding in &check.findings {
        let _ = writeln!(
            text,
            "NOT as committed: {}",
            words::finding(finding, &names)
        );
    }
    let replayed = Replay::begin(&file).and_then(Replay::finish);
    let (verdict, code) = match &replayed {
        _ if !check.is_honest() => (NOT_AS_IT_SHOULD_BE, NOT_HONEST),
        Ok(_) => (
            "The game was dealt as committed, and played by the rules.",
            HONEST,
        ),
        Err(Inconsistent {
            other_rules: None, ..
        }) => (NOT_AS_IT_SHOULD_BE, NOT_HONEST),
        Err(_) => (
            "The game was dealt as committed. Whether it was played by its rules is NOT known.",
            OTHER_RULES,
        ),
    };
    match &replayed {
        Ok(_) => {
            if let Some(older) = words::older_rules(&file) {
                let _ = writeln!(text, "{older}");
            }
        }
        Err(reason) => {
            let explanation = words::inconsistent(reason, &file);
            // If the shuffles are not as committed, no other version of the rules makes the step
            // right.
            let _ = match reason.other_rules.filter(|_| check.is_honest()) {
                None => writeln!(text, "NOT by the rules: {explanation}"),
                Some(rules) => {
                    let unknown = words::unknown_rules(rules, &file);
                    writeln!(
                        text,
                        "Not by the rules of this program: {explanation}\n{unknown}"
                    )
                }
            };
        }
    }
    print(&format!("{text}{verdict}\n"));
    code
}

const NOT_AS_IT_SHOULD_BE: &str = "This game is NOT as it should be.";

/// Returns the header of the output: the game, its players, and the inputs of its shuffles.
fn head(file: &GameFile) -> String {
    let players: Vec<String> = file
        .seats
        .iter()
        .map(|seat| seat.name.to_string())
        .collect();
    let mut text = format!(
        "{}, game {} of its room: {}\nCommitment {}\nSecret {}\n",
        file.options.kind().name(),
        file.round,
        players.join(", "),
        plain(&file.commitment),
        plain(&file.secret),
    );
    for (player, nonce) in players.iter().zip(&file.nonces) {
        let nonce = nonce.map_or_else(|| "none".to_owned(), |nonce| plain(&nonce));
        let _ = writeln!(text, "Nonce of {player}: {nonce}");
    }
    text.push('\n');
    text
}

/// Prints a game position by position. Returns the exit code.
pub fn replay(path: &Path) -> u8 {
    let file = match read(path) {
        Ok(file) => file,
        Err(reason) => return refuse(path, &reason),
    };
    let mut names = names(&file);
    let mut replay = match Replay::begin(&file) {
        Ok(replay) => replay,
        Err(reason) => return contradict(path, &reason, &file),
    };
    let mut number = 0;
    loop {
        let step = match replay.step() {
            Ok(Some(step)) => step,
            Ok(None) => break,
            Err(reason) => return contradict(path, &reason, &file),
        };
        note(&mut names, step);
        let (line, board) = (line(step, &names), replay.game().drawing(&names));
        print(&format!("{number}. {line}\n\n{board}\n"));
        number += 1;
    }
    print(&format!("Result: {}\n", result(&file, &names)));
    HONEST
}

/// Reads the game in a file.
fn read(path: &Path) -> Result<GameFile, String> {
    let most = u64::try_from(limits::GAME_FILE_BYTES).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().take(most + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| error.to_string())?;
    let file = GameFile::read(&bytes).map_err(|reason| words::unreadable(&reason))?;
    if file.position.is_none() || is_possible(&file) {
        Ok(file)
    } else {
        Err(words::IMPOSSIBLE_POSITION.to_owned())
    }
}

/// Returns whether the rules can set up the position that the game began with. They panic on one
/// that no game can have.
fn is_possible(file: &GameFile) -> bool {
    let print = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let begun = panic::catch_unwind(AssertUnwindSafe(|| {
        Replay::begin(file).map(|mut replay| replay.step().map(drop))
    }));
    panic::set_hook(print);
    begun.is_ok()
}

fn refuse(path: &Path, reason: &str) -> u8 {
    eprintln!("senda: {} can't be read: {reason}", path.display());
    UNREADABLE
}

fn contradict(path: &Path, reason: &Inconsistent, file: &GameFile) -> u8 {
    let (path, explanation) = (path.display(), words::inconsistent(reason, file));
    // If the shuffles are not as committed, no other version of the rules makes the step right.
    let may_be_right = || Check::of(file, &Noted::default()).is_honest();
    if let Some(rules) = reason.other_rules.filter(|_| may_be_right()) {
        let unknown = words::unknown_rules(rules, file);
        eprintln!("senda: {path} can't be replayed any further. {explanation} {unknown}");
        return OTHER_RULES;
    }
    eprintln!("senda: {path} is inconsistent. {explanation}");
    NOT_HONEST
}

fn print(text: &str) {
    // A failure is ignored: the reader of a pipe may have closed it early.
    let _ = io::stdout().write_all(text.as_bytes());
}
