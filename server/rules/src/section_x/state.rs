//! The state of a game.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{
    BoardTile, Cell, Done, Door, End, Kind, Options, Phase, Place, Prisoner, STOCK, Spot,
    TURNS_EACH,
    board::Board,
    components::COMPONENTS,
    tunnel::{Doors, Tunnels},
};
use crate::{BySeat, Outcome, Seat, Seats};

/// The number of prisoners of a player.
pub(super) const PRISONERS: usize = COMPONENTS.prisoners as usize;
/// The number of free zones.
pub(super) const ZONES: usize = COMPONENTS.areas.len();

/// A game of Section X. Bots clone it thousands of times for each decision, so that short lists are
/// part of it, and the piles are shared until one of them changes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct State {
    pub(super) options: Options,
    pub(super) seats: u8,
    /// The seat that plays first, once it is known.
    pub(super) first: Option<Seat>,
    /// The seat whose turn it is; `None` before the game is opened, between two rounds and when the
    /// game is over.
    pub(super) turn: Option<Seat>,
    pub(super) phase: Phase,
    /// The number of the round, from 1.
    pub(super) round: u8,
    /// The number of turns of the round that have begun.
    pub(super) turns: u16,
    /// The number of turns in a row, before this one, in which nothing was done. A turn that its
    /// player left by resigning does not count, but does not end the row either.
    pub(super) idle: u8,
    /// The number of rounds in a row in which no prisoner was freed or lost.
    pub(super) stalled: u8,
    pub(super) last_turn: bool,
    pub(super) last_round: bool,
    pub(super) done: Done,
    /// The cells on which tiles were laid, moved or turned in this turn. Two cells are those that
    /// tiles moved between.
    pub(super) touched: SmallVec<[Cell; 2]>,
    /// The tiles that lay on these cells before.
    pub(super) before: SmallVec<[BoardTile; 2]>,
    pub(super) board: Board,
    pub(super) prisoners: BySeat<[Place; PRISONERS]>,
    /// The doors on the board, in the order in which they were put.
    pub(super) doors: BySeat<Doors>,
    /// The seats that have a master key.
    pub(super) keys: Seats,
    pub(super) zones: [Option<Seat>; ZONES],
    /// The piles, the top tile of each first.
    pub(super) piles: Arc<Vec<Vec<Kind>>>,
    pub(super) stocks: BySeat<SmallVec<[Kind; STOCK]>>,
    /// The seats that have left the game, in the order in which they left.
    pub(super) resigned: Vec<Seat>,
    pub(super) over: Option<(Outcome, End)>,
    /// The tunnels, derived from the board and the doors.
    pub(super) tunnels: Tunnels,
}

impl State {
    pub(super) fn unopened(options: Options, seats: u8, first: Option<Seat>) -> Self {
        Self {
            options,
            seats,
            first,
            turn: None,
            phase: Phase::Over,
            round: 1,
            turns: 0,
            idle: 0,
            stalled: 0,
            last_turn: false,
            last_round: false,
            done: Done::default(),
            touched: SmallVec::new(),
            before: SmallVec::new(),
            board: Board::empty(),
            prisoners: BySeat::new(seats, |_| [Place::Block; PRISONERS]),
            doors: BySeat::new(seats, |_| Doors::new()),
            keys: Seats::NONE,
            zones: [None; ZONES],
            piles: Arc::new(vec![Vec::new(); COMPONENTS.piles.into()]),
            stocks: BySeat::new(seats, |_| SmallVec::new()),
            resigned: Vec::new(),
            over: None,
            tunnels: Tunnels::none(),
        }
    }

    /// Returns the seat that decides next: the seat whose turn it is, or the seat that must give up
    /// a door.
    pub(super) fn decides(&self) -> Option<Seat> {
        match self.phase {
            Phase::GiveDoor { seat } => Some(seat),
            Phase::Over => None,
            Phase::Draw | Phase::Tile | Phase::Act | Phase::Main | Phase::FightChoice => self.turn,
        }
    }

    /// Returns the seats that have not left the game.
    pub(super) fn playing(&self) -> Seats {
        let leave = |seats: Seats, &seat| seats.without(seat);
        self.resigned.iter().fold(Seats::first(self.seats), leave)
    }

    /// Returns the number of doors that a player can put on the board without moving one.
    pub(super) fn supply(&self, seat: Seat) -> u8 {
        let on_board = u8::try_from(self.doors[seat].len()).expect("two doors");
        if self.resigned.contains(&seat) {
            return 0;
        }
        COMPONENTS.doors - on_board - u8::from(self.keys.contains(seat))
    }

    /// Returns the prisoners of all players, seat by seat.
    pub(super) fn everybody(&self) -> impl Iterator<Item = Prisoner> {
        self.prisoners.iter().flat_map(|(seat, places)| {
            let prisoner = move |(number, &at)| Prisoner { seat, number, at };
            (0..).zip(places).map(prisoner)
        })
    }

    /// Returns the cell at the other end of this turn's move or exchange: if tiles moved between
    /// two cells and the given cell is one of them, the other of the two. Any other cell is
    /// returned unchanged.
    pub(super) fn other_end(&self, cell: Cell) -> Cell {
        match self.touched[..] {
            [a, b] if cell == a => b,
            [a, b] if cell == b => a,
            _ => cell,
        }
    }

    /// Returns the prisoners on a tile, each with the number of its section.
    pub(super) fn on_tile(&self, cell: Cell) -> impl Iterator<Item = (Prisoner, u8)> {
        self.everybody()
            .filter_map(move |prisoner| match prisoner.at {
                Place::Tunnel(spot) if spot.cell == cell => Some((prisoner, spot.section)),
                _ => None,
            })
    }

    /// Returns the prisoners in a section.
    pub(super) fn in_section(&self, spot: Spot) -> impl Iterator<Item = Prisoner> {
        let at = Place::Tunnel(spot);
        self.everybody().filter(move |prisoner| prisoner.at == at)
    }

    /// Returns the doors on the board, seat by seat.
    pub(super) fn all_doors(&self) -> impl Iterator<Item = Door> {
        self.doors.iter().flat_map(|(seat, doors)| {
            let door = move |&at| Door { seat, at };
            doors.iter().map(door)
        })
    }

    /// Returns the number of turns after which the round ends \[R\]. Players who have left the game
    /// still count, so that their leaving takes no turns from the others.
    pub(super) fn turn_limit(&self) -> u16 {
        TURNS_EACH * u16::from(self.seats)
    }

    /// Returns the phase that follows the draw.
    pub(super) fn phase_of_tile(&self) -> Phase {
        if self.options.any_order {
            Phase::Main
        } else {
            Phase::Tile
        }
    }

    /// Returns the phase that follows an action with a tile.
    pub(super) fn phase_after_tile(&self) -> Phase {
        if self.options.any_order {
            Phase::Main
        } else {
            Phase::Act
        }
    }

    /// Returns the phase that a turn begins with: a tile must be drawn, unless the stock is full or
    /// the piles are empty (phase 1).
    pub(super) fn phase_of_turn(&self, seat: Seat) -> Phase {
        let some_left = self.piles.iter().any(|pile| !pile.is_empty());
        if self.stocks[seat].len() < STOCK && some_left {
            Phase::Draw
        } else {
            self.phase_of_tile()
        }
    }
}
