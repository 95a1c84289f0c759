//! What a bot of the room is thinking out.

use senda_rules::Seat;

use crate::{
    decide::{self, Situation},
    step::Question,
};

/// The decision that a bot was asked for last, until it has answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thinking {
    /// The version of the last move, and the seat that decides.
    about: Option<(u32, Seat)>,
}

impl Thinking {
    /// What is to be asked of a bot: each decision once.
    pub fn ask(&mut self, at: Situation) -> Option<Question> {
        let thinker = decide::thinker(at);
        let about = thinker.map(|(seat, _)| (at.state.moved(), seat));
        if about == self.about {
            return None;
        }
        self.about = about;
        decide::question(at.state, thinker?)
    }

    /// A bot has answered: where that decides nothing, it is asked again.
    pub fn answered(&mut self) {
        self.about = None;
    }
}
