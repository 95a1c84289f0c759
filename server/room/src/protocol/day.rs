//! The day whose deal is played.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A day of the calendar in UTC, as in 2026-11-21. Days of the same century and millennium are in
/// the order of their texts, and so are these.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String")]
pub struct Day(String);

/// The text is not a day.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NotADay;

impl fmt::Display for NotADay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a day, as in 2026-11-21")
    }
}

impl std::error::Error for NotADay {}

senda_rules::in_json_schema!(Day, "Day", {
    "type": "string",
    "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
    "description": "A day of the calendar in UTC.",
});

impl TryFrom<String> for Day {
    type Error = NotADay;

    fn try_from(text: String) -> Result<Self, NotADay> {
        let is_day = text.len() == 10
            && text.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        let within = |part: &str, most| part.parse().is_ok_and(|part| (1..=most).contains(&part));
        if is_day && within(&text[5..7], 12_u8) && within(&text[8..], 31) {
            Ok(Self(text))
        } else {
            Err(NotADay)
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_one_form() {
        let day = |text: &str| Day::try_from(text.to_owned());
        let first = day("2026-11-21").unwrap();
        assert_eq!(first.to_string(), "2026-11-21");
        assert!(first < day("2026-12-01").unwrap());
        for wrong in [
            "",
            "2026-11-2",
            "2026-11-211",
            "2026-13-01",
            "2026-00-01",
            "2026-01-32",
            "2026/01/31",
            "+026-01-31",
            "2026-0١-31",
        ] {
            assert_eq!(day(wrong), Err(NotADay), "{wrong}");
        }
    }
}
