//! Replays the corpus of the fuzz targets: each input as it is, truncated at every length, and with
//! each of its bytes changed.

use std::{fs, panic, path::Path};

#[path = "../../../fuzz/src/inputs.rs"]
mod inputs;

/// The fewest inputs of a target.
const INPUTS: usize = 12;
/// The most changes of one input of each kind. Of a longer input every second, third … byte is
/// changed.
const CHANGES: usize = 1_000;

/// Runs a target with its corpus.
fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new("../fuzz/corpus").join(target);
    let mut inputs = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let input = fs::read(&path).unwrap();
        let run = |bytes: &[u8], change: &str| {
            let result = panic::catch_unwind(|| run(bytes));
            assert!(result.is_ok(), "{}, {change}", path.display());
        };
        run(&input, "unchanged");
        let stride = 1 + input.len() / CHANGES;
        let mut changed = input.clone();
        for place in (0..input.len()).step_by(stride) {
            run(&input[..place], &format!("truncated at {place}"));
            // The low bits change a digit or a letter into another one.
            let bit = 1 << (place / stride % 8);
            changed[place] ^= bit;
            run(&changed, &format!("with byte {place} changed by {bit}"));
            changed[place] ^= bit;
        }
        inputs += 1;
    }
    assert!(inputs >= INPUTS, "{inputs} inputs of {target}");
}

#[test]
fn client_messages_never_panic() {
    replay("client_message", inputs::client_message);
}

#[test]
fn packed_messages_never_panic() {
    replay("packed_messages", inputs::packed_messages);
}

#[test]
fn cluster_frames_never_panic() {
    replay("cluster_frames", inputs::cluster_frames);
}

#[test]
fn log_events_never_panic() {
    replay("log_event", inputs::log_event);
}

#[test]
fn positions_never_panic() {
    replay("position", inputs::position);
}

#[test]
fn game_files_never_panic() {
    replay("game_file", inputs::game_file);
}
