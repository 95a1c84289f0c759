//! The table: a game without its history, in a value of fixed size.

use serde::{Deserialize, Serialize};

use super::{
    Action, Board, HAND, Legal, Mark, Options, Out, Prospect, Safe, Stand, Step, SuicideRule, Tile,
    board::Cell, list::Tiles, tile::Turned,
};
use crate::{Seat, Seats, tiles::Rotation};

/// The maximum number of tiles in a game: two boxes of 64 on a board of 10 by 10.
pub(super) const MOST_TILES: usize = 128;

/// The tiles in a player's hand.
pub(super) type Hand = Tiles<HAND>;
/// The pile, the next tile *last*.
pub(super) type Pile = Tiles<MOST_TILES>;

/// The current position of a game: enough to determine the possible decisions and their
/// consequences, in arrays of a fixed size. No operation on it allocates, except those that return
/// a list, so that many games can be played out in a search. A [`super::State`] is a table and its
/// history.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Table {
    pub(super) options: Options,
    pub(super) seats: u8,
    /// The seat that plays first, once it is known.
    pub(super) first: Option<Seat>,
    /// The seat whose turn it is; `None` before the game is opened and when it is over.
    pub(super) turn: Option<Seat>,
    pub(super) board: Board,
    /// The number of tiles on the board.
    pub(super) laid: u8,
    /// The number of tiles in the game.
    pub(super) tiles: u8,
    pub(super) hands: [Hand; Seat::MOST as usize],
    pub(super) pile: Pile,
    /// The rest of the eliminated players' hands after swaps, until it comes into a new pile.
    pub(super) laid_down: Tiles<{ HAND * Seat::MOST as usize }>,
    pub(super) dragon: Option<Seat>,
    /// The seats that are not out.
    pub(super) still_in: Seats,
    /// The way in which each seat has left the game, if it has.
    pub(super) outs: [Option<Out>; Seat::MOST as usize],
    /// The number of steps that each marker had walked when its player resigned. Its path may grow
    /// without it.
    pub(super) lengths: [u16; Seat::MOST as usize],
    /// The tile that waits for a path to be chosen.
    pub(super) waiting: Option<Waiting>,
    /// The seats whose hands the mover may swap tiles with.
    pub(super) bonus: Option<Seats>,
    pub(super) over: bool,
}

/// The kind of decision that a game waits for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TsuroPhase"),
    ts(rename = "TsuroPhase")
)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Markers are put on start marks.
    Starting,
    /// Tiles are laid on the board.
    Placing,
    /// A tile is laid, and markers on a side of its square choose their paths.
    Choosing,
    /// The mover may swap tiles with the players that the placement has eliminated.
    Bonus,
    /// The game has ended and waits for nothing.
    Over,
}

/// A tile that is laid, but has not moved any marker yet.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Waiting {
    pub(super) cell: Cell,
    pub(super) tile: Tile,
    pub(super) rotation: Rotation,
    pub(super) seat: Seat,
}

impl Waiting {
    /// Returns the tile with its rotation.
    pub(super) fn turned(self) -> Turned {
        Turned::new(self.tile, self.rotation)
    }
}

impl Table {
    /// Returns a table before the deal. The options and the number of seats must be possible.
    pub(super) fn new(options: Options, seats: u8, first: Option<Seat>) -> Self {
        Self {
            options,
            seats,
            first,
            turn: None,
            board: Board::new(options.edge),
            laid: 0,
            tiles: options.tile_count(),
            hands: [Hand::NONE; Seat::MOST as usize],
            pile: Pile::NONE,
            laid_down: Tiles::NONE,
            dragon: None,
            still_in: Seats::first(seats),
            outs: [None; Seat::MOST as usize],
            lengths: [0; Seat::MOST as usize],
            waiting: None,
            bonus: None,
            over: false,
        }
    }

    /// Returns whether the seat belongs to the game and is not out.
    pub(super) fn is_in(&self, seat: Seat) -> bool {
        self.still_in.contains(seat)
    }

