//! Applies the events of the log to the state of a room.

use senda_rules::{AnyGame, Outcome, Seat, Seats};

use super::{
    InvalidRecord, RoomState,
    answers::Answers,
    history::History,
    names::Names,
    playing::Playing,
    room_state::{RatedStart, person_id},
    seats::{SeatList, SeatState},
    stage::{NextGame, Stage},
    standing::{Finisher, Standing},
    take_back::Checkpoints,
};
use crate::{
    limits,
    log::{
        Banned, Created, HostChanged, LogEvent, Named, Sat, SecretCommitment, SettingsChanged,
        Started,
    },
    person::PlayerId,
    protocol::{Colour, TookBack},
    time::Time,
};

impl RoomState {
    /// Creates the state of a room before its first record is applied. `created` and `sealed` are
    /// events of that record.
    pub(super) fn new(opened: Time, created: &Created, sealed: SecretCommitment) -> Self {
        Self {
            epoch: created.epoch,
            timeline: 0,
            opened,
            version: 0,
            settings: created.settings.clone(),
            setup: created.setup.clone(),
            host: created.host.clone(),
            creator: created.host.player,
            creator_id: person_id(created.epoch, opened, created.host.player),
            stands_in: false,
            locked: false,
            admitted: Vec::new(),
            hushed: false,
            seats: SeatList::free(&created.settings),
            names: Names::default(),
            banned: Vec::new(),
            bans: 0,
            round: 0,
            rated: None,
            moved: 0,
            stage: Stage::Lobby(NextGame {
                sealed,
                winners: Vec::new(),
            }),
            standing: Standing::default(),
            left_out: Vec::new(),
            answers: Answers::default(),
            history: History::default(),
            delayed: None,
        }
    }

    /// Applies an event. `next` is the commitment to the next game, which is in the same record as
    /// the end of a game.
    pub(super) fn apply_event(
        &mut self,
        event: &LogEvent,
        at: Time,
        next: Option<&SecretCommitment>,
    ) -> Result<(), InvalidRecord> {
        match event {
            LogEvent::Created(_) if self.version != 1 => return Err("the room is created twice"),
            LogEvent::Created(_) | LogEvent::Numbered(_) => {} // the event with its name follows
            LogEvent::Sat(sat) => self.sit(at, sat)?,
            LogEvent::Stood(stood) => match &mut self.stage {
                Stage::Playing(playing) => playing.vacate(stood.seat)?,
                Stage::Lobby(_) | Stage::Over { .. } => self.seats.free_one(stood.seat)?,
            },
            LogEvent::Named(named) => self.rename(named),
            LogEvent::Coloured(of) => self.seats.get_mut(of.seat)?.colour = of.colour,
            LogEvent::Readied(readied) => {
                let seat = self.seats.get_mut(readied.seat)?;
                (seat.ready, seat.nonce) = (readied.ready, readied.nonce);
                seat.changed.clear();
            }
            LogEvent::SettingsChanged(changed) => self.set(changed),
            LogEvent::HostChanged(HostChanged { person, gone, .. }) => {
                self.host = person.clone();
                self.stands_in = person.player != self.creator && (*gone || self.stands_in);
            }
            LogEvent::Locked(locked) => {
                self.locked = locked.locked;
                self.admitted.clear();
            }
            LogEvent::Admitted(admitted) => self.admit(admitted.player),
            LogEvent::Hushed(hushed) => self.hushed = hushed.hushed,
            LogEvent::Banned(banned) => self.ban(banned),
            LogEvent::Readmitted(of) => self.banned.retain(|ban| ban.number != of.number),
            LogEvent::Committed(sealed) => self.stage.commit(*sealed)?,
            LogEvent::Started(started) => self.start(at, started)?,
            LogEvent::Played(played) => {
                if self.stage.playing_mut()?.decided(at, played)? {
                    self.moved = self.version;
                }
            }
            LogEvent::TookBack(took) => {
                let before = took.agreed.is_some().then(|| self.before(*took));
                self.stage
                    .playing_mut()?
                    .taken_back(at, before.transpose()?)?;
                self.moved = self.version;
            }
            LogEvent::TakeBackAsked(asked) => {
                let playing = self.stage.playing_mut()?;
                playing.player_mut(asked.seat)?;
                playing.take_back.by = Some(asked.seat);
            }
            LogEvent::TakeBackAgreed(agreed) => {
                let asked = &mut self.stage.playing_mut()?.take_back;
                asked.agreed = asked.agreed.with(agreed.seat);
            }
            LogEvent::TakeBackDeclined(declined) => {
                self.stage.playing_mut()?.take_back.decline(declined.seat);
            }
            LogEvent::Hinted(of) => {
                let version = self.version;
                let hinted = &mut self.stage.playing_mut()?.hinted;
                hinted.retain(|(seat, _)| *seat != of.seat);
                hinted.push((of.seat, version));
            }
            LogEvent::Away(of) => self.stage.playing_mut()?.set_away(at, of.seat, of.away)?,
            LogEvent::VotedToSkip(vote) => {
                let player = self.stage.playing_mut()?.player_mut(vote.seat)?;
                player.skip_votes = player.skip_votes.with(vote.by);
            }
            LogEvent::VotedToEnd(vote) => {
                let playing = self.stage.playing_mut()?;
                let votes = playing.end_votes.with(vote.seat);
                playing.end_votes = if vote.wanted { votes } else { Seats::NONE };
            }
            LogEvent::PauseAsked(asked) => {
                let playing = self.stage.playing_mut()?;
                playing.player_mut(asked.seat)?;
                if playing.pause_asked_by.is_empty() {
                    playing.pause_until_all = asked.until_all;
                }
                playing.pause_asked_by.push(asked.seat);
            }
            LogEvent::PauseDeclined(_) => self.stage.playing_mut()?.pause_asked_by.clear(),
            LogEvent::Paused(paused) => self.stage.playing_mut()?.pause(at, paused.reason),
            LogEvent::Resumed(_) => self.stage.playing_mut()?.resume(at),
            LogEvent::WouldGoOn(would) => {
                if let Some((_, back)) = &mut self.stage.playing_mut()?.pause {
                    *back = back.with(would.seat);
                }
            }
            LogEvent::Vacation(vacation) => {
                let days = &mut self.stage.playing_mut()?.days;
                let days = days.as_mut().ok_or("a vacation from short turns")?;
                days.go_on_vacation(vacation.seat, at, vacation.until);
            }
            LogEvent::Revised(revised) => self.stage.playing_mut()?.revise(revised.rules)?,
            LogEvent::Ended(ended) => self.end(next, Some(&ended.outcome), true)?,
            LogEvent::Abandoned(abandoned) => self.end(next, None, abandoned.agreed)?,
        }
        Ok(())
    }

