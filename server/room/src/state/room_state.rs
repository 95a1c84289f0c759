//! The state of a room as its log determines it.

use std::fmt;

use senda_rules::{Seat, Seats, Viewer};
use sha2::{Digest, Sha256};

use super::{
    answers::Answers,
    decisions::Decisions,
    delayed::Delayed,
    history::{Hidden, History, SeatOwners},
    names::Names,
    playing::Playing,
    seats::{SeatList, SeatState},
    stage::Stage,
    standing::{Standing, Tally},
};
use crate::{
    limits,
    log::{Banned, LogEvent, Played, Setup},
    person::{Person, PlayerId},
    protocol::{Colour, PersonId, Phase, Rated, Settings, ShownName, Since, TimelineEntry},
    step::Finished,
    time::Time,
};

/// The complete state of a room as its log determines it. Two rooms with equal logs have equal
/// states.
#[derive(Clone, Eq, PartialEq)]
pub struct RoomState {
    pub(super) epoch: u32,
    /// The timeline of the database that the log is stored in. The log itself does not contain it.
    pub(crate) timeline: u32,
    /// The time at which the room was opened.
    pub(super) opened: Time,
    pub(crate) version: u32,
    pub(crate) settings: Settings,
    /// The beginning of the games, if they start from a finished game.
    pub(crate) setup: Option<Box<Setup>>,
    pub(crate) host: Person,
    /// The player who opened the room.
    pub(crate) creator: PlayerId,
    /// The id that the other people in the room know the creator by.
    pub(crate) creator_id: PersonId,
    /// Whether the host replaces one who was gone. The creator becomes host again on returning.
    pub(crate) stands_in: bool,
    pub(crate) locked: bool,
    /// The people whom the host has admitted since the room was locked, oldest first.
    pub(super) admitted: Vec<PlayerId>,
    pub(crate) hushed: bool,
    pub(crate) seats: SeatList,
    pub(crate) names: Names,
    pub(crate) banned: Vec<Banned>,
    /// The number of the last ban.
    pub(crate) bans: u32,
    /// The number of the last game, counted from 1, or 0 before the first.
    pub(crate) round: u32,
    /// The rated game that runs, or that ran last.
    pub(crate) rated: Option<RatedStart>,
    /// The version of the last record that changed a game.
    pub(crate) moved: u32,
    pub(crate) stage: Stage,
    pub(super) standing: Standing,
    /// The people that the running game was started without. They get seats again when it ends.
    pub(super) left_out: Vec<(Person, Colour)>,
    pub(crate) answers: Answers,
    pub(super) history: History,
    /// The state that spectators see instead, while a game runs whose hands they see later.
    pub(super) delayed: Option<Box<Delayed<Self>>>,
}

/// The start of a game in a room with rated games.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct RatedStart {
    /// Whether the game counts.
    pub rated: Rated,
    /// The people who have started the game, indexed by seat.
    pub players: Vec<PlayerId>,
}

/// Prints only fields that are safe to log. Hands and secrets are not.
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

