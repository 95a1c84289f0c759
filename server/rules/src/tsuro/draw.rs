//! Hands of the eliminated, drawing, and the dragon (IT, draw; dragon; questions).

use super::{Card, Event, Returned, Tile, legal::HAND, state::State, turn::Play};
use crate::{Chance, Seat};

/// Shuffles tiles. They are named to chance by their numbers, from the smallest.
pub(super) fn shuffled(mut tiles: Vec<Tile>, chance: &mut dyn Chance) -> Vec<Tile> {
    tiles.sort_unstable();
    let mut numbers: Vec<u32> = tiles.iter().map(|tile| tile.number().into()).collect();
    chance.shuffle(&mut numbers);
    numbers
        .into_iter()
        .map(|number| {
            let tile = u8::try_from(number).ok().and_then(Tile::new);
            tile.expect("one of the tiles that were shuffled")
        })
        .collect()
}

/// Tiles as the log writes them.
pub(super) fn cards(tiles: &[Tile]) -> Vec<Card> {
    tiles.iter().copied().map(Some).collect()
}

/// What follows for the tiles when markers have left the board or a tile has been laid, in a game that
/// goes on. `mover` is who laid a tile, if they are still in.
pub(super) fn settle(play: &mut Play, mover: Option<Seat>, chance: &mut dyn Chance) {
    give_back(play, chance);
    pass_dragon_of_eliminated(play);
    match (play.state().dragon, mover) {
        (Some(holder), _) => draw_round(play, holder),
        (None, Some(mover)) => draw_one(play, mover),
        (None, None) => {}
    }
}

/// The hands of the eliminated go into the pile, which is shuffled (IT, play 2).
fn give_back(play: &mut Play, chance: &mut dyn Chance) {
    let state = play.state();
    let out = |seat: &Seat| !state.is_in(*seat) && !state.hands[*seat].is_empty();
    let seats: Vec<Seat> = Seat::first(state.seats()).filter(out).collect();
    if seats.is_empty() {
        return;
    }
    let back = seats.iter().flat_map(|&seat| &state.hands[seat]);
    let tiles = state.pile.iter().chain(back).copied().collect();
    let hands = seats
        .iter()
        .map(|&seat| Returned {
            seat,
            tiles: cards(&state.hands[seat]),
        })
        .collect();
    let pile = cards(&shuffled(tiles, chance));
    play.happens(Event::Returned { hands, pile });
}

/// The dragon of an eliminated holder goes to the first clockwise who lacks a tile, or back beside the
/// board (IT, questions).
fn pass_dragon_of_eliminated(play: &mut Play) {
    let state = play.state();
    let Some(eliminated) = state.dragon.filter(|&holder| !state.is_in(holder)) else {
        return;
    };
    let holder = eliminated
        .clockwise(state.seats())
        .find(|&seat| is_short(state, seat));
    play.happens(Event::Dragon { holder });
}

/// Nobody holds the dragon: the mover draws, or takes the dragon where there is nothing to draw.
fn draw_one(play: &mut Play, mover: Seat) {
    if !draw(play, mover) && play.state().dragon_in_play() {
        play.happens(Event::Dragon {
            holder: Some(mover),
        });
    }
}

/// Somebody holds the dragon, and so lacks a tile: they draw first, then clockwise one tile each, round after round, until
/// all hands are full or the pile is empty.
fn draw_round(play: &mut Play, holder: Seat) {
    let seats = play.state().seats();
    let mut next = Some(holder);
    while let Some(seat) = next {
        if !draw(play, seat) {
            if seat != holder {
                play.happens(Event::Dragon { holder: next });
            }
            return;
        }
        let state = play.state();
        next = seat.clockwise(seats).find(|&seat| is_short(state, seat));
    }
    play.happens(Event::Dragon { holder: None });
}

/// Draws a tile if there is one.
fn draw(play: &mut Play, seat: Seat) -> bool {
    let tile = play.state().pile.first().copied();
    if tile.is_some() {
        play.happens(Event::Drew { seat, tile });
    }
    tile.is_some()
}

/// Whether the seat is in and lacks a tile.
fn is_short(state: &State, seat: Seat) -> bool {
    state.is_in(seat) && state.hands[seat].len() < HAND
}
