//! The number of random games in the tests: the environment variable `SENDA_TESTS` is `fast`,
//! `normal` (the default) or `deep`.
//!
//! Every test that plays random games calls [`scaled`]. `cargo xtask test --fast` and `--deep` set
//! the variable.

/// The divisor for fast tests.
const FEWER: u32 = 5;
/// The factor for deep tests.
const MORE: u32 = 10;

/// Scales a number that is meant for normal tests. The result is at least one if the number is.
///
/// # Panics
/// Panics if `SENDA_TESTS` has another value.
pub fn scaled(normal: u32) -> u32 {
    match std::env::var("SENDA_TESTS").as_deref() {
        Ok("fast") => normal.div_ceil(FEWER),
        Ok("normal") | Err(_) => normal,
        Ok("deep") => normal * MORE,
        Ok(other) => panic!("SENDA_TESTS is fast, normal or deep, not {other}"),
    }
}
