//! The limits of the notifications of people who have no page of the room open and visible, and of
//! the messages to channels.

use std::time::Duration;

/// The maximum number of notifications that may wait to be sent. Further ones are dropped.
pub const NOTIFICATIONS_WAITING: usize = 1_024;
/// The maximum number of notifications that wait for their turn or for a retry, and also of
/// messages to channels: a few megabytes.
pub const PUSHES_WAITING: usize = 4_096;
/// The maximum number of waiting notifications of one person: a few rooms for each of their
/// devices.
pub const PUSHES_WAITING_EACH: usize = 64;
/// The maximum number of waiting notifications to one device or one channel. A later one about the
/// same room replaces an earlier one.
pub const PUSHES_WAITING_FOR_DEVICE: usize = 16;
/// The maximum number of waiting notifications to one push service, so that a service that is down
/// leaves space for the others.
pub const PUSHES_WAITING_FOR_SERVICE: usize = 1_024;
/// The maximum number of concurrent requests to push services, some 50 KiB each, and also of
/// requests to channels.
pub const PUSHES_AT_ONCE: usize = 128;
/// The maximum number of concurrent requests for one person, who may have some twenty devices.
pub const PUSHES_AT_ONCE_EACH: usize = 8;
/// The maximum number of concurrent requests to one service: half of all, since most people have
/// the same one. At the usual tenth of a second each, this is several hundred a second.
pub const PUSHES_AT_ONCE_TO_SERVICE: usize = 64;
/// The maximum number of concurrent requests to a service that did not answer the last one, and
/// keeps each request for up to ten seconds.
pub const PUSHES_AT_ONCE_TO_SILENT_SERVICE: usize = 4;
/// The maximum number of notifications of one person in a burst, on all their devices together.
pub const PUSHES_BURST: u32 = 120;
/// The maximum number of notifications of one person in a minute: a turn every six seconds on six
/// devices.
pub const PUSHES_PER_MINUTE: u32 = 60;
/// The maximum number of notifications on one device in a burst.
pub const PUSHES_TO_DEVICE_BURST: u32 = 30;
/// The maximum number of notifications on one device in a minute. People do not read more.
pub const PUSHES_TO_DEVICE_PER_MINUTE: u32 = 20;
/// The maximum number of requests to one push service in a burst.
pub const PUSHES_TO_SERVICE_BURST: u32 = 3_000;
/// The maximum number of requests to one push service in a second. All people of a full server may
/// have the same one.
pub const PUSHES_TO_SERVICE_PER_SECOND: u32 = 100;
/// The maximum number of messages to one channel's address in a burst, from all rooms that post
/// there.
pub const POSTS_TO_CHANNEL_BURST: u32 = 40;
/// The maximum number of messages to one channel's address in a minute. Discord accepts 30.
pub const POSTS_TO_CHANNEL_PER_MINUTE: u32 = 30;
/// The maximum number of messages to all channels of one host in a burst. Guests choose the host,
/// and many rooms must not make this server a nuisance for it.
pub const POSTS_TO_HOST_BURST: u32 = 300;
/// The maximum number of messages to all channels of one host in a minute.
pub const POSTS_TO_HOST_PER_MINUTE: u32 = 300;
/// The time for which a push service keeps a notification that it can't deliver because a phone is
/// off.
pub const NOTIFICATION_LASTS: Duration = Duration::from_hours(24);
/// The maximum number of messages that a room posts to its channel in a burst: more than a game
/// among people produces in a minute.
pub const ANNOUNCEMENTS_BURST: u32 = 20;
/// The maximum number of messages that a room posts to its channel in a minute, however long it
/// goes on. Services reject more than a few dozen.
pub const ANNOUNCEMENTS_PER_MINUTE: u32 = 10;
/// The timeout for a channel to accept a test message from the room's host: less than a request may
/// take. A message that is not delivered is reported after exactly this time, whatever the reason.
pub const WEBHOOK_TRIAL_TIME: Duration = Duration::from_secs(6);
/// The maximum number of channels set or tested in a burst from one address: a host who is looking
/// for the right one.
pub const WEBHOOKS_BURST: u32 = 10;
/// The maximum number of channels set or tested from one address in an hour.
pub const WEBHOOKS_PER_HOUR: u32 = 60;
