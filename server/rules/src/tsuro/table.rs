//! What lies on the table: a game without its history, in place.

use serde::{Deserialize, Serialize};

use super::{
    Action, Board, HAND, Legal, Mark, Options, Out, Prospect, Safe, Stand, Step, SuicideRule, Tile,
    board::Cell, list::Tiles, tile::Turned,
};
use crate::{Seat, Seats, tiles::Rotation};

/// The most tiles of a game: two boxes of 64 on a board of 10 by 10.
pub(super) const MOST_TILES: usize = 128;

/// A hand.
pub(super) type Hand = Tiles<HAND>;
/// The pile, the next tile *last*.
pub(super) type Pile = Tiles<MOST_TILES>;

/// A game as it stands: enough to say what may be decided and what follows, in arrays of a fixed size.
/// Nothing here allocates, so that many games can be played through to see how they might end. A
/// [`super::State`] is a table and how it came to be so.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Table {
    pub(super) options: Options,
    pub(super) seats: u8,
    /// Who plays first, once it is known.
    pub(super) first: Option<Seat>,
    /// Whose turn it is; `None` before the game is opened and when it is over.
    pub(super) turn: Option<Seat>,
    pub(super) board: Board,
    /// Tiles on the board.
    pub(super) laid: u8,
    /// Tiles of the game.
    pub(super) tiles: u8,
    pub(super) hands: [Hand; Seat::MOST as usize],
    pub(super) pile: Pile,
    /// What swaps have left of the hands of the eliminated, until it comes into a new pile.
    pub(super) laid_down: Tiles<{ HAND * Seat::MOST as usize }>,
    pub(super) dragon: Option<Seat>,
    /// The seats that are not out.
    pub(super) still_in: Seats,
    /// How each seat has left the game, if it has.
    pub(super) outs: [Option<Out>; Seat::MOST as usize],
    /// Steps that each marker had walked when its player resigned. Its path may grow without it.
    pub(super) lengths: [u16; Seat::MOST as usize],
    /// A tile that waits for a path to be chosen.
    pub(super) waiting: Option<Waiting>,
    /// Whose hands the mover may swap tiles with.
    pub(super) bonus: Option<Seats>,
    pub(super) over: bool,
}

/// What a game waits for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroPhase"))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Markers are put on start marks.
    Starting,
    /// Tiles are laid.
    Placing,
    /// A tile is laid, and markers on a side of its square choose their paths.
    Choosing,
    /// The mover may swap tiles with those whom the placement has eliminated.
    Bonus,
    /// Nothing: the game has ended.
    Over,
}

/// A tile that is laid, but has moved nobody yet.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Waiting {
    pub(super) cell: Cell,
    pub(super) tile: Tile,
    pub(super) rotation: Rotation,
    pub(super) seat: Seat,
}

impl Waiting {
    /// The tile as it lies.
    pub(super) fn turned(self) -> Turned {
        Turned::new(self.tile, self.rotation)
    }
}

impl Table {
    /// A table before the deal, of options and seats that are possible.
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

    /// Whether the seat belongs to the game and is not out.
    pub(super) fn is_in(&self, seat: Seat) -> bool {
        self.still_in.contains(seat)
    }

    /// How many sat down to the game.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The seats that are not out.
    pub fn still_in(&self) -> Seats {
        self.still_in
    }

    /// Whether the dragon is used (IT, dragon: not with two players).
    pub(super) fn dragon_in_play(&self) -> bool {
        self.seats > 2
    }

    /// The tiles in the hand of a seat.
    pub fn hand(&self, seat: Seat) -> &[Tile] {
        self.hands[seat.index()].as_slice()
    }

