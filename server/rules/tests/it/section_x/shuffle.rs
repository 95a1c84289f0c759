//! Checks that the events alone determine every shuffle, so that anyone can reproduce it.

use senda_rules::{
    Chance, Game, Nonce, Secret, Shuffler,
    section_x::{Card, Event, Kind, Preset, State},
};

use super::game::builder;
use crate::table::Dice;

/// Returns the tiles of the piles in their shuffled order, and the input of the shuffle: each tile
/// is the number of its kind; a further tile of the same kind is the number of the previous one
/// plus the number of kinds.
fn shuffled(piles: &[Vec<Card>]) -> (Vec<u32>, Vec<u32>) {
    let kind = |card: &Card| card.unwrap().number();
    let found: Vec<u32> = piles.iter().flatten().map(kind).collect();
    let mut items = found.clone();
    items.sort_unstable();
    for place in 1..items.len() {
        if items[place] == items[place - 1] % Kind::COUNT {
            items[place] = items[place - 1] + Kind::COUNT;
        }
    }
    (found, items)
}

/// Reproduces the shuffle of an event and returns whether the event contains one.
fn redo(event: &Event, chance: &mut Shuffler) -> bool {
    let (Event::Opened { piles, .. } | Event::Round { piles, .. }) = event else {
        return false;
    };
    let (found, mut items) = shuffled(piles);
    chance.shuffle(&mut items);
    let kinds: Vec<u32> = items.iter().map(|item| item % Kind::COUNT).collect();
    assert_eq!(kinds, found);
    let sizes = piles.iter().map(Vec::len);
    assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
    true
}

#[test]
fn every_shuffle_can_be_redone_from_the_events() {
    let mut rounds = 0;
    for number in 0..4 {
        let seats = 2 + number % 3;
        let options = Preset::ALL[usize::from(number % 2)].options();
        let nonces = [Some(Nonce([number; 16])), None];
        let mut chance = Shuffler::new(&Secret([number; 32]), &nonces, 0);
        let mut again = chance.clone();
        let mut state = State::new(&options, seats, None).unwrap();
        let opening = state.open(&mut chance);
        let Event::Opened { first, .. } = &opening[0] else {
            panic!("a game opens")
        };
        assert_eq!(again.pick(seats.into()), u32::from(first.number()));
        let mut dice = Dice::new(number.into());
        let mut happened = opening;
        loop {
            for event in &happened {
                rounds += u32::from(redo(event, &mut again));
                state.apply(event);
            }
            assert_eq!(again, chance, "a shuffle that no event tells of");
            let Some((seat, action)) = builder(&state, &mut dice) else {
                break;
            };
            happened = state.decide(seat, &action, &mut chance).unwrap();
        }
        assert!(state.outcome().is_some());
    }
    assert!(rounds > 4, "{rounds} rounds");
}
