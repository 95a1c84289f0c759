//! The command line of the arena.

use std::{
    fs,
    num::NonZero,
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use clap::Args;
use senda_bots::Player;
use senda_rules::{AnyOptions, GameKind};

use crate::{
    contest::{Contest, Thinking},
    figures::Figures,
    kept::Kept,
    ladder::{self, Rung},
    misses::Misses,
    mix::Mix,
    player::player,
    table,
};

/// The default number of games of a contest.
const GAMES: u32 = 200;
/// The number of parts that the games of each contest are divided into.
const PARTS: u32 = 10;

/// Has bots play against each other, and reports how often each of them wins.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "arena", version)]
pub struct Arena {
    #[command(flatten)]
    what: What,
    /// Number of games of each contest; by default 200, or as many as the ladder defines.
    #[arg(long)]
    games: Option<u32>,
    /// Number of games played at the same time; by default as many as there are cores.
    #[arg(long)]
    threads: Option<u32>,
    /// Starts no further game after this number of minutes.
    #[arg(long)]
    minutes: Option<u64>,
    /// Stores the games of each match of a game of the ladder in a folder, as in GAME=FOLDER, and
    /// plays only those that are not there, so that an interrupted run continues. The folder must
    /// contain matches of the same bots only.
    #[arg(long, value_parser = keep, requires = "ladder")]
    keep: Vec<(GameKind, PathBuf)>,
    /// Seed of the first game; each later one has the next number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Writes the figures to this file as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
    /// Writes the tables to this file in the form of docs/bots.md.
    #[arg(long)]
    markdown: Option<PathBuf>,
}

/// The games to play.
#[derive(Clone, Debug, Args)]
struct What {
    /// Plays everything that docs/bots.md has figures for; with a word, only the rows whose name
    /// contains it.
    #[arg(long, num_args = 0..=1, default_missing_value = "")]
    ladder: Option<String>,
    /// The game, by its word in addresses.
    #[arg(long, value_parser = kind, required_unless_present = "ladder")]
    game: Option<GameKind>,
    /// Options of the game as JSON, if they differ from the default ones.
    #[arg(long, value_parser = options)]
    options: Option<AnyOptions>,
    /// Number of players.
    #[arg(long, default_value_t = 2)]
    seats: u8,
    /// Player whose share of wins is measured: random, digger, easy, medium or
    /// hard.
    #[arg(long, value_parser = player, default_value = "hard")]
    player: Player,
    /// Player in all other seats.
    #[arg(long, value_parser = player, default_value = "medium")]
    against: Player,
    /// Players at one table, separated by commas, who change seats from game to game. Reports what
    /// each of them does in its turns.
    #[arg(long, value_parser = player, value_delimiter = ',', conflicts_with = "ladder")]
    mix: Vec<Player>,
    /// Counts the wins within a turn that each level misses, in at least this number of positions
    /// in which there is one. Only for games that have an exact search for them.
    #[arg(long, conflicts_with_all = ["ladder", "mix"])]
    misses: Option<u32>,
    /// Milliseconds of one core that a bot may think about a decision.
    #[arg(long, default_value_t = 150, conflicts_with = "iterations")]
    millis: u64,
    /// Number of iterations instead of milliseconds, so that a repeated run plays the same games.
    #[arg(long)]
    iterations: Option<u32>,
}

pub(crate) fn kind(word: &str) -> Result<GameKind, String> {
    let words = || GameKind::ALL.iter().map(|kind| kind.word());
    GameKind::of_word(word)
        .ok_or_else(|| format!("the games are {}", words().collect::<Vec<_>>().join(", ")))
}

fn keep(text: &str) -> Result<(GameKind, PathBuf), String> {
    let (word, folder) = text.split_once('=').ok_or("a game and a folder")?;
    Ok((kind(word)?, PathBuf::from(folder)))
}

fn options(json: &str) -> Result<AnyOptions, serde_json::Error> {
    serde_json::from_str(json)
}

/// Returns the one contest that the options describe.
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

/// Returns the contests to play, by the titles of their tables.
fn tables(arena: &Arena) -> Result<Vec<(String, Vec<Rung>)>> {
    let mut tables = if let Some(word) = &arena.what.ladder {
        ladder::tables(word)?
    } else {
        let contest = one(&arena.what)?;
        let rung = Rung {
            contest,
            games: GAMES,
        };
        vec![(String::new(), vec![rung])]
    };
    if let Some(games) = arena.games {
        let rungs = tables.iter_mut().flat_map(|(_, rungs)| rungs);
        rungs.for_each(|rung| rung.games = games);
    }
    Ok(tables)
}

/// A contest with its games.
type Entry = (Rung, Kept);

/// Plays the requested games, prints the results row by row, and writes them to the requested
/// files.
///
/// # Errors
/// Returns an error if the games are not possible, or if a file can't be written.
pub fn run(arena: &Arena) -> Result<()> {
    if !arena.what.mix.is_empty() {
        return mixed(arena);
    }
    if let Some(positions) = arena.what.misses {
        return missed(arena, positions);
    }
    let mut entries: Vec<(String, Vec<Entry>)> = Vec::new();
    for (title, rungs) in tables(arena)? {
        let entry = |rung: Rung| Ok((kept(arena, &rung.contest)?, rung));
        let all: Result<Vec<_>> = rungs.into_iter().map(entry).collect();
        let all = all?.into_iter().map(|(kept, rung)| (rung, kept));
        entries.push((title, all.collect()));
    }
    play(arena, entries.iter_mut().flat_map(|(_, all)| all))?;
    let found = |(rung, kept): &Entry| {
        let figures = Figures::of(kept.first(rung.games));
        (rung.contest.clone(), figures)
    };
    let tables: Vec<_> = entries
        .iter()
        .map(|(title, all)| (title.as_str(), all.iter().map(found).collect::<Vec<_>>()))
        .collect();
    println!("{}", table::markdown(&tables));
    if let Some(path) = &arena.json {
        let all = tables.iter().flat_map(|(_, all)| all);
        let json = serde_json::to_string_pretty(&table::json(all))?;
        fs::write(path, json).with_context(|| path.display().to_string())?;
    }
    if let Some(path) = &arena.markdown {
        fs::write(path, table::markdown(&tables)).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Plays a mixed table and prints what its players do.
fn mixed(arena: &Arena) -> Result<()> {
    let contest = one(&arena.what)?;
    let mix = Mix {
        options: contest.options,
        players: arena.what.mix.clone(),
        thinking: contest.thinking,
    };
    let games = arena.games.unwrap_or(GAMES);
    let is_over = over(arena);
    println!(
        "{}",
        mix.report([games, threads(arena)], arena.seed, &is_over)?
    );
    Ok(())
}

/// Prints the wins that bots miss.
fn missed(arena: &Arena, positions: u32) -> Result<()> {
    let contest = one(&arena.what)?;
    let misses = Misses {
        options: contest.options,
        positions,
        thinking: contest.thinking,
    };
    println!(
        "{}",
        misses.report(threads(arena), arena.seed, &over(arena))?
    );
    Ok(())
}

/// Returns a function that says whether the time of this run is up.
fn over(arena: &Arena) -> impl Fn() -> bool + Sync + use<> {
    let begin = Instant::now();
    let minutes = |minutes| Duration::from_secs(60 * minutes);
    let most = arena.minutes.map(minutes);
    move || most.is_some_and(|most| begin.elapsed() >= most)
}

/// Returns the number of games to play at the same time.
fn threads(arena: &Arena) -> u32 {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = arena.threads.or_else(|| u32::try_from(cores()).ok());
    threads.unwrap_or(1).max(1)
}

fn kept(arena: &Arena, contest: &Contest) -> Result<Kept> {
    let is_its = |(game, _): &&(GameKind, PathBuf)| *game == contest.options.kind();
    match arena.keep.iter().find(is_its) {
        Some((_, folder)) => Kept::at(&folder.join(contest.name()).with_extension("jsonl")),
        None => Ok(Kept::nowhere()),
    }
}

/// Plays a part of each contest, then the next part of each. Whenever the run is interrupted, all
/// contests have made about the same progress.
fn play<'a>(arena: &Arena, entries: impl Iterator<Item = &'a mut Entry>) -> Result<()> {
    let threads = threads(arena);
    let is_over = over(arena);
    let mut entries: Vec<&mut Entry> = entries.collect();
    for part in 1..=PARTS {
        for (rung, kept) in &mut entries {
            let seats = u32::from(rung.contest.seats);
            // Each seat is played equally often.
            let games = (rung.games * part / PARTS)
                .next_multiple_of(seats)
                .min(rung.games);
            rung.contest
                .play_missing(kept, [games, threads], arena.seed, &is_over)?;
            if kept.missing(games).is_empty() {
                let row = table::row(&rung.contest, &Figures::of(kept.first(games)));
                eprintln!("{row}");
            }
        }
    }
    Ok(())
}
