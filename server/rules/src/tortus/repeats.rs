//! Positions that have come again and again.

use super::{State, turn::REPEATS};

impl State {
    /// Forgets in which positions turns have begun, but for those that end the game when they come once more. A game
    /// that is only imagined is copied often, and they are most of what is copied.
    pub fn forget_positions(&mut self) {
        let seen = std::mem::take(&mut self.seen);
        let times = |position: &String| seen.iter().filter(|&other| other == position).count();
        let last = |position: &&String| times(position) + 1 >= REPEATS;
        self.seen = seen.iter().filter(last).cloned().collect();
    }
}
