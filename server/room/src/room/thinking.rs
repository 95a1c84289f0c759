//! Tracks the decision that a bot of the room computes.

use senda_rules::Seat;

use crate::{
    decide::{self, Situation},
    step::Question,
};

/// The last decision that the room requested from a bot, until the bot has answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thinking {
    /// The version of the last move, and the seat that decides.
    about: Option<(u32, Seat)>,
}

impl Thinking {
    /// Returns the question to send to a bot next. It returns each decision once.
    pub fn ask(&mut self, at: Situation) -> Option<Question> {
        let thinker = decide::thinker(at);
        let about = thinker.map(|(seat, _)| (at.state.moved, seat));
        if about == self.about {
            return None;
        }
        self.about = about;
        let (seat, level) = thinker?;
        decide::question(at.state, seat, level)
    }

    /// Notes that a bot has answered. If the answer decides nothing, the next [`Thinking::ask`]
    /// repeats the question.
    pub fn answered(&mut self) {
        self.about = None;
    }
}
