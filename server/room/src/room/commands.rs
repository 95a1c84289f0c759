//! Commands: each is carried out or refused, and counts once however often it is sent.

use std::collections::{BTreeMap, VecDeque};

use super::{ConnectionId, Effect, Entropy, Person, PlayerId, Room, budget::Budget};
use crate::{
    Cause, LogEvent, Time,
    limits::{REMEMBERED_COMMANDS, REMEMBERED_PEOPLE},
    protocol::{
        ChatLine, ChatText, ClientMessage, CommandId, Phase, Problem, RoomProblem, ServerMessage,
        ShownName,
    },
};

/// The versions that the last commands of each player were answered with.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Answers {
    by_player: BTreeMap<PlayerId, VecDeque<(CommandId, u32)>>,
}

impl Answers {
    /// Remembers that a command made a version.
    pub fn remember(&mut self, cause: &Cause, version: u32) {
        let answers = self.by_player.entry(cause.player).or_default();
        if answers.len() == REMEMBERED_COMMANDS {
            answers.pop_front();
        }
        answers.push_back((cause.id.clone(), version));
        if self.by_player.len() > REMEMBERED_PEOPLE {
            let last = |answers: &VecDeque<(CommandId, u32)>| answers.back().map(|last| last.1);
            let quietest = self
                .by_player
                .iter()
                .min_by_key(|(_, answers)| last(answers));
            if let Some(player) = quietest.map(|(&player, _)| player) {
                self.by_player.remove(&player);
            }
        }
    }

    /// The version that a command made, if it was carried out before.
    pub fn version(&self, cause: &Cause) -> Option<u32> {
        let mut answers = self.by_player.get(&cause.player)?.iter();
        answers.find_map(|(id, version)| (*id == cause.id).then_some(*version))
    }
}

impl ClientMessage {
    /// The id of the command; `sync` and `chat` have none.
    pub fn id(&self) -> Option<&CommandId> {
        match self {
            Self::Act { id, .. }
            | Self::Sit { id, .. }
            | Self::Stand { id }
            | Self::Name { id, .. }
            | Self::Colour { id, .. }
            | Self::Ready { id, .. }
            | Self::Set { id, .. }
            | Self::Start { id, .. }
            | Self::Remove { id, .. }
            | Self::Readmit { id, .. }
            | Self::Host { id, .. }
            | Self::Lock { id, .. }
            | Self::Back { id }
            | Self::VoteToSkip { id, .. }
            | Self::Pause { id }
            | Self::GoOn { id } => Some(id),
            Self::Chat { .. } | Self::Sync { .. } => None,
        }
    }
}

impl RoomProblem {
    /// Whether the same command succeeds later by itself, without anybody doing anything else.
    pub fn is_temporary(&self) -> bool {
        matches!(self, Self::TooFast { .. } | Self::TooEarly { .. })
    }
}

impl From<RoomProblem> for Problem {
    fn from(problem: RoomProblem) -> Self {
        Self::Room(problem)
    }
}

impl Room {
    pub(super) fn message(
        &mut self,
        now: Time,
        link: ConnectionId,
        up: ClientMessage,
        entropy: &mut dyn Entropy,
        out: &mut Vec<Effect>,
    ) {
        let Some(here) = self.people.by_link(link) else {
            return;
        };
        let (person, shown) = (here.person.clone(), here.shown());
        let player = person.player;
        let Some(id) = up.id().cloned() else {
            match up {
                ClientMessage::Chat { text } => self.chat(now, link, (player, shown), text, out),
                ClientMessage::Sync { since } => {
                    let down = self.update(now, since, person.player);
                    self.people.tell(link, self.lasting.version);
                    let to = vec![link];
                    out.push(Effect::Tell { to, down });
                }
                _ => unreachable!("a command has an id"),
            }
            return;
        };
        let cause = Cause {
            player: person.player,
            id,
        };
        let before = self
            .lasting
            .answers
            .version(&cause)
            .or(self.unlogged.version(&cause));
        if let Some(version) = before {
            out.push(ack(link, cause.id, version));
            return;
        }
        // Of one who only watches the room keeps no name, so that crowds who give themselves names
        // cost those who play no record, and those who watch no update.
        let leaves_no_record = matches!(up, ClientMessage::Name { .. })
            && self.lasting.seat_of(person.player).is_none()
            && self.lasting.host.player != person.player;
        let used_up = self.lasting.is_used_up() && !leaves_no_record;
        if used_up && !self.goes_on(player, &up) {
            out.push(nak(link, Some(cause.id), RoomProblem::UsedUp.into()));
            return;
        }
        let is_paid_for = !leaves_no_record && self.is_paid_for(player, &up);
        let in_budget = if is_paid_for {
            self.budget.check(now, player)
        } else {
            Ok(())
        };
        if let Err(problem) = in_budget {
            out.push(nak(link, Some(cause.id), problem.into()));
            return;
        }
        let begins = matches!(up, ClientMessage::Start { .. });
        match self.decide(now, person, up, entropy) {
            Err(problem) => out.push(nak(link, Some(cause.id), problem)),
            Ok(happened) if used_up && happened.is_empty() => {
                out.push(nak(link, Some(cause.id), RoomProblem::UsedUp.into()));
            }
            Ok(_) if leaves_no_record => {
                self.unlogged.remember(&cause, self.lasting.version);
                out.push(ack(link, cause.id, self.lasting.version));
            }
            // Also where all is as it asks for already: sent once more, even after a restart and when
            // something else has been asked for since, it must not happen then.
            Ok(happened) => {
                if is_paid_for {
                    self.budget.spend(now, player).expect("what was checked");
                } else if begins {
                    self.budget = Budget::default();
                }
                self.commit(now, Some((link, cause)), happened, out);
            }
        }
        // The name of one who only watches is in no record.
        self.tell_you_to(player, out);
    }

