//! A random number generator that costs next to nothing.

use senda_rules::Chance;

/// The generator of the benchmarks, deterministic for a seed (`SplitMix64`).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `count`, which must be small.
    pub fn below(&mut self, count: usize) -> usize {
        let product = u128::from(self.next()) * count as u128;
        usize::try_from(product >> 64).expect("below the count")
    }
}

impl Chance for Dice {
    fn shuffle(&mut self, items: &mut [u32]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    fn pick(&mut self, count: u32) -> u32 {
        u32::try_from(self.below(count as usize)).expect("below the count")
    }
}
