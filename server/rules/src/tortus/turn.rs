//! Validates the decisions of the players and turns them into events.

use super::{
    Action, Dealt, End, Event, Illegal, Phase, RULES, State, Tile,
    board::{Pawn, other},
    components::COMPONENTS,
    event::By,
    squares::{is_in_section, is_on_board, neighbours, squares},
    state::Held,
};
use crate::{
    BySeat, Chance, Seat,
    tiles::{Rotation, Square},
};

/// The number of turns after which a game is a draw \[R\].
pub const TURNS: u8 = 200;
/// The number of turns that begin in the same position after which a game is a draw. Turns after
/// one in which nothing was done do not count: two players who are away must not end their game
/// before the room has noticed it \[R\].
pub const REPEATS: usize = 3;
/// The number of actions of a turn (actions).
const ACTIONS: u8 = 2;
/// The number of actions of a turn that begins with one pawn on the board: the mode "Pindaíba"
/// (actions).
const ACTIONS_OF_ONE: u8 = 3;

/// A game together with the events that the current decision has produced so far.
pub(super) struct Play {
    pub(super) state: State,
    pub(super) log: Vec<Event>,
    /// Whether the events are recorded in the log.
    told: bool,
}

/// Draws the first player at random, unless the seat is fixed, and deals until the holes of both
/// hands can be exchanged.
pub(super) fn open(state: &State, chance: &mut dyn Chance) -> Vec<Event> {
    let mut play = Play::new(state.clone());
    let first = state.first.unwrap_or_else(|| {
        let number = chance.pick(2);
        let seat = u8::try_from(number).ok().and_then(Seat::new);
        seat.expect("one of two seats")
    });
    let (hands, board) = deal(chance);
    play.add(Event::Opened {
        rules: RULES,
        first,
        hands,
        board,
    });
    while !play.state.can_exchange() {
        let (hands, board) = deal(chance);
        play.add(Event::Redealt { hands, board });
    }
    play.log
}

/// Shuffles the tiles and deals the hands, then the board row by row. Each tile of the board gets a
/// random rotation.
fn deal(chance: &mut dyn Chance) -> (BySeat<Vec<Option<Tile>>>, Vec<Dealt>) {
    let mut tiles = shuffled(&COMPONENTS.every_tile().collect::<Vec<_>>(), chance).into_iter();
    let mut hand = |_| {
        tiles
            .by_ref()
            .take(COMPONENTS.hand.into())
            .map(Some)
            .collect()
    };
    let hands = BySeat::new(2, &mut hand);
    let dealt = |tile| Dealt {
        tile: Some(tile),
        rotation: Some(any_rotation(chance)),
    };
    let board = tiles.map(dealt).collect();
    (hands, board)
}

/// Shuffles tiles. In the shuffle the first tile of a kind has the number of the kind, and each
/// further one the number of the one before plus [`Tile::COUNT`]. The events alone therefore
/// determine the shuffled list.
pub(super) fn shuffled(tiles: &[Tile], chance: &mut dyn Chance) -> Vec<Tile> {
    let mut alike = [0; Tile::ALL.len()];
    let name = |tile: &Tile| {
        let before = &mut alike[*tile as usize];
        let name = tile.number() + Tile::COUNT * *before;
        *before += 1;
        name
    };
    let mut items: Vec<u32> = tiles.iter().map(name).collect();
    chance.shuffle(&mut items);
    let tile = |item: u32| Tile::ALL[(item % Tile::COUNT) as usize];
    items.into_iter().map(tile).collect()
}

/// Returns one of the four rotations at random.
pub(super) fn any_rotation(chance: &mut dyn Chance) -> Rotation {
    Rotation::ALL[chance.pick(4) as usize]
}

/// Returns the square, if it is on the board.
pub(super) fn on_board(square: Square) -> Result<Square, Illegal> {
    is_on_board(square)
        .then_some(square)
        .ok_or(Illegal::NoSuchCell)
}

