//! A value for each seat, as it is read.

use senda_rules::BySeat;

#[test]
fn a_table_has_at_most_eight_seats() {
    let eight = serde_json::from_str::<BySeat<u8>>("[0,1,2,3,4,5,6,7]").unwrap();
    assert_eq!(eight.seats(), 8);
    assert!(serde_json::from_str::<BySeat<u8>>("[0,1,2,3,4,5,6,7,8]").is_err());
    assert_eq!(serde_json::from_str::<BySeat<u8>>("[]").unwrap().seats(), 0);
    assert!(serde_json::from_str::<BySeat<u8>>("{}").is_err());
}
