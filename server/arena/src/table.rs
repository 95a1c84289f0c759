//! Formats figures as Markdown tables and as JSON.

use senda_bots::{Level, Player};
use serde_json::{Value, json};

use crate::{
    contest::{Contest, Thinking},
    figures::Figures,
    player::name,
};

/// The header of the table.
pub const HEAD: &str = "\
| game | players | bot | against | budget | share of wins, with its 95 % interval | fair | bound | shared | decisions | ms a decision (p99) |
|---|---|---|---|---|---|---|---|---|---|---|";

/// Returns the search limit of the players that search, or nothing if none does.
fn budget(contest: &Contest) -> String {
    let hard = Player::Bot(Level::Hard);
    if contest.player != hard && contest.against != hard {
        return String::new();
    }
    match contest.thinking {
        Thinking::Time(time) => format!("{} ms", time.as_millis()),
        Thinking::Iterations(count) => format!("{count} iterations"),
    }
}

/// Returns one row of the table.
pub fn row(contest: &Contest, figures: &Figures) -> String {
    let bound = contest.least.map_or_else(String::new, |least| {
        let kept = if figures.share >= least {
            ""
        } else {
            ", missed"
        };
        format!("{:.0} %{kept}", 100.0 * least)
    });
    format!(
        "| {} | {} | {} | {} | {} | {:.1} ± {:.1} % of {} | {:.1} % | {bound} | {:.1} % | {:.0} | {:.1} ({:.1}) |",
        contest.options.kind().name(),
        contest.seats,
        name(contest.player),
        name(contest.against),
        budget(contest),
        100.0 * figures.share,
        100.0 * figures.margin,
        figures.games,
        100.0 / f64::from(contest.seats),
        100.0 * figures.shared,
        figures.decisions,
        figures.millis,
        figures.millis_p99,
    )
}

/// Returns all tables, each below its title, without contests that have no games yet.
pub fn markdown(tables: &[(&str, Vec<(Contest, Figures)>)]) -> String {
    let table = |(title, all): &(&str, Vec<(Contest, Figures)>)| {
        let played = all.iter().filter(|(_, figures)| figures.games > 0);
        let rows = played.map(|(contest, figures)| row(contest, figures) + "\n");
        format!("### {title}\n\n{HEAD}\n{}", rows.collect::<String>())
    };
    tables.iter().map(table).collect::<Vec<_>>().join("\n")
}

/// Returns the figures as JSON, for programs.
pub fn json<'a>(all: impl Iterator<Item = &'a (Contest, Figures)>) -> Value {
    let row = |(contest, figures): &(Contest, Figures)| {
        json!({
            "options": contest.options,
            "seats": contest.seats,
            "player": name(contest.player),
            "against": name(contest.against),
            "budget": budget(contest),
            "least": contest.least,
            "figures": figures,
        })
    };
    all.map(row).collect()
}
