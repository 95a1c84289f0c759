//! Numbers as the database has them.

use super::log::NotStored;

pub(super) fn whole(number: u64) -> Result<i64, NotStored> {
    i64::try_from(number).map_err(|error| NotStored::Refused(error.to_string()))
}
