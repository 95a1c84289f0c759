//! Who somebody is to the server. The others of a room only see a `PersonId`.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::protocol::{Level, Name};

/// Who a person is, on every device that has their cookie. Never told to others.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub Uuid);

/// Someone and the name they go by, as they chose it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Person {
    pub player: PlayerId,
    pub name: Name,
    /// How well it plays, if it is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Level>,
}

impl Person {
    /// Somebody in front of a browser.
    pub fn human(player: PlayerId, name: Name) -> Self {
        let bot = None;
        Self { player, name, bot }
    }
}
