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
    Board, Laid, Mark, Marker, Options, Out, Stand, Step, Tile,
    board::Cell,
    state::State,
    table::{Table, Waiting},
};
use crate::{
    BySeat, Outcome, Seat, Seats,
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
///   "dragon": null,
///   "laid_down": [],
///   "waiting": null,
///   "bonus": []
/// }
/// ```
///
/// `board` is in the order in which the tiles were laid, each by `seat`. `pile` begins with the next
/// tile. `turn` is `null` when the game is over; its places follow from how the markers left. The last three
/// may be left out: what swaps have left, a tile that waits for paths to be chosen, and whose hands are on
/// offer to the mover. `options` may be left out too, and as short as those of a room. It also has
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
    /// What swaps have left of the hands of the eliminated, until it comes into a new pile.
    #[serde(default)]
    pub laid_down: Vec<Tile>,
    /// A tile that is laid, but waits for paths to be chosen.
    #[serde(default)]
    pub waiting: Option<LaidTile>,
    /// Whose hands are on offer to the mover.
    #[serde(default)]
    pub bonus: Vec<Seat>,
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
        self.still_in().count() <= 1 || self.board.len() >= usize::from(self.options.tile_count())
    }

    /// The board after its first `count` tiles, without markers.
    fn tiles_after(&self, count: usize) -> Board {
        let mut board = Board::new(self.options.edge);
        for laid in self.board.iter().take(count) {
            if board.has(laid.square) {
                board.lay(laid.square, laid.tile, laid.rotation);
            }
        }
        board
    }

    /// The path that leads from a start mark by what lay on the board when the marker left the game,
    /// and where it ends; `None` off the board.
    fn path(&self, start: Mark, out: Option<Out>) -> (Vec<Step>, Option<Mark>) {
        let tiles = out.map_or(self.board.len(), |out| out.after().into());
        let mut path = Vec::new();
        let end = self
            .tiles_after(tiles)
            .follow(start, |step| path.push(step));
        (path, end)
    }
}

impl From<Waiting> for LaidTile {
    fn from(waiting: Waiting) -> Self {
        Self {
            square: waiting.cell.square(),
            tile: waiting.tile,
            rotation: waiting.rotation,
            seat: waiting.seat,
        }
    }
}

impl From<LaidTile> for Waiting {
    fn from(laid: LaidTile) -> Self {
        Self {
            cell: Cell::of(laid.square),
            tile: laid.tile,
            rotation: laid.rotation,
            seat: laid.seat,
        }
    }
}

impl State {
    /// The game written down; `None` before it is opened.
    pub fn position(&self) -> Option<Position> {
        let table = &self.table;
        table
            .turn
            .or_else(|| self.outcome.as_ref().and(table.first))?;
        let laid = |laid: &Laid| LaidTile {
            square: laid.square,
            tile: laid.face.tile,
            rotation: laid.rotation,
            seat: laid.seat,
        };
        let marker = |(seat, path): (Seat, &Vec<Step>)| Marker {
            start: table.board.started(seat),
            at: table.board.at(seat),
            path: path.clone(),
            out: table.outs[seat.index()],
        };
        let hand = |seat: Seat| table.hand(seat).to_vec();
        Some(Position {
            options: table.options,
            first: table.first?,
            turn: table.turn,
            board: self.laid.iter().map(laid).collect(),
            markers: self.paths.iter().map(marker).collect(),
            hands: Seat::first(table.seats).map(hand).collect(),
            pile: table.pile.as_slice().iter().rev().copied().collect(),
            dragon: table.dragon,
            laid_down: table.laid_down.as_slice().to_vec(),
            waiting: table.waiting.map(LaidTile::from),
            bonus: table.bonus.unwrap_or_default().iter().collect(),
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
        let mut table = Table::new(position.options, seats, Some(position.first));
        table.turn = position.turn;
        table.dragon = position.dragon;
        table.over = position.is_over();
        table.board = position.tiles_after(position.board.len());
        table.laid = u8::try_from(position.board.len()).expect("a board of tiles");
        for (seat, marker) in Seat::first(seats).zip(&position.markers) {
            if let Some(start) = marker.start {
                table.board.start(seat, start);
            }
            match marker.at {
                Some(Stand::Mark(at)) => table.board.stand(seat, at),
                Some(Stand::Side(_)) => {}
                None => table.board.remove(seat),
            }
            if let Some(out) = marker.out {
                table.has_left(seat, out, &marker.path);
            }
            table.hands[seat.index()] = position.hands[seat.index()].iter().copied().collect();
        }
        table.pile = position.pile.iter().rev().copied().collect();
        table.laid_down = position.laid_down.iter().copied().collect();
        table.waiting = position.waiting.map(Waiting::from);
        let bonus: Seats = position.bonus.iter().copied().collect();
        table.bonus = (!bonus.is_empty()).then_some(bonus);
        let laid = |laid: &LaidTile| Laid::from(Waiting::from(*laid));
        Ok(Self {
            laid: position.board.iter().map(laid).collect(),
            paths: BySeat::new(seats, |seat| position.markers[seat.index()].path.clone()),
            outcome: table.over.then(|| Outcome {
                places: table.places().collect(),
            }),
            table,
        })
    }
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.position().map_or(Ok(()), |position| position.fmt(f))
    }
}

impl std::str::FromStr for State {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let position: Position = text.parse().map_err(|e: NotAPosition| e.to_string())?;
        Self::try_from(&position).map_err(|e| format!("{e:?}"))
    }
}
