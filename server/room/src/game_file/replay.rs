//! Playing a file's game once more by the rules.

use senda_rules::{
    AnyEvent, AnyGame, AnyIllegal, Chance, Game, GameEvent, Outcome, Seat, Shuffler,
};

use super::{GameFile, Shuffle, Step};
use crate::{
    limits,
    protocol::TookBack,
    state::{Checkpoints, Decided, Decisions},
};

/// A game that is played once more, step by step: every decision is put to the rules of today, every shuffle
/// is redone, and what comes out must be what the file says.
///
/// A step that was played by another version of the rules may follow those of today as well; where it does not,
/// nobody can tell without that version whether it was right ([`Inconsistent::other_rules`]).
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    file: &'a GameFile,
    game: AnyGame,
    checkpoints: Checkpoints<AnyGame>,
    /// The game after its deal.
    dealt: Option<AnyGame>,
    decisions: Decisions<'a>,
    /// How often something was taken back because the others had agreed.
    granted: u8,
    chance: Recorder,
    next: usize,
    /// The version of the rules by which the next step was played.
    rules: u16,
}

/// Where a file contradicts the rules or itself.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Inconsistent {
    /// The step, from 0; as many as there are where the end is at fault.
    pub step: usize,
    /// How.
    pub fault: Fault,
    /// The version of the rules by which the step was played, where that is not this program's: it may have been
    /// right then.
    pub other_rules: Option<u16>,
}

/// How a file contradicts the rules or itself.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Fault {
    /// It was played by a version of the rules of which this program knows nothing.
    Rules {
        /// Which.
        rules: u16,
    },
    /// No such game can be opened.
    Opening(AnyIllegal),
    /// The first step is not the deal, or another one is.
    Deal,
    /// The game has no such seat.
    NoSuchSeat(Seat),
    /// The decision is against the rules.
    Illegal(AnyIllegal),
    /// The decision is not the one that the clock had to make.
    NotTheClocks,
    /// Other things happen by the rules and the shuffles.
    Event {
        /// Which of the step's events, from 0.
        event: usize,
        /// What the rules say, if anything.
        expected: Option<Box<AnyEvent>>,
        /// What the file says, if anything.
        found: Option<Box<AnyEvent>>,
    },
    /// Other shuffles are made.
    Shuffles {
        /// By the rules.
        expected: Vec<Shuffle>,
    },
    /// Nothing can be taken back there by that seat.
    NothingToTakeBack(Seat),
    /// Something is decided after the end.
    AfterTheEnd,
    /// The game does not end.
    Unfinished,
    /// The places are others.
    Outcome {
        /// By the rules.
        expected: Outcome,
    },
}

impl<'a> Replay<'a> {
    /// The game before its deal.
    ///
    /// # Errors
    /// No such game can be opened by the rules that this program knows.
    pub fn begin(file: &'a GameFile) -> Result<Self, Inconsistent> {
        let kind = file.options.kind();
        let rules = file.rules;
        let other_rules = (rules != kind.rules()).then_some(rules);
        let wrong = |fault| Inconsistent {
            step: 0,
            fault,
            other_rules,
        };
        if !kind.continues(rules) {
            return Err(wrong(Fault::Rules { rules }));
        }
        let seats = u8::try_from(file.seats.len()).unwrap_or(u8::MAX);
        let game = AnyGame::new(&file.options, seats, file.first)
            .map_err(|illegal| wrong(Fault::Opening(illegal)))?;
        Ok(Self {
            file,
            game,
            checkpoints: Checkpoints::default(),
            dealt: None,
            decisions: Decisions::default(),
            granted: 0,
            chance: Recorder::new(Shuffler::new(&file.secret, &file.nonces, 0)),
            next: 0,
            rules,
        })
    }

