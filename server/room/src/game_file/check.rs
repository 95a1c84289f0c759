//! Checks that the cards of a game were dealt as committed, by repeating its shuffles without using
//! the rules of the game.
//!
//! The same check exists in `web/client/check/`, and both give the same answers: their tests share
//! the cases in `tests/cases/game_file`.

mod shuffles;

use std::collections::BTreeMap;

use senda_rules::{
    Commitment, Nonce, Seat,
    cards::{Known, Lying, Moved},
};

use self::shuffles::{Ordered, Waiting};
use super::{Finding, GameFile, Step};
use crate::{limits, protocol::Start};

/// The notes of a player about a game, made on the player's own device before the deal.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Noted {
    /// The commitment that the player was shown.
    pub commitment: Option<Commitment>,
    /// The contribution of the player's device to the seed.
    pub nonce: Option<Nonce>,
}

/// The result of a check.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Check {
    /// All shuffles, each with its repeated result.
    pub shuffles: Vec<Shuffled>,
    /// The number of cards that were drawn from a pile, or revealed on the board.
    pub draws: u32,
    /// The deviations from the commitment. There are none in an honest game.
    pub findings: Vec<Finding>,
}

/// A shuffle with its repeated result.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Shuffled {
    /// The step of the file that contains the shuffle, counted from 0.
    pub step: usize,
    /// The number of the shuffle in its game, counted from 0.
    pub number: u32,
    /// The purpose of the shuffle.
    pub what: ShuffledFor,
    /// The result that the secret and the nonces determine.
    pub expected: Vec<u32>,
    /// The result that occurred in the game.
    pub found: Vec<Known>,
    /// The owners of the hands that the first cards went to, card by card. The remaining cards went
    /// to the piles, or to the board.
    pub to: Vec<Seat>,
    /// Whether the remaining cards went to the board.
    pub to_board: bool,
}

/// The purpose of a shuffle.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ShuffledFor {
    /// The deal of the cards.
    Deal,
    /// The return of hands to the pile.
    Return,
    /// The draw of the player who moves first.
    First,
    /// The rotation of the cards on the board. There is one shuffle for each card; they are
    /// reported together, under the number of the first.
    Turns,
    /// The choice for a seat whose time was up.
    Choice,
}

impl Check {
    /// Repeats the shuffles of a game and compares their results with its events.
    pub fn of(file: &GameFile, noted: &Noted) -> Self {
        let mut checking = Checking {
            file,
            check: Self::default(),
            cards: Lie {
                hands: vec![Vec::new(); file.seats.len()],
                ..Lie::default()
            },
            before: Vec::new(),
            next: 0,
        };
        checking.seal(noted);
        for (number, step) in file.steps.iter().enumerate() {
            checking.step(number, step);
        }
        checking.check
    }

    /// Returns whether everything is as it was committed to.
    pub fn is_honest(&self) -> bool {
        self.findings.is_empty()
    }
}

struct Checking<'a> {
    file: &'a GameFile,
    check: Check,
    cards: Lie,
    /// The positions of the cards before each of the last decisions.
    before: Vec<Lie>,
    /// The number of the next shuffle.
    next: u32,
}

/// The positions of all cards.
#[derive(Clone, Debug, Default)]
struct Lie {
    /// The cards in each hand, indexed by seat: everything that was dealt or drawn and has not left
    /// the hand.
    hands: Vec<Vec<Known>>,
    piles: Vec<Vec<Known>>,
    /// The cards on the board, indexed by place.
    board: BTreeMap<String, Lying>,
    /// The seats whose hands are offered for a swap.
    offered: Vec<Seat>,
    /// The cards that swaps have laid aside.
    aside: Vec<Known>,
}

