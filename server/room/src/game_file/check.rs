//! Redoing a game's shuffles without a rule of the game: were the cards dealt as committed?
//!
//! The same check is in `web/client/check/`, and both answer alike: their tests share the cases in
//! `tests/cases/game_file`.

mod shuffles;

use std::collections::BTreeMap;

use senda_rules::{
    Commitment, Nonce, Seat,
    cards::{Known, Lying, Moved},
};

use self::shuffles::{Ordered, Waiting};
use super::{Finding, GameFile, Step};
use crate::limits;

/// What someone has noted of a game before it was dealt, on a device of their own.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Noted {
    /// The commitment that they were shown.
    pub commitment: Option<Commitment>,
    /// What their device added to the seed.
    pub nonce: Option<Nonce>,
}

/// What came of a check.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Check {
    /// Each shuffle, redone.
    pub shuffles: Vec<Shuffled>,
    /// Cards drawn from a pile, or seen on the board for the first time.
    pub draws: u32,
    /// What is not as it was committed to; empty for an honest game.
    pub findings: Vec<Finding>,
}

/// A shuffle that was redone.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Shuffled {
    /// The step of the file that took it, from 0.
    pub step: usize,
    /// The shuffle's number in its game, from 0.
    pub number: u32,
    /// What for.
    pub what: ShuffledFor,
    /// What the secret and the nonces make of it.
    pub expected: Vec<u32>,
    /// What the game had.
    pub found: Vec<Known>,
    /// Whose hands the first of them went to, card by card; the rest is the piles, or the board.
    pub to: Vec<Seat>,
    /// Whether it is the board.
    pub to_board: bool,
}

/// What a shuffle was made for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ShuffledFor {
    /// To deal.
    Deal,
    /// Because hands went back to the pile.
    Return,
    /// To draw who plays first.
    First,
    /// To turn the cards of the board; one shuffle each, told together, of which `number` is the first.
    Turns,
    /// To choose for a seat whose time was up.
    Choice,
}

impl Check {
    /// Redoes the shuffles of a game, and compares what came out with what happened.
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

    /// Whether everything is as it was committed to.
    pub fn is_honest(&self) -> bool {
        self.findings.is_empty()
    }
}

struct Checking<'a> {
    file: &'a GameFile,
    check: Check,
    cards: Lie,
    /// Where they lay before each of the last decisions.
    before: Vec<Lie>,
    /// The number of the next shuffle.
    next: u32,
}

/// Where the cards lie.
#[derive(Clone, Debug, Default)]
struct Lie {
    /// What has been dealt and drawn and not left the hand since.
    hands: Vec<Vec<Known>>,
    piles: Vec<Vec<Known>>,
    /// What lies on the places of the board.
    board: BTreeMap<String, Lying>,
    /// Whose hands can be swapped with.
    offered: Vec<Seat>,
    /// What swaps have left.
    aside: Vec<Known>,
}

impl Checking<'_> {
    fn finds(&mut self, finding: Finding) {
        self.check.findings.push(finding);
    }

    /// What was fixed before the deal.
    fn seal(&mut self, noted: &Noted) {
        if self.file.secret.commitment() != self.file.commitment {
            self.finds(Finding::Commitment {});
        }
        if let Some(noted) = noted.commitment
            && noted != self.file.commitment
        {
            self.finds(Finding::OtherCommitment { noted });
        }
        if let Some(noted) = noted.nonce
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

    /// Lays a card on a place of the board, or takes it away; what lay there before.
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

/// Takes a card away, once; whether it was there.
fn leaves(cards: &mut Vec<Known>, card: Known) -> bool {
    let at = cards
        .iter()
        .position(|&other| other == card && card.is_some());
    if let Some(at) = at {
        cards.remove(at);
    }
    at.is_some()
}
