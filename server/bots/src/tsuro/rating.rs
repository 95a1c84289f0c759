//! What a position is worth at first sight.

use senda_rules::{
    Outcome, Seat, Seats,
    tsuro::{Board, Legal, Phase, Safe, SuicideRule, Table, Tile},
};

use crate::search::{Shares, shares_of};

/// What it costs that somebody else faces the same square, in parts of all ways on.
const RIVAL: f32 = 0.2;
/// What it brings that somebody else is out, in the same parts.
const OUT: f32 = 0.5;
/// What it costs that the nearest other marker is a square further away, in the same parts: whoever is close to others
/// decides what becomes of them.
const APART: f32 = 0.03;
/// The most squares that count for that.
const FAR: u8 = 5;

/// What a position is worth to a seat that has just decided, in no unit: the part of all tiles that are not laid, in
/// all rotations, that would leave it on the board, and what the others do to that.
pub(super) fn worth(table: &Table, seat: Seat) -> f32 {
    if table.acting().is_none() {
        return 10.0 * shares(table)[seat.index()];
    }
    if !table.still_in().contains(seat) {
        return -10.0;
    }
    let others = f32::from(table.still_in().len());
    let rivals = f32::from(rivals(table, seat).len());
    ways(table, seat) - RIVAL * rivals - OUT * others
}

/// What a start is worth to a seat that has just chosen it.
pub(super) fn worth_of_start(table: &Table, seat: Seat) -> f32 {
    worth(table, seat) - APART * f32::from(apart(table.board(), seat))
}

/// How many of a hundred placements that could come next leave the seat on the board.
pub(super) fn ways_of_hundred(table: &Table, seat: Seat) -> u8 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 100
    let ways = (100.0 * ways(table, seat)).round() as u8;
    ways
}

/// The others whose markers face the same square.
pub(super) fn rivals(table: &Table, seat: Seat) -> Seats {
    table.board().rivals(seat)
}

/// Whether a tile before the mover's marker, turned one way or another, takes the marker of a seat off the board.
pub(super) fn throws_out(table: &Table, mover: Seat, tile: Tile, seat: Seat) -> bool {
    tile.rotations().any(|rotation| {
        let mut board = *table.board();
        board.place(mover, tile, rotation, |_, _| ());
        !board.markers().contains(seat)
    })
}

/// The part of all tiles that are not laid, in all rotations that look different, that leave the seat on the board.
fn ways(table: &Table, seat: Seat) -> f32 {
    let tiles: Vec<Tile> = table.loose_tiles().collect();
    let (mut safe, mut all) = (0, 0);
    for few in tiles.chunks(senda_rules::tsuro::HAND) {
        let legal = Legal::new(table.board(), seat, few, SuicideRule::None);
        safe += legal.safe_count();
        all += legal.count();
    }
    #[allow(clippy::cast_precision_loss)] // some hundreds
    let part = safe as f32 / all.max(1) as f32;
    part
}

/// Squares to the nearest other marker.
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

/// What a placement looks like at a glance, in tiles that would let the mover stay on the board: quick enough for
/// every placement of games that are only imagined.
pub(super) fn glance(table: &Table, placement: Safe) -> i32 {
    let Some(prospect) = table.prospect(placement) else {
        return -1_000;
    };
    i32::from(prospect.outlook) + 40 * i32::from(prospect.gone.len())
        - 30 * i32::from(prospect.rivals.len())
}

/// What each seat has of the first place of a game that is over.
pub(super) fn shares(table: &Table) -> Shares {
    debug_assert!(table.phase() == Phase::Over);
    let places = table.places().collect();
    shares_of(&Outcome { places })
}
