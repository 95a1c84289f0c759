//! Finds the players of a contest by their names.

use senda_bots::{DIGGER, Level, Player};

/// Returns the player with that name.
pub(crate) fn player(name: &str) -> Result<Player, String> {
    if name == "random" {
        return Ok(Player::Random);
    }
    if name == DIGGER.name {
        return Ok(Player::Scripted(DIGGER));
    }
    let level = name.parse::<Level>().map(Player::Bot);
    level.map_err(|error| format!("{error}, or the player is random or a {}", DIGGER.name))
}

/// Returns the name of a player.
pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::Random => "random",
        Player::Bot(level) => level.name(),
        Player::Scripted(script) => script.name,
    }
}
