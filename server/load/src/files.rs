//! How many files this process may have open: each socket is one.

use anyhow::{Context, Result, ensure};
use rustix::process::{Resource, getrlimit, setrlimit};

/// This process may have as many files open as the system lets it: how many that is.
///
/// # Errors
/// They can't be had.
pub(crate) fn allow_all() -> Result<u64> {
    allow(0)?;
    Ok(getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX))
}

/// This process may have so many files open; as many as the system lets it.
///
/// # Errors
/// It lets it have fewer.
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