    /// The game as it is now.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Plays the next step, and gives it; `None` after the last, if the game has ended as the file says.
    ///
    /// # Errors
    /// The file contradicts the rules or itself. Nothing can be played after that.
    pub fn step(&mut self) -> Result<Option<&'a Step>, Inconsistent> {
        let number = self.next;
        let Some(step) = self.file.steps.get(number) else {
            let ended = self.end();
            return ended
                .map(|()| None)
                .map_err(|fault| self.wrong(number, fault));
        };
        self.next += 1;
        let played = self.play(number, step);
        played.map_err(|fault| self.wrong(number, fault))?;
        Ok(Some(step))
    }

    fn wrong(&self, step: usize, fault: Fault) -> Inconsistent {
        let today = self.game.kind().rules();
        // What the file itself says, whose events were right so far, is wrong by any version of the rules.
        let by_any = matches!(
            fault,
            Fault::Deal
                | Fault::NoSuchSeat(_)
                | Fault::AfterTheEnd
                | Fault::Unfinished
                | Fault::Outcome { .. }
        );
        Inconsistent {
            step,
            other_rules: (self.rules != today && !by_any).then_some(self.rules),
            fault,
        }
    }

    /// Plays all that is left.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn finish(mut self) -> Result<AnyGame, Inconsistent> {
        while self.step()?.is_some() {}
        Ok(self.game)
    }

    fn end(&self) -> Result<(), Fault> {
        let outcome = self.game.outcome().ok_or(Fault::Unfinished)?;
        if outcome == self.file.outcome {
            Ok(())
        } else {
            Err(Fault::Outcome { expected: outcome })
        }
    }

    fn play(&mut self, number: usize, step: &'a Step) -> Result<(), Fault> {
        if (number == 0) != matches!(step, Step::Dealt { .. }) {
            return Err(Fault::Deal);
        }
        let events = match step {
            Step::Dealt { .. } => {
                let events = self.game.open(&mut self.chance).into_iter();
                let begun = |event: AnyEvent| event.with_rules(self.rules);
                events.map(begun).collect()
            }
            Step::TookBack { seat, agreed, .. } => {
                return self.take_back(TookBack {
                    seat: *seat,
                    agreed: *agreed,
                });
            }
            Step::Seated { seat, .. } => return self.is_of_the_game(*seat),
            Step::Revised { rules, .. } => {
                self.rules = *rules;
                return if self.game.kind().continues(*rules) {
                    Ok(())
                } else {
                    Err(Fault::Rules { rules: *rules })
                };
            }
            Step::Played {
                seat, by, action, ..
            } => {
                self.is_of_the_game(*seat)?;
                if self.game.outcome().is_some() {
                    return Err(Fault::AfterTheEnd);
                }
                if by.is_clock() {
                    let made = self.game.clock_action(*seat, &mut self.chance);
                    if made.as_ref() != Some(action) {
                        return Err(Fault::NotTheClocks);
                    }
                }
                let decided = self.game.decide(*seat, action, &mut self.chance);
                decided.map_err(Fault::Illegal)?
            }
        };
        // What came out of a shuffle says more than that it was another one.
        compare(&events, step.events())?;
        let shuffles = self.chance.take();
        if shuffles != step.shuffles() {
            return Err(Fault::Shuffles { expected: shuffles });
        }
        if let Step::Played { seat, by, .. } = step {
            let decided = Decided {
                seat: *seat,
                by: *by,
                has_shuffled: !shuffles.is_empty(),
                events: step.events(),
            };
            self.checkpoints.decide(&mut self.game, decided);
            self.decisions.push(decided);
        } else {
            for event in &events {
                self.game.apply(event);
            }
            self.dealt = Some(self.game.clone());
        }
        Ok(())
    }

    fn take_back(&mut self, took: TookBack) -> Result<(), Fault> {
        let wrong = Fault::NothingToTakeBack(took.seat);
        if took.agreed.is_some() {
            let is_right = self.granted < limits::AGREED_TAKE_BACKS
                && self.game.outcome().is_none()
                && self.decisions.since(took.seat) == took.agreed;
            let dealt = self.dealt.clone().filter(|_| is_right).ok_or(wrong)?;
            self.decisions.take_back(took);
            (self.game, self.checkpoints) = self.decisions.play(dealt);
            self.granted += 1;
        } else {
            let is_own = self.game.mover() == Some(took.seat);
            let before = is_own.then(|| self.checkpoints.take_back()).flatten();
            self.game = before.ok_or(wrong)?;
            self.decisions.take_back(took);
        }
        Ok(())
    }

    fn is_of_the_game(&self, seat: Seat) -> Result<(), Fault> {
        if seat.index() < self.file.seats.len() {
            Ok(())
        } else {
            Err(Fault::NoSuchSeat(seat))
        }
    }
}

fn compare(expected: &[AnyEvent], found: &[AnyEvent]) -> Result<(), Fault> {
    let most = expected.len().max(found.len());
    let differs = (0..most).find(|&event| expected.get(event) != found.get(event));
    match differs {
        None => Ok(()),
        Some(event) => Err(Fault::Event {
            event,
            expected: expected.get(event).cloned().map(Box::new),
            found: found.get(event).cloned().map(Box::new),
        }),
    }
}

/// Chance that remembers what it was asked.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    chance: Shuffler,
    asked: Vec<Shuffle>,
}

impl Recorder {
    pub(super) fn new(chance: Shuffler) -> Self {
        Self {
            chance,
            asked: Vec::new(),
        }
    }

    /// What it was asked since this was called last.
    pub(super) fn take(&mut self) -> Vec<Shuffle> {
        std::mem::take(&mut self.asked)
    }
}

impl Chance for Recorder {
    fn shuffle(&mut self, items: &mut [u32]) {
        let mut sorted = items.to_vec();
        sorted.sort_unstable();
        self.asked.push(Shuffle::Order {
            number: self.chance.shuffles(),
            items: sorted,
        });
        self.chance.shuffle(items);
    }

    fn pick(&mut self, count: u32) -> u32 {
        let number = self.chance.shuffles();
        let drawn = self.chance.pick(count);
        self.asked.push(Shuffle::Pick {
            number,
            count,
            drawn,
        });
        drawn
    }
}
