//! A game as it stands, written down: for tests, puzzles and reports of what went wrong.

mod check;
mod impossible;
mod text;

use serde::{Deserialize, Serialize};

pub use self::{
    impossible::Impossible,
    text::{NotAPosition, Unreadable},
};
use super::{
    Laid, Mark, Marker, Options, Out, Stand, Tile,
    board::Board,
    state::{State, Trail},
    turn,
};
use crate::{
    BySeat, Seat,
    tiles::{Rotation, Square},
};

/// The full state of an opened game, nothing hidden.
///
/// As JSON:
///
/// ```json
/// {
///   "options": { "preset": "2020" },
///   "first": 0,
///   "turn": 1,
///   "board": [{ "square": "a1", "tile": 17, "rotation": 2, "seat": 0 }],
///   "markers": [
///     { "start": "a1:0", "at": "b1:7", "path": [{ "square": "a1", "enter": 0, "leave": 2 }], "out": null },
///     { "start": "f6:3", "at": "f6:3", "path": [], "out": null },
///     { "start": null, "at": null, "path": [], "out": { "how": "resigned", "after": 0 } }
///   ],
///   "hands": [[3, 7, 12], [0, 1, 2], []],
///   "pile": [5, 6],
///   "dragon": null
/// }
/// ```
///
/// `board` is in the order in which the tiles were laid, each by `seat`. `pile` begins with the next
/// tile. `turn` is `null` when the game is over; its places follow from how the markers left. It also has
/// a short text form: see [`Position::from_str`](#impl-FromStr-for-Position).
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The options that the game is played with.
    #[serde(default)]
    pub options: Options,
    /// Who plays or played first.
    pub first: Seat,
    /// Whose turn it is; `None` when the game is over.
    pub turn: Option<Seat>,
    /// The tiles on the board in the order in which they were laid.
    pub board: Vec<LaidTile>,
    /// A marker for each seat.
    pub markers: Vec<Marker>,
    /// A hand for each seat.
    pub hands: Vec<Vec<Tile>>,
    /// The pile, the next tile first.
    pub pile: Vec<Tile>,
    /// Who holds the dragon.
    pub dragon: Option<Seat>,
}

/// A tile on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaidTile {
    /// Where.
    pub square: Square,
    /// Which.
    pub tile: Tile,
    /// Quarter turns clockwise.
    pub rotation: Rotation,
    /// Who laid it.
    pub seat: Seat,
}

impl Position {
    /// How many markers there are.
    fn seats(&self) -> u8 {
        u8::try_from(self.markers.len()).unwrap_or(u8::MAX)
    }

    /// The seats that are not out.
    fn still_in(&self) -> impl Iterator<Item = Seat> + Clone {
        Seat::first(self.seats()).filter(|seat| self.markers[seat.index()].out.is_none())
    }

    /// Whether at most one marker is left or all tiles are on the board (IT, winning; questions).
    fn is_over(&self) -> bool {
        self.still_in().count() <= 1 || self.board.len() >= usize::from(Tile::COUNT)
    }

    /// The board after its first `count` tiles, without markers.
    fn tiles_after(&self, count: usize) -> Board {
        let mut board = Board::EMPTY;
        for laid in self.board.iter().take(count) {
            if super::board::on_board(laid.square) {
                board.lay(laid.square, laid.tile, laid.rotation);
            }
        }
        board
    }

    /// The path that leads from a start mark by what lay on the board when the marker left the game,
    /// and where it ends; `None` off the board.
    fn path(&self, start: Mark, out: Option<Out>) -> (Vec<super::Step>, Option<Mark>) {
        let tiles = out.map_or(self.board.len(), |out| out.after().into());
        let mut path = Vec::new();
        let end = self
            .tiles_after(tiles)
            .follow(start, |step| path.push(step));
        (path, end)
    }
}

impl Out {
    /// How many tiles were on the board then.
    pub fn after(self) -> u8 {
        match self {
            Self::Edge { after } | Self::Collision { after, .. } | Self::Resigned { after } => {
                after
            }
        }
    }
}

impl State {
    /// The game written down; `None` before it is opened.
    pub fn position(&self) -> Option<Position> {
        self.turn
            .or_else(|| self.outcome.as_ref().and(self.first))?;
        let laid = |laid: &Laid| LaidTile {
            square: laid.square,
            tile: laid.face.tile,
            rotation: laid.rotation,
            seat: laid.seat,
        };
        let marker = |(seat, trail): (Seat, &Trail)| Marker {
            start: trail.start.map(Stand::Mark),
            at: self.board.at(seat).map(Stand::Mark),
            path: trail.path.clone(),
            out: trail.out,
        };
        Some(Position {
            options: self.options,
            first: self.first?,
            turn: self.turn,
            board: self.laid.iter().map(laid).collect(),
            markers: self.trails.iter().map(marker).collect(),
            hands: self.hands.iter().map(|(_, hand)| hand.clone()).collect(),
            pile: self.pile.clone(),
            dragon: self.dragon,
        })
    }
}

impl TryFrom<&Position> for State {
    type Error = Vec<Impossible>;

    /// The game that is written down.
    ///
    /// # Errors
    /// Every reason why there can be no such game.
    fn try_from(position: &Position) -> Result<Self, Vec<Impossible>> {
        let reasons = check::reasons(position);
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let seats = position.seats();
        let mut board = position.tiles_after(position.board.len());
        for seat in position.still_in() {
            let marker = &position.markers[seat.index()];
            if let (Some(Stand::Mark(start)), Some(Stand::Mark(at))) = (marker.start, marker.at) {
                board.start(seat, start);
                board.stand(seat, at);
            }
        }
        let laid = |laid: &LaidTile| Laid {
            square: laid.square,
            face: laid.tile.face(),
            rotation: laid.rotation,
            seat: laid.seat,
        };
        let trails = BySeat::new(seats, |seat| {
            let Marker {
                start, path, out, ..
            } = position.markers[seat.index()].clone();
            let start = start.and_then(Stand::mark);
            Trail { start, path, out }
        });
        Ok(Self {
            options: position.options,
            first: Some(position.first),
            turn: position.turn,
            board,
            laid: position.board.iter().map(laid).collect(),
            outcome: position.is_over().then(|| turn::outcome(&trails)),
            trails,
            hands: BySeat::new(seats, |seat| position.hands[seat.index()].clone()),
            pile: position.pile.clone(),
            dragon: position.dragon,
        })
    }
}
