//! Makes puzzles from games: it plays games of bots, and looks at the positions of any game.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use senda_bots::{Budget, Level, Match, Moment, Player, play};
use senda_rules::{AnyAction, AnyGame, AnyOptions, Game, Seat};

use crate::{
    Found, Puzzle, Solved,
    found::{find, left_out},
    puzzle::{Theme, id_of, solver},
    symmetry::outline,
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
    /// The amount that a solver has to follow ([`Found::length`](crate::Found::length)).
    pub length: u16,
    /// The tries of the bots that solved it.
    pub solved: Solved,
    /// The outline of its position ([`outline`]), which its twins share.
    pub outline: String,
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
    let mut of_game = GamePuzzles::default();
    let think = |_, decide: &mut dyn FnMut(&Budget)| decide(&Budget::iterations(ITERATIONS));
    let look = |moment: &Moment| of_game.look(moment.game, moment.seat);
    play(&game, think, look).expect("a game with the usual options");
    of_game.made()
}

/// The puzzles of one game of people or bots.
#[derive(Clone, Debug, Default)]
pub struct GamePuzzles {
    made: Vec<Made>,
    /// The number of puzzles of each theme.
    counts: BTreeMap<Theme, usize>,
}

impl GamePuzzles {
    /// Adds the puzzles that a position is for the seat that decides in it, unless the game has
    /// given enough of their themes. There is none for a seat that resigns while others decide,
    /// and none while a seat is asked for agreement.
    pub fn look(&mut self, game: &AnyGame, seat: Seat) {
        if game.acting().iter().next() != Some(seat) || !game.asked().is_empty() {
            return;
        }
        for found in find(game, seat) {
            if self.counts.get(&found.theme) < Some(&OF_A_GAME) {
                self.add(game, &found);
            }
        }
    }

    /// Returns the puzzles in the order of the game.
    pub fn made(self) -> Vec<Made> {
        self.made
    }

    /// Adds a puzzle if its text is one, and if the solution is not obvious.
    fn add(&mut self, game: &AnyGame, found: &Found<AnyAction>) {
        let Some((game, position)) = shortened(game) else {
            return;
        };
        let solution = found.solution.iter().map(ToString::to_string);
        let puzzle = Puzzle {
            id: id_of(&position),
            theme: found.theme,
            goal: found.goal,
            grade: 0,
            solution: solution.collect(),
            position,
        };
        if !puzzle.is_solved_by(game.kind(), &found.solution) {
            return;
        }
        let solved = Solved::measure(&puzzle, &game);
        if !solved.is_obvious() {
            *self.counts.entry(found.theme).or_default() += 1;
            self.made.push(Made {
                outline: outline(&game, solver(&game)),
                puzzle,
                length: found.length,
                solved,
            });
        }
    }
}

/// Returns the position that a text means which leaves out what no solver needs, and that text.
/// Where nothing can be left out, it is the whole text.
fn shortened(game: &AnyGame) -> Option<(AnyGame, String)> {
    let text = game.to_string();
    let is_left_out = |line: &str| left_out(game).iter().any(|word| line.starts_with(word));
    let lines: Vec<&str> = text.lines().filter(|line| !is_left_out(line)).collect();
    let read = |text: String| Some((game.kind().position(&text).ok()?, text));
    read(lines.join("\n")).or_else(|| read(text))
}

/// Grades puzzles and chooses `count` of them, as evenly as possible from all themes and grades,
/// and no two whose positions are alike up to a symmetry. Of a theme and a grade it takes the
/// shortest positions, in which a solver has least to read.
///
/// The grade is the fifth of the theme's puzzles that a puzzle belongs to: by how much there is to
/// follow, and then by how often easy and medium solved it.
pub fn choose(made: Vec<Made>, count: usize) -> Vec<Made> {
    let mut seen = BTreeSet::new();
    let mut themes: BTreeMap<Theme, Vec<Made>> = BTreeMap::new();
    for one in made {
        if seen.insert(one.outline.clone()) {
            themes.entry(one.puzzle.theme).or_default().push(one);
        }
    }
    let mut groups = Vec::new();
    for mut all in themes.into_values() {
        all.sort_by_key(|made| (made.length, Reverse(made.solved.at_first_sight())));
        let size = all.len().div_ceil(Puzzle::GRADES.into());
        for (grade, group) in (1..).zip(all.chunks(size)) {
            let mut group = group.to_vec();
            for made in &mut group {
                made.puzzle.grade = grade;
            }
            group.sort_by_key(|made| made.puzzle.position.len());
            groups.push(group.into_iter());
        }
    }
    let mut chosen = Vec::new();
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
