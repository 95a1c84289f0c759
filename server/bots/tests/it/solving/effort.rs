//! The number of positions in the tests: the environment variable `SENDA_TESTS` is `fast`, `normal`
//! (the default) or `deep`, as in the tests of the rules.

/// The factor for deep tests.
const MORE: u32 = 20;

/// Scales a number of positions that is meant for normal tests.
pub fn scaled(normal: u32) -> u32 {
    match std::env::var("SENDA_TESTS").as_deref() {
        Ok("fast") => normal.div_ceil(5),
        Ok("deep") => normal * MORE,
        _ => normal,
    }
}
