//! Parses the values of simple settings, with errors that say what is expected.

use std::str::FromStr;

/// Parses a number from 1 on.
pub(super) fn at_least_one<N: FromStr>(text: &str) -> Result<N, String> {
    let is_zero = text
        .trim_start_matches('+')
        .bytes()
        .all(|digit| digit == b'0');
    let number = text.parse().ok().filter(|_| !is_zero);
    number.ok_or_else(|| "expected a number from 1, in digits".to_owned())
}

/// Parses a switch.
pub(super) fn on_or_off(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" | "t" | "y" => Ok(true),
        "off" | "false" | "no" | "0" | "f" | "n" => Ok(false),
        _ => Err("expected on or off, or true or false".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_has_many_words() {
        for (on, off) in [
            ("on", "off"),
            ("True", "FALSE"),
            ("yes", "no"),
            ("1", "0"),
            ("y", "n"),
            ("t", "f"),
        ] {
            assert_eq!(on_or_off(on), Ok(true), "{on}");
            assert_eq!(on_or_off(off), Ok(false), "{off}");
        }
        assert!(on_or_off("maybe").is_err());
    }

    #[test]
    fn zero_is_no_number_from_one() {
        assert_eq!(at_least_one::<u32>("12"), Ok(12));
        for text in ["0", "00", "+0", "", "-1", "1.5", "4294967296"] {
            assert!(at_least_one::<u32>(text).is_err(), "{text}");
        }
    }
}
