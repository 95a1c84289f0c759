//! What players ask the others to agree to, and who has not answered yet.

use senda_rules::{Game, Seat, Seats};

use crate::{
    audience::Audience,
    state::{Playing, RoomState},
};

/// Who is asked to agree to what.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Questions {
    pause: Seats,
    take_back: Seats,
    /// What the game itself lets them ask, such as a draw.
    game: Seats,
}

impl Questions {
    /// Those of a room that nobody has answered yet.
    pub fn of(state: &RoomState, audience: &Audience) -> Self {
        let asked = |of: &dyn Fn(&Playing) -> Seats| state.playing().map_or(Seats::NONE, of);
        Self {
            pause: asked(&|playing| match playing.pause_asked_by[..] {
                // Nearly always, and then it doesn't matter who is here.
                [] => Seats::NONE,
                _ => to_pause(state, playing, audience.seats_here(state)),
            }),
            take_back: asked(&|playing| to_take_back(state, playing)),
            game: asked(&|playing| by_game(state, playing)),
        }
    }

    /// Whether a seat is asked anything.
    pub fn ask(self, seat: Seat) -> bool {
        self.all().iter().any(|asked| asked.contains(seat))
    }

    /// Whether a seat is asked something that it was not asked before.
    pub fn ask_more(self, before: Self, seat: Seat) -> bool {
        let both = self.all().into_iter().zip(before.all());
        both.into_iter()
            .any(|(now, before)| now.contains(seat) && !before.contains(seat))
    }

    fn all(self) -> [Seats; 3] {
        [self.pause, self.take_back, self.game]
    }
}

/// The seats of people who are still in the game, connected or not, but for those who are played for.
pub(crate) fn people_in<'a>(
    state: &'a RoomState,
    playing: &'a Playing,
) -> impl Iterator<Item = Seat> + 'a {
    let people = state.seated().filter(|(_, taken)| !taken.owner.is_bot());
    let seats = people.map(|(seat, _)| seat);
    seats.filter(|&seat| playing.still_in().contains(seat) && !state.is_away(seat))
}

/// Who has yet to agree to the pause that somebody asks for: who plays and is here. Who is gone, out of the game or played
/// for is not asked; where nobody needs to be here, all are.
pub(crate) fn to_pause(state: &RoomState, playing: &Playing, here: Seats) -> Seats {
    if playing.pause_asked_by.is_empty() || playing.paused.is_some() {
        return Seats::NONE;
    }
    let is_needed = |seat: Seat| playing.days.is_some() || here.contains(seat);
    people_in(state, playing)
        .filter(|&seat| is_needed(seat) && !playing.pause_asked_by.contains(&seat))
        .collect()
}

/// Who has yet to answer what the game itself lets somebody ask.
fn by_game(state: &RoomState, playing: &Playing) -> Seats {
    let asked = playing.play().map_or(Seats::NONE, |play| play.game.asked());
    if asked.is_empty() {
        return asked;
    }
    let people = people_in(state, playing);
    people.filter(|&seat| asked.contains(seat)).collect()
}

/// Who has yet to let somebody take a decision back.
pub(crate) fn to_take_back(state: &RoomState, playing: &Playing) -> Seats {
    let Some(asker) = playing.take_back.by else {
        return Seats::NONE;
    };
    let agreed = playing.take_back.agreed.with(asker);
    people_in(state, playing)
        .filter(|&seat| !agreed.contains(seat))
        .collect()
}
