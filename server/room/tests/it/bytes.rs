//! Upper bounds on the bytes that a move sends. The numbers are the same on every machine.

use senda_rules::GameKind;

use crate::table::{QUICK, Table};

/// The bytes that a move sends, on average over moves in the middle of a game.
#[derive(Debug)]
struct Told {
    /// The bytes that all players receive together.
    players: usize,
    /// The bytes that a spectator receives.
    spectator: usize,
    /// The bytes that all of them would receive as plain JSON.
    whole: usize,
}

/// Plays `passed_over` decisions and then `moves` measured ones, in games of that many players.
fn told(game: GameKind, players: u128, passed_over: usize, moves: usize) -> Told {
    let seeds = 1..=3;
    let count = moves * seeds.clone().count();
    let (mut all, mut watched, mut whole) = (0, 0, 0);
    for seed in seeds {
        let (mut table, tabs) = Table::playing_a(game, seed, QUICK, players);
        let spectator = table.join(30);
        for _ in 0..passed_over {
            table.move_on();
        }
        let everybody = tabs.iter().chain([&spectator]);
        let had: Vec<_> = everybody
            .map(|tab| (*tab, table.tabs[tab].bytes.len()))
            .collect();
        for _ in 0..moves {
            table.move_on();
        }
        for (tab, had) in had {
            let tab_of = &table.tabs[&tab];
            let bytes: usize = tab_of.bytes[had..].iter().map(String::len).sum();
            if tab == spectator {
                watched += bytes;
            } else {
                all += bytes;
            }
            whole += tab_of.frames[had..].iter().map(String::len).sum::<usize>();
        }
    }
    Told {
        players: all / count,
        spectator: watched / count,
        whole: whole / count,
    }
}

#[test]
fn a_move_of_tsuro_sends_eight_players_few_bytes() {
    let told = told(GameKind::Tsuro, 8, 12, 12);
    println!("{told:?}");
    assert!(told.players <= 3_500, "{told:?}");
    assert!(told.spectator <= 250, "{told:?}");
}

#[test]
fn a_move_of_the_other_games_sends_a_tenth_of_the_whole_state() {
    for (game, players) in [(GameKind::Tortus, 2), (GameKind::SectionX, 4)] {
        let told = told(game, players, 30, 40);
        println!("{game:?} {told:?}");
        let all = told.players + told.spectator;
        assert!(10 * all <= told.whole, "{game:?} {told:?}");
        assert!(told.spectator <= 250, "{game:?} {told:?}");
    }
}
