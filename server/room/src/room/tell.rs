//! Who is told what: one message for each distinct view.

use std::collections::BTreeMap;

use senda_rules::{Game, Viewer};

use super::{Effect, Link, PlayerId, Room};
use crate::{
    Time,
    protocol::{BarredView, Down, HostView, Phase, RoomView, SeatView, Since, Update, You},
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
                        name: chair.owner.name.clone(),
                        colour: chair.colour,
                        ready: chair.ready,
                        away: chair.away,
                        vacant: chair.vacant,
                    })
                })
                .collect(),
            host: HostView {
                name: lasting.host.name.clone(),
                seat: lasting.seat_of(lasting.host.player),
            },
            barred: lasting
                .barred
                .iter()
                .map(|bar| BarredView {
                    barred: bar.number,
                    name: bar.person.name.clone(),
                })
                .collect(),
            round: lasting.round,
            commitment: sealed.expect("a room has committed itself").commitment,
            clock: self.clock_view(),
            awaited: self.awaited_view(),
            game: lasting.play.as_ref().map(|play| play.game.view(viewer)),
        }
    }

    /// What someone has missed since then, and how it is now; the whole, if what they have can't be
    /// continued.
    pub(super) fn update(&self, now: Time, since: Option<Since>, player: PlayerId) -> Down {
        let lasting = &self.lasting;
        let game = lasting.play.as_ref().map(|play| &play.game);
        let viewer = self.viewer(player);
        let from = since
            .filter(|since| since.epoch == lasting.epoch && since.version <= lasting.version)
            .map(|since| since.version)
            .filter(|&from| from > 0 && lasting.history.continues(from, player));
        Down::Update(Update {
            epoch: lasting.epoch,
            from: from.unwrap_or(0),
            version: lasting.version,
            now: now.0,
            happenings: lasting.history.since(from.unwrap_or(0), game, viewer),
            view: self.view(viewer),
        })
    }

    /// Tells a link everything that one needs who knows nothing but what they had before.
    pub(super) fn tell_all_to(
        &mut self,
        now: Time,
        link: Link,
        since: Option<Since>,
        out: &mut Vec<Effect>,
    ) {
        let Some(here) = self.people.by_link(link) else {
            return;
        };
        let player = here.person.player;
        let you = self.you(player);
        let viewer = self.viewer(player);
        let here = self.people.get_mut(player).expect("whose link it is");
        here.viewer = Some(viewer);
        let is_news = here
            .you
            .replace(you.clone())
            .is_some_and(|before| before != you);
        let mut others = here.links.clone();
        others.retain(|&other| is_news && other != link);
        let news = Effect::Tell {
            to: others,
            down: Down::You(you.clone()),
        };
        let downs = [
            Down::You(you),
            self.update(now, since, player),
            Down::Presence(self.presence()),
            Down::Chat {
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

    /// Tells everybody what the last record changed. Those who look with other eyes since then are
    /// told everything: what they were told before had other things hidden.
    pub(super) fn tell_update(&mut self, now: Time, was_playing: bool, out: &mut Vec<Effect>) {
        let same_game = was_playing && self.lasting.phase == Phase::Playing;
        let last = self.lasting.version - 1;
        let eyes = self.lasting.eyes();
        // Of each group one person stands for all: they look with the same eyes.
        let mut groups: BTreeMap<(Viewer, bool), (PlayerId, Vec<Link>)> = BTreeMap::new();
        for here in self.people.iter_mut() {
            let player = here.person.player;
            let viewer = eyes.of(player);
            let other_eyes = same_game && here.viewer != Some(viewer);
            here.viewer = Some(viewer);
            let group = groups.entry((viewer, other_eyes));
            group
                .or_insert_with(|| (player, Vec::new()))
                .1
                .extend(&here.links);
        }
        let since = Since {
            epoch: self.lasting.epoch,
            version: last,
        };
        for ((_, other_eyes), (player, to)) in groups {
            let down = self.update(now, (!other_eyes).then_some(since), player);
            out.push(Effect::Tell { to, down });
        }
    }

    /// Tells everybody about themselves, where it has changed.
    pub(super) fn tell_you(&mut self, out: &mut Vec<Effect>) {
        let players: Vec<PlayerId> = self.people.iter().map(|here| here.person.player).collect();
        for player in players {
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
                down: Down::You(you),
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
            person: here.number,
            name: here.person.name.clone(),
            seat: self.lasting.seat_of(player),
            host: self.lasting.host.player == player,
            tabs: u8::try_from(here.links.len()).expect("at most LINKS_EACH"),
        }
    }
}
