//! Contests: many games of one bot against another.

use std::{cell::Cell, sync::Mutex, thread, time::Duration};

use anyhow::{Result, ensure};
use rustix::time::{ClockId, clock_gettime};
use senda_bots::{Budget, Match, Moment, Player, play, share};
use senda_rules::{AnyGame, AnyOptions, Game, Outcome, Seat};

use crate::{figures::Played, kept::Kept, player};

/// The limit of a bot's search for a decision.
#[derive(Copy, Clone, Debug)]
pub enum Thinking {
    /// The search may take this time of one core.
    Time(Duration),
    /// The search may take this number of iterations.
    Iterations(u32),
}

/// A contest: games of one player against others that are alike.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The options of the games.
    pub options: AnyOptions,
    /// The number of players in each game.
    pub seats: u8,
    /// The player whose share is measured. It plays each seat equally often.
    pub player: Player,
    /// The player in all other seats.
    pub against: Player,
    /// The limit of a bot's search for a decision.
    pub thinking: Thinking,
    /// The least share that the player must reach, if one is defined.
    pub least: Option<f64>,
}

impl Contest {
    /// Plays the missing ones of the first `games` games on `threads` threads. The first game has
    /// the given seed. No further game starts once `is_over` returns true.
    ///
    /// # Errors
    /// Returns an error if the games are not possible, or if they can't be stored.
    ///
    /// # Panics
    /// Panics if a bot breaks the rules.
    pub fn play_missing(
        &self,
        kept: &mut Kept,
        [games, threads]: [u32; 2],
        seed: u64,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<()> {
        let possible = AnyGame::new(&self.options, self.seats, None).is_ok();
        ensure!(possible, "the game is not for {} players", self.seats);
        let missing = kept.missing(games);
        let kept = Mutex::new(kept);
        on_threads(threads, missing.into_iter(), is_over, |number| {
            let played = self.play(seed, number);
            kept.lock().expect("whole games").keep(played)
        })
    }

    /// Returns the name of the contest, which is unique in the ladder.
    pub fn name(&self) -> String {
        let [player, against] = [self.player, self.against].map(player::name);
        let thinking = match self.thinking {
            Thinking::Time(time) => format!("{}ms", time.as_millis()),
            Thinking::Iterations(count) => count.to_string(),
        };
        let kind = self.options.kind().word();
        format!("{kind}-{}-{player}-{against}-{thinking}", self.seats)
    }

    fn play(&self, seed: u64, number: u32) -> Played {
        let own = number as usize % usize::from(self.seats);
        let mut players = vec![self.against; self.seats.into()];
        players[own] = self.player;
        let game = Match {
            options: &self.options,
            players: &players,
            // Each deal is played from every seat.
            seed: (seed + u64::from(number / u32::from(self.seats))).wrapping_mul(0x9e37_79b9),
        };
        let mut micros = Vec::new();
        let (mut decisions, mut iterations) = (0, 0);
        let outcome = self.thinking.play(&game, |moment, took| {
            decisions += 1;
            if moment.seat.index() == own {
                micros.push(took);
                iterations += u64::from(moment.iterations);
            }
        });
        let own = Seat::first(self.seats)
            .nth(own)
            .expect("a seat of the table");
        let share = share(&outcome, own);
        Played {
            number,
            share,
            is_shared: is_shared(&outcome),
            decisions,
            micros,
            iterations,
        }
    }
}

/// Calls `play` with each of these games, on that many threads. Makes no further call once
/// `is_over` returns true.
///
/// # Errors
/// Returns an error if a call does.
///
/// # Panics
/// Panics if a call does.
pub(crate) fn on_threads<G>(
    threads: u32,
    games: impl Iterator<Item = G> + Send,
    is_over: &(dyn Fn() -> bool + Sync),
    play: impl Fn(G) -> Result<()> + Sync,
) -> Result<()> {
    let games = Mutex::new(games);
    let player = || -> Result<()> {
        while !is_over() {
            let Some(game) = games.lock().expect("whole games").next() else {
                break;
            };
            play(game)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let players: Vec<_> = (0..threads).map(|_| scope.spawn(player)).collect();
        let mut players = players.into_iter();
        players.try_for_each(|player| player.join().expect("legal games"))
    })
}

impl Thinking {
    /// Plays a possible game. Passes each decision to `see`, with the microseconds of processor
    /// time that it took.
    pub(crate) fn play(self, game: &Match, mut see: impl FnMut(&Moment, u64)) -> Outcome {
        let last = Cell::new(0);
        let think = |_, think: &mut dyn FnMut(&Budget)| last.set(micros_of(self.timed(think)));
        let outcome = play(game, think, |moment| see(moment, last.get()));
        outcome.expect("a game that is possible")
    }

    /// Runs a bot's search and returns the time that it took.
    pub(crate) fn timed(self, think: &mut dyn FnMut(&Budget)) -> Duration {
        let begin = time_of_thread();
        let spent = || time_of_thread().saturating_sub(begin);
        match self {
            Self::Iterations(most) => think(&Budget::iterations(most)),
            Self::Time(most) => think(&Budget::until(&|| spent() >= most)),
        }
        spent()
    }
}

fn micros_of(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Returns whether several players share the first place: then there is no second place.
fn is_shared(outcome: &Outcome) -> bool {
    !outcome.places.contains(&2)
}

/// Returns the processor time of this thread, so that other work of the machine does not change the
/// figures.
fn time_of_thread() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}
