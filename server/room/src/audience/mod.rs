//! Who is connected, and what each of them is told. In memory only.

mod chat;
mod crowd;
mod editions;
mod feeding;
mod followers;
mod people;
mod presence;
mod telling;

pub(crate) use self::presence::Audience;
