//! What only the host may do, and who is host when the host is gone.

use senda_rules::{AnyGame, Game, Refusal, Seat, Seats};

use super::{Person, PlayerId, Room, seats::SeatState};
use crate::{
    LogEvent, Time, limits,
    protocol::{Clock, First, PersonId, Phase, Problem, RoomProblem, Setting, Settings},
};

impl Settings {
    /// Whether a room can have these settings.
    ///
    /// # Errors
    /// [`RoomProblem::BadSettings`] names the one that is out of its range.
    pub fn check(&self) -> Result<(), RoomProblem> {
        let bad = |which: &str| RoomProblem::BadSettings {
            which: which.to_owned(),
        };
        let within = |value: u16, (least, most): (u16, u16)| (least..=most).contains(&value);
        let clock = match self.clock {
            Clock::None {} => true,
            Clock::Turn { seconds } => within(seconds, limits::TURN_SECONDS),
            Clock::Bank { seconds, increment } => {
                within(seconds, limits::BANK_SECONDS) && increment <= limits::INCREMENT_SECONDS
            }
        };
        if !clock {
            return Err(bad("clock"));
        }
        let (fewest, most) = self.options.kind().seats();
        if matches!(self.first, First::Seat { seat } if seat.number() >= most) {
            return Err(bad("first"));
        }
        match AnyGame::new(&self.options, fewest, None) {
            Ok(_) => Ok(()),
            Err(illegal) => Err(bad(illegal.bad_option().unwrap_or("options"))),
        }
    }
}

impl Room {
    pub(super) fn only_host(&self, player: PlayerId) -> Result<(), RoomProblem> {
        if self.lasting.host.player == player {
            Ok(())
        } else {
            Err(RoomProblem::NotHost)
        }
    }

    pub(super) fn decide_set(
        &self,
        player: PlayerId,
        settings: Settings,
    ) -> Result<Vec<LogEvent>, Problem> {
        self.only_host(player)?;
        if self.lasting.phase == Phase::Playing {
            return Err(RoomProblem::GameRunning.into());
        }
        settings.check()?;
        let (_, most) = settings.options.kind().seats();
        if self.lasting.seated().count() > usize::from(most) {
            // Nobody loses their seat by a change of game: some have to stand up first.
            return Err(RoomProblem::TooManySeated { most }.into());
        }
        if settings == self.lasting.settings {
            return Ok(Vec::new());
        }
        let mut happened = self.moved_up(most);
        let unready = Some(self.unready_by(&settings, &happened));
        happened.push(LogEvent::Set { settings, unready });
        Ok(happened)
    }

    /// The seats whose owners have to say again that they are ready when these settings hold; `moved` says
    /// who has moved up by then.
    fn unready_by(&self, settings: &Settings, moved: &[LogEvent]) -> Seats {
        let changed = self.lasting.settings.changed(settings);
        if !changed.into_iter().any(Setting::is_of_the_game) {
            return Seats::NONE;
        }
        let new_seat = |player| {
            moved.iter().find_map(|happened| match happened {
                LogEvent::Sat { seat, person, .. } if person.player == player => Some(*seat),
                _ => None,
            })
        };
        let ready = self.lasting.seated().filter(|(_, chair)| chair.ready);
        ready
            .map(|(seat, chair)| new_seat(chair.owner.player).unwrap_or(seat))
            .collect()
    }

    /// Whoever sits on a seat that a game of `most` has not moves up to a free one, in their order.
    fn moved_up(&self, most: u8) -> Vec<LogEvent> {
        let mut free = Seat::first(most).filter(|&seat| self.lasting.chair(seat).is_none());
        let beyond = self
            .lasting
            .seated()
            .filter(|(seat, _)| seat.number() >= most);
        let move_up = |(seat, chair): (Seat, &SeatState)| {
            let stood = LogEvent::Stood {
                seat,
                removed: false,
            };
            let sat = LogEvent::Sat {
                seat: free.next()?,
                person: chair.owner.clone(),
                colour: chair.colour,
            };
            Some([stood, sat])
        };
        beyond.filter_map(move_up).flatten().collect()
    }