impl Checking<'_> {
    fn finds(&mut self, finding: Finding) {
        self.check.findings.push(finding);
    }

    /// Checks the values that were fixed before the deal.
    fn seal(&mut self, noted: &Noted) {
        if self.file.secret.commitment() != self.file.commitment {
            self.finds(Finding::Commitment {});
        }
        if let Some(noted) = noted.commitment
            && noted != self.file.commitment
        {
            self.finds(Finding::OtherCommitment { noted });
        }
        let repeats = self.file.start.as_ref().is_some_and(Start::is_deal);
        if let Some(noted) = noted.nonce
            && !repeats
            && !self.file.nonces.contains(&Some(noted))
        {
            self.finds(Finding::Nonce { noted });
        }
    }

    fn step(&mut self, number: usize, step: &Step) {
        let mut waiting = Waiting {
            step: number,
            shuffles: Vec::new(),
        };
        for shuffle in step.shuffles() {
            if shuffle.number() != self.next {
                self.finds(Finding::Number {
                    step: number,
                    expected: self.next,
                    found: shuffle.number(),
                });
            }
            waiting.shuffles.push((self.next, shuffle));
            self.next += 1;
        }
        if self.file.position.is_some() {
            // The cards of a position can't be followed. Only the rules tell where they lie.
            return;
        }
        match step {
            Step::Played { .. } => {
                if self.before.len() == limits::TAKE_BACK_REACH {
                    self.before.remove(0);
                }
                self.before.push(self.cards.clone());
            }
            Step::TookBack { agreed, .. } => {
                let decisions = agreed.map_or(1, usize::from);
                let stay = self.before.len().checked_sub(decisions);
                match stay.and_then(|stay| self.before.drain(stay..).next()) {
                    Some(before) => self.cards = before,
                    None => self.finds(Finding::TookBack { step: number }),
                }
            }
            Step::Dealt { .. } | Step::Revised { .. } | Step::Seated { .. } => {}
        }
        if let Step::Played { by, .. } = step
            && by.is_clock()
            && let Some((shuffle, count, drawn)) = waiting.pick()
        {
            self.pick(number, ShuffledFor::Choice, shuffle, count, drawn);
        }
        for event in step.events() {
            self.event(&mut waiting, event.moved());
        }
        for (shuffle, _) in waiting.shuffles {
            self.finds(Finding::Unused {
                step: number,
                number: shuffle,
            });
        }
    }

    fn event(&mut self, waiting: &mut Waiting, moved: Moved) {
        let step = waiting.step;
        match moved {
            Moved::Nothing => {}
            Moved::Dealt {
                first,
                hands,
                piles,
                board,
            } => {
                if let Some(first) = first.filter(|_| self.file.first.is_none()) {
                    self.first(waiting, first);
                }
                self.dealt(waiting, hands, piles, board);
            }
            Moved::Returned { hands, pile } => {
                let mut given: Vec<Known> = std::mem::take(&mut self.cards.piles).concat();
                given.append(&mut self.cards.aside);
                for (seat, cards) in hands {
                    for card in cards {
                        self.leaves_hand(step, seat, card);
                        given.push(card);
                    }
                }
                self.order(waiting, &pile, Ordered::Returned { given });
                self.cards.piles = vec![pile];
            }
            Moved::Drew { seat, pile, card } => {
                let next = self.cards.piles.get(pile).and_then(|pile| pile.first());
                let next = next.copied().flatten();
                if next.is_none() || next != card {
                    self.finds(Finding::Draw {
                        step,
                        seat,
                        expected: next,
                        found: card,
                    });
                }
                if let Some(pile) = self.cards.piles.get_mut(pile) {
                    leaves(pile, card);
                }
                self.comes_to_hand(seat, card);
                self.check.draws += 1;
            }
            Moved::Played { seat, card } => self.leaves_hand(step, seat, Some(card)),
            Moved::Offered { from } => self.cards.offered = from,
            Moved::Swapped { seat, give, take } => self.swapped(step, seat, give, take),
            Moved::Revealed { place, card, turn } => self.revealed(step, place, card, turn),
            Moved::Traded {
                seat,
                place,
                laid,
                taken,
            } => {
                self.leaves_hand(step, seat, Some(laid));
                let before = self.lies(&place, Some(laid));
                if before != Some(taken) {
                    self.finds(Finding::Place {
                        step,
                        place,
                        expected: before,
                        found: Some(taken),
                    });
                }
                self.comes_to_hand(seat, Some(taken));
            }
            Moved::Taken { seat, place } => {
                let card = self.lies(&place, None);
                self.comes_to_hand(seat, card);
            }
            Moved::Laid { seat, place, card } => {
                self.leaves_hand(step, seat, Some(card));
                self.lies(&place, Some(card));
            }
        }
    }

    fn dealt(
        &mut self,
        waiting: &mut Waiting,
        hands: Vec<Vec<Known>>,
        piles: Vec<Vec<Known>>,
        board: Vec<(String, Lying)>,
    ) {
        let on_board = board.iter().map(|(_, lying)| lying.card);
        let in_hands = hands.iter().chain(&piles).flatten().copied();
        let cards: Vec<Known> = in_hands.chain(on_board).collect();
        let owner = |(seat, hand): (Seat, &Vec<Known>)| vec![seat; hand.len()];
        let seats = Seat::first(Seat::MOST).zip(&hands);
        let to = seats.flat_map(owner).collect();
        let to_board = !board.is_empty();
        self.order(waiting, &cards, Ordered::Dealt { to, to_board });
        let turns: Vec<Known> = board.iter().map(|(_, lying)| lying.turn).collect();
        self.turns(waiting, &turns);
        let seats = hands.len().max(self.cards.hands.len());
        self.cards.hands = hands;
        self.cards.hands.resize(seats, Vec::new());
        self.cards.piles = piles;
        self.cards.board = board.into_iter().collect();
    }

    fn revealed(&mut self, step: usize, place: String, card: u32, turn: u32) {
        let hidden = self.cards.board.get(&place).copied();
        let (expected, turned) = hidden.map_or((None, None), |lying| (lying.card, lying.turn));
        if expected != Some(card) {
            self.finds(Finding::Place {
                step,
                place,
                expected,
                found: Some(card),
            });
        } else if turned != Some(turn) {
            self.finds(Finding::Turn {
                step,
                place,
                expected: turned,
                found: turn,
            });
        }
        self.check.draws += 1;
    }

    /// Puts a card on a place of the board, or removes the one that is there. Returns the card that
    /// was there before.
    fn lies(&mut self, place: &str, card: Known) -> Known {
        let lying = self.cards.board.get_mut(place)?;
        std::mem::replace(&mut lying.card, card)
    }

    fn comes_to_hand(&mut self, seat: Seat, card: Known) {
        if let Some(hand) = self.cards.hands.get_mut(seat.index()) {
            hand.push(card);
        }
    }

    fn leaves_hand(&mut self, step: usize, seat: Seat, card: Known) {
        let hand = self.cards.hands.get_mut(seat.index());
        if !hand.is_some_and(|hand| leaves(hand, card)) {
            self.finds(Finding::Hand {
                step,
                seat,
                tile: card,
            });
        }
    }

    fn swapped(&mut self, step: usize, seat: Seat, give: Vec<Known>, take: Vec<Known>) {
        let offered = std::mem::take(&mut self.cards.offered);
        if give.is_empty() && take.is_empty() {
            return;
        }
        for card in give {
            self.leaves_hand(step, seat, card);
            self.cards.aside.push(card);
        }
        for &card in &take {
            let hands = &mut self.cards.hands;
            let mut hand = |from: &Seat| {
                hands
                    .get_mut(from.index())
                    .is_some_and(|hand| leaves(hand, card))
            };
            if !offered.iter().any(&mut hand) {
                self.finds(Finding::Hand {
                    step,
                    seat,
                    tile: card,
                });
            }
        }
        for from in offered {
            if let Some(hand) = self.cards.hands.get_mut(from.index()) {
                self.cards.aside.append(hand);
            }
        }
        for card in take {
            self.comes_to_hand(seat, card);
        }
    }
}

/// Removes a card once. Returns whether it was there.
fn leaves(cards: &mut Vec<Known>, card: Known) -> bool {
    let at = cards
        .iter()
        .position(|&other| other == card && card.is_some());
    if let Some(at) = at {
        cards.remove(at);
    }
    at.is_some()
}