    /// The board, and the markers on it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Every tile of the game that does not lie on the board.
    pub fn loose_tiles(&self) -> impl Iterator<Item = Tile> + use<'_> {
        let hands = self.hands.iter().flat_map(Tiles::as_slice);
        let piles = self.pile.as_slice().iter().chain(self.laid_down.as_slice());
        hands.chain(piles).copied()
    }

    /// What a placement of whose turn it is would bring them; `None` if it would take them off the board.
    ///
    /// # Panics
    /// If nobody is to place anything.
    pub fn prospect(&self, placement: Safe) -> Option<Prospect> {
        let seat = self.turn.expect("somebody whose turn it is");
        let cell = self.board.facing(seat);
        let (port, _) = self.board.ports(seat);
        let turned = Turned::new(placement.tile, placement.rotation);
        let port = placement.port.unwrap_or(port);
        self.board.prospect(seat, cell, turned, port)
    }

    /// Whether the seat is in and lacks a tile.
    pub(super) fn is_short(&self, seat: Seat) -> bool {
        self.is_in(seat) && usize::from(self.hands[seat.index()].count()) < HAND
    }

    /// Whether the seat is in and has not put its marker on the board.
    pub(super) fn is_unstarted(&self, seat: Seat) -> bool {
        self.is_in(seat) && self.board.started(seat).is_none()
    }

    /// What the game waits for. Tiles are laid when all markers stand (IT, preparation 7).
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

    /// Who decides next; nobody before the game is opened and when it is over.
    pub fn acting(&self) -> Option<Seat> {
        match self.waiting {
            Some(waiting) if !self.over => self.waits(waiting.cell, waiting.seat).next(),
            _ => self.turn,
        }
    }

    /// Who has to choose a path before a tile of that seat on that square moves anyone, in turn.
    pub(super) fn waits(&self, cell: Cell, seat: Seat) -> impl Iterator<Item = Seat> + use<'_> {
        let undecided = self.board.undecided(cell, seat);
        undecided.filter(move |&other| other != seat)
    }

    /// Where the marker that is to be started may go. A mark or side whose player has resigned is free
    /// again \[R\].
    pub(super) fn free_stands(&self) -> impl Iterator<Item = Stand> + use<'_> {
        let marks = self.board.start_marks().map(Stand::Mark);
        let sides = self.board.start_sides().map(Stand::Side);
        let of_marks = self.options.start == super::Starts::Marks;
        let all = marks
            .take(if of_marks { usize::MAX } else { 0 })
            .chain(sides.take(if of_marks { 0 } else { usize::MAX }));
        all.filter(|&stand| !self.board.is_taken(stand))
    }

    /// What whose turn it is may place; `None` if the game waits for something else.
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

    /// A tile leaves the hand, or has waited, and lies on the board.
    pub(super) fn lay(&mut self, seat: Seat, tile: Tile) {
        if self.waiting.take().is_none() {
            self.hands[seat.index()].take(tile);
        }
        self.laid += 1;
    }

    /// A marker is off the board, for a reason.
    pub(super) fn eliminate(&mut self, seat: Seat, out: Out) {
        if let Out::Resigned { .. } = out {
            self.lengths[seat.index()] = self.board.length(seat);
        }
        self.board.remove(seat);
        self.still_in = self.still_in.without(seat);
        self.outs[seat.index()] = Some(out);
    }

    /// A marker has left the board a while ago, for a reason and after a path.
    pub(super) fn has_left(&mut self, seat: Seat, out: Out, path: &[Step]) {
        self.eliminate(seat, out);
        if let Out::Resigned { .. } = out {
            let steps = u16::try_from(path.len()).expect("a path across the board");
            self.lengths[seat.index()] = steps;
        }
    }

    /// The hands on offer lose what the mover takes; the rest of them is laid down, with what the mover gives.
    /// Where nothing is swapped they stay as they are.
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

    /// The pile is this, the next tile last; those hands, and what is laid down, have gone into it.
    pub(super) fn give_back(&mut self, hands: impl Iterator<Item = Seat>, pile: Pile) {
        for seat in hands {
            self.hands[seat.index()] = Hand::NONE;
        }
        self.laid_down = Tiles::NONE;
        self.pile = pile;
    }

    /// The next tile goes from the pile into a hand.
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

    /// The placement, if it is legal, at the smallest rotation that looks so.
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

/// What may be decided besides starting and placing.
impl Table {
    /// Everything that whoever acts may decide, but for resigning.
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

    /// Both paths that whoever acts can choose, and whether their marker stays on the board.
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

    /// The paths that leave the marker of whoever acts on the board, or both if none does.
    pub(super) fn wise_paths(&self) -> Vec<Action> {
        let any = self.paths().any(|(_, stays)| stays);
        let wise = self.paths().filter(|&(_, stays)| stays || !any);
        wise.map(|(action, _)| action).collect()
    }

    /// Everything that the mover can do with the hands on offer: keep the own one first, then every swap,
    /// tiles that are the same in one order only.
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

/// Every selection of that many of the sorted tiles, as numbers, each once.
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
