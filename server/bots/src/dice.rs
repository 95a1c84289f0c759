//! A pseudorandom number generator for imagined worlds.

use senda_rules::Chance;

/// A seeded pseudorandom number generator (`SplitMix64`): the same seed gives the same numbers. A
/// search draws several of them every microsecond. Real deals and draws never come from here.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Returns a generator with that seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64-bit number.
    pub const fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `count`.
    ///
    /// # Panics
    /// Panics if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        assert!(count > 0, "something to draw from");
        let product = u128::from(self.number()) * count as u128;
        usize::try_from(product >> 64).expect("below the count")
    }

    /// Returns a random element of the slice.
    ///
    /// # Panics
    /// Panics if the slice is empty.
    pub fn any<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// Puts items into a random order.
    pub(crate) fn mix<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

impl Chance for Dice {
    fn shuffle(&mut self, items: &mut [u32]) {
        self.mix(items);
    }

    fn pick(&mut self, count: u32) -> u32 {
        u32::try_from(self.below(count as usize)).expect("below the count")
    }
}
