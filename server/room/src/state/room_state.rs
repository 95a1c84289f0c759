//! The state that the log tells of.

use std::fmt;

use senda_rules::{Seat, Seats, Viewer};
use sha2::{Digest, Sha256};

use super::{
    answers::Answers,
    decisions::Decisions,
    history::{Hidden, History, SeatOwners},
    names::Names,
    playing::{PlayerState, Playing},
    seats::{SeatList, SeatState},
    stage::Stage,
    standing::{Standing, Tally},
};
use crate::{
    limits,
    log::{Banned, LogEvent, Played},
    person::{Person, PlayerId},
    protocol::{Colour, PersonId, Phase, Settings, ShownName, Since, TimelineEntry},
    step::{Alarm, Finished, Happening},
    time::Time,
};

/// Everything of a room that its log tells. Two rooms with equal logs are equal in this.
#[derive(Clone, Eq, PartialEq)]
pub struct RoomState {
    pub(super) epoch: u32,
    /// In which life of the database its log is; not said by the log.
    pub(super) timeline: u32,
    /// When the room was opened.
    pub(super) opened: Time,
    pub(super) version: u32,
    pub(super) settings: Settings,
    pub(super) host: Person,
    /// Who has opened the room.
    pub(super) creator: PlayerId,
    /// The creator as the others of the room name them.
    pub(super) creator_id: PersonId,
    /// Whether the host stands in for one who was gone, until the creator is back.
    pub(super) stands_in: bool,
    pub(super) locked: bool,
    pub(super) hushed: bool,
    pub(super) seats: SeatList,
    pub(super) names: Names,
    pub(super) banned: Vec<Banned>,
    /// The number of the last ban.
    pub(super) bans: u32,
    /// The number of the last game, from 1; 0 before the first.
    pub(super) round: u32,
    /// The version of the last record that changed a game.
    pub(super) moved: u32,
    pub(super) stage: Stage,
    pub(super) standing: Standing,
    /// The people whom the game that runs was started without; they get seats again when it ends.
    pub(super) left_out: Vec<(Person, Colour)>,
    pub(super) answers: Answers,
    pub(super) history: History,
}

/// Only what may stand in a log line: hands and secrets are none of its business.
impl fmt::Debug for RoomState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RoomState")
            .field("epoch", &self.epoch)
            .field("version", &self.version)
            .field("phase", &self.stage.phase())
            .field("round", &self.round)
            .finish_non_exhaustive()
    }
}