    /// Returns the number of seats at the beginning of the game.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns the seats that are not out.
    pub fn still_in(&self) -> Seats {
        self.still_in
    }

    /// Returns whether the dragon is used (IT, dragon: not with two players).
    pub(super) fn dragon_in_play(&self) -> bool {
        self.seats > 2
    }

    /// Returns the tiles in the hand of a seat.
    pub fn hand(&self, seat: Seat) -> &[Tile] {
        self.hands[seat.index()].as_slice()
    }

    /// Returns the board with its markers.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns every tile of the game that does not lie on the board, except a tile that waits for
    /// a path.
    pub fn loose_tiles(&self) -> impl Iterator<Item = Tile> + use<'_> {
        let hands = self.hands.iter().flat_map(Tiles::as_slice);
        let piles = self.pile.as_slice().iter().chain(self.laid_down.as_slice());
        hands.chain(piles).copied()
    }

    /// Returns the consequences of a placement for the seat whose turn it is; `None` if the
    /// placement would eliminate the seat.
    ///
    /// # Panics
    /// Panics if no seat has the turn, or if its marker is not on the board.
    pub fn prospect(&self, placement: Safe) -> Option<Prospect> {
        let seat = self.turn.expect("somebody whose turn it is");
        let cell = self.board.facing(seat);
        let (port, _) = self.board.ports(seat);
        let turned = Turned::new(placement.tile, placement.rotation);
        let port = placement.port.unwrap_or(port);
        self.board.prospect(seat, cell, turned, port)
    }

    /// Returns whether the seat is in and lacks a tile.
    pub(super) fn is_short(&self, seat: Seat) -> bool {
        self.is_in(seat) && usize::from(self.hands[seat.index()].count()) < HAND
    }

    /// Returns whether the seat is in and has not put its marker on the board.
    pub(super) fn is_unstarted(&self, seat: Seat) -> bool {
        self.is_in(seat) && self.board.started(seat).is_none()
    }

    /// Returns the kind of decision that the game waits for. Tiles are laid once all markers stand
    /// on the board (IT, preparation 7).
    pub fn phase(&self) -> Phase {
        let starts = || self.still_in.iter().any(|seat| self.is_unstarted(seat));
        if self.over {
            Phase::Over
        } else if self.waiting.is_some() {
            Phase::Choosing
        } else if self.bonus.is_some() {
            Phase::Bonus
        } else if self.laid == 0 && starts() {
            Phase::Starting
        } else {
            Phase::Placing
        }
    }

    /// Returns the seat that decides next; `None` before the game is opened and when it is over.
    pub fn acting(&self) -> Option<Seat> {
        match self.waiting {
            Some(waiting) if !self.over => self.waits(waiting.cell, waiting.seat).next(),
            _ => self.turn,
        }
    }

    /// Returns the seats that have to choose a path before a tile of `seat` on that square moves
    /// any marker, in the order of their choices.
    pub(super) fn waits(&self, cell: Cell, seat: Seat) -> impl Iterator<Item = Seat> + use<'_> {
        let undecided = self.board.undecided(cell, seat);
        undecided.filter(move |&other| other != seat)
    }

    /// Returns the free starts for the next marker. A mark or side whose player has resigned is
    /// free again \[R\].
    pub(super) fn free_stands(&self) -> impl Iterator<Item = Stand> + use<'_> {
        let marks = self.board.start_marks().map(Stand::Mark);
        let sides = self.board.start_sides().map(Stand::Side);
        let of_marks = self.options.start == super::Starts::Marks;
        let all = marks
            .take(if of_marks { usize::MAX } else { 0 })
            .chain(sides.take(if of_marks { 0 } else { usize::MAX }));
        all.filter(|&stand| !self.board.is_taken(stand))
    }

    /// Returns the legal placements of the seat whose turn it is; `None` if the game waits for
    /// something else.
    pub fn legal(&self) -> Option<Legal> {
        let seat = self.turn.filter(|_| self.phase() == Phase::Placing)?;
        let rule = self.options.suicide_rule;
        Some(Legal::new(&self.board, seat, self.hand(seat), rule))
    }

    pub(super) fn choose(&mut self, seat: Seat, mark: Mark) {
        self.board.start(seat, Stand::Mark(mark));
    }

    pub(super) fn wait(&mut self, waiting: Waiting) {
        self.hands[waiting.seat.index()].take(waiting.tile);
        self.waiting = Some(waiting);
    }

    /// Counts a tile as laid on the board, and removes it from the waiting place or from the hand.
    pub(super) fn lay(&mut self, seat: Seat, tile: Tile) {
        if self.waiting.take().is_none() {
            self.hands[seat.index()].take(tile);
        }
        self.laid += 1;
    }

    /// Removes a marker from the board and records the reason.
    pub(super) fn eliminate(&mut self, seat: Seat, out: Out) {
        if let Out::Resigned { .. } = out {
            self.lengths[seat.index()] = self.board.length(seat);
        }
        self.board.remove(seat);
        self.still_in = self.still_in.without(seat);
        self.outs[seat.index()] = Some(out);
    }

    /// Removes a marker that left the board earlier, and records the reason and, if it resigned,
    /// the length of its path.
    pub(super) fn has_left(&mut self, seat: Seat, out: Out, path: &[Step]) {
        self.eliminate(seat, out);
        if let Out::Resigned { .. } = out {
            let steps = u16::try_from(path.len()).expect("a path across the board");
            self.lengths[seat.index()] = steps;
        }
    }

    /// Carries out a swap: the mover takes tiles from the offered hands; the rest of these is laid
    /// down, together with the tiles that the mover gives. If nothing is swapped, the hands stay as
    /// they are.
    pub(super) fn swap(&mut self, seat: Seat, give: &[Tile], take: &[Tile]) {
        let from = self.bonus.take().unwrap_or_default();
        if give.is_empty() {
            return;
        }
        for &tile in give {
            self.hands[seat.index()].take(tile);
        }
        for &tile in take {
            let taken = from
                .iter()
                .any(|other| self.hands[other.index()].take(tile));
            debug_assert!(taken, "a tile on offer");
        }
        for other in from.iter() {
            let left = std::mem::replace(&mut self.hands[other.index()], Hand::NONE);
            self.laid_down.extend(left.as_slice().iter().copied());
        }
        self.laid_down.extend(give.iter().copied());
        self.hands[seat.index()].extend(take.iter().copied());
    }

    /// Sets the new pile, the next tile last, and empties those hands and the laid-down tiles,
    /// which have gone into it.
    pub(super) fn give_back(&mut self, hands: impl Iterator<Item = Seat>, pile: Pile) {
        for seat in hands {
            self.hands[seat.index()] = Hand::NONE;
        }
        self.laid_down = Tiles::NONE;
        self.pile = pile;
    }

    /// Moves the next tile from the pile into a hand and returns it.
    pub(super) fn draw(&mut self, seat: Seat) -> Option<Tile> {
        let tile = self.pile.pop()?;
        self.hands[seat.index()].push(tile);
        Some(tile)
    }

    pub(super) fn end(&mut self) {
        self.over = true;
        self.turn = None;
        self.bonus = None;
    }

    /// Returns the placement if it is legal, with its rotation replaced by the smallest one that
    /// looks the same.
    pub(super) fn placement(&self, seat: Seat, wanted: Safe) -> Result<Safe, super::Illegal> {
        use super::Illegal;
        let stand = self.board.at(seat).expect("a marker on the board");
        let from = match (stand, wanted.port) {
            (Stand::Mark(mark), None) => mark.port,
            (Stand::Side(_), None) => return Err(Illegal::PortRequired),
            (Stand::Side(side), Some(port)) if side.ports().contains(&port) => port,
            (_, Some(_)) => return Err(Illegal::NoSuchPort),
        };
        if !self.hand(seat).contains(&wanted.tile) {
            return Err(Illegal::NotInHand);
        }
        let rotation = wanted.tile.smallest(wanted.rotation);
        let placement = Safe { rotation, ..wanted };
        let turned = Turned::new(wanted.tile, rotation);
        let cell = self.board.facing(seat);
        let rule = self.options.suicide_rule;
        if rule == SuicideRule::None || self.board.stays(cell, turned, from) {
            return Ok(placement);
        }
        let legal = Legal::new(&self.board, seat, self.hand(seat), rule);
        if legal.contains(placement) {
            return Ok(placement);
        }
        let instead = legal.iter().collect();
        Err(Illegal::WouldEliminateYou { instead })
    }
}

