//! A whole game behind a view.

use super::{
    Stand, Tile, View,
    board::Board,
    draw,
    state::{State, Trail},
};
use crate::{BySeat, Chance};

/// Deals the tiles that the view does not show to the hands and the pile that it counts.
pub(super) fn imagine(view: &View, chance: &mut dyn Chance) -> State {
    let mut board = Board::EMPTY;
    for laid in &view.board {
        board.lay(laid.square, laid.face.tile, laid.rotation);
    }
    for (seat, marker) in view.markers.iter() {
        let mark = |stand: Option<Stand>| stand.and_then(Stand::mark);
        if let (Some(start), Some(at)) = (mark(marker.start), mark(marker.at)) {
            board.start(seat, start);
            board.stand(seat, at);
        }
    }
    let on_board = view.board.iter().map(|laid| laid.face.tile);
    let in_hands = view
        .hands
        .iter()
        .flat_map(|(_, hand)| hand.tiles.iter().flatten());
    let seen: Vec<Tile> = on_board.chain(in_hands.map(|face| face.tile)).collect();
    let unseen = Tile::all().filter(|tile| !seen.contains(tile)).collect();
    let mut unseen = draw::shuffled(unseen, chance).into_iter();
    let hands = BySeat::new(view.hands.seats(), |seat| {
        let hand = &view.hands[seat];
        match &hand.tiles {
            Some(faces) => faces.iter().map(|face| face.tile).collect(),
            None => unseen.by_ref().take(hand.count.into()).collect(),
        }
    });
    State {
        options: view.options,
        first: Some(view.first),
        turn: view.turn,
        board,
        laid: view.board.clone(),
        trails: BySeat::new(view.markers.seats(), |seat| {
            let marker = view.markers[seat].clone();
            Trail {
                start: marker.start.and_then(Stand::mark),
                path: marker.path,
                out: marker.out,
            }
        }),
        hands,
        pile: unseen.take(view.pile.into()).collect(),
        dragon: view.dragon,
        outcome: view.outcome.clone(),
    }
}
