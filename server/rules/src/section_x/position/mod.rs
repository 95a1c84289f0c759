//! A game as it stands, written down: for tests, puzzles and reports of what went wrong.

mod check;
mod text;
mod write;

use serde::{Deserialize, Serialize};

pub use self::{
    check::Impossible,
    text::{NotAPosition, Unreadable},
};
use super::{
    BoardTile, Cell, Done, End, Kind, Options, Phase, Place, Spot, State,
    board::Laid,
    state::{PRISONERS, ZONES},
    tunnel::Tunnels,
};
use crate::{BySeat, Outcome, Seat, Seats};

/// The full state of an opened game, nothing hidden.
///
/// As JSON:
///
/// ```json
/// {
///   "options": { "preset": "expert" },
///   "first": 0,
///   "turn": 0,
///   "phase": { "type": "give_door", "seat": 0 },
///   "round": 2,
///   "turns": 8,
///   "idle": 0,
///   "stalled": 0,
///   "last_turn": false,
///   "last_round": false,
///   "done": { "drew": true, "tile": false, "steps": [2, 1, 0, 0, 0, 0, 0, 0], "door": false },
///   "touched": [],
///   "before": [],
///   "tiles": [{ "cell": "g9", "kind": "straight", "rotation": 2 }],
///   "prisoners": [["block", "g9:0", "green:3", "free:3", "lost", "block", "block", "block"], []],
///   "doors": [["g9:0"], []],
///   "keys": [],
///   "zones": [null, null, null, 0, null, null],
///   "piles": [["wide_bend"], [], []],
///   "stocks": [["straight"], []],
///   "resigned": [],
///   "outcome": null,
///   "end": null
/// }
/// ```
///
/// `prisoners` has all eight of each seat; `turn` is `null` when the game is over, and `outcome` and `end` say how.
/// The first door of a seat is the oldest, the first tile of a pile its top. Tiles that are in none of the lists
/// are laid aside, and come back when the next round is dealt. It also has a short text form: see
/// [`Position::from_str`](#impl-FromStr-for-Position).
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
    /// What the game waits for.
    pub phase: Phase,
    /// The round, from 1.
    pub round: u8,
    /// Turns of the round that have begun.
    pub turns: u16,
    /// Turns in a row, before this one, in which nothing was done.
    #[serde(default)]
    pub idle: u8,
    /// Rounds in a row in which nobody was freed or lost.
    #[serde(default)]
    pub stalled: u8,
    /// Whether the round ends with this turn.
    #[serde(default)]
    pub last_turn: bool,
    /// Whether this is the last round.
    #[serde(default)]
    pub last_round: bool,
    /// What has been done in this turn.
    #[serde(default)]
    pub done: Done,
    /// The cells that a tile was laid, moved or turned on in this turn, or was moved from.
    #[serde(default)]
    pub touched: Vec<Cell>,
    /// The tiles that lay on those cells before.
    #[serde(default)]
    pub before: Vec<BoardTile>,
    /// The tiles on the board.
    pub tiles: Vec<BoardTile>,
    /// Where each player's prisoners are, by their numbers.
    pub prisoners: BySeat<Vec<Place>>,
    /// The doors on the board.
    pub doors: BySeat<Vec<Spot>>,
    /// Who has a master key.
    #[serde(default)]
    pub keys: Seats,
    /// Whose each free zone is.
    pub zones: Vec<Option<Seat>>,
    /// The piles.
    pub piles: Vec<Vec<Kind>>,
    /// The stocks.
    pub stocks: BySeat<Vec<Kind>>,
    /// Who has left the game, the first of them first.
    #[serde(default)]
    pub resigned: Vec<Seat>,
    /// The places.
    #[serde(default)]
    pub outcome: Option<Outcome>,
    /// Why the game is over.
    #[serde(default)]
    pub end: Option<End>,
}

impl State {
    /// The game written down; `None` before it is opened.
    pub fn position(&self) -> Option<Position> {
        if self.turn.is_none() && self.over.is_none() {
            return None;
        }
        let tile = |(cell, laid): (Cell, Laid)| BoardTile::new(cell, laid);
        Some(Position {
            options: self.options,
            first: self.first?,
            turn: self.turn,
            phase: self.phase,
            round: self.round,
            turns: self.turns,
            idle: self.idle,
            stalled: self.stalled,
            last_turn: self.last_turn,
            last_round: self.last_round,
            done: self.done,
            touched: self.touched.clone(),
            before: self.before.clone(),
            tiles: self.board.tiles().map(tile).collect(),
            prisoners: BySeat::new(self.seats, |seat| self.prisoners[seat].to_vec()),
            doors: self.doors.clone(),
            keys: self.keys,
            zones: self.zones.to_vec(),
            piles: self.piles.clone(),
            stocks: self.stocks.clone(),
            resigned: self.resigned.clone(),
            outcome: self.over.as_ref().map(|(outcome, _)| outcome.clone()),
            end: self.over.as_ref().map(|(_, end)| *end),
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
        let reasons = check::of_lists(position);
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let state = position.state();
        let reasons = check::of_state(&state);
        if reasons.is_empty() {
            Ok(state)
        } else {
            Err(reasons)
        }
    }
}

impl Position {
    /// The game, if its lists are as long as they must be and name what there is.
    fn state(&self) -> State {
        let seats = self.prisoners.seats();
        let mut state = State::unopened(self.options, seats, Some(self.first));
        for tile in &self.tiles {
            state.board.put(tile.cell, tile.laid());
        }
        let eight = |seat| -> [Place; PRISONERS] {
            let places = &self.prisoners[seat];
            std::array::from_fn(|number| places[number])
        };
        let zones: [Option<Seat>; ZONES] = std::array::from_fn(|zone| self.zones[zone]);
        State {
            tunnels: Tunnels::new(&state.board, &self.doors),
            turn: self.turn,
            phase: self.phase,
            round: self.round,
            turns: self.turns,
            idle: self.idle,
            stalled: self.stalled,
            last_turn: self.last_turn,
            last_round: self.last_round,
            done: self.done,
            touched: self.touched.clone(),
            before: self.before.clone(),
            prisoners: BySeat::new(seats, eight),
            doors: self.doors.clone(),
            keys: self.keys,
            zones,
            piles: self.piles.clone(),
            stocks: self.stocks.clone(),
            resigned: self.resigned.clone(),
            over: self.outcome.clone().zip(self.end),
            ..state
        }
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