    fn rename(&mut self, named: &Named) {
        let left_out = self.left_out.iter_mut().map(|(person, _)| person);
        let people = self.seats.owners_mut().chain(left_out);
        for person in people.chain([&mut self.host]) {
            if person.player == named.player {
                person.name = named.name.clone();
            }
        }
        self.standing.rename(named.player, &named.name);
    }

    fn admit(&mut self, player: PlayerId) {
        self.admitted.retain(|&other| other != player);
        self.admitted.push(player);
        if self.admitted.len() > limits::ADMITTED {
            self.admitted.remove(0);
        }
    }

    fn ban(&mut self, banned: &Banned) {
        self.bans = banned.number;
        let player = banned.person.player;
        self.left_out
            .retain(|(person, _)| person.connects_as() != player);
        self.admitted.retain(|&other| other != player);
        self.banned.push(banned.clone());
        if self.banned.len() > limits::BANNED {
            self.banned.remove(0);
        }
    }

    /// Returns the running game in the state before the decisions that are taken back with the
    /// agreement of the other players.
    fn before(&self, took: TookBack) -> Result<(AnyGame, Checkpoints<AnyGame>), InvalidRecord> {
        let mut decisions = self.decisions();
        if decisions.since(took.seat) != took.agreed {
            return Err("something else is taken back than that seat's last decision");
        }
        decisions.take_back(took);
        let play = self.playing().and_then(Playing::play);
        let dealt = play.and_then(|play| {
            self.history
                .dealt(|options, seats| play.begin(options, seats))
        });
        Ok(decisions.play(dealt.ok_or("something is taken back without a game")?))
    }

    fn sit(
        &mut self,
        at: Time,
        Sat {
            seat,
            person,
            colour,
        }: &Sat,
    ) -> Result<(), InvalidRecord> {
        let id = self.person_id(person.player);
        self.standing.rename(person.player, &person.name);
        if let Stage::Playing(playing) = &mut self.stage {
            playing.take_over(at, *seat)?;
            let state = self.seats.get_mut(*seat)?;
            (state.owner, state.person) = (person.clone(), id);
            Ok(())
        } else {
            let state = SeatState::new(person.clone(), id, *colour);
            self.seats.take(*seat, state)
        }
    }

