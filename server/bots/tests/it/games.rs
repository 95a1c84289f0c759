//! Games that the tests play.

use senda_bots::{Budget, Level, Match, Moment, Player, play};
use senda_rules::{AnyOptions, GameKind, Outcome};

/// All kinds of players that can take a seat.
pub const PLAYERS: [Player; 4] = [
    Player::Random,
    Player::Bot(Level::Easy),
    Player::Bot(Level::Medium),
    Player::Bot(Level::Hard),
];

/// Returns the default options of every game, and some options that differ from them most.
pub fn every_options() -> Vec<AnyOptions> {
    let usual = GameKind::ALL.iter().map(|kind| kind.options());
    let other = [
        r#"{"game":"tsuro","preset":"2005"}"#,
        r#"{"game":"tsuro","preset":"leaflet","bonus":true,"edge":8}"#,
        r#"{"game":"tsuro","preset":"2020","open_hands":true,"longest":true}"#,
        r#"{"game":"tsuro","preset":"2020","most_loops":true}"#,
        r#"{"game":"tortus","strict_open":false}"#,
        r#"{"game":"section_x","preset":"expert"}"#,
    ];
    let other = other.map(|json| serde_json::from_str(json).expect("options"));
    usual.chain(other).collect()
}

/// Returns the possible numbers of players.
pub fn tables(options: &AnyOptions) -> impl Iterator<Item = u8> {
    let (fewest, most) = options.kind().seats();
    fewest..=most
}

/// Plays a game in which bots think for that many iterations.
pub fn game(
    options: &AnyOptions,
    players: &[Player],
    seed: u64,
    iterations: u32,
    each: impl FnMut(&Moment),
) -> Outcome {
    let game = Match {
        options,
        players,
        seed,
    };
    let budget = Budget::iterations(iterations);
    play(&game, |_, think| think(&budget), each).expect("a game that is possible")
}
