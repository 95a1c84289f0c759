//! Rate limits for messages, with a separate budget for each key that they count for.

use super::Subject;
use crate::{
    net::rate::{BucketTable, Rate},
    notifications::drops::DropReason,
};

/// The rate limits of messages of one kind, by their owner, their device and their service.
#[derive(Debug)]
pub struct MessageBudgets {
    owners: BucketTable<Subject>,
    devices: BucketTable<String>,
    services: BucketTable<String>,
}

impl MessageBudgets {
    /// Creates the limits with full budgets for every owner, device and service.
    pub fn new(owner: Rate, device: Rate, service: Rate) -> Self {
        Self {
            owners: BucketTable::new(owner),
            devices: BucketTable::new(device),
            services: BucketTable::new(service),
        }
    }

    /// Takes one message from the three budgets that it counts for.
    ///
    /// # Errors
    /// Returns the reason to drop the message if one of the budgets is used up.
    pub fn take(&mut self, owner: Subject, device: &str, service: &str) -> Result<(), DropReason> {
        let owner = self.owners.take(owner);
        owner.map_err(|_| DropReason::Owner)?;
        let device = self.devices.take(device.to_owned());
        device.map_err(|_| DropReason::Device)?;
        let service = self.services.take(service.to_owned());
        service.map_err(|_| DropReason::Service)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use senda_store::RoomId;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn each_owner_device_and_service_has_its_own_budget() {
        let rate = |burst| Rate::new(burst, 1, Duration::from_secs(1));
        let mut budgets = MessageBudgets::new(rate(4), rate(2), rate(3));
        let [one, other] = [RoomId::draw(), RoomId::draw()].map(Subject::Room);
        for (owner, device, service, taken) in [
            (one, "a", "s", Ok(())),
            (one, "a", "s", Ok(())),
            (one, "a", "s", Err(DropReason::Device)),
            (one, "b", "s", Ok(())),
            (one, "c", "s", Err(DropReason::Owner)),
            (other, "c", "s", Err(DropReason::Service)),
            (other, "d", "t", Ok(())),
        ] {
            assert_eq!(budgets.take(owner, device, service), taken, "{device}");
        }
        tokio::time::advance(Duration::from_secs(4)).await;
        assert_eq!(budgets.take(one, "a", "s"), Ok(()));
    }
}
