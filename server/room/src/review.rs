//! The review of a finished game: its decisions, the loss of each, the win chances after it, and
//! the view that the deciding seat had. The positions are in its replay.

mod game_replay;
mod origin;
mod positions;

use senda_bots::{Budget, Effort, Hint, Reason, chances, effort, judge, share};
use senda_rules::{AnyAction, AnyGame, AnyView, Game, GameEvent, GameKind, Seat, Viewer};
use serde::Serialize;

use crate::{
    limits,
    log::{LogEvent, Played, Record, Started},
    protocol::By,
};

pub use self::{
    game_replay::{GameReplay, ReplayPlayer},
    origin::Origin,
    positions::Positions,
};

/// The decisions of a finished game, each judged by what its seat knew at the time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Review {
    /// The decisions in order, without those that were taken back. In a very long game, the first
    /// ones are left out.
    pub decisions: Vec<Judged>,
    /// The decisions with the greatest losses, the worst first, with a maximum number per seat.
    /// Decisions of the clock or a stand-in are not among them.
    pub worst: Vec<WorstMoment>,
    /// The win chance of each seat before the first of these decisions, in percent.
    pub chances: Vec<u8>,
}

/// A decision, its loss and the win chances after it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Judged {
    /// The version of the room after the decision.
    pub version: u32,
    /// The seat that the decision was made for.
    pub seat: Seat,
    /// The party that made the decision.
    pub by: By,
    /// The loss of the decision, in percentage points of the chance of the first place. It is 0 if
    /// the decision was as good as that of a hard bot, as far as the bot can judge. It is `None` if
    /// there was no choice, or if neither the seat's owner nor a bot in its own seat made the
    /// decision.
    pub loss: Option<u8>,
    /// The win chance of each seat after the decision, in percent, estimated from what a spectator
    /// knew then. After the last decision it is the result.
    pub chances: Vec<u8>,
}

/// A decision with a great loss.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct WorstMoment {
    /// The version of the room after the decision.
    pub version: u32,
    /// The seat that the decision was made for.
    pub seat: Seat,
    /// The loss, as in [`Judged`].
    pub loss: u8,
    /// The decision that was made.
    pub action: AnyAction,
    /// The reasons why the decision was worse than the better one.
    pub reasons: Vec<Reason>,
    /// The decision that a hard bot would have made, with the reasons why it is better and the win
    /// chance after it. The win chance after the decision that was made is lower by `loss`.
    pub better: Hint,
    /// The view of the seat before the decision.
    pub view: AnyView,
}

/// A decision of a finished game.
#[derive(Clone, Debug)]
pub struct Moment<'a> {
    /// The version of the room after the decision.
    pub version: u32,
    /// The seat that the decision was made for.
    pub seat: Seat,
    /// The party that made the decision.
    pub by: By,
    /// The decision.
    pub action: &'a AnyAction,
    /// The game before the decision.
    pub before: AnyGame,
    /// The game after the decision.
    pub after: AnyGame,
}

/// The decisions of a finished game without those that were taken back: the input of a review.
#[derive(Clone, Debug)]
pub struct Course<'a> {
    /// The game after its opening.
    opened: AnyGame,
    /// The number of players.
    seats: u8,
    /// The decisions, each with the version of the room after it.
    decisions: Vec<(u32, &'a Played)>,
}

