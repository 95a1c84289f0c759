//! Exports a finished game from the log of its room.

use senda_rules::{AnyGame, Chance, Game, GameEvent, Nonce, Secret, Shuffler};

use super::{Format, GameFile, Player, Shuffle, Step, cards, replay::Recorder};
use crate::{
    log::{LogEvent, Played, Record, Started},
    protocol::Ended,
    state::{Checkpoints, Decided, Decisions},
    time::Time,
};

impl GameFile {
    /// Exports the game with the number `round` from the records of its room. Returns `None` if
    /// they do not contain this game or its end.
    pub fn of<'a>(log: impl IntoIterator<Item = &'a Record>, round: u32) -> Option<Self> {
        let mut all = log.into_iter().flat_map(|record| {
            let at = |event| (record.at, event);
            record.happened.iter().map(at)
        });
        let (at, started) = all.find_map(|(at, event)| match event {
            LogEvent::Started(started) if started.round == round => Some((at, started)),
            _ => None,
        })?;
        let mut course = Vec::new();
        for (at_event, event) in all {
            match event {
                LogEvent::Ended(ended) => return file(at, started, &course, ended),
                LogEvent::Abandoned(_) => return None,
                _ => course.push((at_event, event)),
            }
        }
        None
    }
}

fn file(
    at: Time,
    started: &Started,
    course: &[(Time, &LogEvent)],
    ended: &Ended,
) -> Option<GameFile> {
    let rules = started.events.iter().find_map(GameEvent::rules)?;
    if !started.options.kind().continues(rules) {
        return None; // its events can't be applied
    }
    let seats = u8::try_from(started.players.len()).ok()?;
    let mut follow = Course {
        game: AnyGame::new(&started.options, seats, started.first).ok()?,
        secret: &ended.secret,
        nonces: &started.nonces,
        shuffles: 0,
        checkpoints: Checkpoints::default(),
        dealt: None,
        decisions: Decisions::default(),
    };
    let dealt = follow.dealt(at, started);
    let rest = course
        .iter()
        .filter_map(|&(at, event)| follow.step(at, event));
    let steps: Vec<Step> = [dealt].into_iter().chain(rest).collect();
    let players = started.players.iter();
    Some(GameFile {
        format: Format::of(
            &steps,
            started
                .players
                .iter()
                .any(|(person, _)| person.bot.is_some()),
            started.start.as_ref(),
        ),
        rules,
        round: started.round,
        options: started.options.clone(),
        first: started.first,
        seats: players
            .map(|(person, colour)| Player {
                name: person.name.clone(),
                colour: *colour,
                bot: person.bot,
            })
            .collect(),
        start: started.start.clone(),
        position: started.position.clone(),
        commitment: started.commitment,
        secret: ended.secret,
        nonces: started.nonces.clone(),
        steps,
        outcome: ended.outcome.clone(),
    })
}

/// A game that is replayed from the log to find out which items each of its shuffles shuffled.
struct Course<'a> {
    game: AnyGame,
    secret: &'a Secret,
    nonces: &'a [Option<Nonce>],
    shuffles: u32,
    checkpoints: Checkpoints<AnyGame>,
    /// The game after its deal.
    dealt: Option<AnyGame>,
    decisions: Decisions<'a>,
}

impl<'a> Course<'a> {
    fn dealt(&mut self, at: Time, started: &Started) -> Step {
        let mut chance = self.chance();
        match &started.position {
            Some(view) => AnyGame::set_up(view, &mut chance),
            None => self.game.open(&mut chance),
        };
        let step = Step::Dealt {
            at,
            shuffles: chance.take(),
            events: started.events.clone(),
        };
        self.game.apply_all(step.events());
        self.shuffles = started.shuffles;
        self.dealt = Some(self.game.clone());
        step
    }

    /// Converts an event into a step of the file.
    fn step(&mut self, at: Time, event: &'a LogEvent) -> Option<Step> {
        Some(match event {
            LogEvent::Played(played) => self.played(at, played),
            LogEvent::TookBack(took) => {
                self.decisions.take_back(*took);
                if took.agreed.is_some() {
                    let dealt = self.dealt.clone()?;
                    (self.game, self.checkpoints) = self.decisions.play(dealt);
                } else {
                    self.game = self.checkpoints.take_back()?;
                }
                Step::TookBack {
                    at,
                    seat: took.seat,
                    agreed: took.agreed,
                }
            }
            LogEvent::Revised(revised) => Step::Revised {
                at,
                rules: revised.rules,
            },
            LogEvent::Sat(sat) => Step::Seated {
                at,
                seat: sat.seat,
                name: sat.person.name.clone(),
                colour: sat.colour,
                bot: sat.person.bot,
            },
            _ => return None,
        })
    }

    fn played(&mut self, at: Time, played: &'a Played) -> Step {
        let step = Step::Played {
            at,
            seat: played.seat,
            by: played.by,
            action: played.action.clone(),
            shuffles: self.shuffled(played),
            events: played.events.clone(),
        };
        let decided = Decided::of(played, self.shuffles);
        self.checkpoints.decide(&mut self.game, decided);
        self.decisions.push(decided);
        self.shuffles = played.shuffles;
        step
    }

    /// Returns the shuffles of a decision. The log determines the game; only the shuffles come from
    /// deciding again.
    fn shuffled(&self, played: &Played) -> Vec<Shuffle> {
        let mut chance = self.chance();
        if played.by.is_clock() {
            self.game.clock_action(played.seat, &mut chance);
        }
        let mut made = chance.take();
        let asked: &mut dyn Chance = &mut chance;
        let decided = self.game.decide(played.seat, &played.action, asked);
        if decided.as_ref() == Ok(&played.events) {
            made.extend(chance.take());
        } else {
            // The decision was made by other rules, so the shuffles are derived from its events.
            let first = self.shuffles + u32::try_from(made.len()).unwrap_or_default();
            made.extend(cards::orders(self.game.kind(), &played.events, first));
        }
        made
    }

    fn chance(&self) -> Recorder {
        Recorder::new(Shuffler::new(self.secret, self.nonces, self.shuffles))
    }
}
