//! A finished game as it is looked at afterwards: what was decided, what it has cost, and what whoever decided saw then.

use senda_bots::{Budget, Effort, Hint, Reason, effort, judge};
use senda_rules::{AnyAction, AnyGame, AnyView, Game, GameEvent, Seat, Viewer};
use serde::Serialize;

use crate::{
    limits,
    log::{LogEvent, Played, Record, Started},
    protocol::By,
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

/// What was decided in a finished game, without what was taken back: what it is reviewed by.
#[derive(Clone, Debug)]
pub struct Course<'a> {
    /// After its opening.
    opened: AnyGame,
    /// With the versions that they made of the room.
    decisions: Vec<(u32, &'a Played)>,
}

impl<'a> Course<'a> {
    /// The game of that number. `None` if the records hold no such game, not its end, or one whose rules nobody knows any
    /// more.
    pub fn of(log: impl IntoIterator<Item = &'a Record>, round: u32) -> Option<Self> {
        let mut events = log.into_iter().flat_map(|record| {
            let of = |event| (record.version, event);
            record.happened.iter().map(of)
        });
        let opened = events.find_map(|(_, event)| match event {
            LogEvent::Started(started) if started.round == round => opened(started),
            _ => None,
        })?;
        let mut decisions = Vec::new();
        for (version, event) in events {
            match event {
                LogEvent::Played(played) => decisions.push((version, played)),
                LogEvent::TookBack(took) => {
                    let stay = decisions.len().checked_sub(took.decisions())?;
                    decisions.truncate(stay);
                }
                LogEvent::Ended(_) => return Some(Self { opened, decisions }),
                LogEvent::Abandoned(_) | LogEvent::Started(_) => return None,
                _ => {}
            }
        }
        None
    }

    /// How many decisions are reviewed: all, or of a very long game the last ones.
    pub fn reviewed(&self) -> usize {
        self.decisions.len().min(limits::REVIEWED)
    }

    /// How closely each of them is looked at.
    pub fn effort(&self) -> Effort {
        let reviewed = &self.decisions[self.decisions.len() - self.reviewed()..];
        let own = reviewed.iter().filter(|(_, played)| is_own(played.by));
        effort(self.opened.kind(), own.count())
    }

    /// Judges each decision on what its seat saw, in order, and says after each that it is done. The same game with the
    /// same effort has the same review, unless the budget is over before.
    pub fn review(&self, effort: Effort, budget: &Budget, mut each: impl FnMut()) -> Review {
        let before = self.decisions.len() - self.reviewed();
        let mut game = self.opened.clone();
        let (mut decisions, mut bad) = (Vec::new(), Vec::new());
        for (number, &(version, played)) in self.decisions.iter().enumerate() {
            if number >= before {
                let judged = judged(&game, version, played, (effort, budget));
                decisions.push(Judged {
                    version,
                    seat: played.seat,
                    by: played.by,
                    loss: judged.as_ref().map(|judged| judged.loss),
                });
                bad.extend(judged.filter(|judged| judged.loss >= limits::WORST_LOSS));
                each();
            }
            for event in &played.events {
                game.apply(event);
            }
        }
        let worst = worst(bad);
        Review { decisions, worst }
    }
}

/// A game after its opening; `None` if nobody knows its rules any more.
fn opened(started: &Started) -> Option<AnyGame> {
    let rules = started.events.iter().find_map(GameEvent::rules)?;
    if !started.options.kind().continues(rules) {
        return None;
    }
    let seats = u8::try_from(started.players.len()).ok()?;
    let mut game = AnyGame::new(&started.options, seats, started.first).ok()?;
    for event in &started.events {
        game.apply(event);
    }
    Some(game)
}

/// Whether whoever has the seat has decided.
fn is_own(by: By) -> bool {
    matches!(by, By::Player | By::Bot)
}

/// A decision beside the one that *hard* would have made; `None` where there is nobody to blame, or was no choice.
fn judged(
    before: &AnyGame,
    version: u32,
    played: &Played,
    effort: (Effort, &Budget),
) -> Option<WorstMoment> {
    let (seat, action) = (played.seat, &played.action);
    // Nobody is advised against giving up, or agreeing on a draw.
    let chosen = || before.legal_actions(seat).contains(action);
    if !is_own(played.by) || !chosen() {
        return None;
    }
    let view = before.view(Viewer::Seat(seat));
    let judged = judge(&view, seat, action, effort, u64::from(version))?;
    Some(WorstMoment {
        version,
        seat,
        loss: judged.loss,
        action: action.clone(),
        reasons: judged.reasons,
        better: judged.better,
        view,
    })
}

/// Of each seat the moments that have cost most, the worst first.
fn worst(mut bad: Vec<WorstMoment>) -> Vec<WorstMoment> {
    // Of equals the first one comes first.
    bad.sort_by_key(|moment| std::cmp::Reverse(moment.loss));
    let mut worst: Vec<WorstMoment> = Vec::new();
    for moment in bad {
        let known = worst.iter().filter(|one| one.seat == moment.seat).count();
        if known < limits::WORST_MOMENTS {
            worst.push(moment);
        }
    }
    worst
}
