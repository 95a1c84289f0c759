//! The version of the program.

/// The version of the release.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the commit that the program was built from, or `unknown`: debug builds and builds
/// outside of a repository have none.
pub fn commit() -> &'static str {
    option_env!("SENDA_COMMIT").unwrap_or("unknown")
}