impl State {
    /// Returns whether a tile of the board can be exchanged for a hole: it is open, and neither a
    /// hole nor the pit. A star that copies one of these counts as a star \[R\].
    pub(super) fn is_for_exchange(&self, square: Square) -> bool {
        let tile = self.board.open_tile(square);
        tile.is_some_and(|tile| !tile.swallows())
    }

    /// Returns the number of actions of a turn of the seat that begins now.
    fn actions_of(&self, seat: Seat) -> u8 {
        match self.board.standing(seat).count() {
            1 => ACTIONS_OF_ONE,
            _ => ACTIONS,
        }
    }

    /// Returns whether nothing has been done in the current turn. Every action lowers the number of
    /// actions that are left, and the number for a new turn is lower only if pawns come back, which
    /// they never do.
    pub(super) fn is_idle(&self) -> bool {
        let full = |seat| self.actions == self.actions_of(seat);
        self.phase == Phase::Act && self.turn.is_some_and(full)
    }

    /// Returns whether there are enough such tiles for the holes of both hands.
    pub(super) fn can_exchange(&self) -> bool {
        let held = self.hands.iter().flat_map(|(_, hand)| hand);
        let holes = held.filter(|held| held.tile.swallows()).count();
        holes <= squares().filter(|&at| self.is_for_exchange(at)).count()
    }
}

impl Play {
    pub(super) fn new(state: State) -> Self {
        Self {
            state,
            log: Vec::new(),
            told: true,
        }
    }

    /// Makes a play without a log, for callers that need only the resulting game.
    pub(super) fn untold(state: State) -> Self {
        Self {
            told: false,
            ..Self::new(state)
        }
    }

    pub(super) fn add(&mut self, event: Event) {
        self.state.happen(&event);
        if self.told {
            self.log.push(event);
        }
    }

    /// Returns the seat whose turn it is. Panics if it is no seat's turn.
    pub(super) fn mover(&self) -> Seat {
        self.state.turn.expect("somebody's turn")
    }

    pub(super) fn decide(&mut self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        if self.state.end.is_some() {
            return Err(Illegal::GameOver);
        }
        if seat.number() >= 2 {
            return Err(Illegal::NotYourTurn);
        }
        let decides = self.state.decides().ok_or(Illegal::WrongPhase)?; // not opened yet
        match action {
            Action::Resign {} => {
                self.over(End::Resigned { loser: seat });
                return Ok(());
            }
            Action::Draw {} => return self.draw(seat),
            Action::Decline {} => return self.decline(seat),
            _ => {}
        }
        if decides != seat {
            return Err(Illegal::NotYourTurn);
        }
        match (action, self.state.phase) {
            (Action::Exchange { hand, square }, Phase::Exchange) => {
                self.exchange(seat, *hand, *square)
            }
            (Action::Place { square }, Phase::Place) => self.place(seat, *square),
            (Action::Rotate { square, rotation }, Phase::Act) => self.rotate(*square, *rotation),
            (Action::Open { square }, Phase::Act) => self.open(seat, *square),
            (
                Action::Swap {
                    square,
                    hand,
                    rotation,
                },
                Phase::Act,
            ) => self.swap(seat, *square, *hand, *rotation),
            (Action::Move { pawn, to }, Phase::Act) => self.move_pawn(seat, *pawn, *to),
            (Action::EndTurn {}, Phase::Act) => {
                self.pass();
                Ok(())
            }
            (Action::Push { to }, Phase::Push { pawn }) => self.push(pawn, *to),
            (Action::Follow { to }, Phase::Flow { pawn }) => self.follow(pawn, *to),
            (Action::Stop {}, Phase::Flow { .. }) => {
                self.acted();
                Ok(())
            }
            (Action::Fill { hand, rotation }, Phase::Fill { square, .. }) => {
                self.fill(seat, square, *hand, *rotation)
            }
            (Action::Penalty { pawn }, Phase::Penalty) => self.penalty(seat, *pawn),
            _ => Err(Illegal::WrongPhase),
        }
    }

