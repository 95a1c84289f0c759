//! Games of a mixed table, with the conduct of each kind of player at it.
#![expect(
    clippy::cast_precision_loss,
    reason = "games, players and microseconds are far fewer than the precision"
)]

use std::{collections::BTreeMap, sync::Mutex};

use anyhow::{Context, Result, ensure};
use senda_bots::{Conduct, Match, Player, Turns, share};
use senda_rules::{AnyGame, AnyOptions, Game, Seat};

use crate::{
    contest::{Thinking, on_threads},
    figures::millis_of,
    player,
};

/// A table with any players.
#[derive(Clone, Debug)]
pub struct Mix {
    /// The options of the games.
    pub options: AnyOptions,
    /// The players of the first game by seat. In each further game they sit one seat further.
    pub players: Vec<Player>,
    /// The limit of a bot's search for a decision.
    pub thinking: Thinking,
}

/// A game of a mixed table.
struct Played {
    shares: Vec<f64>,
    micros: Vec<Vec<u64>>,
    conduct: Conduct,
}

/// The sums over all seats of one kind of player.
#[derive(Debug, Default)]
struct Sum {
    seats: u32,
    share: f64,
    /// The sums of the turns' figures, but the longest run of turns without effect.
    turns: Turns,
    most_idle: f64,
    micros: Vec<u64>,
}

/// The header of the table of the players.
const HEAD: &str = "\
| table | games | player | share (fair) | turns | without effect | longest run | laid | moved | turned | doors | steps | full stock | not laid | undone | ms (p99) |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

impl Mix {
    /// Plays that many games and returns tables of what happened in them. No further game starts
    /// once `is_over` returns true.
    ///
    /// # Errors
    /// Returns an error if the games are not possible.
    ///
    /// # Panics
    /// Panics if a bot breaks the rules.
    pub fn report(
        &self,
        [games, threads]: [u32; 2],
        seed: u64,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<String> {
        let seats = u8::try_from(self.players.len()).context("too many players")?;
        let possible = AnyGame::new(&self.options, seats, None).is_ok();
        ensure!(possible, "the game is not for {seats} players");
        let all = Mutex::new(Vec::new());
        on_threads(threads, 0..games, is_over, |number| {
            let played = self.play(seed, number);
            all.lock().expect("whole games").push((number, played));
            Ok(())
        })?;
        Ok(self.tables(&all.into_inner().expect("whole games")))
    }

    /// Returns the player of a seat in a game.
    fn at(&self, number: u32, seat: usize) -> Player {
        self.players[(seat + number as usize) % self.players.len()]
    }

    fn play(&self, seed: u64, number: u32) -> Played {
        let seats = self.players.len();
        let players: Vec<Player> = (0..seats).map(|seat| self.at(number, seat)).collect();
        let game = Match {
            options: &self.options,
            players: &players,
            seed: (seed + u64::from(number) / seats as u64).wrapping_mul(0x9e37_79b9),
        };
        let count = u8::try_from(seats).expect("a possible table");
        let mut conduct = Conduct::of(count);
        let mut micros = vec![Vec::new(); seats];
        let outcome = self.thinking.play(&game, |moment, took| {
            micros[moment.seat.index()].push(took);
            conduct.count(moment);
        });
        Played {
            shares: Seat::first(count)
                .map(|seat| share(&outcome, seat))
                .collect(),
            micros,
            conduct,
        }
    }

    fn tables(&self, all: &[(u32, Played)]) -> String {
        let names: Vec<_> = self.players.iter().map(|of| player::name(*of)).collect();
        let table = names.join(" ");
        let mut sums: BTreeMap<&str, Sum> = BTreeMap::new();
        for (number, played) in all {
            for (seat, turns) in played.conduct.seats.iter().enumerate() {
                let sum = sums
                    .entry(player::name(self.at(*number, seat)))
                    .or_default();
                sum.add(turns);
                sum.share += played.shares[seat];
                sum.micros.extend(&played.micros[seat]);
            }
        }
        let total = |of: fn(&Conduct) -> u32| {
            all.iter()
                .map(|(_, of_game)| of(&of_game.conduct))
                .sum::<u32>()
        };
        let turns: u32 = sums.values().map(|sum| sum.turns.turns).sum();
        let rounds = total(|conduct| conduct.rounds);
        let each = f64::from(rounds) / all.len().max(1) as f64;
        let mut lengths: Vec<u32> = all
            .iter()
            .map(|(_, of)| of.conduct.seats.iter().map(|seat| seat.turns).sum())
            .collect();
        lengths.sort_unstable();
        let at = |percent: usize| {
            lengths
                .get(percent * lengths.len() / 100)
                .copied()
                .unwrap_or_default()
        };
        let rows: String = sums
            .iter()
            .map(|(name, sum)| sum.row(&table, all.len(), name, self.players.len()) + "\n")
            .collect();
        format!(
            "{HEAD}\n{rows}\n{table}: {each:.1} rounds a game, {:.1} turns of each player a round, \
             {:.0} turns a game (median {}, 95 % at most {}); {:.1} % of the rounds ended by the last tile, \
             {:.1} % by standstill",
            f64::from(turns) / f64::from(rounds.max(1)) / self.players.len() as f64,
            f64::from(turns) / all.len().max(1) as f64,
            at(50),
            at(95),
            percent(total(|conduct| conduct.by_last_tile), rounds),
            percent(total(|conduct| conduct.by_standstill), rounds),
        )
    }
}

fn percent(part: u32, whole: u32) -> f64 {
    100.0 * f64::from(part) / f64::from(whole.max(1))
}

impl Sum {
    fn add(&mut self, turns: &Turns) {
        self.seats += 1;
        self.most_idle = self.most_idle.max(percent(turns.idle, turns.turns));
        let sum = &mut self.turns;
        sum.turns += turns.turns;
        sum.idle += turns.idle;
        sum.longest_idle = sum.longest_idle.max(turns.longest_idle);
        sum.placed += turns.placed;
        sum.moved += turns.moved;
        sum.turned += turns.turned;
        sum.doors += turns.doors;
        sum.steps += turns.steps;
        sum.full += turns.full;
        sum.unlaid += turns.unlaid;
        sum.undone += turns.undone;
    }

    fn row(&self, table: &str, games: usize, name: &str, seats: usize) -> String {
        let (millis, millis_p99) = millis_of(self.micros.clone());
        let turns = &self.turns;
        let mean = |count: u32| f64::from(count) / f64::from(self.seats.max(1));
        format!(
            "| {table} | {games} | {name} | {:.1} % ({:.0} %) | {:.1} | {:.1} % (at most {:.0} %) | {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.0} % | {:.0} % | {:.2} | {millis:.1} ({millis_p99:.1}) |",
            100.0 * self.share / f64::from(self.seats),
            100.0 / seats as f64,
            mean(turns.turns),
            percent(turns.idle, turns.turns),
            self.most_idle,
            turns.longest_idle,
            mean(turns.placed),
            mean(turns.moved),
            mean(turns.turned),
            mean(turns.doors),
            mean(turns.steps),
            percent(turns.full, turns.turns),
            percent(turns.unlaid, turns.turns),
            mean(turns.undone),
        )
    }
}