/// The enumeration of all possible decisions.
impl Table {
    /// Returns everything that the acting seat may decide, except resigning.
    pub fn actions(&self) -> Vec<Action> {
        let Some(seat) = self.acting() else {
            return Vec::new();
        };
        match self.phase() {
            Phase::Starting => {
                let stands = self.free_stands();
                stands.map(|mark| Action::Start { mark }).collect()
            }
            Phase::Placing => {
                let legal = self.legal();
                legal.map_or_else(Vec::new, |legal| legal.iter().map(Action::from).collect())
            }
            Phase::Choosing => self.paths().map(|(action, _)| action).collect(),
            Phase::Bonus => self.swaps(seat),
            Phase::Over => Vec::new(),
        }
    }

    /// Returns both paths that the acting seat can choose, and for each whether its marker stays on
    /// the board.
    pub(super) fn paths(&self) -> impl Iterator<Item = (Action, bool)> + use<'_> {
        let choice = self.waiting.zip(self.acting());
        choice.into_iter().flat_map(move |(waiting, seat)| {
            let Some(Stand::Side(side)) = self.board.at(seat) else {
                unreachable!("who chooses a path stands on a side");
            };
            side.ports().into_iter().map(move |port| {
                let stays = self.board.stays(waiting.cell, waiting.turned(), port);
                let port = port.number();
                (Action::Path { port }, stays)
            })
        })
    }

    /// Returns the paths that leave the acting seat's marker on the board, or both if neither does.
    pub(super) fn wise_paths(&self) -> Vec<Action> {
        let any = self.paths().any(|(_, stays)| stays);
        let wise = self.paths().filter(|&(_, stays)| stays || !any);
        wise.map(|(action, _)| action).collect()
    }

    /// Returns everything that the mover can do with the offered hands: first declining, then every
    /// swap. Swaps that differ only in the order of their tiles are listed once.
    pub(super) fn swaps(&self, seat: Seat) -> Vec<Action> {
        let from = self.bonus.unwrap_or_default();
        let mut offered: Vec<Tile> = from
            .iter()
            .flat_map(|other| self.hand(other))
            .copied()
            .collect();
        offered.sort_unstable();
        let mut own = self.hand(seat).to_vec();
        own.sort_unstable();
        let mut swaps = vec![Action::Keep {}];
        for count in 1..=own.len().min(offered.len()) {
            let (gives, takes) = (selections(&own, count), selections(&offered, count));
            for give in &gives {
                let swap = |take: &Vec<u8>| Action::Swap {
                    give: give.clone(),
                    take: take.clone(),
                };
                swaps.extend(takes.iter().map(swap));
            }
        }
        swaps
    }
}

/// Returns every selection of `count` of the sorted tiles, as numbers, each selection once.
fn selections(tiles: &[Tile], count: usize) -> Vec<Vec<u8>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (place, tile) in tiles.iter().enumerate() {
        if tiles[..place].last() == Some(tile) {
            continue;
        }
        for mut rest in selections(&tiles[place + 1..], count - 1) {
            rest.insert(0, tile.number());
            found.push(rest);
        }
    }
    found
}
