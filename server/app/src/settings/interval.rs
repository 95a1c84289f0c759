//! Intervals in hours or days.

use std::{str::FromStr, time::Duration};

use crate::limits;

/// The time between two repetitions.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Interval(pub Duration);

/// The text is not a valid interval.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("expected a number of hours or days, such as 12h or 1d")]
pub struct BadInterval;

impl FromStr for Interval {
    type Err = BadInterval;

    fn from_str(text: &str) -> Result<Self, BadInterval> {
        let (unit, number) = match (text.strip_suffix('h'), text.strip_suffix('d')) {
            (Some(hours), _) => (limits::HOUR, hours),
            (_, Some(days)) => (limits::DAY, days),
            _ => return Err(BadInterval),
        };
        let number: u32 = number.parse().map_err(|_| BadInterval)?;
        let time = unit.checked_mul(number).filter(|time| !time.is_zero());
        time.map(Self).ok_or(BadInterval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_has_a_number_and_a_unit() {
        let hours = |text: &str| {
            text.parse::<Interval>()
                .map(|Interval(time)| time.as_secs() / 3_600)
        };
        assert_eq!(hours("12h"), Ok(12));
        assert_eq!(hours("1d"), Ok(24));
        for bad in ["", "1", "d", "0h", "-1d", "1.5d", "1w", "1d "] {
            assert_eq!(hours(bad), Err(BadInterval), "{bad}");
        }
    }
}
