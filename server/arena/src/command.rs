//! What is asked of the arena, by its command line.

use std::{fs, num::NonZero, path::PathBuf, thread, time::Duration};

use anyhow::{Context, Result};
use clap::Args;
use senda_bots::Player;
use senda_rules::{AnyOptions, GameKind};

use crate::{
    contest::{Contest, Thinking},
    ladder,
    player::player,
    table,
};

/// Lets bots play against each other, and says how often which of them wins.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "arena", version)]
pub struct Arena {
    #[command(flatten)]
    what: What,
    /// Whole games in each row of the table.
    #[arg(long, default_value_t = 200)]
    games: u32,
    /// Games that are played at the same time; as many as there are cores, unless it is said.
    #[arg(long)]
    threads: Option<usize>,
    /// Where the first game comes from; each later one has the next number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Writes the figures there as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
    /// Writes the tables there as they stand in docs/bots.md.
    #[arg(long)]
    markdown: Option<PathBuf>,
}

/// Which games are played.
#[derive(Clone, Debug, Args)]
struct What {
    /// Plays everything that docs/bots.md has figures of; with a word only the rows that have it.
    #[arg(long, num_args = 0..=1, default_missing_value = "")]
    ladder: Option<String>,
    /// The game, by its word in addresses.
    #[arg(long, value_parser = kind, required_unless_present = "ladder")]
    game: Option<GameKind>,
    /// Options of the game as JSON, if not the usual ones.
    #[arg(long, value_parser = options)]
    options: Option<AnyOptions>,
    /// Players at the table.
    #[arg(long, default_value_t = 2)]
    seats: u8,
    /// Whose share is measured: random, easy, medium or hard.
    #[arg(long, value_parser = player, default_value = "hard")]
    player: Player,
    /// Who plays in all other seats.
    #[arg(long, value_parser = player, default_value = "medium")]
    against: Player,
    /// Milliseconds of one core that a bot may think about a decision.
    #[arg(long, default_value_t = 150, conflicts_with = "iterations")]
    millis: u64,
    /// Iterations instead of milliseconds, so that the same games are played again.
    #[arg(long)]
    iterations: Option<u32>,
}

fn kind(word: &str) -> Result<GameKind, String> {
    let mut all = GameKind::ALL.iter();
    let words = || GameKind::ALL.iter().map(|kind| kind.word());
    let found = all.find(|kind| kind.word() == word).copied();
    found.ok_or_else(|| format!("the games are {}", words().collect::<Vec<_>>().join(", ")))
}

fn options(json: &str) -> Result<AnyOptions, serde_json::Error> {
    serde_json::from_str(json)
}

/// The one row that the options name.
fn one(what: &What) -> Result<Contest> {
    let kind = what.game.context("a game")?;
    let options = what.options.clone().unwrap_or_else(|| kind.options());
    anyhow::ensure!(options.kind() == kind, "the options are of another game");
    let time = Thinking::Time(Duration::from_millis(what.millis));
    Ok(Contest {
        options,
        seats: what.seats,
        player: what.player,
        against: what.against,
        thinking: what.iterations.map_or(time, Thinking::Iterations),
        least: None,
    })
}

/// Plays what is asked for, prints it row by row, and writes it where it is wanted.
///
/// # Errors
/// There are no such games, or a file can't be written.
pub fn run(arena: &Arena) -> Result<()> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = arena.threads.unwrap_or_else(cores).max(1);
    let rows = match &arena.what.ladder {
        Some(word) => ladder::rows(word)?,
        None => vec![one(&arena.what)?],
    };
    let mut figures = Vec::new();
    println!("{}", table::HEAD);
    for contest in rows {
        let found = contest.measure(arena.games, arena.seed, threads)?;
        println!("{}", table::row(&contest, &found));
        figures.push((contest, found));
    }
    if let Some(path) = &arena.json {
        let json = serde_json::to_string_pretty(&table::json(&figures))?;
        fs::write(path, json).with_context(|| path.display().to_string())?;
    }
    if let Some(path) = &arena.markdown {
        fs::write(path, table::markdown(&figures)).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
