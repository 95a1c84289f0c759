//! The contests that docs/bots.md has figures of.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use senda_rules::GameKind;
use serde::Deserialize;

use crate::{
    contest::{Contest, Thinking},
    player::player,
};

/// The contests, in the order of the table.
const LADDER: &str = include_str!("../ladder.json");
/// How long bots think about a decision, unless a contest counts iterations.
const THINKING: Duration = Duration::from_millis(150);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    game: GameKind,
    seats: u8,
    player: String,
    against: String,
    #[serde(default)]
    least: Option<f64>,
    #[serde(default)]
    iterations: Option<u32>,
}

/// The contests of the ladder that have that word somewhere; all of them if there is none.
pub fn rows(word: &str) -> Result<Vec<Contest>> {
    let rows: Vec<Row> = serde_json::from_str(LADDER).context("the ladder")?;
    let name = |row: &Row| {
        let Row {
            seats,
            player,
            against,
            ..
        } = row;
        format!("{} {seats} {player} {against}", row.game.word())
    };
    let chosen = rows.iter().filter(|row| name(row).contains(word));
    let contests: Result<Vec<Contest>> = chosen.map(contest).collect();
    let contests = contests?;
    ensure!(
        !contests.is_empty(),
        "no row of the ladder has the word {word}"
    );
    Ok(contests)
}

fn contest(row: &Row) -> Result<Contest> {
    let named = |name: &str| player(name).map_err(anyhow::Error::msg);
    Ok(Contest {
        options: row.game.options(),
        seats: row.seats,
        player: named(&row.player)?,
        against: named(&row.against)?,
        thinking: row
            .iterations
            .map_or(Thinking::Time(THINKING), Thinking::Iterations),
        least: row.least,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_ladder_can_be_played() {
        for contest in rows("").unwrap() {
            let (fewest, most) = contest.options.kind().seats();
            assert!((fewest..=most).contains(&contest.seats));
        }
        assert!(rows("no such game").is_err());
    }
}
