//! Who is told what: one message for each distinct view.

use std::collections::BTreeMap;

use senda_rules::{Game, Viewer};

use super::{ConnectionId, Effect, PlayerId, Room};
use crate::{
    Time,
    protocol::{
        BannedView, HostView, Phase, RoomView, SeatView, ServerMessage, Since, Update, You,
    },
};

impl Room {
    /// As whom someone looks at the game now.
    pub(super) fn viewer(&self, player: PlayerId) -> Viewer {
        self.lasting.eyes().of(player)
    }

    /// The room as one viewer may know it.
    pub(super) fn view(&self, viewer: Viewer) -> RoomView {
        let lasting = &self.lasting;
        let running = lasting
            .play
            .as_ref()
            .filter(|_| lasting.phase == Phase::Playing);
        let sealed = running.map(|play| &play.sealed).or(lasting.next.as_ref());
        RoomView {
            phase: lasting.phase,
            settings: lasting.settings.clone(),
            seats: lasting
                .chairs
                .iter()
                .map(|chair| {
                    chair.as_ref().map(|chair| SeatView {
                        person: chair.person,
                        name: lasting.shown(&chair.owner),
                        colour: chair.colour,
                        ready: chair.ready,
                        changed: chair.changed.iter().copied().collect(),
                        away: chair.away,
                        vacant: chair.vacant,
                    })
                })
                .collect(),
            host: HostView {
                name: lasting.shown(&lasting.host),
                seat: lasting.seat_of(lasting.host.player),
            },
            barred: lasting
                .barred
                .iter()
                .map(|bar| BannedView {
                    barred: bar.number,
                    name: lasting.shown(&bar.person),
                })
                .collect(),
            locked: lasting.locked,
            used_up: lasting.is_used_up(),
            round: lasting.round,
            commitment: sealed.expect("a room has committed itself").commitment,
            clock: self.clock_view(),
            awaited: self.awaited_view(),
            paused: lasting.paused,
            pause_asked_by: lasting.pause_asked_by.clone(),
            game: lasting.play.as_ref().map(|play| play.game.view(viewer)),
        }
    }

    /// What someone has missed since then, and how it is now; the whole, if what they have can't be
    /// continued.
    pub(super) fn update(
        &self,
        now: Time,
        since: Option<Since>,
        player: PlayerId,
    ) -> ServerMessage {
        let lasting = &self.lasting;
        let from = since
            .filter(|since| since.epoch == lasting.epoch && since.version <= lasting.version)
            .map_or(0, |since| self.continued(since.version, player));
        self.update_from(now, from, self.viewer(player))
    }

    /// The version after which someone can be told what they have missed, who was told all up to
    /// that one; 0 if they are to be told the whole.
    fn continued(&self, from: u32, player: PlayerId) -> u32 {
        if from > 0 && self.lasting.history.continues(from, player) {
            from
        } else {
            0
        }
    }

    pub(super) fn update_from(&self, now: Time, from: u32, viewer: Viewer) -> ServerMessage {
        let lasting = &self.lasting;
        let game = lasting.play.as_ref().map(|play| &play.game);
        ServerMessage::Update(Update {
            epoch: lasting.epoch,
            from,
            version: lasting.version,
            now: now.0,
            happenings: lasting.history.since(from, game, viewer),
            view: self.view(viewer),
        })
    }

    /// Tells a link everything that one needs who knows nothing but what they had before.
    pub(super) fn tell_all_to(
        &mut self,
        now: Time,
        link: ConnectionId,
        since: Option<Since>,
        out: &mut Vec<Effect>,
    ) {
        let Some(here) = self.people.by_link(link) else {
            return;
        };
        let player = here.person.player;
        let you = self.you(player);
        self.people.tell(link, self.lasting.version);
        let here = self.people.get_mut(player).expect("whose link it is");
        let is_news = here
            .you
            .replace(you.clone())
            .is_some_and(|before| before != you);
        let mut others = here.links.clone();
        others.retain(|&other| is_news && other != link);
        let news = Effect::Tell {
            to: others,
            down: ServerMessage::You(you.clone()),
        };
        let downs = [
            ServerMessage::You(you),
            self.update(now, since, player),
            ServerMessage::Presence(self.presence()),
            ServerMessage::Chat {
                all: true,
                lines: self.chat.lines.iter().cloned().collect(),
            },
        ];
        out.extend(downs.map(|down| Effect::Tell {
            to: vec![link],
            down,
        }));
        if matches!(&news, Effect::Tell { to, .. } if !to.is_empty()) {
            out.push(news);
        }
    }

