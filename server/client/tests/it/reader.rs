//! Tests that the decoder rejects every frame that does not fit, and never panics.

use proptest::prelude::*;
use senda_client::PackedReader;
use serde_json::{Value, json};

/// Returns a decoder that knows the shapes of `update` (1), `step` (2), a view (3) and a game (4),
/// and has received a view.
fn reader() -> PackedReader {
    let mut reader = PackedReader::default();
    let shapes = json!({"shapes": [
        [["type", "update"], "epoch", "version", "view", "own"],
        [["type", "step"], "version", "at", "happenings", "change"],
        ["name", "board", "game"],
        ["hands", "choices"],
    ]});
    assert_eq!(reader.read(&shapes.to_string()), Ok(None));
    let view = json!([3, "Anna", [0, 1, 2], [4, [0, null, null], null]]);
    let update = json!([
        1,
        7,
        1,
        view,
        [-1, "hands", [-1, 1, [0, 5]], "choices", null]
    ]);
    reader.read(&update.to_string()).unwrap().unwrap();
    reader
}

fn step(reader: &mut PackedReader, change: &Value) -> Result<Value, String> {
    let step = json!([2, 2, 10, [0], change]).to_string();
    let told = reader.read(&step).map_err(|error| error.to_string())?;
    Ok(told.expect("a message")["view"].clone())
}

#[test]
fn a_step_changes_the_shared_view_and_keeps_the_private_part() {
    let mut reader = reader();
    let view = step(&mut reader, &json!([0, "Bo", -2, ["-", 1, "+", [8, [0]]]])).unwrap();
    assert_eq!(
        view,
        json!({"name": "Bo", "board": [1, 8, []], "game": {"hands": [null, [5]], "choices": null}})
    );
}

#[test]
fn a_reset_of_the_shapes_replaces_the_former_ones() {
    let mut reader = reader();
    let anew = reader.read(r#"{"shapes":[["name"]],"anew":true}"#);
    assert_eq!((anew, reader.shapes()), (Ok(None), 1));
    let message = reader.read(r#"[1,"Anna"]"#);
    assert_eq!(message, Ok(Some(json!({ "name": "Anna" }))));
    assert!(reader.read("[2,2,10,[0],[]]").is_err(), "not told anew");
}

#[test]
fn rejects_changes_and_frames_that_do_not_fit() {
    for change in [
        json!([0]),
        json!([9, 1]),
        json!([-10, [0, 1]]),
        json!([-1, [0, 1]]),
        json!(["+", [1]]),
        json!(["-", 1]),
        json!(["?", 1]),
        json!([-2, ["-", "x"]]),
        json!([-2, ["+", 1]]),
        json!([0, [99, 1]]),
        json!([0, [3, 1]]),
        json!([0, [3, 1, 2, 3, 4]]),
        json!([0, []]),
        json!([0, [-1, 1]]),
        json!([0.5, 1]),
        json!([i64::MIN, [0, 1]]),
    ] {
        let refused = step(&mut reader(), &change);
        assert!(refused.is_err(), "{change} made {refused:?}");
    }
    for frame in [
        "",
        "{}",
        "[",
        "[]",
        "[\"a\"]",
        "[1]",
        r#"{"shapes":[1]}"#,
        r#"{"shapes":[[1]]}"#,
    ] {
        assert!(reader().read(frame).is_err(), "{frame}");
    }
}

proptest! {
    #[test]
    fn never_panics_on_arbitrary_text(text in r#"[\[\]\{\}",0-9a-z:\-+]{0,40}"#) {
        let _ = reader().read(&text);
        if let Ok(change) = serde_json::from_str(&text) {
            let _ = step(&mut reader(), &change);
        }
    }
}
