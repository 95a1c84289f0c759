//! Rates positions without a search.

use senda_rules::{
    Outcome, Seat, Seats,
    tsuro::{Board, Legal, Phase, Safe, SuicideRule, Table, Tile},
};

use crate::search::{Shares, shares_of};

/// The cost of each rival that faces the same square, as a share of all ways on.
const RIVAL: f32 = 0.2;
/// The cost of each seat that is still in the game, in the same unit: eliminating an opponent gains
/// this much.
const OUT: f32 = 0.5;
/// The worth of each loop of the own path, in the same unit, where loops decide the game.
const LOOP: f32 = 0.5;
/// The worth of each step of the own path, in the same unit, where its length decides the game.
const LONG: f32 = 0.1;
/// The cost of each square of distance from the nearest other marker, in the same unit. A player
/// close to others can influence their fate.
const APART: f32 = 0.03;
/// The largest distance that counts for [`APART`].
const FAR: u8 = 5;

/// Rates a position for the seat that has just decided, without a unit. The base is the share of
/// all unplaced tiles, in all rotations, that would keep the seat on the board. Rivals on the same
/// square and other players in the game reduce it.
pub(super) fn worth(table: &Table, seat: Seat) -> f32 {
    if table.acting().is_none() {
        return 10.0 * shares(table)[seat.index()];
    }
    if !table.still_in().contains(seat) {
        return path(table, seat) - 10.0;
    }
    let others = f32::from(table.still_in().len());
    let rivals = f32::from(rivals(table, seat).len());
    path(table, seat) + ways(table, seat) - RIVAL * rivals - OUT * others
}

/// Returns the worth of the path that the seat has walked, where the path decides the game.
fn path(table: &Table, seat: Seat) -> f32 {
    let [loops, length] = table
        .merits(seat)
        .map(|count| f32::from(count.unwrap_or(0)));
    LOOP * loops + LONG * length
}

/// Rates a start for the seat that has just chosen it.
pub(super) fn worth_of_start(table: &Table, seat: Seat) -> f32 {
    worth(table, seat) - APART * f32::from(apart(table.board(), seat))
}

/// Returns the number of possible next placements out of a hundred that keep the seat on the board.
pub(super) fn ways_of_hundred(table: &Table, seat: Seat) -> u8 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is from 0 to 100"
    )]
    let ways = (100.0 * ways(table, seat)).round() as u8;
    ways
}

/// Returns the opponents whose markers face the same square.
pub(super) fn rivals(table: &Table, seat: Seat) -> Seats {
    table.board().rivals(seat)
}

/// Returns whether the mover can take the marker of a seat off the board with this tile in any
/// rotation.
pub(super) fn throws_out(table: &Table, mover: Seat, tile: Tile, seat: Seat) -> bool {
    tile.rotations().any(|rotation| {
        let mut board = *table.board();
        board.place(mover, tile, rotation, |_, _| ());
        !board.markers().contains(seat)
    })
}

/// Returns the share of all unplaced tiles, in all rotations that look different, that keep the
/// seat on the board.
fn ways(table: &Table, seat: Seat) -> f32 {
    let tiles: Vec<Tile> = table.loose_tiles().collect();
    let (mut safe, mut all) = (0, 0);
    for few in tiles.chunks(senda_rules::tsuro::HAND) {
        let legal = Legal::new(table.board(), seat, few, SuicideRule::None);
        safe += legal.safe_count();
        all += legal.count();
    }
    #[expect(clippy::cast_precision_loss, reason = "the counts are some hundreds")]
    let part = safe as f32 / all.max(1) as f32;
    part
}

/// Returns the distance in squares to the nearest other marker, at most [`FAR`].
fn apart(board: &Board, seat: Seat) -> u8 {
    let Some(here) = board.at(seat).map(senda_rules::tsuro::Stand::square) else {
        return 0;
    };
    let others = board.markers().without(seat);
    let steps = others.iter().filter_map(|other| {
        let there = board.at(other)?.square();
        Some(here.x().abs_diff(there.x()) + here.y().abs_diff(there.y()))
    });
    steps.min().unwrap_or(FAR).min(FAR)
}

/// The worth of each opponent that a placement eliminates, at a glance, in turned tiles that keep
/// the mover on the board.
pub(super) const GONE: i32 = 40;
/// The cost of each opponent that would face the same square, in the same unit.
pub(super) const FACED: i32 = 30;
/// The worth of a placement that eliminates the mover.
pub(super) const LOST: i32 = -1_000;
/// The additional worth of a placement that eliminates all opponents.
pub(super) const WON: i32 = 1_000;

/// Rates a placement by the number of tiles that would keep the mover on the board. This is fast
/// enough for every placement of imagined games.
pub(super) fn glance(table: &Table, placement: Safe) -> i32 {
    let Some(prospect) = table.prospect(placement) else {
        return LOST;
    };
    i32::from(prospect.outlook) + GONE * i32::from(prospect.gone.len())
        - FACED * i32::from(prospect.rivals.len())
}

/// Returns each seat's share of the first place of a finished game.
pub(super) fn shares(table: &Table) -> Shares {
    debug_assert!(table.phase() == Phase::Over);
    let places = table.places().collect();
    shares_of(&Outcome { places })
}
