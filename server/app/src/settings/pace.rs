//! The pace of bots: the time that they take for a decision.

use std::{fmt, str::FromStr, time::Duration};

use rand::RngExt;

use crate::limits;

/// The range of the minimum time that a bot takes for a decision, where people play as well.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Pace {
    least: Duration,
    most: Duration,
}

/// The text is not a valid pace.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "expected two numbers of milliseconds, the smaller first, such as 600-1500; 0-0 is at once"
)]
pub struct BadPace;

impl FromStr for Pace {
    type Err = BadPace;

    fn from_str(text: &str) -> Result<Self, BadPace> {
        let (least, most) = text.split_once('-').ok_or(BadPace)?;
        let time = |text: &str| {
            let milliseconds = text.parse().map_err(|_| BadPace)?;
            Ok(Duration::from_millis(milliseconds))
        };
        let (least, most) = (time(least)?, time(most)?);
        if least > most || most > limits::BOT_PACE_MOST {
            return Err(BadPace);
        }
        Ok(Self { least, most })
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.least.as_millis(), self.most.as_millis())
    }
}

impl Pace {
    /// Returns the time that a bot takes for a decision where no person plays with it.
    pub fn alone(self) -> Duration {
        self.least.min(limits::BOT_PACE_ALONE)
    }

    /// Draws the time for a decision from the range, so that it varies like that of a person. Each
    /// further decision within turns, of which `further` have been made since a person's last,
    /// takes a third less than the one before: all turns of bots in a row that consist of many
    /// decisions take about three times as long as one decision.
    pub fn after(self, further: u32) -> Duration {
        let time = rand::rng().random_range(self.least..=self.most);
        let shrinks = i32::try_from(further).unwrap_or(i32::MAX);
        time.mul_f64(limits::BOT_HASTE.powi(shrinks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_decisions_of_long_turns_take_less_and_less() {
        let pace: Pace = "900-900".parse().unwrap();
        let all: Duration = (0..100).map(|further| pace.after(further)).sum();
        assert_eq!(pace.after(0), Duration::from_millis(900));
        assert!(all.as_millis().abs_diff(2_700) < 5, "{all:?}");
        assert_eq!(pace.after(u32::MAX), Duration::ZERO);
    }

    #[test]
    fn parses_a_pace_as_two_ordered_durations() {
        assert_eq!("600-1500".parse::<Pace>().unwrap().to_string(), "600-1500");
        let pace: Pace = "5-5".parse().unwrap();
        assert_eq!(pace.after(0), Duration::from_millis(5));
        for bad in ["", "600", "a-b", "5-4", "1-99999999", "-1-5"] {
            assert_eq!(bad.parse::<Pace>(), Err(BadPace), "{bad}");
        }
    }
}
