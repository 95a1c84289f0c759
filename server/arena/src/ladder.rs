//! The ladder: the contests that docs/bots.md has figures for.

use anyhow::{Context, Result, ensure};
use senda_rules::GameKind;
use serde::Deserialize;

use crate::{
    contest::{Contest, Thinking},
    player::player,
};

/// The tables with their rows in order.
const LADDER: &str = include_str!("../ladder.json");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    title: String,
    rows: Vec<Row>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    game: GameKind,
    seats: u8,
    player: String,
    against: String,
    /// The number of iterations of the players that search.
    #[serde(default)]
    iterations: u32,
    games: u32,
    #[serde(default)]
    least: Option<f64>,
}

/// A contest of the ladder.
#[derive(Debug)]
pub struct Rung {
    /// The contest that is played.
    pub contest: Contest,
    /// The number of games, enough to know the share with sufficient precision.
    pub games: u32,
}

/// Returns the contests of the ladder whose names contain that word, by the titles of their tables.
/// An empty word selects all.
pub fn tables(word: &str) -> Result<Vec<(String, Vec<Rung>)>> {
    let tables: Vec<Table> = serde_json::from_str(LADDER).context("the ladder")?;
    let mut chosen = Vec::new();
    for table in tables {
        let rungs: Result<Vec<Rung>> = table.rows.iter().map(rung).collect();
        let mut rungs = rungs?;
        rungs.retain(|rung| rung.contest.name().contains(word));
        if !rungs.is_empty() {
            chosen.push((table.title, rungs));
        }
    }
    ensure!(
        !chosen.is_empty(),
        "no row of the ladder has the word {word}"
    );
    Ok(chosen)
}

fn rung(row: &Row) -> Result<Rung> {
    let named = |name: &str| player(name).map_err(anyhow::Error::msg);
    let contest = Contest {
        options: row.game.options(),
        seats: row.seats,
        player: named(&row.player)?,
        against: named(&row.against)?,
        thinking: Thinking::Iterations(row.iterations),
        least: row.least,
    };
    Ok(Rung {
        contest,
        games: row.games,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_row_of_the_ladder_is_possible_and_has_its_own_name() {
        let mut names = BTreeSet::new();
        for rung in tables("").unwrap().into_iter().flat_map(|(_, rungs)| rungs) {
            let contest = rung.contest;
            let (fewest, most) = contest.options.kind().seats();
            assert!((fewest..=most).contains(&contest.seats));
            // Each seat is played equally often.
            assert_eq!(rung.games % u32::from(contest.seats), 0);
            assert!(names.insert(contest.name()));
        }
        assert!(tables("no such game").is_err());
    }
}
