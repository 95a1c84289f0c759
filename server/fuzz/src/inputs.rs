//! The functions that parse bytes from outside, for the fuzz targets and for the replay of their
//! corpus in `server/app/tests/it/corpus.rs`. Each of them accepts any bytes, and panics only if
//! the parser panics or breaks a law.

use std::{fmt::Display, str, str::FromStr};

use senda::cluster::frame;
use senda_client::{PackedReader, Shapes};
use senda_room::{
    LogEvent,
    game_file::{Check, GameFile, Noted, Replay},
    protocol::ClientMessage,
};
use senda_rules::Game;

/// Parses a message of a client. A command that is printed and parsed again is the same.
pub fn client_message(bytes: &[u8]) {
    let message = str::from_utf8(bytes).ok().map(ClientMessage::from_str);
    if let Some(Ok(message)) = message
        && let ClientMessage::Command { id, command } = &message
    {
        let mut printed = serde_json::to_value(command).expect("plain values");
        printed["id"] = serde_json::to_value(id).expect("plain values");
        let again = printed.to_string().parse::<ClientMessage>();
        assert_eq!(again.expect("a command"), message);
    }
}

/// Reads the messages of one connection, one on each line, until one is invalid. A packed message
/// that can be read as a whole can also be split into its fields.
pub fn packed_messages(bytes: &[u8]) {
    let mut reader = PackedReader::default();
    let mut shapes = Shapes::default();
    for frame in str::from_utf8(bytes).unwrap_or_default().lines() {
        let is_packed = frame.trim_start().starts_with('[');
        match reader.read(frame) {
            Ok(None) => shapes.learn(frame).expect("definitions of shapes"),
            Ok(Some(_)) if is_packed => {
                shapes.message(frame).expect("a packed message");
            }
            Ok(Some(_)) => {}
            Err(_) => return,
        }
        assert_eq!(reader.shapes(), shapes.len());
    }
}

/// Reads the frames of a link between two servers. A frame that is written again is the same.
pub fn cluster_frames(bytes: &[u8]) {
    let mut rest = bytes;
    while let Ok(Some((frame, length))) = frame::first(rest) {
        let mut again = Vec::new();
        frame::put(&mut again, frame.kind, frame.id, frame.body);
        assert_eq!(again, rest[..length]);
        rest = &rest[length..];
    }
}

/// Parses an event of a stored log. An event that is printed and parsed again is the same, also if
/// its tag does not come first.
pub fn log_event(bytes: &[u8]) {
    if let Ok(event) = serde_json::from_slice::<LogEvent>(bytes) {
        let printed = serde_json::to_string(&event).expect("plain values");
        let again: LogEvent = serde_json::from_str(&printed).expect("an event");
        assert_eq!(again, event);
        // A map sorts its keys.
        let sorted = serde_json::to_value(&event).expect("plain values");
        let again: LogEvent = serde_json::from_value(sorted).expect("an event");
        assert_eq!(again, event);
    }
}

/// Parses the text form of a position as one of each game. A position that is printed and parsed
/// again is the same, and its legal actions can be listed.
pub fn position(bytes: &[u8]) {
    macro_rules! each {
        ($($name:ident = $module:ident),+ $(,)?) => {
            if let Ok(text) = str::from_utf8(bytes) {
                $(position_of::<senda_rules::$module::State>(text);)+
            }
        };
    }
    senda_rules::each_game!(each);
}

fn position_of<G: Game + FromStr + Display + PartialEq>(text: &str) {
    if let Ok(game) = text.parse::<G>() {
        let printed = game.to_string();
        let again = printed.parse::<G>();
        assert!(again.is_ok_and(|again| again == game), "{printed}");
        for seat in game.acting().iter() {
            game.legal_actions(seat);
        }
    }
}

/// Reads a game file, checks its shuffles and replays it. A file that is written and read again is
/// the same.
pub fn game_file(bytes: &[u8]) {
    if let Ok(file) = GameFile::read(bytes) {
        let again = GameFile::read(file.write().as_bytes());
        assert_eq!(again.as_ref(), Ok(&file));
        let _ = Check::of(&file, &Noted::default());
        let _ = Replay::begin(&file).and_then(Replay::finish);
    }
}
