//! The reasons why a position is impossible.

use serde::Serialize;

use crate::{
    Seat,
    tiles::Square,
    tsuro::{Stand, Tile},
};

/// A reason why no game can stand like that.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Impossible {
    /// There are fewer than two or more than eight markers, or not a hand for each.
    Seats,
    /// A seat is named that nobody has.
    NoSuchSeat {
        /// It.
        seat: Seat,
    },
    /// A tile lies beside the board.
    OffBoard {
        /// Where.
        square: Square,
    },
    /// Two tiles lie on a square.
    SquareTwice {
        /// Which.
        square: Square,
    },
    /// No game is played with these options.
    Options,
    /// A tile is there more often than in the boxes.
    TileTwice {
        /// It.
        tile: Tile,
    },
    /// A tile is there less often than in the boxes.
    TileMissing {
        /// It.
        tile: Tile,
    },
    /// The path of the marker whose player laid the tile does not cross it.
    LaidAside {
        /// Where the tile lies.
        square: Square,
    },
    /// A marker started where there is no start mark.
    NoSuchMark {
        /// Whose.
        seat: Seat,
    },
    /// Two markers started from one mark, or one side.
    MarkTwice {
        /// It.
        mark: Stand,
    },
    /// There are tiles on the board though a marker has not started.
    NotStarted {
        /// Whose.
        seat: Seat,
    },
    /// The markers have not been put on their marks in turn.
    StartOrder {
        /// Whose marker stands too early or not yet.
        seat: Seat,
    },
    /// A marker faces a square on which a tile lies.
    FacesTile {
        /// Whose.
        seat: Seat,
    },
    /// A marker is not where its path ends.
    NotAtPathEnd {
        /// Whose.
        seat: Seat,
    },
    /// A path is not the one that the tiles make.
    WrongPath {
        /// Whose.
        seat: Seat,
    },
    /// A marker is not out in the way, or at the tile, that its path tells.
    WrongOut {
        /// Whose.
        seat: Seat,
    },
    /// The game had already ended when something happened.
    EndedEarlier,
    /// A hand has more than three tiles.
    HandTooLarge {
        /// Whose.
        seat: Seat,
    },
    /// A hand lacks tiles that its player would have drawn.
    HandShort {
        /// Whose.
        seat: Seat,
    },
    /// Who is out has tiles.
    HandOfOut {
        /// Who.
        seat: Seat,
    },
    /// It is nobody's turn in a game that goes on, or somebody's in one that is over.
    Turn,
    /// It is the turn of who is out.
    TurnOfOut,
    /// The first tile is not the first player's to lay.
    FirstTurn,
    /// Whose turn it is has no tile.
    NothingToPlace,
    /// The dragon is not used with two players.
    DragonForTwo,
    /// Who is out holds the dragon.
    DragonOfOut,
    /// Who holds the dragon lacks no tile.
    DragonWithFullHand,
    /// The dragon is held though there are tiles in the pile.
    DragonBesidePile,
    /// No tile can wait there, or it waits for nobody.
    Waiting,
    /// No such hands can be on offer.
    Bonus,
    /// Nothing is laid down in such a game.
    LaidDown,
}
