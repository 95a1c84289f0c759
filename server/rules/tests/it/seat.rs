//! Tests of seats, sets of seats and values per seat.

use senda_rules::{BySeat, Seat, Seats, SomeSeats};

#[test]
fn a_table_has_at_most_eight_seats() {
    let eight = serde_json::from_str::<BySeat<u8>>("[0,1,2,3,4,5,6,7]").unwrap();
    assert_eq!(eight.seats(), 8);
    assert!(serde_json::from_str::<BySeat<u8>>("[0,1,2,3,4,5,6,7,8]").is_err());
    assert_eq!(serde_json::from_str::<BySeat<u8>>("[]").unwrap().seats(), 0);
    assert!(serde_json::from_str::<BySeat<u8>>("{}").is_err());
}

#[test]
fn iter_from_begins_at_any_seat() {
    let some: Seats = [0, 2, 7].into_iter().filter_map(Seat::new).collect();
    let from = |first| -> Vec<u8> {
        let first = Seat::new(first).unwrap();
        some.iter_from(first).map(Seat::number).collect()
    };
    assert_eq!(from(0), [0, 2, 7]);
    assert_eq!(from(2), [2, 7, 0]);
    assert_eq!(from(3), [7, 0, 2]);
}

#[test]
fn some_seats_serialize_as_a_map_by_number() {
    let seat = |number| Seat::new(number).unwrap();
    let some: SomeSeats<char> = [(seat(2), 'a'), (seat(7), 'b')].into_iter().collect();
    let text = serde_json::to_string(&some).unwrap();
    assert_eq!(text, r#"{"2":"a","7":"b"}"#);
    assert_eq!(
        serde_json::from_str::<SomeSeats<char>>(&text).unwrap(),
        some
    );
    assert!(!some.is_empty() && SomeSeats::<char>::default().is_empty());
    assert!(serde_json::from_str::<SomeSeats<char>>(r#"{"8":"a"}"#).is_err());
}
