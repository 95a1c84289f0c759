//! Many games of one bot against another.

use std::{cell::Cell, sync::Mutex, thread, time::Duration};

use anyhow::{Result, ensure};
use rustix::time::{ClockId, clock_gettime};
use senda_bots::{Budget, Match, Player, play, share};
use senda_rules::{AnyGame, AnyOptions, Game, Outcome, Seat};

use crate::{figures::Played, kept::Kept, player};

/// How long bots think.
#[derive(Copy, Clone, Debug)]
pub enum Thinking {
    /// For that time of one core.
    Time(Duration),
    /// For so many iterations.
    Iterations(u32),
}

/// Games of one bot against others that are alike.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The options of the games.
    pub options: AnyOptions,
    /// Players at the table.
    pub seats: u8,
    /// Whose share is measured. It sits in each seat as often as in the others.
    pub player: Player,
    /// Who sits in all other seats.
    pub against: Player,
    /// How long bots think about a decision.
    pub thinking: Thinking,
    /// The share that the player must have at least, if that is known.
    pub least: Option<f64>,
}

impl Contest {
    /// Plays what is missing of so many games on so many threads, the first from that seed; none is begun any more
    /// once that is so.
    ///
    /// # Errors
    /// There are no such games, or they can't be kept.
    ///
    /// # Panics
    /// If a bot breaks the rules.
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
        let next = Mutex::new(missing.into_iter());
        let kept = Mutex::new(kept);
        let player = || -> Result<()> {
            while !is_over() {
                let Some(number) = next.lock().expect("whole games").next() else {
                    break;
                };
                let played = self.play(seed, number);
                kept.lock().expect("whole games").keep(played)?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let players: Vec<_> = (0..threads).map(|_| scope.spawn(player)).collect();
            let ends = players
                .into_iter()
                .map(|player| player.join().expect("legal games"));
            ends.collect()
        })
    }

    /// Its name among those of a ladder: different contests have different ones.
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
        let last = Cell::new(0);
        let (mut decisions, mut iterations) = (0, 0);
        let outcome = play(
            &game,
            |_, think| last.set(micros_of(self.timed(think))),
            |moment| {
                decisions += 1;
                if moment.seat.index() == own {
                    micros.push(last.get());
                    iterations += u64::from(moment.iterations);
                }
            },
        );
        let outcome = outcome.expect("a game that is possible");
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

    /// Lets somebody think, and says how long that took.
    fn timed(&self, think: &mut dyn FnMut(&Budget)) -> Duration {
        let begin = time_of_thread();
        let spent = || time_of_thread().saturating_sub(begin);
        match self.thinking {
            Thinking::Iterations(most) => think(&Budget::iterations(most)),
            Thinking::Time(most) => think(&Budget::until(&|| spent() >= most)),
        }
        spent()
    }
}

fn micros_of(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Whether nobody has the first place alone: then the next place is not the second.
fn is_shared(outcome: &Outcome) -> bool {
    !outcome.places.contains(&2)
}

/// How long a core has worked for this thread, so that what else the machine does changes no figure.
fn time_of_thread() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}
