//! Determines which seats still have to answer a request of another player.

use senda_rules::{Game, Seat, Seats};

use crate::{
    audience::Audience,
    state::{Playing, RoomState},
};

/// The seats that still have to answer, for each kind of request.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct PendingRequests {
    pause: Seats,
    take_back: Seats,
    end: Seats,
    /// The seats that have to answer a request of the game itself, such as a draw offer.
    game: Seats,
}

impl PendingRequests {
    /// Returns the unanswered requests of a room.
    pub fn of(state: &RoomState, audience: &Audience) -> Self {
        let asked = |of: &dyn Fn(&Playing) -> Seats| state.playing().map_or(Seats::NONE, of);
        Self {
            pause: asked(&|playing| match playing.pause_asked_by[..] {
                // This is nearly always the case, and the seats of the connected people need not be
                // computed then.
                [] => Seats::NONE,
                _ => to_pause(state, playing, audience.seats_here(state)),
            }),
            take_back: asked(&|playing| to_take_back(state, playing)),
            end: asked(&|playing| to_end(state, playing)),
            game: asked(&|playing| by_game(state, playing)),
        }
    }

    /// Returns whether a seat has to answer any request.
    pub fn are_for(self, seat: Seat) -> bool {
        self.all().iter().any(|asked| asked.contains(seat))
    }

    /// Returns whether a seat has to answer a request that it did not have to answer `before`.
    pub fn are_more_for(self, before: Self, seat: Seat) -> bool {
        let both = self.all().into_iter().zip(before.all());
        both.into_iter()
            .any(|(now, before)| now.contains(seat) && !before.contains(seat))
    }

    fn all(self) -> [Seats; 4] {
        [self.pause, self.take_back, self.end, self.game]
    }
}

/// Returns the seats of people who are still in the game, connected or not, except those that a
/// stand-in plays for.
pub(crate) fn people_in<'a>(
    state: &'a RoomState,
    playing: &'a Playing,
) -> impl Iterator<Item = Seat> + 'a {
    let people = state.seated().filter(|(_, taken)| !taken.owner.is_bot());
    let seats = people.map(|(seat, _)| seat);
    seats.filter(|&seat| playing.still_in().contains(seat) && !state.is_away(seat))
}

/// Returns the seats that still have to agree to the requested pause: those of connected people who
/// play. Players who are gone, out of the game or played for need not agree. In a game with turns
/// of days, players need not be connected, so all of them have to agree.
pub(crate) fn to_pause(state: &RoomState, playing: &Playing, here: Seats) -> Seats {
    if playing.pause_asked_by.is_empty() || playing.paused.is_some() {
        return Seats::NONE;
    }
    let is_needed = |seat: Seat| playing.days.is_some() || here.contains(seat);
    let asked_by = playing.pause_asked_by.iter().copied().collect();
    let agreed = state.with_same_devices(asked_by);
    people_in(state, playing)
        .filter(|&seat| is_needed(seat) && !agreed.contains(seat))
        .collect()
}

/// Returns the seats that still have to answer a request of the game itself.
fn by_game(state: &RoomState, playing: &Playing) -> Seats {
    let asked = playing.play().map_or(Seats::NONE, |play| play.game.asked());
    if asked.is_empty() {
        return asked;
    }
    let people = people_in(state, playing);
    people.filter(|&seat| asked.contains(seat)).collect()
}

/// Returns the seats that still have to agree to the requested take-back.
pub(crate) fn to_take_back(state: &RoomState, playing: &Playing) -> Seats {
    let Some(requester) = playing.take_back.by else {
        return Seats::NONE;
    };
    let agreed = state.with_same_devices(playing.take_back.agreed.with(requester));
    people_in(state, playing)
        .filter(|&seat| !agreed.contains(seat))
        .collect()
}

/// Returns the seats that have not voted yet to end the game without a result, once any has.
pub(crate) fn to_end(state: &RoomState, playing: &Playing) -> Seats {
    let votes = state.with_same_devices(playing.end_votes);
    people_in(state, playing)
        .filter(|&seat| !votes.is_empty() && !votes.contains(seat))
        .collect()
}
