//! Raises the limit of open files of this process, since each socket is one.

use anyhow::{Context, Result, ensure};
use rustix::process::{Resource, getrlimit, setrlimit};

/// Raises the limit of open files as far as the system permits, and returns it.
///
/// # Errors
/// Returns an error if the limit can't be raised.
pub(crate) fn allow_all() -> Result<u64> {
    allow(0)?;
    Ok(getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX))
}

/// Raises the limit of open files as far as the system permits.
///
/// # Errors
/// Returns an error if the system permits fewer than `needed`.
pub(crate) fn allow(needed: u64) -> Result<()> {
    let mut limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(u64::MAX);
    ensure!(
        most >= needed,
        "{needed} open files are needed and {most} are allowed: raise the hard limit (ulimit -Hn)"
    );
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).context("the limit of open files can't be raised")
}
