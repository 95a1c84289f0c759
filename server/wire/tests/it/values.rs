//! Properties of all values: unpacking a packed value gives the same value, and applying a patch to
//! the old value gives the new one.

use proptest::{collection::vec, option, prelude::*};
use senda_client::{PackedReader, Shapes};
use senda_wire::{Packed, Snapshot, known_shapes, pack, patch, tell_shapes};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq, Serialize)]
struct View {
    name: String,
    count: u64,
    change_of: i16,
    ready: bool,
    ratio: f64,
    hand: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<u8>,
    board: Vec<Laid>,
    events: Vec<Event>,
    inner: Option<Box<View>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Laid {
    square: String,
    tile: u8,
    pair: (i8, char),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    Placed { laid: Laid, walks: Vec<u8> },
    Turn { seat: u8 },
    Over {},
    Kept(Laid),
}

/// An enum without a tag attribute, which serde writes as an externally tagged value.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Outer {
    Unit,
    Newtype(Laid),
    Tuple(u8, u8),
    Struct { a: u8 },
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-f][1-6](:[0-7])?",
        "[ -~]{0,14}",
        ".{0,20}",
        Just("\"\\\u{0}\u{1f}é\u{1F3B2}".to_owned()),
    ]
}

fn laid() -> impl Strategy<Value = Laid> {
    (text(), any::<u8>(), any::<(i8, char)>()).prop_map(|(square, tile, pair)| Laid {
        square,
        tile,
        pair,
    })
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        (laid(), vec(any::<u8>(), 0..4)).prop_map(|(laid, walks)| Event::Placed { laid, walks }),
        any::<u8>().prop_map(|seat| Event::Turn { seat }),
        Just(Event::Over {}),
        laid().prop_map(Event::Kept),
    ]
}

fn view() -> impl Strategy<Value = View> {
    (leaf(), option::of(leaf())).prop_map(|(view, inner)| View {
        inner: inner.map(Box::new),
        ..view
    })
}

fn leaf() -> impl Strategy<Value = View> {
    let leaf = (
        (
            text(),
            any::<u64>(),
            any::<i16>(),
            any::<bool>(),
            (-19..19_i8).prop_map(|half| f64::from(half) / 2.0),
        ),
        option::of(vec(any::<u8>(), 0..4)),
        option::of(0..8_u8),
        vec(laid(), 0..5),
        vec(event(), 0..5),
    );
    leaf.prop_map(
        |((name, count, change_of, ready, ratio), hand, port, board, events)| View {
            name,
            count,
            change_of,
            ready,
            ratio,
            hand,
            port,
            board,
            events,
            inner: None,
        },
    )
}

/// Returns all shapes as a receiver has them.
fn shapes() -> Shapes {
    let mut shapes = Shapes::default();
    shapes.learn(&tell_shapes(0, known_shapes())).unwrap();
    shapes
}

/// Packs the value and returns it as the decoder reads it.
fn told<T: Serialize>(value: &T) -> Value {
    let (frame, count) = pack(value);
    assert!(count <= known_shapes());
    let packed = serde_json::from_str(&frame).unwrap();
    shapes().unpack(&packed).unwrap()
}

/// Sends the two values as a room does, the old one whole and then the patch. Returns the decoded
/// new value, and the length of the patch.
fn stepped<T: Serialize>(old: &T, new: &T) -> (Value, usize) {
    #[derive(Serialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Message<'a, T> {
        Update {
            epoch: u8,
            version: u8,
            view: &'a T,
            own: (),
        },
        Step {
            version: u8,
            at: u8,
            happenings: [u8; 0],
            change: Packed,
        },
    }
    #[derive(Serialize)]
    struct Room<'a, T> {
        game: &'a T,
    }
    let [old_room, new_room] = [old, new].map(|game| Room { game });
    let (epoch, version, own) = (7, 1, ());
    let (whole, _) = pack(&Message::Update {
        epoch,
        version,
        view: &old_room,
        own,
    });
    let change =
        patch(&Snapshot::of(&old_room), &Snapshot::of(&new_room)).expect("values of one type");
    let length = change.0.len();
    let (version, at, happenings) = (2, 9, []);
    let step: Message<'_, Room<'_, T>> = Message::Step {
        version,
        at,
        happenings,
        change,
    };
    let (step, _) = pack(&step);
    let mut reader = PackedReader::default();
    let shapes = reader.read(&tell_shapes(0, known_shapes()));
    assert_eq!(shapes, Ok(None));
    assert_eq!(
        reader.read(&whole).unwrap().unwrap()["view"]["game"],
        json!(old)
    );
    let update = reader.read(&step).unwrap().unwrap();
    assert_eq!(update["from"], 1);
    assert_eq!(update["epoch"], 7);
    (update["view"]["game"].clone(), length)
}

