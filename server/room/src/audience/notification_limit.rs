//! Throttles the notifications that other players can cause as often as they like.

use std::collections::BTreeMap;

use crate::{limits::NOTIFY_AGAIN_MS, person::PlayerId, step::NotificationKind, time::Time};

/// The times of each player's last notifications, by kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct NotificationLimit {
    last: BTreeMap<(PlayerId, NotificationKind), Time>,
}

impl NotificationLimit {
    /// Returns whether a player may be notified of an event now, and if so counts the notification
    /// as sent. A player who has seen the room since the last notification may be notified again.
    pub fn spend(&mut self, now: Time, player: PlayerId, kind: NotificationKind) -> bool {
        self.last
            .retain(|_, last| now.since(*last) < NOTIFY_AGAIN_MS);
        let is_free = !self.last.contains_key(&(player, kind));
        if is_free {
            self.last.insert((player, kind), now);
        }
        is_free
    }

    /// Allows notifications to a player again, because they have seen the room.
    pub(super) fn reset(&mut self, player: PlayerId) {
        self.last.retain(|(notified, _), _| *notified != player);
    }
}
