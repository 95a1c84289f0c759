//! A finished game as it is looked at afterwards: what was decided, what it has cost, and what whoever decided saw then.

use senda_bots::{Budget, Effort, Hint, Judgement, Reason, effort, judge};
use senda_rules::{AnyAction, AnyGame, AnyView, Game, GameEvent, Seat, Viewer};
use serde::Serialize;

use crate::{
    limits,
    log::{LogEvent, Played, Record, Started},
    protocol::By,
    state::{Checkpoints, Decided},
};

/// What was decided in a finished game, judged by what each seat knew then.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Review {
    /// The decisions in order, but for those that were taken back. Of a very long game the first ones are left out.
    pub decisions: Vec<Judged>,
    /// What has cost most, the worst first: of each seat so many moments at most. What the clock or a stand-in has
    /// decided is not among them.
    pub worst: Vec<WorstMoment>,
}

/// A decision and what it has cost.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Judged {
    /// The version that it made of the room.
    pub version: u32,
    /// For which seat.
    pub seat: Seat,
    /// Who made it.
    pub by: By,
    /// Percentage points of the first place that were lost by it: 0 where it was as good as what a hard bot would have
    /// decided, as far as can be told. `None` if there was no choice, or where neither the seat's owner nor a bot in its
    /// own seat has chosen.
    pub loss: Option<u8>,
}

/// A decision that has cost much.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WorstMoment {
    /// The version that it made of the room.
    pub version: u32,
    /// Whose.
    pub seat: Seat,
    /// As in [`Judged`].
    pub loss: u8,
    /// What was decided.
    pub action: AnyAction,
    /// What speaks for that, or against it.
    pub reasons: Vec<Reason>,
    /// What a hard bot would have decided.
    pub better: Hint,
    /// What the seat saw before it decided.
    pub view: AnyView,
}

/// What was decided in the finished game of that number, without what was taken back. `None` if the records hold no such
/// game, not its end, or one whose rules nobody knows any more.
pub fn decisions<'a>(
    log: impl IntoIterator<Item = &'a Record>,
    round: u32,
) -> Option<Vec<Decision>> {
    let mut events = log.into_iter().flat_map(|record| {
        let of = |event| (record.version, event);
        record.happened.iter().map(of)
    });
    let mut course = events.find_map(|(_, event)| match event {
        LogEvent::Started(started) if started.round == round => Course::begin(started),
        _ => None,
    })?;
    for (version, event) in events {
        match event {
            LogEvent::Played(played) => course.play(version, played),
            LogEvent::TookBack(_) => course.take_back()?,
            LogEvent::Ended(_) => {
                let first = course.made.len().saturating_sub(limits::REVIEWED);
                course.made.drain(..first);
                return Some(course.made);
            }
            LogEvent::Abandoned(_) | LogEvent::Started(_) => return None,
            _ => {}
        }
    }
    None
}

/// A game that is followed as the log tells it.
struct Course {
    game: AnyGame,
    checkpoints: Checkpoints<AnyGame>,
    shuffles: u32,
    made: Vec<Decision>,
}

impl Course {
    fn begin(started: &Started) -> Option<Self> {
        let rules = started.events.iter().find_map(GameEvent::rules)?;
        if !started.options.kind().continues(rules) {
            return None;
        }
        let seats = u8::try_from(started.players.len()).ok()?;
        let mut game = AnyGame::new(&started.options, seats, started.first).ok()?;
        for event in &started.events {
            game.apply(event);
        }
        Some(Self {
            game,
            checkpoints: Checkpoints::default(),
            shuffles: started.shuffles,
            made: Vec::new(),
        })
    }

    fn play(&mut self, version: u32, played: &Played) {
        self.made.push(Decision {
            version,
            seat: played.seat,
            by: played.by,
            action: played.action.clone(),
            before: self.game.clone(),
        });
        let decided = Decided::of(played, self.shuffles);
        self.checkpoints.decide(&mut self.game, decided);
        self.shuffles = played.shuffles;
    }

    fn take_back(&mut self) -> Option<()> {
        self.game = self.checkpoints.take_back()?;
        self.made.pop().map(|_| ())
    }
}

/// A decision that was made, and the game before it.
#[derive(Clone, Debug)]
pub struct Decision {
    version: u32,
    seat: Seat,
    by: By,
    action: AnyAction,
    before: AnyGame,
}

impl Decision {
    /// How closely each of these decisions of a game is looked at.
    pub fn effort(all: &[Self]) -> Effort {
        let own = all.iter().filter(|decision| decision.is_own()).count();
        let kind = all.first().map(|decision| decision.before.kind());
        kind.map_or(Effort::default(), |kind| effort(kind, own))
    }

    /// Whether whoever has the seat has decided.
    fn is_own(&self) -> bool {
        matches!(self.by, By::Player | By::Bot)
    }

    /// Judges it on what its seat saw. The same decision with the same effort is judged the same each time, unless the
    /// budget is over before.
    pub fn judge(self, effort: Effort, budget: &Budget) -> Moment {
        let judged = self.judged(effort, budget);
        Moment {
            decided: Judged {
                version: self.version,
                seat: self.seat,
                by: self.by,
                loss: judged.as_ref().map(|(judged, _)| judged.loss),
            },
            action: self.action,
            judged,
        }
    }

    fn judged(&self, effort: Effort, budget: &Budget) -> Option<(Judgement, AnyView)> {
        // Nobody is advised against giving up, or agreeing on a draw.
        let chosen = || self.before.legal_actions(self.seat).contains(&self.action);
        if !self.is_own() || !chosen() {
            return None;
        }
        let view = self.before.view(Viewer::Seat(self.seat));
        let seed = u64::from(self.version);
        let judged = judge(&view, self.seat, &self.action, (effort, budget), seed)?;
        Some((judged, view))
    }
}

/// A decision that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    decided: Judged,
    action: AnyAction,
    judged: Option<(Judgement, AnyView)>,
}

impl Moment {
    /// What is said of it where it has cost much.
    fn worst(self) -> Option<WorstMoment> {
        let (judged, view) = self.judged?;
        (judged.loss >= limits::WORST_LOSS).then_some(WorstMoment {
            version: self.decided.version,
            seat: self.decided.seat,
            loss: judged.loss,
            action: self.action,
            reasons: judged.reasons,
            better: judged.better,
            view,
        })
    }
}

impl Review {
    /// What comes of all decisions together.
    pub fn of(moments: Vec<Moment>) -> Self {
        let decisions = moments.iter().map(|moment| moment.decided.clone());
        let decisions = decisions.collect();
        let mut bad: Vec<WorstMoment> = moments.into_iter().filter_map(Moment::worst).collect();
        // Of equals the first one comes first.
        bad.sort_by_key(|moment| std::cmp::Reverse(moment.loss));
        let mut worst: Vec<WorstMoment> = Vec::new();
        for moment in bad {
            let known = worst.iter().filter(|one| one.seat == moment.seat).count();
            if known < limits::WORST_MOMENTS {
                worst.push(moment);
            }
        }
        Self { decisions, worst }
    }
}
