//! Checks the licences of all dependencies of the build and the tests.

use std::{collections::BTreeMap, process::Command};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use spdx::{Expression, LicenseReq, ParseMode};

use crate::{files, root};

/// The licences that tools may have in addition to those in deny.toml: tools are run, not linked or
/// shipped.
const TOOLS: &[&str] = &["MPL-2.0"];

#[derive(Deserialize)]
struct Deny {
    licenses: Allowed,
}

#[derive(Deserialize)]
struct Allowed {
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    license: Option<String>,
    /// The registry of the crate; `None` for a crate of this workspace.
    source: Option<String>,
}

#[derive(Deserialize)]
struct Lock {
    packages: BTreeMap<String, Locked>,
}

#[derive(Deserialize)]
struct Locked {
    license: Option<String>,
}

/// Fails if a dependency has a licence that deny.toml does not allow.
pub fn check() -> Result<()> {
    let deny: Deny = toml::from_str(&files::read("deny.toml")?).context("deny.toml")?;
    let mut allowed: Vec<LicenseReq> = Vec::new();
    for licence in &deny.licenses.allow {
        let expression = Expression::parse(licence).with_context(|| licence.clone())?;
        allowed.extend(expression.requirements().map(|each| each.req.clone()));
    }
    let mut refused = Vec::new();
    for package in crates()? {
        if package.source.is_some() && !permits(&allowed, package.license.as_deref()) {
            refused.push((package.name, package.license));
        }
    }
    for licence in TOOLS {
        let expression = Expression::parse(licence).context("licence")?;
        allowed.extend(expression.requirements().map(|each| each.req.clone()));
    }
    for (name, locked) in tools()? {
        if !permits(&allowed, locked.license.as_deref()) {
            refused.push((name, locked.license));
        }
    }
    if refused.is_empty() {
        return Ok(());
    }
    for (name, licence) in refused {
        eprintln!("{name}: {}", licence.as_deref().unwrap_or("no licence"));
    }
    bail!("licences that deny.toml does not allow");
}

/// Returns the crates for all platforms and features.
fn crates() -> Result<Vec<Package>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .context("cargo metadata")?;
    if !output.status.success() {
        bail!(
            "cargo metadata: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    Ok(metadata.packages)
}

/// Returns the npm packages that check and test the client.
fn tools() -> Result<BTreeMap<String, Locked>> {
    let lock: Lock = serde_json::from_str(&files::read("web/package-lock.json")?)?;
    Ok(lock.packages)
}

fn permits(allowed: &[LicenseReq], licence: Option<&str>) -> bool {
    // Old crates write "MIT/Apache-2.0", which only the lax mode accepts.
    licence.is_some_and(|licence| {
        Expression::parse_mode(licence, ParseMode::LAX)
            .is_ok_and(|licence| licence.evaluate(|asked| allowed.contains(asked)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(licences: &[&str]) -> Vec<LicenseReq> {
        licences
            .iter()
            .flat_map(|licence| {
                let expression = Expression::parse(licence).unwrap();
                expression
                    .requirements()
                    .map(|each| each.req.clone())
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    #[test]
    fn or_needs_one_allowed_licence_and_and_needs_all() {
        let mit = allowed(&["MIT"]);
        assert!(permits(&mit, Some("MIT OR Apache-2.0")));
        assert!(permits(&mit, Some("MIT/Apache-2.0")));
        assert!(!permits(&mit, Some("MIT AND Unicode-3.0")));
        assert!(!permits(&mit, Some("GPL-3.0-only")));
        assert!(!permits(&mit, Some("MIT WITH LLVM-exception")));
        assert!(!permits(&mit, None));
    }
}
