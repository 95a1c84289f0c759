//! Positions that have come again and again.

use super::{State, turn::REPEATS};

impl State {
    /// Forgets in which positions turns have begun, but for those that end the game when they come once more, and
    /// remembers none of those to come if there are none of these. A game that is only imagined is copied often, and they
    /// are most of what is copied.
    pub fn forget_positions(&mut self) {
        let seen = std::mem::take(&mut self.seen);
        let times = |position: &String| seen.iter().filter(|&other| other == position).count();
        let last = |position: &&String| times(position) + 1 >= REPEATS;
        self.seen = seen.iter().filter(last).cloned().collect();
        self.forgets = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tortus::{Action, turn::Play};

    /// After so many turns in which nothing is done.
    fn waited(state: State, turns: usize) -> State {
        let mut play = Play::untold(state);
        for _ in 0..turns {
            let seat = play.state.decides().expect("somebody who waits");
            let done = play.decide(seat, &Action::EndTurn {});
            done.expect("the end of a turn");
        }
        play.state
    }

    fn quiet() -> State {
        "pawns 0 a1\npawns 1 g7".parse().expect("a position")
    }

    #[test]
    fn who_forgets_remembers_nothing_more() {
        let mut state = quiet();
        assert_eq!(waited(state.clone(), 3).seen.len(), 3);
        state.forget_positions();
        let after = waited(state, 3 * REPEATS);
        assert!(after.seen.is_empty() && after.end.is_none());
    }

    #[test]
    fn what_ends_the_game_when_it_comes_once_more_is_not_forgotten() {
        let mut state = waited(quiet(), 2 * (REPEATS - 1));
        assert!(state.end.is_none());
        state.forget_positions();
        assert!(waited(state, 1).end.is_some());
    }
}
