//! How much is left to chance: `SENDA_TESTS` says `fast`, `normal` (as when it is not set) or `deep`.
//!
//! Every test that plays games by chance asks here how many. `cargo xtask test --fast` and `--deep` set it.

/// How many times fewer in fast tests.
const FEWER: u32 = 5;
/// How many times more in deep ones.
const MORE: u32 = 10;

/// How many of something, of which there are so many in normal tests; always at least one.
///
/// # Panics
/// `SENDA_TESTS` says something else.
pub fn scaled(normal: u32) -> u32 {
    match std::env::var("SENDA_TESTS").as_deref() {
        Ok("fast") => normal.div_ceil(FEWER),
        Ok("normal") | Err(_) => normal,
        Ok("deep") => normal * MORE,
        Ok(other) => panic!("SENDA_TESTS is fast, normal or deep, not {other}"),
    }
}
