//! Renders the views of a room at one moment, for all viewers or for one seat.

use senda_rules::{AnyPrivate, Game, Seat, Seats, Viewer};

use crate::{
    clock::TurnClock,
    person::PlayerId,
    protocol::{BannedView, HostView, RoomView, SeatView, StandingView, VacationView},
    state::{Playing, RoomState, SeatState},
    step::ClockTimes,
    time::Time,
};

/// A room at one moment, with everything that its views need.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Moment<'a> {
    pub state: &'a RoomState,
    clocks: Clocks<'a>,
    pub now: Time,
    pub course: Course,
}

/// The course of a room that a connection follows.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
pub(crate) enum Course {
    /// The room as it is.
    #[default]
    Live,
    /// The room some turns ago, as this viewer may know it.
    Delayed(Viewer),
}

/// The source of the clock times of a room.
#[derive(Copy, Clone, Debug)]
enum Clocks<'a> {
    Own(&'a TurnClock),
    /// The clock times that a room on another server has sent.
    Received(&'a ClockTimes),
    /// The clocks of a delayed game: they belong to a turn that its viewers do not see yet.
    None,
}

impl<'a> Moment<'a> {
    pub fn new(state: &'a RoomState, clock: &'a TurnClock, now: Time) -> Self {
        let clocks = Clocks::Own(clock);
        Self::live(state, clocks, now)
    }

    fn live(state: &'a RoomState, clocks: Clocks<'a>, now: Time) -> Self {
        let course = Course::Live;
        Self {
            state,
            clocks,
            now,
            course,
        }
    }

    /// Returns the moment that people see who see the game later.
    pub fn delayed(&self) -> Option<Self> {
        let delayed = self.state.delayed()?;
        Some(Self {
            state: &delayed.state,
            clocks: Clocks::None,
            now: self.now,
            course: Course::Delayed(delayed.viewer()),
        })
    }

    /// Returns the moment that a person sees.
    pub fn of_player(&self, player: PlayerId) -> Self {
        let delayed = self.delayed().filter(|_| self.state.sees_later(player));
        delayed.unwrap_or(*self)
    }

    /// Returns the viewer that a person sees the game of this moment as.
    pub fn viewer(&self, player: PlayerId) -> Viewer {
        self.viewers()(player)
    }

    /// Returns a function that does the same as [`Self::viewer`], for several people.
    pub fn viewers(&self) -> impl Fn(PlayerId) -> Viewer + use<> {
        let course = self.course;
        let owners = self.state.seat_owners();
        move |player| match course {
            Course::Live => owners.of(player),
            Course::Delayed(viewer) => viewer,
        }
    }

    /// Builds the moment of a room on another server from the clock times that it has sent.
    pub fn of_replica(state: &'a RoomState, clock_times: &'a ClockTimes, now: Time) -> Self {
        let clocks = Clocks::Received(clock_times);
        Self::live(state, clocks, now)
    }

    /// Returns the clock times at this moment.
    pub fn clock_times(&self) -> ClockTimes {
        match self.clocks {
            Clocks::Own(clock) => clock.clock_times(self.state),
            Clocks::Received(clock_times) => clock_times.clone(),
            Clocks::None => ClockTimes::default(),
        }
    }

    /// Returns the public view of the room as JSON.
    pub fn as_json(&self) -> String {
        serde_json::to_string(&self.public()).expect("plain values")
    }

    /// Returns the public view of the room.
    pub fn public(&self) -> RoomView {
        let game = self.state.stage.game();
        // A game that was ended without a result has no choices, and stays as it was seen.
        let is_finished = game.is_some_and(|game| game.outcome().is_some());
        let viewer = match self.course {
            Course::Live if is_finished => Viewer::Omniscient,
            Course::Live => Viewer::Spectator,
            Course::Delayed(viewer) => viewer,
        };
        view(self.state, self.clock_times(), viewer)
    }

    /// Returns the private part of the game that this viewer knows in addition to the public view.
    pub fn private(&self, viewer: Viewer) -> Option<AnyPrivate> {
        match (self.course, viewer) {
            (Course::Live, Viewer::Seat(_) | Viewer::Hands) => {
                self.state.stage.game()?.private(viewer)
            }
            (Course::Live, Viewer::Spectator | Viewer::Omniscient) | (Course::Delayed(_), _) => {
                None
            }
        }
    }
}

fn view(state: &RoomState, clock_times: ClockTimes, viewer: Viewer) -> RoomView {
    let playing = state.playing();
    let pause = playing.and_then(|playing| playing.pause);
    let back = pause.map_or(Seats::NONE, |(_, back)| back);
    let seats = state.seats.iter();
    let banned = state.banned.iter().map(|ban| BannedView {
        barred: ban.number,
        name: state.shown(&ban.person),
    });
    let standing = state.standing().into_iter().map(|tally| StandingView {
        person: tally.id,
        name: state.shown(&tally.person),
        games: tally.games,
        wins: tally.wins,
        shared: tally.shared,
    });
    RoomView {
        phase: state.phase(),
        settings: state.settings.clone(),
        seats: seats
            .map(|(seat, taken)| taken.map(|taken| seat_view(state, seat, taken)))
            .collect(),
        host: HostView {
            name: state.shown(&state.host),
            seat: state.seat_of(state.host.player),
        },
        creator: state.creator_id,
        barred: banned.collect(),
        locked: state.locked,
        hushed: state.hushed,
        used_up: state.is_used_up(),
        round: state.round,
        standing: standing.collect(),
        winners: state.winners().collect(),
        commitment: state.stage.sealed().commitment,
        clock: clock_times.clock,
        only_bots: state.only_bots(),
        awaited: clock_times.awaited,
        paused: playing.and_then(|playing| playing.paused),
        pause_asked_by: playing.map_or(Vec::new(), |playing| playing.pause_asked_by.clone()),
        go_on_asked_by: back.iter().collect(),
        take_back: playing
            .filter(|_| state.rated_game().is_none())
            .map_or(0, Playing::can_take_back),
        take_back_asked_by: playing.map_or(Vec::new(), Playing::take_back_asked_by),
        take_back_declined: playing.map_or(Vec::new(), Playing::take_back_declined),
        end_votes: playing.map_or(Seats::NONE, |playing| playing.end_votes),
        hints: state.allows_hints(),
        game: (state.stage.game()).map(|game| Box::new(game.view(viewer))),
    }
}

fn seat_view(state: &RoomState, seat: Seat, taken: &SeatState) -> SeatView {
    let playing = state.playing();
    let days = playing.and_then(|playing| playing.days.as_ref());
    SeatView {
        person: taken.person,
        name: state.shown(&taken.owner),
        colour: taken.colour,
        ready: taken.ready,
        changed: taken.changed.iter().copied().collect(),
        bot: taken.owner.bot,
        guest_of: taken.owner.guest_of.map(|host| state.person_id(host)),
        away: state.is_away(seat),
        vacant: state.is_vacant(seat),
        vacation: days.map(|days| VacationView {
            until: days.vacation(seat).map(|until| until.0),
            days_left: days.vacation_left(seat),
        }),
    }
}
