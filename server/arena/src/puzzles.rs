//! The command that makes puzzles from games of bots.

use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    num::NonZero,
    path::PathBuf,
    sync::Mutex,
    thread,
};

use anyhow::{Context, Result};
use senda_puzzles::{
    Puzzle, Solved,
    make::{Made, choose, of_game},
    write,
};
use senda_rules::GameKind;

use crate::{command::kind, contest::on_threads};

/// Makes puzzles from games of bots, and reports how hard they are.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "puzzles", version)]
pub struct Puzzles {
    /// The game, by its word in addresses.
    #[arg(long, value_parser = kind)]
    game: GameKind,
    /// Number of puzzles to keep: the same number of each theme and grade, as far as there are so
    /// many.
    #[arg(long, default_value_t = 300)]
    count: usize,
    /// Number of games to play.
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Number of games played at the same time; by default as many as there are cores.
    #[arg(long)]
    threads: Option<u32>,
    /// Seed of the first game; each later one has the next number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file for the book of puzzles.
    file: PathBuf,
}

/// Plays the games, writes the puzzles and prints a table of them.
///
/// # Errors
/// Returns an error if the file can't be written.
///
/// # Panics
/// Panics if a bot breaks the rules.
pub fn make_puzzles(puzzles: &Puzzles) -> Result<()> {
    puzzles.make(|| puzzles.of_bots())
}

impl Puzzles {
    /// Returns the kind of the game.
    pub const fn game(&self) -> GameKind {
        self.game
    }

    /// Plays the games of bots and returns the puzzles in them.
    ///
    /// # Errors
    /// Returns an error if there are too many threads.
    ///
    /// # Panics
    /// Panics if a bot breaks the rules.
    pub fn of_bots(&self) -> Result<Vec<Made>> {
        let options = self.game.options();
        let seeds = (0..self.games).map(|number| self.seed + u64::from(number));
        self.of_games(seeds, |seed| Ok(of_game(&options, seed)))
    }

    /// Returns the puzzles in these games, in their order. Each thread looks at one game at a time
    /// with `of_game`.
    ///
    /// # Errors
    /// Returns the error of `of_game`.
    ///
    /// # Panics
    /// Panics if `of_game` does.
    pub fn of_games<G>(
        &self,
        games: impl Iterator<Item = G> + Send,
        of_game: impl Fn(G) -> Result<Vec<Made>> + Sync,
    ) -> Result<Vec<Made>> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.threads.unwrap_or(u32::try_from(cores)?);
        let made = Mutex::new(BTreeMap::new());
        on_threads(threads, games.enumerate(), &|| false, |(number, game)| {
            let of_game = of_game(game)?;
            made.lock().expect("whole games").insert(number, of_game);
            Ok(())
        })?;
        let made = made.into_inner().expect("whole games");
        Ok(made.into_values().flatten().collect())
    }

    /// Collects puzzles with `collect`, writes the best of them and prints a table of them. The
    /// file is opened first, so that a wrong path does not cost the time of all games. If
    /// `collect` fails, the file stays as it was.
    ///
    /// # Errors
    /// Returns an error if the file can't be written, or the error of `collect`.
    ///
    /// # Panics
    /// Panics if `collect` does.
    pub fn make(&self, collect: impl FnOnce() -> Result<Vec<Made>>) -> Result<()> {
        let named = || format!("the book can't be written to {}", self.file.display());
        let is_new = !self.file.exists();
        let mut options = OpenOptions::new();
        let opened = options.write(true).create(true).truncate(false);
        opened.open(&self.file).with_context(named)?;
        let made = collect().inspect_err(|_| {
            if is_new {
                // The first error says more.
                fs::remove_file(&self.file).ok();
            }
        })?;
        let found = made.len();
        let mut chosen = choose(made, self.count);
        chosen.sort_by(|one, other| one.puzzle.id.cmp(&other.puzzle.id));
        let book: Vec<Puzzle> = chosen.iter().map(|made| made.puzzle.clone()).collect();
        fs::write(&self.file, write(&book)).with_context(named)?;
        println!("{} of {found} puzzles\n\n{}", chosen.len(), table(&chosen));
        Ok(())
    }
}

/// Returns a table of puzzles by theme.
fn table(made: &[Made]) -> String {
    let mut themes: BTreeMap<_, Vec<&Made>> = BTreeMap::new();
    for one in made {
        themes.entry(one.puzzle.theme).or_default().push(one);
    }
    let head = "| theme | puzzles | decisions | grades 1 to 5 | easy | medium | hard |\n\
        |---|---|---|---|---|---|---|\n";
    let rows = themes.into_values().map(|made| row(&made));
    head.to_owned() + &rows.collect::<String>()
}

/// Returns the row of the puzzles of one theme.
fn row(made: &[&Made]) -> String {
    let lengths = made.iter().map(|made| made.puzzle.solution.len());
    let (shortest, longest) = (lengths.clone().min(), lengths.max());
    let (shortest, longest) = (shortest.unwrap_or(0), longest.unwrap_or(0));
    let grades = (1..=Puzzle::GRADES).map(|grade| {
        let of_grade = made.iter().filter(|made| made.puzzle.grade == grade);
        of_grade.count().to_string()
    });
    let grades: Vec<String> = grades.collect();
    let count = u64::try_from(made.len()).expect("a few puzzles");
    let share = |solved: fn(&Solved) -> u64| {
        let sum: u64 = made.iter().map(|made| solved(&made.solved)).sum();
        100 * sum / (count * Solved::TRIES)
    };
    format!(
        "| {:?} | {count} | {shortest} to {longest} | {} | {} % | {} % | {} % |\n",
        made[0].puzzle.theme,
        grades.join(", "),
        share(|solved| solved.easy),
        share(|solved| solved.medium),
        share(|solved| solved.hard),
    )
}