impl<'a> Course<'a> {
    /// Returns the course of the game with the number `round`. It is `None` if the records do not
    /// hold that game, if they do not hold its end, or if this program no longer supports its
    /// rules.
    pub fn of(log: impl IntoIterator<Item = &'a Record>, round: u32) -> Option<Self> {
        let mut events = log.into_iter().flat_map(|record| {
            let of = |event| (record.version, event);
            record.happened.iter().map(of)
        });
        let (opened, seats) = events.find_map(|(_, event)| match event {
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
                LogEvent::Ended(_) => {
                    return Some(Self {
                        opened,
                        seats,
                        decisions,
                    });
                }
                LogEvent::Abandoned(_) | LogEvent::Started(_) => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns the kind of the game.
    pub fn kind(&self) -> GameKind {
        self.opened.kind()
    }

    /// Returns the number of decisions.
    pub fn decisions(&self) -> usize {
        self.decisions.len()
    }

    /// Returns the number of reviewed decisions: all of them, or the last ones of a very long game.
    pub fn reviewed(&self) -> usize {
        self.decisions.len().min(limits::REVIEWED)
    }

    /// Returns the computing effort for each reviewed decision.
    pub fn effort(&self) -> Effort {
        let reviewed = &self.decisions[self.decisions.len() - self.reviewed()..];
        let own = reviewed.iter().filter(|(_, played)| is_own(played.by));
        effort(self.kind(), own.count())
    }

    /// Returns the decisions in order, with the games before and after them.
    pub fn moments(&self) -> impl Iterator<Item = Moment<'a>> {
        let mut game = self.opened.clone();
        self.decisions.iter().map(move |&(version, played)| {
            let before = game.clone();
            game.apply_all(&played.events);
            Moment {
                version,
                seat: played.seat,
                by: played.by,
                action: &played.action,
                before,
                after: game.clone(),
            }
        })
    }

    /// Judges each decision in order by what its seat saw, and calls `each` after every one. The
    /// same game with the same effort has the same review, unless the budget runs out before the
    /// end.
    pub fn review(&self, effort: Effort, budget: &Budget, mut each: impl FnMut()) -> Review {
        let estimate = |game: &AnyGame, version: u32| {
            let view = game.view(Viewer::Spectator);
            let playouts = budget.at_most(effort.playouts);
            win_chances(game, (&view, self.seats), &playouts, u64::from(version))
        };
        let mut first = None;
        let (mut decisions, mut bad) = (Vec::new(), Vec::new());
        for moment in self.moments().skip(self.decisions.len() - self.reviewed()) {
            let version = moment.version;
            first.get_or_insert_with(|| estimate(&moment.before, version));
            let judged = judged(&moment, (effort, budget));
            decisions.push(Judged {
                version,
                seat: moment.seat,
                by: moment.by,
                loss: judged.as_ref().map(|judged| judged.loss),
                chances: estimate(&moment.after, version),
            });
            bad.extend(judged.filter(|judged| judged.loss >= limits::WORST_LOSS));
            each();
        }
        Review {
            decisions,
            worst: worst(bad),
            chances: first.unwrap_or_else(|| estimate(&self.opened, 0)),
        }
    }
}

/// Returns the win chance of each seat in percent: an estimate by what a spectator knows, and after
/// the end of the game the share of the first place.
fn win_chances(
    game: &AnyGame,
    (view, seats): (&AnyView, u8),
    budget: &Budget,
    seed: u64,
) -> Vec<u8> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is from 0 to 100"
    )]
    let percent = |share: f64| (100.0 * share).round() as u8;
    match game.outcome() {
        Some(outcome) => Seat::first(seats)
            .map(|seat| percent(share(&outcome, seat)))
            .collect(),
        None => chances(view, seats, budget, seed),
    }
}

/// Returns a game after its opening, and the number of its players. It is `None` if this program no
/// longer supports its rules.
fn opened(started: &Started) -> Option<(AnyGame, u8)> {
    let rules = started.events.iter().find_map(GameEvent::rules)?;
    if !started.options.kind().continues(rules) {
        return None;
    }
    let seats = u8::try_from(started.players.len()).ok()?;
    let mut game = AnyGame::new(&started.options, seats, started.first).ok()?;
    game.apply_all(&started.events);
    Some((game, seats))
}

/// Returns whether the seat's owner made the decision: its player, or the bot in its own seat.
fn is_own(by: By) -> bool {
    matches!(by, By::Player | By::Bot)
}

/// Compares a decision with the one that a *hard* bot would have made. The result is `None` if the
/// seat's owner did not make it, or had no choice.
fn judged(moment: &Moment, effort: (Effort, &Budget)) -> Option<WorstMoment> {
    let &Moment {
        version,
        seat,
        action,
        ref before,
        ..
    } = moment;
    // A review never advises against resigning or agreeing to a draw. Neither is a legal action in
    // this list.
    let chosen = || before.legal_actions(seat).contains(action);
    if !is_own(moment.by) || !chosen() {
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

/// Returns the moments with the greatest losses, the worst first, with a maximum number per seat.
fn worst(mut bad: Vec<WorstMoment>) -> Vec<WorstMoment> {
    // The sort is stable, so the earlier of two equal moments comes first.
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
