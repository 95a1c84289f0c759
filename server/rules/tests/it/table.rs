//! Test support: deterministic chance, games played to their end, and the data that viewers
//! receive.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use senda_rules::{Chance, Game, Seat, Viewer};
use serde::Serialize;

/// The random number generator of a test: fast, and deterministic for a seed.
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.0.next_u64() % count as u64).unwrap()
    }
}

impl Chance for Dice {
    fn shuffle(&mut self, items: &mut [u32]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    fn pick(&mut self, count: u32) -> u32 {
        u32::try_from(self.below(count as usize)).unwrap()
    }
}

/// A chance that reverses every order, so that a case has a predictable result.
pub struct Reverse;

impl Chance for Reverse {
    fn shuffle(&mut self, items: &mut [u32]) {
        items.reverse();
    }
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// Returns a game after its opening events.
pub fn opened<G: Game>(options: &G::Options, seats: u8, dice: &mut Dice) -> G {
    let mut game = G::new(options, seats, None).unwrap();
    for event in game.open(dice) {
        game.apply(&event);
    }
    game
}

/// One decision of a game, with the states before and after it.
pub struct Moment<G: Game> {
    pub before: G,
    pub seat: Seat,
    pub action: G::Action,
    pub events: Vec<G::Event>,
    pub after: G,
}

/// The strategy of all seats; it returns `None` when the game is over.
pub type Player<'a, G> = &'a mut dyn FnMut(&G, &mut Dice) -> Option<(Seat, <G as Game>::Action)>;

/// Plays a game from its opening to its end and passes each moment to `each`.
pub fn play<G: Game>(
    options: &G::Options,
    seats: u8,
    seed: u64,
    player: Player<'_, G>,
    mut each: impl FnMut(&Moment<G>),
) -> G {
    let mut dice = Dice::new(seed);
    let mut game: G = opened(options, seats, &mut dice);
    while let Some((seat, action)) = player(&game, &mut dice) {
        let events = game.decide(seat, &action, &mut dice).unwrap();
        let before = game.clone();
        for event in &events {
            game.apply(event);
        }
        let moment = Moment {
            before,
            seat,
            action,
            events,
            after: game,
        };
        each(&moment);
        game = moment.after;
    }
    game
}

/// Returns all viewers of a game in progress: each seat and a spectator.
pub fn viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    Seat::first(seats)
        .map(Viewer::Seat)
        .chain([Viewer::Spectator])
}

/// Returns the viewers of [`viewers`], and a viewer of all hands.
pub fn all_viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    viewers(seats).chain([Viewer::Hands])
}

/// Returns the JSON that is sent for a value.
pub fn bytes(of: &impl Serialize) -> String {
    serde_json::to_string(of).unwrap()
}

/// Applies the events and returns the JSON that the viewer receives: each redacted event, and the
/// view after them.
pub fn told<G: Game>(game: &mut G, events: &[G::Event], viewer: Viewer) -> Vec<String> {
    for event in events {
        game.apply(event);
    }
    let redacted = events.iter().map(|event| game.redact(event, viewer));
    let mut told: Vec<String> = redacted.map(|event| bytes(&event)).collect();
    told.push(bytes(&game.view(viewer)));
    told
}

/// Groups the actions by kind.
pub fn by_kind<'a, A>(actions: impl Iterator<Item = &'a A>) -> Vec<Vec<&'a A>> {
    let mut kinds: Vec<Vec<&A>> = Vec::new();
    for action in actions {
        let kind = std::mem::discriminant(action);
        match kinds
            .iter_mut()
            .find(|of| std::mem::discriminant(of[0]) == kind)
        {
            Some(of) => of.push(action),
            None => kinds.push(vec![action]),
        }
    }
    kinds
}
