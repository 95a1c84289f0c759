//! What is asked of the arena, by its command line.

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
    player::player,
    table,
};

/// Games of a contest that says nothing else.
const GAMES: u32 = 200;
/// In so many parts the games of each contest are played.
const PARTS: u32 = 10;

/// Lets bots play against each other, and says how often which of them wins.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "arena", version)]
pub struct Arena {
    #[command(flatten)]
    what: What,
    /// Whole games of each contest; 200, or as many as the ladder says, unless it is said.
    #[arg(long)]
    games: Option<u32>,
    /// Games that are played at the same time; as many as there are cores, unless it is said.
    #[arg(long)]
    threads: Option<u32>,
    /// Begins no further game after so many minutes.
    #[arg(long)]
    minutes: Option<u64>,
    /// Keeps each match of a game of the ladder in a folder, as in GAME=FOLDER, and plays none that is there: what was
    /// interrupted goes on. The folder must have matches of the same bots only.
    #[arg(long, value_parser = keep, requires = "ladder")]
    keep: Vec<(GameKind, PathBuf)>,
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

fn keep(text: &str) -> Result<(GameKind, PathBuf), String> {
    let (word, folder) = text.split_once('=').ok_or("a game and a folder")?;
    Ok((kind(word)?, PathBuf::from(folder)))
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

/// What is played, by the titles of its tables.
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

/// A contest, and its games.
type Entry = (Rung, Kept);

/// Plays what is asked for, prints it row by row, and writes it where it is wanted.
///
/// # Errors
/// There are no such games, or a file can't be written.
pub fn run(arena: &Arena) -> Result<()> {
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

fn kept(arena: &Arena, contest: &Contest) -> Result<Kept> {
    let is_its = |(game, _): &&(GameKind, PathBuf)| *game == contest.options.kind();
    match arena.keep.iter().find(is_its) {
        Some((_, folder)) => Kept::at(&folder.join(contest.name()).with_extension("jsonl")),
        None => Ok(Kept::nowhere()),
    }
}

/// Plays a part of each contest after the other, and then the next part of each: whenever it is interrupted, all of
/// them have got about as far.
fn play<'a>(arena: &Arena, entries: impl Iterator<Item = &'a mut Entry>) -> Result<()> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = arena.threads.or_else(|| u32::try_from(cores()).ok());
    let threads = threads.unwrap_or(1).max(1);
    let begin = Instant::now();
    let most = arena
        .minutes
        .map(|minutes| Duration::from_secs(60 * minutes));
    let is_over = || most.is_some_and(|most| begin.elapsed() >= most);
    let mut entries: Vec<&mut Entry> = entries.collect();
    for part in 1..=PARTS {
        for (rung, kept) in &mut entries {
            let seats = u32::from(rung.contest.seats);
            // Each seat as often.
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
