//! Repeats the shuffles of a step and compares the results with the game.

use senda_rules::{Chance, Seat, Shuffler, cards::Known};

use super::{
    super::{Finding, Shuffle, cards},
    Checking, Shuffled, ShuffledFor,
};

/// The reason why cards were put in an order.
pub(super) enum Ordered {
    /// The cards were dealt: first to these hands, then to the piles or the board.
    Dealt { to: Vec<Seat>, to_board: bool },
    /// Hands were returned to the pile. `given` is everything that was in the pile then.
    Returned { given: Vec<Known> },
}

/// The shuffles of a step whose results have not been found in its events yet.
pub(super) struct Waiting<'a> {
    pub step: usize,
    pub shuffles: Vec<(u32, &'a Shuffle)>,
}

impl<'a> Waiting<'a> {
    fn take(&mut self, is_wanted: impl Fn(&Shuffle) -> bool) -> Option<(u32, &'a Shuffle)> {
        let at = self.shuffles.iter().position(|(_, one)| is_wanted(one))?;
        Some(self.shuffles.remove(at))
    }

    fn order(&mut self) -> Option<(u32, &'a [u32])> {
        match self.take(|one| matches!(one, Shuffle::Order { .. }))? {
            (number, Shuffle::Order { items, .. }) => Some((number, items)),
            (_, Shuffle::Pick { .. }) => None,
        }
    }

    pub fn pick(&mut self) -> Option<(u32, u32, u32)> {
        match self.take(|one| matches!(one, Shuffle::Pick { .. }))? {
            (number, Shuffle::Pick { count, drawn, .. }) => Some((number, *count, *drawn)),
            (_, Shuffle::Order { .. }) => None,
        }
    }
}

impl Checking<'_> {
    /// Checks the draw of the player who moves first.
    pub(super) fn first(&mut self, waiting: &mut Waiting, first: Seat) {
        let step = waiting.step;
        let Some((number, count, drawn)) = waiting.pick() else {
            self.finds(Finding::Unshuffled { step });
            return;
        };
        if usize::try_from(count) != Ok(self.file.seats.len()) || drawn != u32::from(first.number())
        {
            self.finds(Finding::Items { step, number });
        }
        self.pick(step, ShuffledFor::First, number, count, drawn);
    }

    /// Repeats a shuffle that draws a number.
    fn drawn(&mut self, step: usize, number: u32, count: u32, drawn: u32) -> Known {
        let first = self.redone(number, (0..count).collect()).first().copied();
        if first != Some(drawn) {
            self.finds(Finding::Pick {
                step,
                number,
                expected: first,
                found: drawn,
            });
        }
        first
    }

    pub(super) fn pick(
        &mut self,
        step: usize,
        what: ShuffledFor,
        number: u32,
        count: u32,
        drawn: u32,
    ) {
        let first = self.drawn(step, number, count, drawn);
        self.check.shuffles.push(Shuffled {
            step,
            number,
            what,
            expected: first.into_iter().collect(),
            found: vec![Some(drawn)],
            to: Vec::new(),
            to_board: false,
        });
    }

    /// Checks the order of cards after a shuffle.
    pub(super) fn order(&mut self, waiting: &mut Waiting, found: &[Known], why: Ordered) {
        let step = waiting.step;
        let Some((number, items)) = waiting.order() else {
            self.finds(Finding::Unshuffled { step });
            return;
        };
        let kind = self.file.options.kind();
        let mut items = items.to_vec();
        items.sort_unstable();
        let is_all = |cards: &[Known]| cards::named(kind, cards).as_ref() == Some(&items);
        let (what, to, to_board, lay_there) = match why {
            Ordered::Dealt { to, to_board } => (ShuffledFor::Deal, to, to_board, true),
            Ordered::Returned { given } => (ShuffledFor::Return, Vec::new(), false, is_all(&given)),
        };
        if !is_all(found) || !lay_there {
            self.finds(Finding::Items { step, number });
        }
        let expected = self.redone(number, items);
        let expected: Vec<u32> = expected
            .into_iter()
            .map(|item| cards::card(kind, item))
            .collect();
        for (position, &expected) in expected.iter().enumerate() {
            let found = found.get(position).copied().flatten();
            if found != Some(expected) {
                self.finds(Finding::Tile {
                    step,
                    number,
                    position,
                    expected,
                    found,
                });
            }
        }
        self.check.shuffles.push(Shuffled {
            step,
            number,
            what,
            expected,
            found: found.to_vec(),
            to,
            to_board,
        });
    }

    fn redone(&self, number: u32, mut items: Vec<u32>) -> Vec<u32> {
        Shuffler::new(&self.file.secret, &self.file.nonces, number).shuffle(&mut items);
        items
    }

    /// Checks the rotations of the cards on the board. Each of them was drawn as a number below
    /// four.
    pub(super) fn turns(&mut self, waiting: &mut Waiting, turns: &[Known]) {
        let step = waiting.step;
        let mut expected = Vec::new();
        let mut begins = None;
        for &turn in turns {
            let Some((number, count, drawn)) = waiting.pick() else {
                self.finds(Finding::Unshuffled { step });
                break;
            };
            begins = begins.or(Some(number));
            if count != 4 || turn != Some(drawn) {
                self.finds(Finding::Items { step, number });
            }
            expected.extend(self.drawn(step, number, count, drawn));
        }
        if let Some(number) = begins {
            self.check.shuffles.push(Shuffled {
                step,
                number,
                what: ShuffledFor::Turns,
                expected,
                found: turns.to_vec(),
                to: Vec::new(),
                to_board: false,
            });
        }
    }
}