/// What there is to know.
impl RoomState {
    /// Which history this is; versions of different epochs have nothing to do with each other.
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch.wrapping_add(self.timeline)
    }

    /// In which life of the database the log is.
    pub(crate) fn timeline_of_database(&self) -> u32 {
        self.timeline
    }

    /// Another life of the database is another history: it may lack the end of the one before.
    pub(crate) fn set_timeline(&mut self, timeline: u32) {
        self.timeline = timeline;
    }

    /// That of the last record.
    pub(crate) fn version(&self) -> u32 {
        self.version
    }

    /// The version of the last record that changed a game.
    pub(crate) fn moved(&self) -> u32 {
        self.moved
    }

    /// The number of the last game, from 1; 0 before the first.
    pub(crate) fn round(&self) -> u32 {
        self.round
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(crate) fn host(&self) -> &Person {
        &self.host
    }

    pub(crate) fn is_host(&self, player: PlayerId) -> bool {
        self.host.player == player
    }

    /// Who has opened the room.
    pub(crate) fn creator(&self) -> PlayerId {
        self.creator
    }

    /// The creator as the others of the room name them.
    pub(crate) fn creator_id(&self) -> PersonId {
        self.creator_id
    }

    /// Whether the host stands in for one who was gone, until the creator is back.
    pub(crate) fn stands_in(&self) -> bool {
        self.stands_in
    }

    /// Whether nobody new comes in.
    pub(crate) fn is_locked(&self) -> bool {
        self.locked
    }

    /// Whether only those chat who have a part in the room.
    pub(crate) fn is_hushed(&self) -> bool {
        self.hushed
    }

    /// What viewers are told that the room waits for.
    pub(crate) fn phase(&self) -> Phase {
        self.stage.phase()
    }

    pub(crate) fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The game that runs.
    pub(crate) fn playing(&self) -> Option<&Playing> {
        self.stage.playing()
    }

    /// What the games that have been finished here have come to, whoever has done best first.
    pub(crate) fn standing(&self) -> Vec<&Tally> {
        self.standing.best_first()
    }

    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    pub(crate) fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Who was removed and may not come back.
    pub(crate) fn banned(&self) -> &[Banned] {
        &self.banned
    }

    /// The number of the last ban; 0 before the first.
    pub(crate) fn bans(&self) -> u32 {
        self.bans
    }

    pub(crate) fn seats(&self) -> &SeatList {
        &self.seats
    }

    /// Whether the owner of a seat has left the game that runs.
    pub(crate) fn is_vacant(&self, seat: Seat) -> bool {
        let player = self.playing().and_then(|playing| playing.player(seat));
        player.is_some_and(|player| player.vacant)
    }

    /// Whether the owner of a seat is away from the game that runs.
    pub(crate) fn is_away(&self, seat: Seat) -> bool {
        let player = self.playing().and_then(|playing| playing.player(seat));
        player.is_some_and(|player| player.away)
    }

    /// The seats that somebody has now, clockwise.
    pub(crate) fn seated(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        self.seats
            .taken()
            .filter(|&(seat, _)| !self.is_vacant(seat))
    }

    /// The seats whose owners are ready.
    pub(super) fn ready_seats(&self) -> Seats {
        let ready = self.seated().filter(|(_, state)| state.ready);
        ready.map(|(seat, _)| seat).collect()
    }

    /// Whether anybody has a seat.
    pub(crate) fn has_players(&self) -> bool {
        self.seated().next().is_some()
    }

    /// Whether anybody has a seat who is no bot.
    pub(crate) fn has_people(&self) -> bool {
        self.seated().any(|(_, state)| !state.owner.is_bot())
    }

    /// Whether players may ask for hints. Who has left a game counts as somebody who plays it: others may take the seat over.
    /// So does a program from outside, which is somebody's.
    pub(crate) fn allows_hints(&self) -> bool {
        let people = self.seats.taken();
        let people = people.filter(|(_, state)| !state.owner.is_bot() || state.owner.is_outside());
        let is_solo = people.count() == 1 && self.seats.taken().count() > 1;
        self.settings.hints || is_solo
    }

    /// Whether the game that runs was started without this person, who gets a seat when it ends.
    pub(crate) fn is_left_out(&self, player: PlayerId) -> bool {
        let mut left_out = self.left_out.iter();
        left_out.any(|(person, _)| person.player == player) && self.seat_of(player).is_none()
    }

    /// The seat that someone has now.
    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seated()
            .find_map(|(seat, state)| (state.owner.player == player).then_some(seat))
    }

    /// The version of the record that says that someone has asked for a hint on what they decide now.
    pub(crate) fn hinted_at(&self, player: PlayerId) -> Option<u32> {
        let seat = self.seat_of(player)?;
        let mut hinted = self.playing()?.hinted.iter();
        hinted.find_map(|(of, version)| (*of == seat).then_some(*version))
    }

    /// When a pause ends that lasts until all are back, though only some are.
    pub(crate) fn pause_held_until(&self) -> Option<Time> {
        let (since, back) = self.playing()?.pause?;
        (!back.is_empty()).then(|| since.plus(limits::PAUSE_HELD_MS))
    }

    /// Who is reminded of a turn of days, and when: those for whom the game waits after `since`.
    pub(crate) fn reminders(&self, since: Time) -> impl Iterator<Item = (Time, Seat, Happening)> {
        let clock = self
            .playing()
            .and_then(|playing| Some((playing, playing.days.as_ref()?)));
        let seats = clock.map(|(playing, days)| (days, playing.acting().iter()));
        let awaited = seats.into_iter().flat_map(|(days, acting)| {
            let awaited = acting.filter(|&seat| !self.waits_for_nobody(seat));
            let of = |seat| days.reminders(seat).map(move |(at, what)| (at, seat, what));
            awaited.flat_map(of)
        });
        awaited.filter(move |(at, ..)| *at > since)
    }

    /// When the room has to be brought back though nobody comes: for a reminder after `now`, or because a time is up.
    pub(crate) fn alarm(&self, now: Time) -> Alarm {
        let clock = self
            .playing()
            .and_then(|playing| Some((playing, playing.days.as_ref()?)));
        let Some((playing, days)) = clock else {
            return Alarm::Off;
        };
        if playing.paused.is_some() {
            return self.pause_held_until().map_or(Alarm::Off, Alarm::At);
        }
        let ends = playing.acting().iter().filter_map(|seat| {
            if self.waits_for_nobody(seat) {
                Some(days.moved_at())
            } else {
                days.due(seat)
            }
        });
        let reminders = self.reminders(now).map(|(at, ..)| at);
        let next = ends.chain(reminders).min();
        next.map_or(Alarm::Off, Alarm::At)
    }

    /// Whether a seat is a bot's, or played for: then something is decided for it as soon as the room is in memory.
    fn waits_for_nobody(&self, seat: Seat) -> bool {
        let bot = self
            .seats
            .get(seat)
            .is_some_and(|taken| taken.owner.is_bot());
        let player = self.playing().and_then(|playing| playing.player(seat));
        bot || player.is_some_and(PlayerState::is_played_for)
    }

    /// The decisions of the game that runs, or of the last one.
    pub(crate) fn decisions(&self) -> Decisions<'_> {
        self.history.decisions()
    }

    /// Whether the last decision for that seat is still the one that it was at that version.
    pub(crate) fn last_decision_stands(&self, seat: Seat, version: u32) -> bool {
        // A version that has not been yet is one of another history.
        version <= self.version && self.history.last_decision_stands(seat, version)
    }

    /// Whether a decision that comes next takes shuffles.
    pub(super) fn has_shuffled(&self, played: &Played) -> bool {
        let play = self.playing().and_then(Playing::play);
        play.is_some_and(|play| play.has_shuffled(played))
    }

    /// Who has that seat now.
    pub(crate) fn owner(&self, seat: Seat) -> Option<PlayerId> {
        let state = self.seats.get(seat).filter(|_| !self.is_vacant(seat));
        state.map(|state| state.owner.player)
    }

    /// Whether someone has a seat or is host: the others only watch.
    pub(crate) fn has_part(&self, player: PlayerId) -> bool {
        self.is_host(player) || self.seat_of(player).is_some()
    }

    /// Whether the log is as long as one may be.
    pub(crate) fn is_used_up(&self) -> bool {
        self.version >= limits::RECORDS
    }

    /// Whether not even the host can have anything more written.
    pub(crate) fn is_full(&self) -> bool {
        self.version >= limits::RECORDS + limits::RECORDS_OF_HOST
    }

    /// A name as everybody is shown it: of the host, of an owner of a seat or of one who was removed.
    pub(crate) fn shown(&self, person: &Person) -> ShownName {
        self.names.shown(person)
    }

    /// Who someone is to the others of this room: SHA-256("senda-person-1", the room's epoch and the
    /// time of its first record as bytes from the highest, the player's id), cut off. Two of the three
    /// tell rooms apart, and of the third 122 bits are chance.
    pub(crate) fn person_id(&self, player: PlayerId) -> PersonId {
        person_id(self.epoch, self.opened, player)
    }

    /// Who has which seat now, and so looks at the game as whom.
    pub(crate) fn seat_owners(&self) -> SeatOwners {
        let phase = self.stage.phase();
        let seats = self.seats.iter().map(|(seat, _)| self.owner(seat));
        SeatOwners {
            phase,
            round: self.round,
            owners: seats.filter(|_| phase == Phase::Playing).collect(),
        }
    }

    /// The version after which someone can be told what they have missed, who has it all up to that one;
    /// 0 if they are to be told the whole.
    pub(crate) fn continued(&self, from: u32, player: PlayerId) -> u32 {
        if from > 0 && self.history.continues(from, player) {
            from
        } else {
            0
        }
    }

    /// The same for one who comes back with something of this or another history.
    pub(crate) fn continued_since(&self, since: Option<Since>, player: PlayerId) -> u32 {
        since
            .filter(|since| since.epoch == self.epoch() && since.version <= self.version)
            .map_or(0, |since| self.continued(since.version, player))
    }

    /// What happened after version `from`, as a viewer may know it by now.
    pub(crate) fn timeline(&self, from: u32, viewer: Viewer) -> Vec<TimelineEntry> {
        self.history.since(from, self.stage.game(), viewer)
    }

    /// What of all that happened after version `from` not everybody may know.
    pub(crate) fn hidden(&self, from: u32) -> Hidden<'_> {
        self.history.hidden(from, self.stage.game())
    }

    /// The game that these events end, for the tables beside the log.
    pub(crate) fn finished(&self, events: &[LogEvent]) -> Option<Finished> {
        let outcome = events.iter().find_map(|event| match event {
            LogEvent::Ended(ended) => Some(ended.outcome.clone()),
            _ => None,
        })?;
        let taken = self.seats.taken();
        Some(Finished {
            round: self.round,
            kind: self.settings.options.kind(),
            players: taken
                .map(|(seat, state)| (!self.is_vacant(seat)).then(|| state.owner.clone()))
                .collect(),
            outcome,
        })
    }
}

/// See [`RoomState::person_id`].
pub(super) fn person_id(epoch: u32, opened: Time, player: PlayerId) -> PersonId {
    let mut hash = Sha256::new();
    hash.update(b"senda-person-1");
    hash.update(epoch.to_be_bytes());
    hash.update(opened.0.to_be_bytes());
    hash.update(player.0.as_bytes());
    PersonId::of(hash.finalize().into())
}
