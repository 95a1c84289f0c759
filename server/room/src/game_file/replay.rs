//! Replays the game of a file by the rules.

use senda_rules::{
    AnyEvent, AnyGame, AnyIllegal, Chance, Game, GameEvent, Outcome, Seat, Shuffler,
};

use super::{GameFile, Shuffle, Step};
use crate::{
    limits,
    protocol::TookBack,
    state::{Checkpoints, Decided, Decisions},
};

/// A replay of a game, step by step. The current rules validate every decision, every shuffle is
/// repeated, and the results must be equal to those in the file.
///
/// A step that was played by another version of the rules may conform to the current ones as well.
/// If it does not, only that version can tell whether the step was correct
/// ([`Inconsistent::other_rules`]).
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    file: &'a GameFile,
    game: AnyGame,
    checkpoints: Checkpoints<AnyGame>,
    /// The game after its deal.
    dealt: Option<AnyGame>,
    decisions: Decisions<'a>,
    /// The number of take-backs that the other players have agreed to.
    granted: u8,
    chance: Recorder,
    next: usize,
    /// The version of the rules that the next step was played by.
    rules: u16,
}

/// The point where a file contradicts the rules or itself.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Inconsistent {
    /// The step, counted from 0. It is the number of steps if the end is at fault.
    pub step: usize,
    /// The kind of the contradiction.
    pub fault: Fault,
    /// The version of the rules that the step was played by, if it is not that of this program. The
    /// step may have been correct by that version.
    pub other_rules: Option<u16>,
}

/// The kind of contradiction between a file and the rules, or within the file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Fault {
    /// The step was played by a version of the rules that this program does not know.
    Rules {
        /// The version of the rules.
        rules: u16,
    },
    /// The rules don't allow a game with these options and seats.
    Opening(AnyIllegal),
    /// The first step is not the deal, or a later step is.
    Deal,
    /// The game does not have this seat.
    NoSuchSeat(Seat),
    /// The decision is against the rules.
    Illegal(AnyIllegal),
    /// The decision is not the one that the clock had to make.
    NotTheClocks,
    /// The events are not those that follow from the rules and the shuffles.
    Event {
        /// The position of the first different event in the step, counted from 0.
        event: usize,
        /// The event that follows from the rules, if there is one.
        expected: Option<Box<AnyEvent>>,
        /// The event in the file, if there is one.
        found: Option<Box<AnyEvent>>,
    },
    /// The shuffles are not those that the rules require.
    Shuffles {
        /// The shuffles that the rules require.
        expected: Vec<Shuffle>,
    },
    /// The seat can't take back a decision at this point.
    NothingToTakeBack(Seat),
    /// A decision is made after the end of the game.
    AfterTheEnd,
    /// The game does not reach its end.
    Unfinished,
    /// The places are not those that follow from the rules.
    Outcome {
        /// The outcome that follows from the rules.
        expected: Outcome,
    },
}

impl<'a> Replay<'a> {
    /// Prepares the replay, with the game before its deal.
    ///
    /// # Errors
    /// Returns [`Inconsistent`] if the rules that this program knows don't allow such a game.
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

    /// Returns the game in its current state.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Replays the next step and returns it. Returns `None` after the last step, if the game has
    /// ended as the file says.
    ///
    /// # Errors
    /// Returns [`Inconsistent`] if the file contradicts the rules or itself. The replay can't be
    /// continued after that.
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
        // These faults concern the structure or the end of the file, whose events were correct so
        // far. They are wrong by any version of the rules.
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

    /// Replays all remaining steps, and returns the game after them.
    ///
    /// # Errors
    /// Returns [`Inconsistent`] under the same conditions as [`Self::step`].
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
                let events = match &self.file.position {
                    Some(view) => AnyGame::set_up(view, &mut self.chance),
                    None => self.game.open(&mut self.chance),
                };
                let events = events.into_iter();
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
        // A different result of a shuffle is more informative than a different shuffle, so the
        // events are compared first.
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
            self.game.apply_all(&events);
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

/// A source of chance that records the shuffles requested from it.
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

    /// Returns the shuffles requested since the last call.
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