    /// Tells everybody what the last record changed; a crowd at its time, but for the one who asked.
    pub(super) fn tell_update(
        &mut self,
        now: Time,
        asker: Option<ConnectionId>,
        out: &mut Vec<Effect>,
    ) {
        if !self.has_crowd() {
            self.tell_those_behind(now, &self.players(), out);
            return;
        }
        self.people.crowd.behind = true;
        let asker = asker.and_then(|link| self.people.by_link(link));
        let asker = asker.map(|here| here.person.player);
        let mut at_once = self.with_a_part();
        at_once.extend(asker.filter(|&player| !self.has_part(player)));
        self.tell_those_behind(now, &at_once, out);
    }

    /// The links of everybody who is here, by what they may know.
    pub(super) fn links_by_viewer(&self) -> BTreeMap<Viewer, Vec<ConnectionId>> {
        let eyes = self.lasting.eyes();
        let mut links: BTreeMap<Viewer, Vec<ConnectionId>> = BTreeMap::new();
        for here in self.people.iter() {
            let of = links.entry(eyes.of(here.person.player)).or_default();
            of.extend(&here.links);
        }
        links
    }

    /// Everybody who is here.
    pub(super) fn players(&self) -> Vec<PlayerId> {
        self.people.iter().map(|here| here.person.player).collect()
    }

    /// Tells these people what each of their links was not told yet. Those who look with other eyes
    /// since then are told everything: what they were told before had other things hidden.
    pub(super) fn tell_those_behind(
        &mut self,
        now: Time,
        players: &[PlayerId],
        out: &mut Vec<Effect>,
    ) {
        let version = self.lasting.version;
        let eyes = self.lasting.eyes();
        // All of a group are told the same. Those who have a part hear before those who only watch.
        let mut groups: BTreeMap<(bool, Viewer, u32), Vec<ConnectionId>> = BTreeMap::new();
        for here in players.iter().filter_map(|&player| self.people.get(player)) {
            let player = here.person.player;
            let only_watches = !self.has_part(player);
            for &link in &here.links {
                let told = self.people.told(link);
                if told < version {
                    let from = self.continued(told, player);
                    let group = (only_watches, eyes.of(player), from);
                    groups.entry(group).or_default().push(link);
                }
            }
        }
        for ((_, viewer, from), to) in groups {
            for &link in &to {
                self.people.tell(link, version);
            }
            let down = self.update_from(now, from, viewer);
            out.push(Effect::Tell { to, down });
        }
    }

    /// Tells everybody about themselves, where it has changed.
    pub(super) fn tell_you(&mut self, out: &mut Vec<Effect>) {
        for player in self.players() {
            self.tell_you_to(player, out);
        }
    }

    /// Tells someone who is connected about themselves, if it has changed.
    pub(super) fn tell_you_to(&mut self, player: PlayerId, out: &mut Vec<Effect>) {
        if !self.is_here(player) {
            return;
        }
        let you = self.you(player);
        let here = self.people.get_mut(player).expect("someone who is here");
        if here.you.as_ref() != Some(&you) {
            here.you = Some(you.clone());
            out.push(Effect::Tell {
                to: here.links.clone(),
                down: ServerMessage::You(you),
            });
        }
    }

    /// Who someone who is connected is in this room.
    fn you(&self, player: PlayerId) -> You {
        let here = self
            .people
            .get(player)
            .expect("only those who are connected are told");
        You {
            person: here.id,
            name: here.person.name.clone(),
            seat: self.lasting.seat_of(player),
            host: self.lasting.host.player == player,
            tabs: u8::try_from(here.links.len()).expect("at most LINKS_EACH"),
        }
    }
}
