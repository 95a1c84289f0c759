//! Makes puzzles from games of bots.

use std::collections::{BTreeMap, BTreeSet};

use senda_bots::{Budget, Level, Match, Moment, Player, play};
use senda_rules::{AnyOptions, GameKind};

use crate::{
    Puzzle, Solved,
    found::find,
    puzzle::{Theme, id_of},
};

/// The iterations of the bots that play the games.
const ITERATIONS: u32 = 20;
/// The most puzzles of one theme that one game gives.
const OF_A_GAME: usize = 2;

/// The players of the games, seat after seat from another one in each game: their mistakes are what
/// makes puzzles.
const PLAYERS: [Player; 4] = [
    Player::Bot(Level::Medium),
    Player::Bot(Level::Easy),
    Player::Bot(Level::Medium),
    Player::Bot(Level::Easy),
];

/// A puzzle with how often the bots solved it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How often the bots solved it.
    pub solved: Solved,
}

/// Plays one game of bots and returns the puzzles in it. The same seed gives the same puzzles.
///
/// # Panics
/// Panics if the usual options of the game allow no game, which no game's do.
pub fn of_game(options: &AnyOptions, seed: u64) -> Vec<Made> {
    let kind = options.kind();
    let (fewest, most) = kind.seats();
    let seats = u64::from(fewest) + seed % u64::from(most - fewest + 1);
    let player = |seat: u64| PLAYERS[usize::try_from((seat + seed) % 4).expect("four players")];
    let players: Vec<Player> = (0..seats).map(player).collect();
    let game = Match {
        options,
        players: &players,
        seed,
    };
    let mut made = Vec::new();
    let mut counts = BTreeMap::new();
    let each = |moment: &Moment| {
        for found in find(moment.game, moment.seat) {
            let count: &mut usize = counts.entry(found.theme).or_default();
            if *count >= OF_A_GAME {
                continue;
            }
            let position = moment.game.to_string();
            let solution = found.solution.iter().map(ToString::to_string);
            let mut puzzle = Puzzle {
                id: id_of(&position),
                theme: found.theme,
                goal: found.goal,
                grade: 0,
                solution: solution.collect(),
                position,
            };
            // The text of a position leaves out what no decision depends on.
            let game = puzzle.game(kind);
            if !puzzle.is_solved_by(kind, &found.solution) {
                continue;
            }
            let solved = Solved::measure(&puzzle, &game);
            puzzle.grade = solved.grade();
            if !solved.is_obvious() {
                *count += 1;
                made.push(Made { puzzle, solved });
            }
        }
    };
    let think = |_, decide: &mut dyn FnMut(&Budget)| decide(&Budget::iterations(ITERATIONS));
    play(&game, think, each).expect("a game with the usual options");
    made
}

/// Chooses `count` puzzles, as evenly as possible from all themes and grades, and no two with the
/// same position.
pub fn choose(made: Vec<Made>, count: usize) -> Vec<Made> {
    let mut seen = BTreeSet::new();
    let mut groups: BTreeMap<(u8, Theme), Vec<Made>> = BTreeMap::new();
    for one in made {
        if seen.insert(one.puzzle.id.clone()) {
            let group = (one.puzzle.grade, one.puzzle.theme);
            groups.entry(group).or_default().push(one);
        }
    }
    let mut chosen = Vec::new();
    let mut groups: Vec<_> = groups.into_values().map(Vec::into_iter).collect();
    while chosen.len() < count && !groups.is_empty() {
        groups.retain_mut(|group| match group.next() {
            Some(one) if chosen.len() < count => {
                chosen.push(one);
                true
            }
            _ => false,
        });
    }
    chosen
}

/// Returns the usual options of a game.
pub fn usual(kind: GameKind) -> AnyOptions {
    kind.options()
}