    /// Offers a draw, or agrees to the other player's offer. Rejected before all pawns are placed.
    /// An offer stands through the other player's turn.
    fn draw(&mut self, seat: Seat) -> Result<(), Illegal> {
        if matches!(self.state.phase, Phase::Exchange | Phase::Place) {
            return Err(Illegal::WrongPhase);
        }
        match self.state.draw {
            Some(offerer) if offerer == seat => return Err(Illegal::DrawAlreadyOffered),
            Some(_) if !self.state.declined => self.over(End::Agreement),
            Some(_) | None => self.add(Event::DrawOffered { seat }),
        }
        Ok(())
    }

    /// Declines the other player's offer of a draw.
    fn decline(&mut self, seat: Seat) -> Result<(), Illegal> {
        let asked = self.state.draw.is_some_and(|offerer| offerer != seat);
        if !asked || self.state.declined {
            return Err(Illegal::NoDrawOffered);
        }
        self.add(Event::DrawDeclined { seat });
        Ok(())
    }

    fn exchange(&mut self, seat: Seat, hand: u8, square: Square) -> Result<(), Illegal> {
        let held = self.held(seat, hand)?;
        on_board(square)?;
        if !held.tile.swallows() || !self.state.is_for_exchange(square) {
            return Err(Illegal::MustExchangeHoleForOpenNonhole);
        }
        let taken = self.state.board.open_tile(square).expect("an open tile");
        self.add(Event::Exchanged {
            seat,
            hand,
            square,
            laid: held.tile,
            taken,
        });
        Ok(())
    }

    fn place(&mut self, seat: Seat, square: Square) -> Result<(), Illegal> {
        on_board(square)?;
        if !is_in_section(seat, square) {
            return Err(Illegal::OutsideYourSection);
        }
        self.free(square)?;
        if self.state.board.swallows(square) {
            return Err(Illegal::CellIsHole);
        }
        let waits = |(_, pawn): &(u8, &Pawn)| pawn.seat == seat && pawn.at.is_none();
        let waiting = self.state.board.numbered().find(waits);
        let pawn = waiting.map(|(number, _)| number).expect("a pawn to place");
        self.add(Event::Placed { pawn, square });
        if self.state.board.pawns.iter().all(|pawn| pawn.at.is_some()) {
            let first = self.state.first.expect("an opened game");
            self.begin(first);
        }
        Ok(())
    }

    fn rotate(&mut self, square: Square, rotation: u8) -> Result<(), Illegal> {
        self.opened(square)?;
        let rotation = Rotation::new(rotation).ok_or(Illegal::BadRotation)?;
        if self.state.board.cell(square).rotation == rotation {
            return Err(Illegal::NoChange);
        }
        self.add(Event::Rotated { square, rotation });
        self.acted();
        Ok(())
    }

    fn open(&mut self, seat: Seat, square: Square) -> Result<(), Illegal> {
        on_board(square)?;
        self.free(square)?;
        let cell = *self.state.board.cell(square);
        if cell.open {
            return Err(Illegal::TileAlreadyOpen);
        }
        if self.state.board.is_in_line(seat, square) {
            self.add(Event::Revealed {
                square,
                tile: cell.tile.expect("a closed tile"),
                rotation: cell.rotation,
            });
            self.acted();
        } else if self.state.options.strict_open {
            self.add(Event::Misopened { square });
        } else {
            return Err(Illegal::NotInLine);
        }
        Ok(())
    }

