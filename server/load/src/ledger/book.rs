//! The book of one room in the ledger.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex},
    time::Instant,
};

use senda_rules::{AnyGame, GameKind, Viewer};
use serde_json::Value;

use super::{
    ActionKind, Ledger, Rule, Totals,
    clocks::Clocks,
    facts::{Facts, Phase, SeatFacts},
    failover::Failovers,
    lock,
};

/// The number of games whose happenings are kept for comparison.
const GAMES: usize = 3;

/// The state of a room, as far as the swarm has received it.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The name of the room.
    pub room: String,
    /// The epoch of the room, once it is known.
    pub epoch: Option<u32>,
    /// The highest version that a viewer has received.
    pub version: u32,
    /// The highest version that was acknowledged.
    pub acked: u32,
    /// The game that is played, or was played last.
    pub game: Option<GameKind>,
    /// The phase of the room.
    pub phase: Phase,
    /// The number of the game in its room, from 1.
    pub round: u64,
    /// The number of games that ended.
    pub ended: u64,
    /// The players at the seats.
    pub seats: Vec<Option<SeatFacts>>,
    /// The number of commands that are not yet answered.
    pub open: usize,
    /// The number of commands acknowledged at a version that no viewer has received.
    pub untold: usize,
    /// The moment just before the opening of the newest connection on which a seated player has
    /// received an update.
    pub reached: Option<Instant>,
}

/// A command that was sent.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub person: String,
    pub action: ActionKind,
    pub answer: Answer,
}

/// The answer to a command.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Answer {
    /// No answer has come yet.
    Open,
    /// The command was carried out, at that version.
    Done(u32),
    /// The command was rejected. A duplicate of the message may still reach the server.
    Refused,
}

/// The happenings of a version.
#[derive(Clone, Debug, Default)]
pub(super) struct Version {
    pub prints: Vec<(Viewer, u64)>,
    pub actions: Vec<ActionKind>,
}

#[derive(Debug, Default)]
pub(super) struct Pages {
    pub epoch: Option<u32>,
    pub version: u32,
    pub acked: u32,
    pub facts: Arc<Facts>,
    /// The versions at which the last games began.
    pub began: Vec<u32>,
    /// Up to this version, only versions that are still kept can be compared. Others are discarded.
    pub forgotten: u32,
    pub versions: BTreeMap<u32, Version>,
    pub views: BTreeMap<u32, Vec<(Viewer, u64)>>,
    /// The parsed views of the newest version.
    pub read: Vec<(u32, u64, Arc<Facts>)>,
    pub commands: HashMap<String, Sent>,
    /// The commands of former games that were carried out. Each has its version if a repeated
    /// answer must give the same one.
    pub settled: HashMap<String, Option<u32>>,
    /// The number of requests and the number of reports of each action.
    pub asked: HashMap<ActionKind, (u32, u32)>,
    pub untold: Vec<(u32, String)>,
    pub clocks: Clocks,
    pub failovers: Failovers,
    pub counts: Totals,
    pub reached: Option<Instant>,
}

/// The record of everything that people have sent and received in one room.
#[derive(Debug)]
pub struct Book {
    name: Arc<str>,
    ledger: Ledger,
    pub(super) pages: Mutex<Pages>,
}

impl Book {
    pub(super) fn new(room: &str, ledger: Ledger) -> Self {
        Self {
            name: room.into(),
            ledger,
            pages: Mutex::default(),
        }
    }