    pub(super) fn decide_remove(
        &self,
        player: PlayerId,
        person: PersonId,
    ) -> Result<Vec<LogEvent>, Problem> {
        self.only_host(player)?;
        let person = self.named(person).ok_or(RoomProblem::NoSuchPerson)?;
        if person.player == player {
            return Err(RoomProblem::NotYourself.into());
        }
        if person.player == self.lasting.creator {
            return Err(RoomProblem::CreatorStays.into());
        }
        let seat = self.lasting.seat_of(person.player);
        let stood = seat.map(|seat| LogEvent::Stood {
            seat,
            removed: true,
        });
        let barred = LogEvent::Barred {
            barred: self.lasting.bars + 1,
            person,
        };
        Ok(stood.into_iter().chain([barred]).collect())
    }

    pub(super) fn decide_readmit(
        &self,
        player: PlayerId,
        barred: u32,
    ) -> Result<Vec<LogEvent>, Problem> {
        self.only_host(player)?;
        if self.lasting.barred.iter().all(|bar| bar.number != barred) {
            return Err(RoomProblem::NoSuchPerson.into());
        }
        Ok(vec![LogEvent::Readmitted { barred }])
    }

    pub(super) fn decide_host(
        &self,
        player: PlayerId,
        person: PersonId,
    ) -> Result<Vec<LogEvent>, Problem> {
        self.only_host(player)?;
        let person = self.named(person).ok_or(RoomProblem::NoSuchPerson)?;
        if person.player == player {
            return Ok(Vec::new());
        }
        if !self.is_here(person.player) {
            // They could not use the role, and it would pass on at once.
            return Err(RoomProblem::NoSuchPerson.into());
        }
        Ok(vec![LogEvent::Host {
            person,
            gone: false,
            back: false,
        }])
    }

    pub(super) fn decide_lock(
        &self,
        player: PlayerId,
        locked: bool,
    ) -> Result<Vec<LogEvent>, Problem> {
        self.only_host(player)?;
        let changes = self.lasting.locked != locked;
        let happened = LogEvent::Locked { locked };
        Ok(changes.then_some(happened).into_iter().collect())
    }

    /// The creator has the room back who comes after another has stood in for them. One who has passed the role
    /// on has not.
    pub(super) fn creator_is_back(&self, person: &Person) -> Option<LogEvent> {
        let is_creator = person.player == self.lasting.creator;
        (is_creator && self.lasting.stands_in).then(|| LogEvent::Host {
            person: person.clone(),
            gone: false,
            back: true,
        })
    }

    /// Whether somebody stays outside because the room is locked. Who has lost the connection for a moment, and has
    /// a part in the room, has not.
    pub(super) fn is_locked_out(&self, player: PlayerId) -> bool {
        let belongs = self.has_part(player) || player == self.lasting.creator;
        self.lasting.locked && !belongs && !self.is_here(player)
    }

    /// When somebody else becomes host because the host is gone, and who: the creator of the room, or else the
    /// first at the table who is here. Who only watches is nobody whom the others have let play, and does not.
    pub(super) fn succession(&self) -> Option<(Time, Person)> {
        if self.lasting.is_used_up() {
            // There is nothing left that only a host could do.
            return None;
        }
        let since = self.absent.get(&self.lasting.host.player)?;
        let mut owners = self.lasting.seated().map(|(_, chair)| &chair.owner);
        let heir = owners.find(|owner| self.is_here(owner.player)).cloned();
        let creator = self.people.get(self.lasting.creator);
        let heir = creator.map(|here| here.person.clone()).or(heir)?;
        Some((since.plus(limits::HOST_GRACE_MS), heir))
    }
}
