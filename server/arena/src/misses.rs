//! Counts the wins within a turn that each level misses, in positions of games between bots.
use std::{fmt::Write, sync::Mutex};

use anyhow::{Result, ensure};
use senda_bots::{Dice, Level, Match, Player, choose, share, wins};
use senda_rules::{AnyGame, AnyOptions, Game, Seat, Viewer};

use crate::{
    contest::{Thinking, on_threads},
    figures::millis_of,
};

/// The positions in which bots are measured.
#[derive(Clone, Debug)]
pub struct Misses {
    /// The options of the games.
    pub options: AnyOptions,
    /// The minimum number of positions; the last game of each thread is measured to its end.
    pub positions: u32,
    /// The limit of a bot's search for a decision.
    pub thinking: Thinking,
}

/// The limit on the search for the wins of a position (landings).
const NODES: u64 = 50_000_000;
/// The players of the games: one game of each pair in turn.
const TABLES: [[Player; 2]; 3] = [
    [Player::Bot(Level::Medium); 2],
    [Player::Bot(Level::Easy); 2],
    [Player::Bot(Level::Medium), Player::Bot(Level::Easy)],
];
/// The maximum number of decisions of the shortest win in each column but the last.
const LENGTHS: [usize; 3] = [3, 6, 10];
/// The number of columns.
const COLUMNS: usize = LENGTHS.len() + 1;

/// The figures of the positions of one game.
#[derive(Debug, Default)]
struct Found {
    /// The number of positions by the length of the shortest win.
    positions: [u32; COLUMNS],
    /// The length of the longest of these.
    longest: usize,
    /// The wins that each level missed.
    missed: [[u32; COLUMNS]; Level::ALL.len()],
    /// The time of each decision of each level in microseconds.
    micros: [Vec<u64>; Level::ALL.len()],
    /// The number of positions whose wins were not all found.
    incomplete: u32,
    /// The nodes of the exact search at the start of each turn.
    nodes: Vec<u64>,
}

impl Misses {
    /// Plays games until there are enough positions in which the seat can win within its turn, has
    /// each level play that turn, and returns a table of the turns that did not win.
    ///
    /// # Errors
    /// Returns an error if there is no exact search for the wins of the game.
    ///
    /// # Panics
    /// Panics if a bot breaks the rules.
    pub fn report(
        &self,
        threads: u32,
        seed: u64,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<String> {
        let game = AnyGame::new(&self.options, 2, None);
        let has_search = game.is_ok_and(|game| wins(&game, Seat::ZERO, 0).is_some());
        ensure!(
            has_search,
            "there is no exact search for the wins of this game"
        );
        let all = Mutex::new(Found::default());
        let is_enough = || {
            let all = all.lock().expect("whole games");
            is_over() || all.positions.iter().sum::<u32>() >= self.positions
        };
        on_threads(threads, 0.., &is_enough, |number| {
            let found = self.play(seed + u64::from(number), number);
            all.lock().expect("whole games").add(found);
            Ok(())
        })?;
        Ok(all.into_inner().expect("whole games").table())
    }

    /// Plays a game and measures all levels in it.
    fn play(&self, seed: u64, number: u32) -> Found {
        let mut players = TABLES[number as usize % TABLES.len()];
        players.rotate_left(number as usize / TABLES.len() % 2);
        let game = Match {
            options: &self.options,
            players: &players,
            seed: seed.wrapping_mul(0x9e37_79b9),
        };
        let mut found = Found::default();
        let mut dice = Dice::new(seed);
        let mut turn = None;
        self.thinking.play(&game, |moment, _| {
            let mover = moment.game.mover();
            if turn.replace(mover) != Some(mover) && mover == Some(moment.seat) {
                self.measure(moment.game, moment.seat, &mut found, &mut dice);
            }
        });
        found
    }

    /// Has each level play a turn that can be won.
    fn measure(&self, game: &AnyGame, seat: Seat, found: &mut Found, dice: &mut Dice) {
        let wins = wins(game, seat, NODES).expect("a search");
        found.nodes.push(wins.nodes);
        found.incomplete += u32::from(!wins.is_complete);
        let Some(shortest) = wins.firsts.first() else {
            return;
        };
        let length = shortest.len();
        let column = LENGTHS.iter().filter(|&&most| length > most).count();
        found.positions[column] += 1;
        found.longest = found.longest.max(length);
        for (at, level) in Level::ALL.into_iter().enumerate() {
            let wins = self.wins(game, seat, level, &mut found.micros[at], dice);
            found.missed[at][column] += u32::from(!wins);
        }
    }

    /// Returns whether a bot of that level wins in its turn.
    fn wins(
        &self,
        game: &AnyGame,
        seat: Seat,
        level: Level,
        micros: &mut Vec<u64>,
        dice: &mut Dice,
    ) -> bool {
        let mut game = game.clone();
        while game.mover() == Some(seat) {
            let Some(acting) = game.acting().iter().next() else {
                break;
            };
            let view = game.view(Viewer::Seat(acting));
            let mut choice = None;
            let seed = dice.number();
            let took = self.thinking.timed(&mut |budget| {
                choice = choose(&view, acting, level, budget, seed);
            });
            micros.push(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
            let action = choice.expect("something to decide").action;
            game = game.after(acting, &action, dice).expect("a legal decision");
        }
        let outcome = game.outcome();
        outcome.is_some_and(|outcome| share(&outcome, seat) > 0.9)
    }
}

impl Found {
    fn add(&mut self, other: Self) {
        for column in 0..COLUMNS {
            self.positions[column] += other.positions[column];
            for (all, more) in self.missed.iter_mut().zip(&other.missed) {
                all[column] += more[column];
            }
        }
        for (all, more) in self.micros.iter_mut().zip(other.micros) {
            all.extend(more);
        }
        self.longest = self.longest.max(other.longest);
        self.incomplete += other.incomplete;
        self.nodes.extend(other.nodes);
    }

    fn table(mut self) -> String {
        let positions = self.positions.iter().sum::<u32>();
        let columns: String = (0..COLUMNS)
            .map(|at| match LENGTHS.get(at) {
                Some(most) => format!(" wins of at most {most} decisions |"),
                None => " longer wins |".to_owned(),
            })
            .collect();
        let rule = "---|".repeat(COLUMNS + 3);
        let mut table = format!("| level | missed |{columns} ms (p99) |\n|{rule}\n");
        for (at, level) in Level::ALL.into_iter().enumerate() {
            let missed = self.missed[at];
            let share = |missed: u32, of: u32| {
                let percent = 100.0 * f64::from(missed) / f64::from(of.max(1));
                format!(" {percent:.1} % of {of} |")
            };
            let columns = missed.iter().zip(self.positions);
            let columns: String = columns.map(|(&missed, of)| share(missed, of)).collect();
            let whole = share(missed.iter().sum(), positions);
            let (mean, p99) = millis_of(std::mem::take(&mut self.micros[at]));
            let row = format!("| {level} |{whole}{columns} {mean:.1} ({p99:.1}) |");
            writeln!(table, "{row}").expect("a text");
        }
        self.nodes.sort_unstable();
        let turns = self.nodes.len();
        let at = |percent: usize| {
            let place = (percent * turns / 100).min(turns.saturating_sub(1));
            self.nodes.get(place).copied().unwrap_or_default()
        };
        format!(
            "{table}\n{turns} turns, of which {positions} can be won; the longest shortest win has {} \
             decisions. The exact search examined {} landings in the median, {} at the 99th \
             percentile and {} at most; it was not complete in {} turns.",
            self.longest,
            at(50),
            at(99),
            at(100),
            self.incomplete,
        )
    }
}
