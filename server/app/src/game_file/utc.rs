//! Times as people write them, in UTC.

const SECOND: u64 = 1_000;
const DAY: u64 = 86_400 * SECOND;

/// The day, as in 2026-11-21.
pub(super) fn day(milliseconds: u64) -> String {
    let (year, month, day) = civil(milliseconds / DAY);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Day and time, as in 2026-11-21 13:05:09 UTC.
pub(super) fn moment(milliseconds: u64) -> String {
    let day = day(milliseconds);
    let time = clock(milliseconds % DAY);
    format!("{day} {time} UTC")
}

/// So long, as in 0:05:09.
pub(super) fn clock(milliseconds: u64) -> String {
    let seconds = milliseconds / SECOND;
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

/// Year, month and day, so many days after 1970-01-01: the calendar repeats every 400 years, and a
/// year that begins in March has its leap day last.
fn civil(days: u64) -> (u64, u64, u64) {
    const ERA: u64 = 146_097;
    let days = days + 719_468;
    let of_era = days % ERA;
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / (ERA - 1)) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 {
        march_month + 3
    } else {
        march_month - 9
    };
    let year = year + days / ERA * 400 + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (milliseconds, day_and_time) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399_999, "2000-02-28 23:59:59 UTC"),
            (951_782_400_000, "2000-02-29 00:00:00 UTC"),
            (1_800_000_000_000, "2027-01-15 08:00:00 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00:00 UTC"),
        ] {
            assert_eq!(moment(milliseconds), day_and_time);
        }
        // The last moment that a file can name has a day as well.
        assert!(moment(u64::MAX).ends_with("UTC"));
        assert_eq!(clock(3_725_000), "01:02:05");
    }
}
