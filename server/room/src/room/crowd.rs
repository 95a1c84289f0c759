//! Those who only watch, when they are many: they are told all together, and not at every move.

use super::{ConnectionId, Effect, PlayerId, Room};
use crate::{
    Time,
    limits::{CROWD, CROWD_EVERY_MS},
    protocol::ServerMessage,
};

/// What a crowd has not been told yet.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Crowd {
    /// When it was last told anything.
    last_told: Option<Time>,
    /// Whether something has happened since.
    pub behind: bool,
    /// Whether somebody has come or gone since.
    pub presence: bool,
}

impl Room {
    /// Whether those who only watch are a crowd.
    pub(super) fn has_crowd(&self) -> bool {
        self.people.len() > CROWD && self.links_that_only_watch().nth(CROWD).is_some()
    }

    fn links_that_only_watch(&self) -> impl Iterator<Item = ConnectionId> {
        let watching = self
            .people
            .iter()
            .filter(|here| !self.has_part(here.person.player));
        watching.flat_map(|here| here.links.iter().copied())
    }

    /// The host and those who have a seat, each once; some may not be here.
    pub(super) fn with_a_part(&self) -> Vec<PlayerId> {
        let host = self.lasting.host.player;
        let seated = self.lasting.seated().map(|(_, chair)| chair.owner.player);
        seated
            .filter(|&player| player != host)
            .chain([host])
            .collect()
    }

    fn links_with_a_part(&self) -> Vec<ConnectionId> {
        let here = self
            .with_a_part()
            .into_iter()
            .filter_map(|player| self.people.get(player));
        here.flat_map(|here| here.links.iter().copied()).collect()
    }

    /// Tells everybody at once, a crowd after the others.
    pub(super) fn tell_everybody(&self, down: &ServerMessage, out: &mut Vec<Effect>) {
        let groups = if self.has_crowd() {
            vec![
                self.links_with_a_part(),
                self.links_that_only_watch().collect(),
            ]
        } else {
            vec![self.people.links()]
        };
        let groups = groups.into_iter().filter(|to| !to.is_empty());
        out.extend(groups.map(|to| Effect::Tell {
            to,
            down: down.clone(),
        }));
    }

    /// Tells everybody at once; a crowd will be told who is here at its time.
    pub(super) fn tell_who_is_here(&mut self, out: &mut Vec<Effect>) {
        self.people.crowd.presence = self.has_crowd();
        let to = if self.people.crowd.presence {
            self.links_with_a_part()
        } else {
            self.people.links()
        };
        if !to.is_empty() {
            let down = ServerMessage::Presence(self.presence());
            out.push(Effect::Tell { to, down });
        }
    }

    /// When the crowd is to be told what it has not been told yet.
    pub(super) fn crowd_due(&self) -> Option<Time> {
        let crowd = self.people.crowd;
        let due = crowd
            .last_told
            .map_or(self.seen, |last| last.plus(CROWD_EVERY_MS));
        (crowd.behind || crowd.presence).then_some(due)
    }

    /// Tells the crowd what it has not been told yet, if its time has come.
    pub(super) fn tell_crowd(&mut self, now: Time, out: &mut Vec<Effect>) {
        if self.crowd_due().is_none_or(|due| due > now) {
            return;
        }
        let Crowd {
            behind, presence, ..
        } = self.people.crowd;
        self.people.crowd = Crowd {
            last_told: Some(now),
            ..Crowd::default()
        };
        if presence {
            let to: Vec<ConnectionId> = self.links_that_only_watch().collect();
            let down = ServerMessage::Presence(self.presence());
            if !to.is_empty() {
                out.push(Effect::Tell { to, down });
            }
        }
        if behind {
            self.tell_those_behind(now, &self.players(), out);
        }
    }
}
