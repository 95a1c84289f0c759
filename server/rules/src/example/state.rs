//! The state of a game: the dealt and the laid cards. Everything else follows from them.

use super::Options;
use crate::{BySeat, Outcome, Seat, Seats, tiles::Square};

/// The number of squares along an edge of the board.
pub const EDGE: u8 = 3;
/// The number of cards in the box, numbered from 1.
pub const CARDS: u8 = 9;
/// The number of cards in a dealt hand.
pub(super) const HAND: usize = 4;

/// The state of a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct State {
    pub(super) options: Options,
    pub(super) first: Option<Seat>,
    pub(super) hands: BySeat<Vec<u8>>,
    /// The card that was not dealt to a player; empty before the deal.
    pub(super) pile: Vec<u8>,
    /// The laid cards with their squares, in the order of play.
    pub(super) laid: Vec<(u8, Square)>,
    pub(super) resigned: Option<Seat>,
}

impl State {
    pub(super) fn unopened(options: Options, first: Option<Seat>) -> Self {
        Self {
            options,
            first,
            hands: BySeat::new(super::MOST, |_| Vec::new()),
            pile: Vec::new(),
            laid: Vec::new(),
            resigned: None,
        }
    }

    /// Returns the seat that lays the card with that number in the order of play, from 0.
    fn mover(&self, number: usize) -> Option<Seat> {
        let first = self.first?;
        if number.is_multiple_of(2) {
            Some(first)
        } else {
            first.clockwise(super::MOST).next()
        }
    }

    /// Returns the seat whose turn it is.
    pub(super) fn turn(&self) -> Option<Seat> {
        let goes_on = !self.pile.is_empty() && !self.is_over();
        self.mover(self.laid.len()).filter(|_| goes_on)
    }

    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.laid.len() == 2 * HAND
    }

    pub(super) fn still_in(&self) -> Seats {
        let both = Seats::first(super::MOST);
        self.resigned.map_or(both, |seat| both.without(seat))
    }

    pub(super) fn card(&self, square: Square) -> Option<u8> {
        let laid = self.laid.iter().find(|(_, at)| *at == square);
        laid.map(|(card, _)| *card)
    }

    /// Returns the squares of the board, row by row from the north.
    pub(super) fn squares() -> impl Iterator<Item = Square> {
        let row = |y| (0..EDGE).filter_map(move |x| Square::new(x, y));
        (0..EDGE).flat_map(row)
    }

    pub(super) fn free(&self) -> impl Iterator<Item = Square> {
        Self::squares().filter(|&square| self.card(square).is_none())
    }

    /// Returns the number of lines that a card on that square completes, given the first `before`
    /// laid cards.
    fn lines_at(&self, square: Square, before: usize) -> u8 {
        let (x, y) = (square.x(), square.y());
        let is_laid = |x, y| {
            self.laid[..before]
                .iter()
                .any(|(_, at)| (at.x(), at.y()) == (x, y))
        };
        let is_full = |at: (u8, u8)| at == (x, y) || is_laid(at.0, at.1);
        let diagonals = self.options.diagonals;
        let lines = [
            (0..EDGE).all(|x| is_full((x, y))),
            (0..EDGE).all(|y| is_full((x, y))),
            diagonals && x == y && (0..EDGE).all(|at| is_full((at, at))),
            diagonals && x + y == EDGE - 1 && (0..EDGE).all(|at| is_full((at, EDGE - 1 - at))),
        ];
        lines.into_iter().map(u8::from).sum()
    }

    /// Returns the number of lines that a card on that square would complete now.
    pub(super) fn lines(&self, square: Square) -> u8 {
        self.lines_at(square, self.laid.len())
    }

    /// Returns the points of each seat.
    pub(super) fn points(&self) -> BySeat<u8> {
        let mut points = BySeat::new(super::MOST, |_| 0);
        for (number, (_, square)) in self.laid.iter().enumerate() {
            if let Some(seat) = self.mover(number) {
                points[seat] += self.lines_at(*square, number);
            }
        }
        points
    }

    /// Returns the places if the game is over. A player who has resigned has lost.
    pub(super) fn places(&self) -> Option<Outcome> {
        let points = self.points();
        let beats = |other: Seat, seat: Seat| match self.resigned {
            Some(gone) => gone == seat,
            None => points[other] > points[seat],
        };
        let place = |seat| {
            let others = Seat::first(super::MOST).filter(|&other| other != seat);
            1 + others.map(|other| u8::from(beats(other, seat))).sum::<u8>()
        };
        let places = || Seat::first(super::MOST).map(place).collect();
        self.is_over().then(|| Outcome { places: places() })
    }

    /// Returns whether each card is in one place, each hand has laid the right number of cards, and
    /// each laid card had a free square.
    pub(super) fn adds_up(&self) -> bool {
        let mut cards: Vec<u8> = self
            .hands
            .iter()
            .flat_map(|(_, hand)| hand)
            .copied()
            .collect();
        cards.extend(
            self.pile
                .iter()
                .chain(self.laid.iter().map(|(card, _)| card)),
        );
        cards.sort_unstable();
        let laid =
            |seat| (0..self.laid.len()).filter(move |&number| self.mover(number) == Some(seat));
        let mut hands = self.hands.iter();
        let squares: Vec<Square> = self.laid.iter().map(|(_, square)| *square).collect();
        let is_free = |(number, square): (usize, &Square)| {
            square.x() < EDGE && square.y() < EDGE && !squares[..number].contains(square)
        };
        cards.into_iter().eq(1..=CARDS)
            && self.first.is_some()
            && hands.all(|(seat, hand)| hand.len() + laid(seat).count() == HAND)
            && squares.iter().enumerate().all(is_free)
    }
}
