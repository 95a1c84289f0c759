//! A seeded random number generator that also produces the room's secrets.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use senda_room::Entropy;
use senda_rules::{AnyAction, Chance, Nonce, Secret};

/// A seeded random number generator that also produces the room's secrets.
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a number from 0 to `count - 1`.
    pub fn roll(&mut self, count: usize) -> usize {
        (self.0.next_u64() % u64::try_from(count).unwrap()) as usize
    }

    /// Returns `true` with a probability of one in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.roll(times) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.roll(items.len())]
    }

    /// Draws a decision: first its kind, then a decision of that kind, so that rare kinds are drawn
    /// as often as kinds with many decisions.
    pub fn decision(&mut self, all: &[AnyAction]) -> AnyAction {
        let mut kinds: Vec<Vec<&AnyAction>> = Vec::new();
        for action in all {
            match kinds.iter_mut().find(|of| of[0].is_like(action)) {
                Some(of) => of.push(action),
                None => kinds.push(vec![action]),
            }
        }
        let kind = self.roll(kinds.len());
        (*self.pick(&kinds[kind])).clone()
    }

    pub fn nonce(&mut self) -> Nonce {
        let mut bytes = [0; 16];
        self.0.fill_bytes(&mut bytes);
        Nonce(bytes)
    }
}

impl Chance for Dice {
    fn shuffle(&mut self, items: &mut [u32]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.roll(last + 1));
        }
    }
}

impl Entropy for Dice {
    fn secret(&mut self) -> Secret {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        Secret(bytes)
    }
}
