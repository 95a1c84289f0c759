//! Dates and times in UTC in human-readable formats.

use jiff::{Timestamp, civil::DateTime, tz::Offset};

/// Returns the date, as in 2026-11-21.
pub fn day(milliseconds: u64) -> String {
    date_time(milliseconds).date().to_string()
}

/// Returns the date and time, as in 2026-11-21 13:05:09 UTC.
pub fn moment(milliseconds: u64) -> String {
    let moment = date_time(milliseconds);
    moment.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
}

/// Returns the date and time for the name of a file, as in 20261121T130509Z.
pub fn compact(milliseconds: u64) -> String {
    let moment = date_time(milliseconds);
    moment.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Returns the time of the name of a file in milliseconds since 1970; `None` for another name.
pub fn of_compact(name: &str) -> Option<u64> {
    let moment = DateTime::strptime("%Y%m%dT%H%M%SZ", name).ok()?;
    let moment = Offset::UTC.to_timestamp(moment).ok()?;
    moment.as_millisecond().try_into().ok()
}

/// Returns the time since a beginning, as in 00:05:09.
pub fn elapsed(milliseconds: u64) -> String {
    let seconds = milliseconds / 1_000;
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

/// Converts a timestamp, limited to the year 9999, where the calendar ends. A file may contain any
/// number.
fn date_time(milliseconds: u64) -> DateTime {
    let milliseconds = i64::try_from(milliseconds).unwrap_or(i64::MAX);
    let moment = Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::MAX);
    Offset::UTC.to_datetime(moment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_dates_of_the_calendar() {
        for (milliseconds, day_and_time) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399_999, "2000-02-28 23:59:59 UTC"),
            (951_782_400_000, "2000-02-29 00:00:00 UTC"),
            (1_800_000_000_000, "2027-01-15 08:00:00 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00:00 UTC"),
            (u64::MAX, "9999-12-30 22:00:00 UTC"),
        ] {
            assert_eq!(moment(milliseconds), day_and_time);
            assert!(day_and_time.starts_with(&day(milliseconds)));
        }
        assert_eq!(elapsed(3_725_000), "01:02:05");
        assert_eq!(compact(951_782_399_999), "20000228T235959Z");
        assert_eq!(of_compact("20000228T235959Z"), Some(951_782_399_000));
        for other in [
            "",
            "20000230T000000Z",
            "20000228T235959",
            "20000228T235959Z.part",
        ] {
            assert_eq!(of_compact(other), None, "{other}");
        }
    }
}
