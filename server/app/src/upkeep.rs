//! The background tasks of a running server: alarms of rooms in storage, removal of expired rooms
//! and visitors, and removal of personal data from logs.

pub mod alarms;
pub mod forgetting;
pub mod retention;
