//! A hash table from a sequence of keys and one more key to the longer sequence. It hashes the
//! address of the key's literal.

/// The number of slots of the smallest table.
const PLACES: usize = 64;

/// A hash table of steps from a beginning and a key to the next beginning. The same key may exist
/// as several literals at different addresses. Each one that has been used has its own entry, so a
/// look-up compares addresses and never the letters of a key.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steps {
    /// The slots. Their number is a power of two and at least half of them are free; there are none
    /// at first. A step is in its slot, or in the next free one.
    places: Vec<Option<Step>>,
    count: usize,
}

#[derive(Clone, Debug)]
struct Step {
    from: u32,
    name: &'static str,
    /// The value of the key, if that is the name of a variant.
    variant: Option<Box<str>>,
    to: u32,
}

impl Steps {
    /// Returns the beginning that the step leads to, if the step is known.
    #[inline]
    pub fn get(&self, from: u32, name: &'static str, variant: Option<&str>) -> Option<u32> {
        if self.places.is_empty() {
            return None;
        }
        let mut at = self.place(from, name, variant);
        while let Some(step) = &self.places[at] {
            if step.from == from
                && std::ptr::eq(step.name, name)
                && step.variant.as_deref() == variant
            {
                return Some(step.to);
            }
            at = self.after(at);
        }
        None
    }

    /// Stores the beginning that the step leads to.
    pub fn remember(&mut self, from: u32, name: &'static str, variant: Option<&str>, to: u32) {
        if self.get(from, name, variant).is_some() {
            return;
        }
        if self.places.len() < 2 * (self.count + 1) {
            let more = PLACES.max(2 * self.places.len());
            let before = std::mem::replace(&mut self.places, vec![None; more]);
            before.into_iter().flatten().for_each(|step| self.put(step));
        }
        self.count += 1;
        self.put(Step {
            from,
            name,
            variant: variant.map(Into::into),
            to,
        });
    }

    fn put(&mut self, step: Step) {
        let mut at = self.place(step.from, step.name, step.variant.as_deref());
        while self.places[at].is_some() {
            at = self.after(at);
        }
        self.places[at] = Some(step);
    }

    fn after(&self, at: usize) -> usize {
        (at + 1) & (self.places.len() - 1)
    }

    #[inline]
    fn place(&self, from: u32, name: &str, variant: Option<&str>) -> usize {
        // An odd number without a pattern in its bits. The product carries the bits of all parts to
        // the top.
        const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut mixed = (u64::from(from) << 48) ^ name.as_ptr().addr() as u64;
        if let Some(variant) = variant.map(str::as_bytes) {
            let end = [
                variant.first(),
                variant.get(variant.len() / 2),
                variant.last(),
            ];
            for byte in end.into_iter().flatten() {
                mixed = mixed.rotate_left(11) ^ u64::from(*byte);
            }
            mixed = mixed.rotate_left(11) ^ variant.len() as u64;
        }
        let bits = self.places.len().trailing_zeros();
        usize::try_from(mixed.wrapping_mul(MIX) >> (u64::BITS - bits)).expect("a place")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_stored_step_by_beginning_literal_and_variant() {
        let names: Vec<&'static str> = "abcdefghijklmnopqrstuvwxyz"
            .split_inclusive(|_: char| true)
            .collect();
        let mut steps = Steps::default();
        let mut all = Vec::new();
        for from in 0..20 {
            for &name in &names {
                for variant in [None, Some("one"), Some("other"), Some("")] {
                    assert_eq!(steps.get(from, name, variant), None);
                    let to = u32::try_from(all.len()).unwrap();
                    steps.remember(from, name, variant, to);
                    steps.remember(from, name, variant, to + 1);
                    all.push((from, name, variant));
                }
            }
        }
        for (to, (from, name, variant)) in (0..).zip(all) {
            assert_eq!(steps.get(from, name, variant), Some(to));
        }
        assert_eq!(steps.get(20, names[0], None), None);
    }
}