/// The queries of the state.
impl RoomState {
    /// Returns the epoch of the history. Versions of different epochs are not comparable.
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch.wrapping_add(self.timeline)
    }

    /// Sets the timeline of the database. A new timeline begins a new history, because it may lack
    /// the end of the previous one.
    pub(crate) fn set_timeline(&mut self, timeline: u32) {
        self.timeline = timeline;
    }

    pub(crate) fn is_host(&self, player: PlayerId) -> bool {
        self.host.player == player
    }

    /// Returns whether the host has admitted a person to the locked room.
    pub(crate) fn is_admitted(&self, player: PlayerId) -> bool {
        self.admitted.contains(&player)
    }

    /// Returns whether a person may see the room now. While a game without spectators runs, only
    /// the owners of seats, the host and the creator may.
    pub(crate) fn may_watch(&self, player: PlayerId) -> bool {
        self.has_spectators() || self.has_part(player) || player == self.creator
    }

    /// Returns whether people without a seat may see the room now.
    pub(crate) fn has_spectators(&self) -> bool {
        self.playing().is_none() || !self.settings.no_spectators
    }

    /// Returns the phase that viewers see.
    pub(crate) fn phase(&self) -> Phase {
        self.stage.phase()
    }

    /// Returns the game that runs now.
    pub(crate) fn playing(&self) -> Option<&Playing> {
        self.stage.playing()
    }

    /// Returns the results of the finished games for each person, best first.
    pub(crate) fn standing(&self) -> Vec<&Tally> {
        self.standing.best_first()
    }

    /// Returns whether the owner of a seat has left the running game.
    pub(crate) fn is_vacant(&self, seat: Seat) -> bool {
        let player = self.playing().and_then(|playing| playing.player(seat));
        player.is_some_and(|player| player.vacant)
    }

    /// Returns whether the owner of a seat is away from the running game.
    pub(crate) fn is_away(&self, seat: Seat) -> bool {
        let player = self.playing().and_then(|playing| playing.player(seat));
        player.is_some_and(|player| player.away)
    }

    /// Returns the seats that have an owner now, clockwise.
    pub(crate) fn seated(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        self.seats
            .taken()
            .filter(|&(seat, _)| !self.is_vacant(seat))
    }

    /// Returns the seats whose owners are ready.
    pub(super) fn ready_seats(&self) -> Seats {
        let ready = self.seated().filter(|(_, state)| state.ready);
        ready.map(|(seat, _)| seat).collect()
    }

    /// Returns whether at least one seat has an owner.
    pub(crate) fn has_players(&self) -> bool {
        self.seated().next().is_some()
    }

    /// Returns whether at least one seat has an owner who is not a bot.
    pub(crate) fn has_people(&self) -> bool {
        self.seated().any(|(_, state)| !state.owner.is_bot())
    }

    /// Returns whether only bots play on in the running game, because all people are out of it or
    /// have left.
    pub(crate) fn only_bots(&self) -> bool {
        let plays = |seat| {
            let owner = self.seats.get(seat).map(|state| &state.owner);
            owner.is_some_and(|owner| !owner.is_bot()) && !self.is_vacant(seat)
        };
        let playing = self.playing().map(Playing::still_in);
        playing.is_some_and(|still_in| !still_in.iter().any(plays))
    }

    /// Returns the winners of the last game who still have a seat, while no game runs.
    pub(crate) fn winners(&self) -> impl Iterator<Item = PersonId> {
        let next = self.stage.next_game();
        let won = move |player| next.is_some_and(|next| next.winners.contains(&Some(player)));
        let winners = self
            .seats
            .taken()
            .filter(move |(_, state)| won(state.owner.player));
        winners.map(|(_, state)| state.person)
    }

    /// Returns the start of the running game, if the room has rated games.
    pub(crate) fn rated_game(&self) -> Option<&RatedStart> {
        self.rated.as_ref().filter(|_| self.playing().is_some())
    }

    /// Returns whether a person may take over a seat of the running game, as far as ratings are
    /// concerned: a game is rated for the people who have started it, so they alone play it.
    pub(crate) fn may_continue(&self, seat: Seat, player: PlayerId) -> bool {
        let rated = self.rated_game();
        rated.is_none_or(|rated| rated.players.get(seat.index()) == Some(&player))
    }

    /// Returns whether players may request hints. A person who has left the game still counts as a
    /// player, because another person may take over the seat. An external bot counts as a person
    /// too, because a person runs it.
    pub(crate) fn allows_hints(&self) -> bool {
        let people = self.seats.taken();
        let people = people.filter(|(_, state)| !state.owner.is_bot() || state.owner.is_outside());
        let is_solo = people.count() == 1 && self.seats.taken().count() > 1;
        let is_alone = is_solo && self.settings.day.is_none() && !self.settings.rated;
        self.settings.hints || is_alone
    }

    /// Returns whether the running game was started without this person. They get a seat when it
    /// ends.
    pub(crate) fn is_left_out(&self, player: PlayerId) -> bool {
        let mut left_out = self.left_out.iter();
        left_out.any(|(person, _)| person.player == player) && self.seat_of(player).is_none()
    }

    /// Returns the seat that a player has now.
    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seated()
            .find_map(|(seat, state)| (state.owner.player == player).then_some(seat))
    }

    /// Returns the version of the record that contains the player's request for a hint on their
    /// current decision.
    pub(crate) fn hinted_at(&self, player: PlayerId) -> Option<u32> {
        let seat = self.seat_of(player)?;
        let mut hinted = self.playing()?.hinted.iter();
        hinted.find_map(|(of, version)| (*of == seat).then_some(*version))
    }

    /// Returns the decisions of the running game, or of the last one.
    pub(crate) fn decisions(&self) -> Decisions<'_> {
        self.history.decisions()
    }

    /// Returns whether the last decision for a seat is still the same as at that version.
    pub(crate) fn last_decision_stands(&self, seat: Seat, version: u32) -> bool {
        // A version in the future belongs to another history.
        version <= self.version && self.history.last_decision_stands(seat, version)
    }

    /// Returns whether the next decision uses shuffles.
    pub(super) fn has_shuffled(&self, played: &Played) -> bool {
        let play = self.playing().and_then(Playing::play);
        play.is_some_and(|play| play.has_shuffled(played))
    }

    /// Returns the current owner of a seat.
    pub(crate) fn owner(&self, seat: Seat) -> Option<PlayerId> {
        let state = self.seats.get(seat).filter(|_| !self.is_vacant(seat));
        state.map(|state| state.owner.player)
    }

    /// Returns whether a player has a seat or a guest with a seat, or is the host. All other people
    /// are spectators.
    pub(crate) fn has_part(&self, player: PlayerId) -> bool {
        self.is_host(player) || self.seats_of(player).next().is_some()
    }

    /// Returns whether the log has reached its maximum length.
    pub(crate) fn is_used_up(&self) -> bool {
        self.version >= limits::RECORDS
    }

    /// Returns whether the log is full even for the commands of the host.
    pub(crate) fn is_full(&self) -> bool {
        self.version >= limits::RECORDS + limits::RECORDS_OF_HOST
    }

    /// Returns the seats that this person plays from their connections: their own and those of
    /// their guests.
    pub(crate) fn seats_of(&self, player: PlayerId) -> impl Iterator<Item = (Seat, &SeatState)> {
        self.seated()
            .filter(move |(_, state)| state.owner.connects_as() == player)
    }

    /// Returns the player whose connections the owner of a seat plays on.
    pub(crate) fn connects_as(&self, seat: Seat) -> Option<PlayerId> {
        let state = self.seats.get(seat).filter(|_| !self.is_vacant(seat));
        state.map(|state| state.owner.connects_as())
    }

    /// Returns these seats and all seats that are played on the same devices. The players of one
    /// device sit together, so one of them answers the requests of the others for all.
    pub(crate) fn with_same_devices(&self, seats: Seats) -> Seats {
        // Hardly any room has guests, and this is asked several times in each step.
        let is_guest = |(_, state): (Seat, &SeatState)| state.owner.guest_of.is_some();
        if seats == Seats::NONE || !self.seated().any(is_guest) {
            return seats;
        }
        let answers = |player| {
            let mut of = self.seats_of(player);
            of.any(|(seat, _)| seats.contains(seat))
        };
        let same = self
            .seated()
            .filter(|(_, state)| answers(state.owner.connects_as()));
        same.map(|(seat, _)| seat).chain(seats.iter()).collect()
    }

    /// Returns a name as everyone in the room sees it. The person is the host, the owner of a seat
    /// or a banned person.
    pub(crate) fn shown(&self, person: &Person) -> ShownName {
        self.names.shown(person)
    }

    /// Returns the id that the other people in this room know a player by. It is the truncated
    /// SHA-256 of "senda-person-1", the epoch of the room and the time of its first record as
    /// big-endian bytes, and the id of the player. The first two values distinguish rooms, and 122
    /// bits of the third are random.
    pub(crate) fn person_id(&self, player: PlayerId) -> PersonId {
        person_id(self.epoch, self.opened, player)
    }

    /// Returns the current owners of the seats, which determine what each player may see of the
    /// game.
    pub(crate) fn seat_owners(&self) -> SeatOwners {
        let phase = self.stage.phase();
        let seats = self.seats.iter().map(|(seat, _)| self.owner(seat));
        SeatOwners {
            phase,
            round: self.round,
            owners: seats.filter(|_| phase == Phase::Playing).collect(),
            see_hands: self.see_hands(),
        }
    }

    /// Returns the seats of the running game whose owners see all hands because they are out.
    /// Players who share a device see the hands only when all of them are out.
    fn see_hands(&self) -> Seats {
        let playing = self.playing().filter(|_| self.settings.out_see_hands);
        let is_out = |seat: &Seat| {
            playing.is_some_and(|game| {
                let here = self.with_same_devices(Seats::NONE.with(*seat));
                !here.iter().any(|seat| game.still_in().contains(seat))
            })
        };
        self.seated().map(|(seat, _)| seat).filter(is_out).collect()
    }

    /// Returns whether a player has a seat in the running game and sees all hands because they are
    /// out.
    pub(crate) fn sees_hands(&self, player: PlayerId) -> bool {
        let seat = self.seat_of(player);
        seat.is_some_and(|seat| self.see_hands().contains(seat))
    }

    /// Returns whether a person sees the game later than the players. These are the spectators of a
    /// game whose hands they see.
    pub(crate) fn sees_later(&self, player: PlayerId) -> bool {
        self.delayed.is_some() && !self.has_part(player)
    }

    /// Returns the version that a client with everything up to version `from` can be updated from.
    /// Returns 0 if the client needs the complete state.
    pub(crate) fn continued(&self, from: u32, player: PlayerId) -> u32 {
        if from > 0 && self.history.continues(from, player) {
            from
        } else {
            0
        }
    }

    /// Returns the same version as [`Self::continued`] for a client that reconnects with a position
    /// in this history or another one.
    pub(crate) fn continued_since(&self, since: Option<Since>, player: PlayerId) -> u32 {
        since
            .filter(|since| since.epoch == self.epoch() && since.version <= self.version)
            .map_or(0, |since| self.continued(since.version, player))
    }

    /// Returns the events after version `from`, redacted for a viewer by what the viewer may know
    /// now.
    pub(crate) fn timeline(&self, from: u32, viewer: Viewer) -> Vec<TimelineEntry> {
        self.history.since(from, self.stage.game(), viewer)
    }

    /// Returns the events after version `from` that are hidden from some viewers.
    pub(crate) fn hidden(&self, from: u32) -> Hidden<'_> {
        self.history.hidden(from, self.stage.game())
    }

    /// Returns the game that these events end, for the database tables that are kept next to the
    /// log.
    pub(crate) fn finished(&self, events: &[LogEvent]) -> Option<Finished> {
        let outcome = events.iter().find_map(|event| match event {
            LogEvent::Ended(ended) => Some(ended.outcome.clone()),
            _ => None,
        })?;
        let taken = self.seats.taken();
        let rated = self.rated_game();
        let rated = rated.filter(|rated| rated.rated == Rated::Counts);
        Some(Finished {
            round: self.round,
            kind: self.settings.options.kind(),
            players: taken
                .map(|(seat, state)| (!self.is_vacant(seat)).then(|| state.owner.clone()))
                .collect(),
            outcome,
            rated: rated.map(|rated| rated.players.clone()),
            start: self.settings.start.clone(),
            listed: self.settings.public && !self.locked && !self.settings.no_spectators,
        })
    }
}

/// Computes the id described at [`RoomState::person_id`].
pub(super) fn person_id(epoch: u32, opened: Time, player: PlayerId) -> PersonId {
    let mut hash = Sha256::new();
    hash.update(b"senda-person-1");
    hash.update(epoch.to_be_bytes());
    hash.update(opened.0.to_be_bytes());
    hash.update(player.0.as_bytes());
    PersonId::of(hash.finalize().into())
}