    fn swap(&mut self, seat: Seat, square: Square, hand: u8, rotation: u8) -> Result<(), Illegal> {
        let taken = self.opened(square)?;
        let held = self.held(seat, hand)?;
        let rotation = Rotation::new(rotation).ok_or(Illegal::BadRotation)?;
        if !self.state.board.is_around_pawn(seat, square) {
            return Err(Illegal::NotAroundYourPawn);
        }
        if taken.swallows() || held.tile.swallows() {
            return Err(Illegal::HoleNotSwappable);
        }
        self.add(Event::Swapped {
            seat,
            hand,
            square,
            laid: held.tile,
            rotation,
            taken,
        });
        self.acted();
        Ok(())
    }

    fn move_pawn(&mut self, seat: Seat, pawn: u8, to: Square) -> Result<(), Illegal> {
        let from = self.own_pawn(seat, pawn)?;
        on_board(to)?;
        if !neighbours(from).any(|beside| beside == to) {
            return Err(Illegal::NotAdjacent);
        }
        self.land(pawn, to, By::Move);
        Ok(())
    }

    fn fill(&mut self, seat: Seat, square: Square, hand: u8, rotation: u8) -> Result<(), Illegal> {
        let held = self.held(seat, hand)?;
        let rotation = Rotation::new(rotation).ok_or(Illegal::BadRotation)?;
        if held.tile.swallows() {
            return Err(Illegal::FillerMustNotBeHole);
        }
        self.add(Event::Filled {
            seat,
            hand,
            square,
            tile: held.tile,
            rotation,
        });
        self.acted();
        Ok(())
    }

    fn penalty(&mut self, seat: Seat, pawn: u8) -> Result<(), Illegal> {
        self.own_pawn(seat, pawn)?;
        self.add(Event::Penalised { pawn });
        if self.state.board.standing(seat).next().is_none() {
            self.over(End::NoPawns { loser: seat });
        } else {
            self.acted();
        }
        Ok(())
    }

    /// Returns the square of a pawn of the player.
    fn own_pawn(&self, seat: Seat, number: u8) -> Result<Square, Illegal> {
        let pawn = self.state.board.pawns.get(usize::from(number));
        let pawn = pawn.ok_or(Illegal::NoSuchPawn)?;
        let at = pawn.at.ok_or(Illegal::NoSuchPawn)?;
        if pawn.seat == seat {
            Ok(at)
        } else {
            Err(Illegal::NotYourPawn)
        }
    }

    /// Returns a tile of the hand.
    fn held(&self, seat: Seat, hand: u8) -> Result<Held, Illegal> {
        let held = self.state.hands[seat].get(usize::from(hand));
        held.copied().ok_or(Illegal::NoSuchHandTile)
    }

    /// Checks that no pawn stands on the square: an action can't use a tile with a pawn on it
    /// (actions).
    fn free(&self, square: Square) -> Result<(), Illegal> {
        let free = self.state.board.is_free(square);
        free.then_some(()).ok_or(Illegal::CellOccupied)
    }

    /// Returns the tile on a square, if it is open and no pawn stands on it.
    fn opened(&self, square: Square) -> Result<Tile, Illegal> {
        on_board(square)?;
        self.free(square)?;
        let tile = self.state.board.open_tile(square);
        tile.ok_or(Illegal::TileClosed)
    }

    /// Ends an action: the turn goes on, or passes to the other player after the last action.
    pub(super) fn acted(&mut self) {
        let left = self.state.actions - 1;
        if left > 0 {
            self.add(Event::Acted { left });
        } else {
            self.pass();
        }
    }

    fn pass(&mut self) {
        if self.state.turns >= TURNS {
            self.over(End::TurnLimit);
        } else {
            self.begin(other(self.mover()));
        }
    }

    fn begin(&mut self, seat: Seat) {
        let actions = self.state.actions_of(seat);
        self.add(Event::Turn { seat, actions });
        let seen = &self.state.seen;
        let now = seen.last();
        if seen.iter().filter(|&then| Some(then) == now).count() >= REPEATS {
            self.over(End::Repetition);
        }
    }

    pub(super) fn over(&mut self, end: End) {
        self.add(Event::Over {
            outcome: end.outcome(),
            end,
        });
    }
}
