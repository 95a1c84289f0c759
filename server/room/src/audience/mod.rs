//! The connections to a room, and the messages that are sent to them. It exists in memory only.

mod chat;
mod crowd;
mod editions;
mod feeding;
mod followers;
mod people;
mod presence;
mod telling;

pub(crate) use self::presence::Audience;
