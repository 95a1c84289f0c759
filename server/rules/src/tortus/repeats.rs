//! Limits the memory of positions in games that bots copy.

use super::{State, turn::REPEATS};

impl State {
    /// Drops the recorded positions in which turns began, except those whose next occurrence ends
    /// the game. If there are no such positions, later positions are not recorded either. Bots copy
    /// a game often while they think ahead, and the recorded positions are most of the data that is
    /// copied.
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

    /// Returns the game after that many turns, in each of which a player turns the same tile to and
    /// fro.
    fn waited(state: State, turns: usize) -> State {
        let square = "d4".parse().expect("a square");
        let turn_to = |rotation| Action::Rotate { square, rotation };
        let mut play = Play::untold(state);
        for _ in 0..turns {
            let seat = play.state.decides().expect("somebody who waits");
            for action in [turn_to(1), turn_to(0)] {
                play.decide(seat, &action).expect("a legal decision");
            }
        }
        play.state
    }

    fn quiet() -> State {
        let position = "open d4 I0\npawns 0 a1 b1\npawns 1 f7 g7";
        position.parse().expect("a position")
    }

    #[test]
    fn records_no_positions_after_forgetting_them() {
        let mut state = quiet();
        assert_eq!(waited(state.clone(), 3).seen.len(), 3);
        state.forget_positions();
        let after = waited(state, 3 * REPEATS);
        assert!(after.seen.is_empty() && after.end.is_none());
    }

    #[test]
    fn keeps_a_position_that_ends_the_game_when_it_recurs() {
        let mut state = waited(quiet(), 2 * (REPEATS - 1));
        assert!(state.end.is_none());
        state.forget_positions();
        assert!(waited(state, 1).end.is_some());
    }
}