    /// Whether a command is one of those that bring the game that runs to its end, or by which the host protects
    /// the room. They alone are carried out when the log is as long as one may be; so many of the first are in no
    /// game that it would become much longer, and the others have a place of their own.
    fn goes_on(&self, player: PlayerId, up: &ClientMessage) -> bool {
        let playing = self.lasting.phase == Phase::Playing;
        let protects = self.lasting.host.player == player && !self.lasting.is_full();
        match up {
            ClientMessage::Act { .. }
            | ClientMessage::Stand { .. }
            | ClientMessage::Back { .. }
            | ClientMessage::VoteToSkip { .. }
            | ClientMessage::GoOn { .. } => playing,
            ClientMessage::Sit { .. }
            | ClientMessage::Name { .. }
            | ClientMessage::Colour { .. }
            | ClientMessage::Ready { .. }
            | ClientMessage::Set { .. }
            | ClientMessage::Start { .. }
            | ClientMessage::Readmit { .. }
            | ClientMessage::Pause { .. } => false,
            ClientMessage::Remove { .. }
            | ClientMessage::Host { .. }
            | ClientMessage::Lock { .. } => protects,
            ClientMessage::Chat { .. } | ClientMessage::Sync { .. } => true,
        }
    }

    /// What follows from a command; nothing, if all is as it asks for already.
    fn decide(
        &mut self,
        now: Time,
        person: Person,
        up: ClientMessage,
        entropy: &mut dyn Entropy,
    ) -> Result<Vec<LogEvent>, Problem> {
        let player = person.player;
        match up {
            ClientMessage::Act {
                version, action, ..
            } => self.decide_act(now, player, version, &action, entropy),
            ClientMessage::Sit { seat, colour, .. } => self.decide_sit(person, seat, colour),
            ClientMessage::Stand { .. } => self.decide_stand(player),
            ClientMessage::Name { name, .. } => {
                let happened = self.renamed(player, &name);
                self.call(player, name);
                Ok(happened)
            }
            ClientMessage::Colour { colour, .. } => self.decide_colour(player, colour),
            ClientMessage::Ready { ready, nonce, .. } => self.decide_ready(player, ready, nonce),
            ClientMessage::Set { settings, .. } => self.decide_set(player, settings),
            ClientMessage::Start { nonce, .. } => self.decide_start(player, nonce),
            ClientMessage::Remove { person, .. } => self.decide_remove(player, person),
            ClientMessage::Readmit { barred, .. } => self.decide_readmit(player, barred),
            ClientMessage::Host { person, .. } => self.decide_host(player, person),
            ClientMessage::Lock { locked, .. } => self.decide_lock(player, locked),
            ClientMessage::Back { .. } => self.decide_back(player),
            ClientMessage::VoteToSkip { seat, .. } => self.decide_vote_to_skip(now, player, seat),
            ClientMessage::Pause { .. } => self.decide_pause(player),
            ClientMessage::GoOn { .. } => self.decide_go_on(player),
            ClientMessage::Chat { .. } | ClientMessage::Sync { .. } => Ok(Vec::new()),
        }
    }

    fn chat(
        &mut self,
        now: Time,
        link: ConnectionId,
        (player, name): (PlayerId, ShownName),
        text: ChatText,
        out: &mut Vec<Effect>,
    ) {
        let of_crowd = self.has_crowd() && !self.has_part(player);
        if let Err(problem) = self.chat.spend(now, player, of_crowd) {
            out.push(nak(link, None, problem.into()));
            return;
        }
        let seat = self.lasting.seat_of(player);
        let said = ChatLine {
            at: now.0,
            name,
            colour: seat
                .and_then(|seat| self.lasting.chair(seat))
                .map(|chair| chair.colour),
            text,
        };
        self.chat.say(said.clone());
        let lines = vec![said];
        self.tell_everybody(&ServerMessage::Chat { all: false, lines }, out);
    }
}

/// A command was carried out.
pub(super) fn ack(link: ConnectionId, id: CommandId, version: u32) -> Effect {
    Effect::Tell {
        to: vec![link],
        down: ServerMessage::Ack { id, version },
    }
}

fn nak(link: ConnectionId, id: Option<CommandId>, problem: Problem) -> Effect {
    let temporary = match &problem {
        Problem::Game(_) => false,
        Problem::Room(problem) => problem.is_temporary(),
    };
    Effect::Tell {
        to: vec![link],
        down: ServerMessage::Nak {
            id,
            problem,
            temporary,
        },
    }
}
