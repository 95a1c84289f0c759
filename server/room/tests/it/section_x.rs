//! A test of a room that plays Section X. Its games are long, so this test plays more decisions
//! than an evening of the simulation.

use senda_rules::GameKind;

use crate::table::{QUICK, Table, resignation};

/// The number of decisions before the players resign: a few turns of each player.
const DECISIONS: usize = 240;

#[test]
fn three_players_play_by_their_views_alone_until_two_resign() {
    let (mut table, tabs) = Table::playing_a(GameKind::SectionX, 5, QUICK, 3);
    let mut kinds = std::collections::BTreeSet::new();
    for _ in 0..DECISIONS {
        let connection = table.acting().unwrap();
        let decisions = table.tabs[&connection].decisions();
        let action = serde_json::to_value(table.dice.decision(&decisions)).unwrap();
        table.later(1_000);
        table.act(connection, &action).expect_ack();
        kinds.insert(action["type"].as_str().unwrap().to_owned());
    }
    for kind in ["draw", "place", "step", "end_turn", "skip_tile"] {
        assert!(kinds.contains(kind), "nobody decided {kind}: {kinds:?}");
    }
    for _ in 0..2 {
        let connection = table.acting().unwrap();
        let action = resignation(&table.tabs[&connection].view["game"]);
        table.act(connection, &action).expect_ack();
    }
    let view = &table.tabs[&tabs[0]].view;
    assert_eq!(view["phase"], "over");
    assert_eq!(view["game"]["end"]["how"], "alone");
}
