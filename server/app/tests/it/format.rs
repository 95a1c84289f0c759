//! Tests that a new word in the log comes with a new format. Otherwise older programs would take
//! the log for damaged.

use std::collections::BTreeMap;

use senda_room::{FORMAT, LogEvent};

/// The events that are new or have new fields in each format, with all their fields. The entry of a
/// released format never changes.
const FORMATS: [&str; 10] = [
    "\
created epoch rules settings host
numbered player name number
sat seat person colour
stood seat removed
named player name
coloured seat colour
readied seat ready nonce
set settings unready
host person gone back
locked locked
barred barred person
readmitted barred
committed commitment secret
started round commitment nonces options first players events shuffles
played seat by action events shuffles bank_ms
away seat away
urged seat by
pause_asked seat
pause_declined seat
paused reason
resumed seat
revised rules
ended outcome secret
abandoned secret
",
    "\
took_back seat
",
    "\
hinted seat
",
    // From this format on, settings also contain the number of players at which the first game
    // starts automatically.
    "\
hushed hushed
",
    "\
took_back seat agreed
take_back_asked seat
take_back_agreed seat
take_back_declined seat
pause_asked seat until_all
would_go_on seat
vacation seat until
",
    // From this format on, the suicide rule in Tsuro's options may also be "edge".
    "\
started round commitment nonces options first players left_out events shuffles
",
    // From this format on, settings also contain whether games have spectators.
    "\
admitted player
away seat away skipped
voted_to_end seat wanted
abandoned secret agreed
",
    // From this format on, settings also contain the start from a finished game and who sees hands,
    // and games may begin with "set_up".
    "\
created epoch rules settings host setup
started round commitment nonces options first players left_out start position events shuffles
",
    // From this format on, settings also contain the day whose deal is played, and whether games
    // are rated.
    "\
started round commitment nonces options first players left_out start position rated events shuffles
",
    // From this format on, people may also be guests of another person.
    "\
numbered player name number guest_of
named player name guest_of
",
];

/// Returns the words that serde expects in place of an unknown one. Its error message lists them in
/// backticks.
fn known(event: &str) -> Vec<String> {
    let refused = serde_json::from_str::<LogEvent>(event).unwrap_err();
    let refused = refused.to_string();
    assert!(refused.starts_with("unknown"), "{refused}");
    let words = refused.split('`').skip(3).step_by(2);
    words.map(str::to_owned).collect()
}

#[test]
fn the_log_contains_only_words_of_its_format() {
    let mut words = BTreeMap::new();
    for kind in known(r#"{"type":"?"}"#) {
        let fields = known(&format!(r#"{{"?":0,"type":"{kind}"}}"#)).join(" ");
        words.insert(kind, fields);
    }
    assert_eq!(FORMATS.len(), FORMAT as usize);
    let formats = FORMATS.iter().flat_map(|format| format.lines());
    let said = formats.filter_map(|line| line.split_once(' '));
    let said = said.map(|(kind, fields)| (kind.to_owned(), fields.to_owned()));
    assert_eq!(words, said.collect());
}