    fn set(&mut self, SettingsChanged { settings, unready }: &SettingsChanged) {
        let changed = self.settings.changed(settings);
        self.settings = settings.clone();
        self.seats.resize(settings);
        self.seats.ask_again(*unready, &changed);
    }

    fn start(&mut self, at: Time, started: &Started) -> Result<(), InvalidRecord> {
        let next = self.stage.next_game().ok_or("a game runs already")?;
        let playing = Playing::begin(at, started, next.sealed, self.settings.clock)?;
        self.stage = Stage::Playing(playing);
        self.round = started.round;
        self.rated = started.rated.map(|rated| RatedStart {
            rated,
            players: started.players.iter().map(|(one, _)| one.player).collect(),
        });
        self.moved = self.version;
        self.left_out.clone_from(&started.left_out);
        self.seats = SeatList::free(&self.settings);
        for (seat, (person, colour)) in Seat::first(Seat::MOST).zip(&started.players) {
            let id = self.person_id(person.player);
            let state = SeatState::new(person.clone(), id, *colour);
            self.seats.take(seat, state)?;
        }
        Ok(())
    }

    /// Ends the running game. `outcome` is `None` if the game was abandoned, so that it has no
    /// result. `is_shown` tells whether the game can still be seen.
    fn end(
        &mut self,
        next: Option<&SecretCommitment>,
        outcome: Option<&Outcome>,
        is_shown: bool,
    ) -> Result<(), InvalidRecord> {
        let sealed = *next.ok_or("nothing was committed to")?;
        let winners = outcome.map_or(Vec::new(), |outcome| self.firsts(outcome));
        if let Some(outcome) = outcome {
            self.count(outcome);
        }
        let playing = self.stage.playing_mut()?;
        let left: Vec<Seat> = Seat::first(Seat::MOST)
            .zip(playing.players())
            .filter_map(|(seat, player)| player.vacant.then_some(seat))
            .collect();
        // A game whose rules this program does not know, or does not play by, can't be shown.
        let play = playing.play().filter(|_| is_shown);
        let game = play.map(|play| Box::new(play.game.clone()));
        let next = NextGame { sealed, winners };
        self.stage = if let Some(game) = game {
            Stage::Over { next, game }
        } else {
            self.history.forget_game();
            Stage::Lobby(next)
        };
        self.moved = self.version;
        for seat in left {
            self.seats.free_one(seat)?;
        }
        self.seat_left_out()?;
        self.seats.unready_all();
        Ok(())
    }

    /// Gives seats back to the people that the game was started without, in their former colours if
    /// those are free.
    fn seat_left_out(&mut self) -> Result<(), InvalidRecord> {
        for (person, colour) in std::mem::take(&mut self.left_out) {
            if self.seat_of(person.player).is_some() {
                continue;
            }
            let Some(seat) = self.seats.first_free() else {
                break;
            };
            let mut colours = [colour].into_iter().chain(Colour::ALL);
            let colour = colours
                .find(|&colour| self.seats.has_free_colour(colour))
                .ok_or("more people than colours")?;
            let id = self.person_id(person.player);
            self.seats.take(seat, SeatState::new(person, id, colour))?;
        }
        Ok(())
    }

    /// Returns the players on the first place. `None` is one who left their seat.
    fn firsts(&self, outcome: &Outcome) -> Vec<Option<PlayerId>> {
        let places = outcome.places.iter().zip(Seat::first(Seat::MOST));
        let winners = places.filter(|(place, _)| **place == 1);
        winners.map(|(_, seat)| self.owner(seat)).collect()
    }

    /// Counts a finished game for the people who have played it to the end. People who have left
    /// their seats are not counted.
    fn count(&mut self, outcome: &Outcome) {
        let finishers: Vec<Finisher> = self
            .seated()
            .filter_map(|(seat, state)| {
                Some(Finisher {
                    person: state.owner.clone(),
                    id: state.person,
                    place: *outcome.places.get(seat.index())?,
                })
            })
            .collect();
        self.standing.count(&finishers);
    }

    /// Forgets the names that are not in use any more.
    pub(super) fn forget_names(&mut self) {
        let owners = self.seats.taken().map(|(_, state)| &state.owner);
        let banned = self.banned.iter().map(|ban| &ban.person);
        let counted = self.standing.people();
        let left_out = self.left_out.iter().map(|(person, _)| person);
        let people = owners
            .chain(left_out)
            .chain(banned)
            .chain(counted)
            .chain([&self.host]);
        self.names.keep(people);
    }
}