    /// Returns the name of the room.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the ledger that the book belongs to.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    pub(super) fn violated(&self, rule: Rule, person: &str, seen: impl Into<String>) {
        self.ledger.violated(rule, &self.name, person, seen);
    }

    /// Returns the highest version that a viewer has received, or that was acknowledged.
    pub fn floor(&self) -> u32 {
        let pages = lock(&self.pages);
        pages.version.max(pages.acked)
    }

    /// Records that a host has created the room, which also seats them. `asked` is the moment when
    /// the host asked for it.
    pub fn opened(&self, host: &str, asked: Instant) {
        let name = host.to_owned();
        let mut pages = lock(&self.pages);
        pages.failovers.is_lost |= self.ledger.may_have_lost(asked);
        pages.asked.entry(ActionKind::Sat { name }).or_default().0 += 1;
    }

    /// Records a command. Call it before the command is sent for the first time.
    pub fn sent(&self, person: &str, id: &str, action: ActionKind) {
        let mut pages = lock(&self.pages);
        pages.asked.entry(action.clone()).or_default().0 += 1;
        pages.counts.commands += 1;
        let person = person.to_owned();
        let sent = Sent {
            person,
            action,
            answer: Answer::Open,
        };
        pages.commands.insert(id.to_owned(), sent);
    }

    /// Records that a command was acknowledged at a version. `opened` is the moment when the
    /// connection was opened.
    pub fn acked(&self, person: &str, id: &str, version: u32, opened: Instant) {
        let mut pages = lock(&self.pages);
        let failovers = &pages.failovers;
        if failovers.may_be_gone(opened, version) || failovers.may_be_former(opened) {
            return;
        }
        if let Some(before) = pages.settled.get(id).copied() {
            drop(pages);
            if let Some(before) = before.filter(|before| *before != version) {
                self.answered_anew(person, id, [before, version]);
            }
            return;
        }
        let Some(sent) = pages.commands.get_mut(id) else {
            drop(pages);
            self.violated(
                Rule::Once,
                person,
                format!("an answer to {id}, which was not sent"),
            );
            return;
        };
        let before = std::mem::replace(&mut sent.answer, Answer::Done(version));
        let action = sent.action.clone();
        if before == Answer::Refused {
            pages.asked.entry(action.clone()).or_default().0 += 1;
        }
        if let Answer::Done(before) = before {
            // A command that changed nothing leaves no record. A server that was started since then
            // does not know it, and acknowledges it at its current version.
            if before != version && action.leaves_a_trace() {
                drop(pages);
                self.answered_anew(person, id, [before, version]);
            }
            return;
        }
        pages.counts.acked += 1;
        pages.acked = pages.acked.max(version);
        if !action.leaves_a_trace() {
            return;
        }
        if pages.versions.contains_key(&version) {
            self.hold(&pages, version, id);
        } else if version > pages.forgotten {
            pages.untold.push((version, id.to_owned()));
        }
    }

    fn answered_anew(&self, person: &str, id: &str, [before, now]: [u32; 2]) {
        let seen = format!("{id} was acknowledged at {before}, and again at {now}");
        self.violated(Rule::Once, person, seen);
    }

    /// Checks that a version has the action of the command that was acknowledged with it.
    pub(super) fn hold(&self, pages: &Pages, version: u32, id: &str) {
        let Some(sent) = pages.commands.get(id) else {
            return;
        };
        let actions = &pages.versions[&version].actions;
        if !actions.contains(&sent.action) {
            let seen = format!(
                "{id} ({:?}) was acknowledged at {version}, which tells {actions:?}",
                sent.action
            );
            self.violated(Rule::Kept, &sent.person, seen);
        }
    }

    /// Records that a command was rejected permanently.
    pub fn refused(&self, person: &str, id: &str, problem: &Value) {
        let mut pages = lock(&self.pages);
        let Some(sent) = pages.commands.get_mut(id) else {
            return;
        };
        let before = sent.answer;
        if before == Answer::Open {
            sent.answer = Answer::Refused;
        }
        let action = sent.action.clone();
        if !self.ledger.repeats() {
            pages.commands.remove(id);
        }
        match before {
            Answer::Refused => return,
            Answer::Done(version) => {
                let seen = format!("{id} was acknowledged at {version}, then refused: {problem}");
                self.violated(Rule::Once, person, seen);
                return;
            }
            Answer::Open => {}
        }
        pages.counts.refused += 1;
        let (asked, told) = pages.asked.entry(action.clone()).or_default();
        *asked = asked.saturating_sub(1);
        if action.is_asked_for() && told > asked {
            let seen = format!("{id} ({action:?}) was refused ({problem}) and carried out");
            self.violated(Rule::Once, person, seen);
        }
    }

    /// Returns the state of the room.
    pub fn standing(&self) -> Standing {
        let pages = lock(&self.pages);
        Standing {
            room: self.name.to_string(),
            epoch: pages.epoch,
            version: pages.version,
            acked: pages.acked,
            game: pages.facts.world.as_ref().map(AnyGame::kind),
            phase: pages.facts.phase,
            round: pages.facts.round,
            ended: pages.counts.ended,
            seats: pages.facts.seats.clone(),
            open: pages.open(),
            untold: pages.untold.len(),
            reached: pages.reached,
        }
    }

    pub(super) fn count(&self, totals: &mut Totals) {
        let pages = lock(&self.pages);
        totals.open += pages.open() as u64;
        totals.commands += pages.counts.commands;
        totals.acked += pages.counts.acked;
        totals.refused += pages.counts.refused;
        totals.moves += pages.counts.moves;
        totals.ended += pages.counts.ended;
        totals.updates += pages.counts.updates;
    }
}

impl Pages {
    /// Returns the number of commands that are not yet answered.
    fn open(&self) -> usize {
        let sent = self.commands.values();
        sent.filter(|sent| sent.answer == Answer::Open).count()
    }

    /// Looks for a rejected command with this action, and takes it as one whose duplicate arrived
    /// and was carried out. Returns whether there is one.
    pub fn came_again(&mut self, action: &ActionKind) -> bool {
        let mut refused = self.commands.values_mut();
        let again = refused.find(|sent| sent.answer == Answer::Refused && sent.action == *action);
        let Some(again) = again else {
            return false;
        };
        again.answer = Answer::Open;
        self.asked.entry(action.clone()).or_default().0 += 1;
        true
    }

    /// Records the start of a game, and discards the versions before the previous game. No update
    /// contains those any more, however old its connection is.
    pub fn begin(&mut self, began: u32) {
        self.began.push(began);
        self.began.sort_unstable();
        if self.began.len() < GAMES {
            return;
        }
        self.began.remove(0);
        let forgotten = self.began[0];
        self.forgotten = self.forgotten.max(forgotten);
        self.versions.retain(|version, _| *version >= forgotten);
        let settled = &mut self.settled;
        self.commands.retain(|id, sent| {
            let Answer::Done(version) = sent.answer else {
                return true;
            };
            let is_settled = version < forgotten;
            if is_settled {
                let fixed = sent.action.leaves_a_trace().then_some(version);
                settled.insert(id.clone(), fixed);
            }
            !is_settled
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_answer_of_a_former_game_must_be_the_same() {
        for (again, wrong) in [(4, 0), (5, 1)] {
            let ledger = Ledger::new(1);
            let book = ledger.room("room");
            let now = Instant::now();
            book.sent("Ana", "id", ActionKind::Began);
            book.acked("Ana", "id", 4, now);
            for began in [10, 20, 30] {
                lock(&book.pages).begin(began);
            }
            book.acked("Ana", "id", again, now);
            assert_eq!(ledger.totals().violations, wrong);
        }
    }
}
