//! Who plays, by name.

use senda_bots::{Level, Player};

/// The player of that name.
pub(crate) fn player(name: &str) -> Result<Player, String> {
    if name == "random" {
        return Ok(Player::Random);
    }
    let level = name.parse::<Level>().map(Player::Bot);
    level.map_err(|error| format!("{error}, or the player is random"))
}
