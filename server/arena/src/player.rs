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

/// Its name.
pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::Random => "random",
        Player::Bot(level) => level.name(),
    }
}