/// Generates a view and a second one that differs from it a little.
fn changed() -> impl Strategy<Value = (View, View)> {
    let few = (
        view(),
        view(),
        vec(any::<bool>(), 10),
        0..4_usize,
        0..4_usize,
    );
    few.prop_map(|(old, other, keeps, had, has)| {
        let mut new = old.clone();
        let mut keeps = keeps.into_iter();
        let mut takes = || keeps.next() == Some(true);
        if takes() {
            new.name.clone_from(&other.name);
        }
        if takes() {
            new.hand.clone_from(&other.hand);
        }
        if takes() {
            new.port = other.port;
        }
        if takes() {
            new.board.truncate(had);
        }
        if takes() {
            new.board.extend(other.board.iter().take(has).cloned());
        }
        if takes()
            && let (Some(event), Some(by)) = (new.events.get_mut(has), other.events.first())
        {
            *event = by.clone();
        }
        if takes() {
            new.inner.clone_from(&other.inner);
        }
        if takes()
            && let Some(inner) = &mut new.inner
        {
            inner.count = other.count;
            inner.board.extend(other.board.iter().cloned());
        }
        (old, new)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_packed_value_unpacks_to_the_same_value(view in view()) {
        prop_assert_eq!(told(&view), json!(view));
    }

    #[test]
    fn a_patch_turns_the_old_value_into_the_new_one(old in view(), new in view()) {
        prop_assert_eq!(stepped(&old, &new).0, json!(new));
    }

    #[test]
    fn a_small_patch_turns_the_old_value_into_the_new_one((old, new) in changed()) {
        let (view, length) = stepped(&old, &new);
        prop_assert_eq!(view, json!(new));
        prop_assert_eq!(length == 2, old == new, "the empty patch is for what is the same");
        prop_assert_eq!(Snapshot::of(&old) == Snapshot::of(&new), old == new);
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Room {
    name: String,
    board: Vec<Laid>,
    events: Vec<Event>,
    hand: Option<Vec<u8>>,
}

fn room() -> impl Strategy<Value = Room> {
    leaf().prop_map(|view| Room {
        name: view.name,
        board: view.board,
        events: view.events,
        hand: view.hand,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn copies_unchanged_fields_from_the_former_snapshot(old in room(), other in room(), same in 0..16_u64) {
        let mut new = other;
        if same & 1 > 0 {
            new.name.clone_from(&old.name);
        }
        if same & 2 > 0 {
            new.board.clone_from(&old.board);
        }
        if same & 4 > 0 {
            new.events.clone_from(&old.events);
        }
        if same & 8 > 0 {
            new.hand.clone_from(&old.hand);
        }
        let (old, whole) = (Snapshot::of(&old), Snapshot::of(&new));
        let next = old.next(&new, same);
        prop_assert_eq!(&next, &whole);
        prop_assert_eq!(patch(&old, &next), patch(&old, &whole));
        prop_assert_eq!(patch(&next, &old), patch(&whole, &old));
    }
}

#[test]
fn a_patch_contains_only_the_differences() {
    let laid = |square: &str| Laid {
        square: square.to_owned(),
        tile: 3,
        pair: (0, 'x'),
    };
    let old: Vec<Laid> = ["a1", "a2", "a3"].map(laid).into();
    let mut new = old.clone();
    let change =
        |old: &Vec<Laid>, new: &Vec<Laid>| patch(&Snapshot::of(old), &Snapshot::of(new)).unwrap().0;
    new[1].tile = 4;
    assert_eq!(change(&old, &new), "[-2,[1,4]]");
    assert_eq!(change(&old, &old[..1].to_vec()), r#"["-",1]"#);
    new.push(laid("b6"));
    let shape = pack(&laid("c1")).0.split(',').next().unwrap()[1..].to_owned();
    assert_eq!(
        change(&old, &new),
        format!(r#"[-2,[1,4],"+",[[{shape},"b6",3,[0,0,"x"]]]]"#)
    );
}

#[test]
fn the_place_of_a_field_counts_the_name_of_the_variant() {
    let turns = [1, 2].map(|seat| Snapshot::of(&Event::Turn { seat }));
    assert_eq!(patch(&turns[0], &turns[1]).unwrap().0, "[1,2]");
}

#[test]
fn a_value_of_another_kind_has_no_patch() {
    let change = |old: Value, new: Value| patch(&Snapshot::of(&old), &Snapshot::of(&new));
    assert_eq!(change(json!(1), json!(2)), None);
    assert_eq!(change(json!([1]), json!(null)), None);
    let turn = Snapshot::of(&Event::Turn { seat: 1 });
    assert_eq!(patch(&turn, &Snapshot::of(&Event::Over {})), None);
    assert_eq!(patch(&Snapshot::default(), &turn), None);
}

#[test]
fn the_name_of_a_variant_is_sent_with_its_shape() {
    let (frame, _) = pack(&Event::Turn { seat: 5 });
    assert!(!frame.contains("turn"), "{frame}");
    assert_eq!(
        told(&Event::Turn { seat: 5 }),
        json!({"type": "turn", "seat": 5})
    );
}

#[test]
fn a_text_in_first_place_is_not_sent_with_the_shape() {
    #[derive(Serialize)]
    struct Refusal<'a> {
        code: String,
        how: &'a str,
        seat: u8,
    }
    let refusal = |number: usize| Refusal {
        code: format!("code {number}"),
        how: "late",
        seat: 1,
    };
    let (first, _) = pack(&refusal(0));
    // If each text made a shape of its own, there would be more shapes than the process may have.
    for number in 1..5_000 {
        let (frame, _) = pack(&refusal(number));
        assert_eq!(frame, first.replace("code 0", &format!("code {number}")));
    }
    assert_eq!(told(&refusal(7)), json!(refusal(7)));
}

#[test]
fn externally_tagged_variants_are_packed_as_maps() {
    let laid = Laid {
        square: "a1".to_owned(),
        tile: 1,
        pair: (2, 'y'),
    };
    let outer = [
        Outer::Unit,
        Outer::Newtype(laid),
        Outer::Tuple(1, 2),
        Outer::Struct { a: 3 },
    ];
    assert_eq!(told(&outer), json!(outer));
    let map = std::collections::BTreeMap::from([(3_u8, "three"), (4, "four")]);
    assert_eq!(told(&map), json!(map));
}

#[test]
fn embeds_a_packed_value_unchanged() {
    let (inner, _) = pack(&[1, 2]);
    assert_eq!(told(&vec![Packed(inner)]), json!([[1, 2]]));
}

#[test]
fn sends_shapes_from_any_number_on() {
    let _ = pack(&Event::Over {});
    let all = known_shapes();
    let mut reader = PackedReader::default();
    for from in 0..all {
        assert_eq!(reader.read(&tell_shapes(from, from + 1)), Ok(None));
    }
    let (frame, _) = pack(&Event::Over {});
    assert_eq!(
        reader.read(&frame).unwrap().unwrap(),
        json!({"type": "over"})
    );
}

#[test]
fn debug_output_does_not_contain_the_value() {
    let hand = "seventeen";
    let (packed, _) = pack(hand);
    let shown = format!("{:?} {:?}", Packed(packed), Snapshot::of(hand));
    assert!(!shown.contains(hand), "{shown}");
}
