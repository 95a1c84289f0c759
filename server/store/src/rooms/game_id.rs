//! The id of a finished game, as in the link to its replay.

use crate::process::random_id::random_id;

random_id!(
    /// The id of a finished game. Every client that knows it can see the game's replay. The id of
    /// its room can't be computed from it.
    GameId,
    NotAGame,
    "GameId",
    "The id of a finished game, as in the link to its replay."
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_round_trips_through_its_text() {
        for _ in 0..100 {
            let id = GameId::draw();
            assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn rejects_texts_that_are_not_ids() {
        for text in [
            "",
            "0123456789abcdef012",
            "0123456789abcdef01234",
            "0123456789abcdefghij",
            "0123456789ABCDEF0123",
            "k7m2p9qx4t",
        ] {
            assert_eq!(text.parse::<GameId>(), Err(NotAGame), "{text}");
        }
    }
}
