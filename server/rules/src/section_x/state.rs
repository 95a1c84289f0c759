//! A game as it stands.

use super::{
    BoardTile, Cell, Done, Door, End, Kind, Options, Phase, Place, Prisoner, STOCK, Spot,
    TURNS_EACH, board::Board, components::COMPONENTS, tunnel::Tunnels,
};
use crate::{BySeat, Outcome, Seat, Seats};

/// Prisoners of a player.
pub(super) const PRISONERS: usize = COMPONENTS.prisoners as usize;
/// Free zones.
pub(super) const ZONES: usize = COMPONENTS.areas.len();

/// A game of Section X.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct State {
    pub(super) options: Options,
    pub(super) seats: u8,
    /// Who plays first, once it is known.
    pub(super) first: Option<Seat>,
    /// Whose turn it is; `None` before the game is opened, between two rounds and when it is over.
    pub(super) turn: Option<Seat>,
    pub(super) phase: Phase,
    /// From 1.
    pub(super) round: u8,
    /// Turns of the round that have begun.
    pub(super) turns: u16,
    /// Turns in a row, before this one, in which nothing was done. One that its player has left by resigning is
    /// no turn of this row, and does not end it.
    pub(super) idle: u8,
    /// Rounds in a row in which nobody was freed or lost.
    pub(super) stalled: u8,
    pub(super) last_turn: bool,
    pub(super) last_round: bool,
    pub(super) done: Done,
    /// Where tiles were laid, moved or turned in this turn. Two cells are those between which tiles moved.
    pub(super) touched: Vec<Cell>,
    /// The tiles that lay there before.
    pub(super) before: Vec<BoardTile>,
    pub(super) board: Board,
    pub(super) prisoners: BySeat<[Place; PRISONERS]>,
    /// Those on the board, in the order in which they were put.
    pub(super) doors: BySeat<Vec<Spot>>,
    /// Who has a master key.
    pub(super) keys: Seats,
    pub(super) zones: [Option<Seat>; ZONES],
    /// The top tile of each first.
    pub(super) piles: Vec<Vec<Kind>>,
    pub(super) stocks: BySeat<Vec<Kind>>,
    /// Who has left the game, the first of them first.
    pub(super) resigned: Vec<Seat>,
    pub(super) over: Option<(Outcome, End)>,
    /// Follows from the board and the doors.
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
            touched: Vec::new(),
            before: Vec::new(),
            board: Board::empty(),
            prisoners: BySeat::new(seats, |_| [Place::Block; PRISONERS]),
            doors: BySeat::new(seats, |_| Vec::new()),
            keys: Seats::NONE,
            zones: [None; ZONES],
            piles: vec![Vec::new(); COMPONENTS.piles.into()],
            stocks: BySeat::new(seats, |_| Vec::new()),
            resigned: Vec::new(),
            over: None,
            tunnels: Tunnels::none(),
        }
    }

    /// Who decides next: whose turn it is, but for who gives up a door.
    pub(super) fn decides(&self) -> Option<Seat> {
        match self.phase {
            Phase::GiveDoor { seat } => Some(seat),
            Phase::Over => None,
            Phase::Draw | Phase::Tile | Phase::Act | Phase::Main | Phase::FightChoice => self.turn,
        }
    }

    /// Who has not left the game.
    pub(super) fn playing(&self) -> Seats {
        let leave = |seats: Seats, &seat| seats.without(seat);
        self.resigned.iter().fold(Seats::first(self.seats), leave)
    }

    /// Doors that a player can put on the board without moving one.
    pub(super) fn supply(&self, seat: Seat) -> u8 {
        let on_board = u8::try_from(self.doors[seat].len()).expect("two doors");
        if self.resigned.contains(&seat) {
            return 0;
        }
        COMPONENTS.doors - on_board - u8::from(self.keys.contains(seat))
    }

    /// Everybody's prisoners, seat by seat.
    pub(super) fn everybody(&self) -> impl Iterator<Item = Prisoner> {
        self.prisoners.iter().flat_map(|(seat, places)| {
            let prisoner = move |(number, &at)| Prisoner { seat, number, at };
            (0..).zip(places).map(prisoner)
        })
    }

    /// Where the tile of a cell came from in this turn, or the one that lay there has gone: to the other of two
    /// cells between which tiles moved.
    pub(super) fn other_end(&self, cell: Cell) -> Cell {
        match self.touched[..] {
            [a, b] if cell == a => b,
            [a, b] if cell == b => a,
            _ => cell,
        }
    }

    /// The prisoners on a tile, with the number of their section.
    pub(super) fn on_tile(&self, cell: Cell) -> impl Iterator<Item = (Prisoner, u8)> {
        self.everybody()
            .filter_map(move |prisoner| match prisoner.at {
                Place::Tunnel(spot) if spot.cell == cell => Some((prisoner, spot.section)),
                _ => None,
            })
    }

    /// The prisoners in a section.
    pub(super) fn in_section(&self, spot: Spot) -> impl Iterator<Item = Prisoner> {
        let at = Place::Tunnel(spot);
        self.everybody().filter(move |prisoner| prisoner.at == at)
    }

    /// The doors on the board, seat by seat.
    pub(super) fn all_doors(&self) -> impl Iterator<Item = Door> {
        self.doors.iter().flat_map(|(seat, doors)| {
            let door = move |&at| Door { seat, at };
            doors.iter().map(door)
        })
    }

    /// Turns after which the round ends \[R\]; as many when players have left the game, so that they take no
    /// turn from the others.
    pub(super) fn turn_limit(&self) -> u16 {
        TURNS_EACH * u16::from(self.seats)
    }

    /// The phase after the draw.
    pub(super) fn phase_of_tile(&self) -> Phase {
        if self.options.any_order {
            Phase::Main
        } else {
            Phase::Tile
        }
    }

    /// The phase after something was done with a tile.
    pub(super) fn phase_after_tile(&self) -> Phase {
        if self.options.any_order {
            Phase::Main
        } else {
            Phase::Act
        }
    }

    /// How a turn begins: a tile must be drawn, unless the stock is full or there is none (phase 1).
    pub(super) fn phase_of_turn(&self, seat: Seat) -> Phase {
        let some_left = self.piles.iter().any(|pile| !pile.is_empty());
        if self.stocks[seat].len() < STOCK && some_left {
            Phase::Draw
        } else {
            self.phase_of_tile()
        }
    }
}
