//! The file of a game out of its room's log.

use senda_rules::{AnyGame, Chance, Game, GameEvent, Secret, Shuffler};

use super::{Format, GameFile, Player, Step, cards, replay::Recorder};
use crate::{LogEvent, Record, protocol::By};

impl GameFile {
    /// The finished game of that number, out of its room's records; `None` if they hold no such game,
    /// or not its end.
    pub fn of<'a>(log: impl IntoIterator<Item = &'a Record>, round: u32) -> Option<Self> {
        let begins = |happened: &LogEvent| matches!(happened, LogEvent::Started { round: of, .. } if *of == round);
        let all = log.into_iter().flat_map(|record| {
            let at = |happened| (record.at, happened);
            record.happened.iter().map(at)
        });
        let mut course = Vec::new();
        for (at, happened) in all.skip_while(|(_, happened)| !begins(happened)) {
            course.push((at, happened));
            if let LogEvent::Ended { outcome, secret } = happened {
                let (_, started) = course[0];
                let steps = Course::begin(started, secret)?.steps(&course);
                return file(started, secret, outcome, steps);
            }
        }
        None
    }
}

fn file(
    started: &LogEvent,
    secret: &Secret,
    outcome: &senda_rules::Outcome,
    steps: Vec<Step>,
) -> Option<GameFile> {
    let LogEvent::Started {
        round,
        commitment,
        nonces,
        options,
        first,
        players,
        events,
        ..
    } = started
    else {
        return None;
    };
    Some(GameFile {
        format: Format::One,
        rules: events.iter().find_map(GameEvent::rules)?,
        round: *round,
        options: options.clone(),
        first: *first,
        seats: players
            .iter()
            .map(|(person, colour)| Player {
                name: person.name.clone(),
                colour: *colour,
            })
            .collect(),
        commitment: *commitment,
        secret: *secret,
        nonces: nonces.clone(),
        steps,
        outcome: outcome.clone(),
    })
}

/// A game that is followed as the log tells it, to learn what each of its shuffles shuffled.
struct Course<'a> {
    game: AnyGame,
    secret: &'a Secret,
    nonces: &'a [Option<senda_rules::Nonce>],
    shuffles: u32,
}

impl<'a> Course<'a> {
    fn begin(started: &'a LogEvent, secret: &'a Secret) -> Option<Self> {
        let LogEvent::Started {
            nonces,
            options,
            first,
            players,
            events,
            ..
        } = started
        else {
            return None;
        };
        let seats = u8::try_from(players.len()).ok()?;
        let rules = events.iter().find_map(GameEvent::rules)?;
        if !options.kind().continues(rules) {
            return None; // nothing of it can be followed
        }
        Some(Self {
            game: AnyGame::new(options, seats, *first).ok()?,
            secret,
            nonces,
            shuffles: 0,
        })
    }

    fn steps(mut self, course: &[(crate::Time, &LogEvent)]) -> Vec<Step> {
        let mut steps = Vec::with_capacity(course.len());
        for &(at, happened) in course {
            let mut chance = self.chance();
            let (step, counted) = match happened {
                LogEvent::Started {
                    events, shuffles, ..
                } => {
                    self.game.open(&mut chance);
                    let step = Step::Dealt {
                        at,
                        shuffles: chance.take(),
                        events: events.clone(),
                    };
                    (step, *shuffles)
                }
                LogEvent::Played {
                    seat,
                    by,
                    action,
                    events,
                    shuffles,
                    ..
                } => {
                    // The log is the truth of the game; of this only the shuffles are wanted.
                    if *by != By::Player {
                        self.game.clock_action(*seat, &mut chance);
                    }
                    let mut made = chance.take();
                    let asked: &mut dyn Chance = &mut chance;
                    let decided = self.game.decide(*seat, action, asked);
                    if decided.as_ref() == Ok(events) {
                        made.extend(chance.take());
                    } else {
                        // It was played by other rules: then the events say what was shuffled.
                        let first = self.shuffles + u32::try_from(made.len()).unwrap_or_default();
                        made.extend(cards::orders(self.game.kind(), events, first));
                    }
                    let step = Step::Played {
                        at,
                        seat: *seat,
                        by: *by,
                        action: action.clone(),
                        shuffles: made,
                        events: events.clone(),
                    };
                    (step, *shuffles)
                }
                LogEvent::Revised { rules } => {
                    let step = Step::Revised { at, rules: *rules };
                    (step, self.shuffles)
                }
                LogEvent::Sat {
                    seat,
                    person,
                    colour,
                } => {
                    let step = Step::Seated {
                        at,
                        seat: *seat,
                        name: person.name.clone(),
                        colour: *colour,
                    };
                    (step, self.shuffles)
                }
                _ => continue,
            };
            for event in step.events() {
                self.game.apply(event);
            }
            self.shuffles = counted;
            steps.push(step);
        }
        steps
    }

    fn chance(&self) -> Recorder {
        Recorder::new(Shuffler::new(self.secret, self.nonces, self.shuffles))
    }
}
