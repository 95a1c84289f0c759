//! The limits on work that takes a core's time outside of games, such as reading a room's log. The
//! address that requests the work pays for the time that it takes. Little work runs at the same
//! time, so that players do not notice it.

use senda_store::process::blocking::BlockingWork;
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    task::JoinError,
};

use crate::{
    limits,
    net::rate::{Buckets, Rate, Source, TooFast},
    process::metrics::{Limit, Metrics},
};

/// The remaining shares of work for each address.
#[derive(Debug)]
pub struct LogReads {
    shares: Buckets,
    at_once: Semaphore,
    threads: BlockingWork,
    metrics: Metrics,
}

impl Default for LogReads {
    fn default() -> Self {
        Self::new(Metrics::default())
    }
}

impl LogReads {
    /// Creates the limits. No share is used yet.
    pub fn new(metrics: Metrics) -> Self {
        let rate = Rate::per_hour(limits::READ_BURST, limits::READ_PER_HOUR);
        Self {
            shares: Buckets::each(rate),
            at_once: Semaphore::new(limits::READ_AT_ONCE),
            threads: BlockingWork::new(limits::READ_AT_ONCE),
            metrics,
        }
    }

    /// Waits for permission to read a log of `records` records. The server itself, without a
    /// `source`, has no share.
    ///
    /// # Errors
    /// Returns [`TooFast`] if the address has used up its share.
    ///
    /// # Panics
    /// Never panics: the semaphore is never closed.
    pub async fn begin(
        &self,
        source: Option<Source>,
        records: u32,
    ) -> Result<SemaphorePermit<'_>, TooFast> {
        let price = 1 + records / limits::READ_RECORDS;
        match source {
            Some(source) => self.turn(source, price).await,
            None => Ok(self.permit().await),
        }
    }

    /// Waits for permission to do work at that price, in units of [`limits::READ_RECORDS`].
    ///
    /// # Errors
    /// Returns [`TooFast`] if the address has used up its share.
    ///
    /// # Panics
    /// As [`Self::begin`].
    pub async fn turn(&self, source: Source, price: u32) -> Result<SemaphorePermit<'_>, TooFast> {
        self.pay(source, price)?;
        Ok(self.permit().await)
    }

    /// Takes the price of work that is done elsewhere, in the same units.
    ///
    /// # Errors
    /// Returns [`TooFast`] if the address has used up its share.
    pub fn pay(&self, source: Source, price: u32) -> Result<(), TooFast> {
        let taken = self.shares.take_many(source, price);
        self.metrics
            .refusals
            .counted(Limit::LogReadsOfAddress, taken)
    }

    /// Runs work on a separate thread, for a client whose turn it is. A client that disconnects
    /// gives back its turn, but the work that has begun goes on: the number of threads is limited
    /// whether or not a client waits for the result.
    ///
    /// # Errors
    /// Returns [`JoinError`] if the work panicked.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        self.threads.run(work).await
    }

    async fn permit(&self) -> SemaphorePermit<'_> {
        self.at_once.acquire().await.expect("never closed")
    }
}

// A burst is enough to read the longest log twice.
const _: () =
    assert!(1 + senda_room::limits::RECORDS / limits::READ_RECORDS < limits::READ_BURST / 2);

#[cfg(test)]
mod tests {
    use std::{net::IpAddr, time::Duration};

    use super::*;

    fn source(address: &str) -> Source {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[tokio::test(start_paused = true)]
    async fn limits_the_reading_of_each_address_separately() {
        let reads = LogReads::default();
        let (here, there) = (source("192.0.2.1"), source("192.0.2.2"));
        let longest = senda_room::limits::RECORDS;
        let mut logs = 0;
        let again = loop {
            match reads.begin(Some(here), longest).await {
                Ok(_) => logs += 1,
                Err(TooFast { again }) => break again,
            }
        };
        let price = 1 + longest / limits::READ_RECORDS;
        assert_eq!(logs, limits::READ_BURST / price);
        assert!(reads.begin(Some(there), longest).await.is_ok());
        tokio::time::advance(again + Duration::from_millis(1)).await;
        assert!(reads.begin(Some(here), longest).await.is_ok());
        assert!(reads.begin(Some(here), longest).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn limits_concurrent_reading() {
        let reads = LogReads::default();
        let here = source("192.0.2.1");
        let mut readers = Vec::new();
        for _ in 0..limits::READ_AT_ONCE {
            readers.push(reads.begin(Some(here), 1).await.unwrap());
        }
        let next = reads.begin(Some(here), 1);
        tokio::pin!(next);
        let soon = tokio::time::timeout(Duration::from_secs(1), &mut next);
        assert!(soon.await.is_err());
        readers.pop();
        assert!(next.await.is_ok());
    }
}
