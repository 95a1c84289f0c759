//! Builds a complete game that is consistent with a view.

use std::sync::Arc;

use super::{
    Card, Kind, State, View,
    board::Laid,
    components::COMPONENTS,
    round::shuffled,
    state::{PRISONERS, ZONES},
    tunnel::Tunnels,
};
use crate::Chance;

/// Builds a game from a view. The tiles that the view hides are dealt at random into the stocks and
/// the piles, whose sizes the view shows.
pub(super) fn determinize(view: &View, chance: &mut dyn Chance) -> State {
    let mut state = State::unopened(view.options, view.players.seats(), Some(view.first));
    let mut unseen = shuffled(&unseen(view), chance).into_iter();
    let mut next = || unseen.next().expect("as many tiles as are hidden");
    for (seat, player) in view.players.iter() {
        let kind = |card: &Card| card.unwrap_or_else(&mut next);
        state.stocks[seat] = player.stock.iter().map(kind).collect();
        if player.key {
            state.keys = state.keys.with(seat);
        }
    }
    for (pile, seen) in Arc::make_mut(&mut state.piles).iter_mut().zip(&view.piles) {
        pile.extend(&seen.top);
        pile.resize_with(seen.count.into(), &mut next);
    }
    for tile in &view.tiles {
        let laid = Laid {
            kind: tile.kind,
            rotation: tile.rotation,
        };
        state.board.put(tile.cell, laid);
    }
    for door in &view.doors {
        state.doors[door.seat].push(door.at);
    }
    for prisoner in &view.prisoners {
        state.prisoners[prisoner.seat][usize::from(prisoner.number) % PRISONERS] = prisoner.at;
    }
    let mut zones = [None; ZONES];
    for (zone, area) in zones.iter_mut().zip(&view.areas) {
        *zone = area.owner;
    }
    State {
        tunnels: Tunnels::new(&state.board, &state.doors),
        zones,
        turn: view.turn,
        phase: view.phase,
        round: view.round,
        turns: view.turns,
        idle: view.idle,
        stalled: view.stalled,
        last_turn: view.last_turn,
        last_round: view.last_round,
        done: view.done,
        touched: view.touched.iter().copied().collect(),
        before: view.before.iter().copied().collect(),
        resigned: view.resigned.clone(),
        over: view.outcome.clone().zip(view.end),
        ..state
    }
}

/// Returns the tiles that the view does not show, by kind.
fn unseen(view: &View) -> Vec<Kind> {
    let mut left: Vec<u8> = COMPONENTS.tiles.iter().map(|tiles| tiles.count).collect();
    let stocks = view.players.iter().flat_map(|(_, player)| &player.stock);
    let piles = view.piles.iter().flat_map(|pile| &pile.top);
    let seen = view.tiles.iter().map(|tile| tile.kind);
    for kind in seen.chain(stocks.copied().flatten()).chain(piles.copied()) {
        let left = &mut left[kind as usize];
        *left = left.saturating_sub(1);
    }
    let of_kind = |(kind, count)| (0..count).map(move |_| kind);
    Kind::ALL.into_iter().zip(left).flat_map(of_kind).collect()
}
