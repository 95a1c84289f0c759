//! Records that are taken one by one as they are read, so that a long log is never in memory as a whole.

use senda_room::Record;

use super::read::{ReadError, corrupt};

/// Makes something of the records that are read.
pub trait Fold<T>: FnOnce(&mut dyn Iterator<Item = Record>) -> T + Send + 'static {}

impl<T, F: FnOnce(&mut dyn Iterator<Item = Record>) -> T + Send + 'static> Fold<T> for F {}

/// What becomes of those records; nothing if one of them can't be read.
pub(super) fn folded<T>(
    mut records: impl Iterator<Item = Result<Record, ReadError>>,
    fold: impl Fold<T>,
) -> Result<T, ReadError> {
    let mut unread = None;
    let mut read = std::iter::from_fn(|| match records.next()? {
        Ok(record) => Some(record),
        Err(error) => {
            unread = Some(error);
            None
        }
    });
    let folded = fold(&mut read);
    match unread {
        Some(error) => Err(error),
        None => Ok(folded),
    }
}

/// Reads beside the tasks that serve others, since a log may have thousands of records.
pub(super) async fn beside_the_tasks<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, ReadError> + Send + 'static,
) -> Result<T, ReadError> {
    let read = tokio::task::spawn_blocking(read).await;
    // Not what the panic says, which may be a hand.
    read.unwrap_or_else(|_| Err(corrupt(0, "what happened is impossible".to_owned())))
}
