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
struct Lock {
    packages: BTreeMap<String, Package>,
}

#[derive(Deserialize)]
struct Package {
    /// The name of a crate. An npm package has its name as a key.
    #[serde(default)]
    name: String,
    license: Option<String>,
    /// The registry of the crate; `None` for a crate of this workspace.
    source: Option<String>,
}

/// Fails if a dependency has a licence that deny.toml does not allow.
pub fn check() -> Result<()> {
    let deny: Deny = toml::from_str(&files::read("deny.toml")?).context("deny.toml")?;
    let mut allowed = requirements(&deny.licenses.allow)?;
    let mut refused = Vec::new();
    for package in crates()? {
        if package.source.is_some() && !permits(&allowed, package.license.as_deref()) {
            refused.push((package.name, package.license));
        }
    }
    allowed.extend(requirements(TOOLS)?);
    for (name, package) in tools()? {
        if !permits(&allowed, package.license.as_deref()) {
            refused.push((name, package.license));
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

/// Returns the licences that these expressions name.
fn requirements(licences: &[impl AsRef<str>]) -> Result<Vec<LicenseReq>> {
    let mut all = Vec::new();
    for licence in licences.iter().map(AsRef::as_ref) {
        let expression = Expression::parse(licence).with_context(|| licence.to_owned())?;
        all.extend(expression.requirements().map(|each| each.req.clone()));
    }
    Ok(all)
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
fn tools() -> Result<BTreeMap<String, Package>> {
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

    #[test]
    fn or_needs_one_allowed_licence_and_and_needs_all() {
        let mit = requirements(&["MIT"]).unwrap();
        assert!(permits(&mit, Some("MIT OR Apache-2.0")));
        assert!(permits(&mit, Some("MIT/Apache-2.0")));
        assert!(!permits(&mit, Some("MIT AND Unicode-3.0")));
        assert!(!permits(&mit, Some("GPL-3.0-only")));
        assert!(!permits(&mit, Some("MIT WITH LLVM-exception")));
        assert!(!permits(&mit, None));
    }
}
