//! Notifications of people who have no page of the room in view, and announcements to channels:
//! the queue that rooms write to, and the delivery.

pub mod delivery;
pub mod drops;
pub mod push;
