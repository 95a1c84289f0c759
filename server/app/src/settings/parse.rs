//! Parses the values of simple settings, with errors that say what is expected.

use std::{net::SocketAddr, str::FromStr};

/// Parses a number from 1 on.
pub(super) fn at_least_one<N: FromStr>(text: &str) -> Result<N, String> {
    let is_zero = text
        .trim_start_matches('+')
        .bytes()
        .all(|digit| digit == b'0');
    let number = text.parse().ok().filter(|_| !is_zero);
    number.ok_or_else(|| "expected a number from 1, in digits".to_owned())
}

/// Parses a number of days, in which 0 stands for ever.
pub(super) fn days(text: &str) -> Result<u32, String> {
    let days = text.parse().ok();
    days.ok_or_else(|| "expected a number of days, in digits; 0 for ever".to_owned())
}

/// Parses an address with a port.
pub(super) fn socket_address(text: &str) -> Result<SocketAddr, String> {
    let address = text.parse().ok();
    address.ok_or_else(|| "expected an IP address and a port, such as 10.0.0.1:7000".to_owned())
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
    fn days_and_addresses_are_explained() {
        assert_eq!((days("0"), days("365")), (Ok(0), Ok(365)));
        assert!(days("1y").unwrap_err().contains("number of days"));
        assert!(socket_address("[::1]:7000").is_ok());
        assert!(
            socket_address("7000")
                .unwrap_err()
                .contains("10.0.0.1:7000")
        );
    }

    #[test]
    fn zero_is_no_number_from_one() {
        assert_eq!(at_least_one::<u32>("12"), Ok(12));
        for text in ["0", "00", "+0", "", "-1", "1.5", "4294967296"] {
            assert!(at_least_one::<u32>(text).is_err(), "{text}");
        }
    }
}
