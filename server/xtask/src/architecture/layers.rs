//! Checks the dependencies between the crates of the server.

use std::path::Path;

use anyhow::{Context, Result};

/// A crate of the server.
pub struct Layer {
    /// The name of the crate's folder in `server/`.
    pub folder: &'static str,
    name: &'static str,
    /// The crates of the server that it may depend on.
    below: &'static [&'static str],
}

/// The crates in layers, from the lowest: `app` → `store` → `room` → `bots` → `rules`, and `app` →
/// `arena` → `bots`. The load tools use only the protocol.
pub const LAYERS: &[Layer] = &[
    Layer {
        folder: "rules",
        name: "senda-rules",
        below: &[],
    },
    Layer {
        folder: "bots",
        name: "senda-bots",
        below: &["senda-rules"],
    },
    Layer {
        folder: "arena",
        name: "senda-arena",
        below: &["senda-bots", "senda-rules"],
    },
    Layer {
        folder: "wire",
        name: "senda-wire",
        below: &[],
    },
    Layer {
        folder: "push",
        name: "senda-push",
        below: &[],
    },
    Layer {
        folder: "room",
        name: "senda-room",
        below: &["senda-bots", "senda-rules", "senda-wire"],
    },
    Layer {
        folder: "store",
        name: "senda-store",
        below: &["senda-push", "senda-room", "senda-rules"],
    },
    Layer {
        folder: "app",
        name: "senda",
        below: &[
            "senda-arena",
            "senda-bots",
            "senda-push",
            "senda-room",
            "senda-rules",
            "senda-store",
            "senda-wire",
        ],
    },
    Layer {
        folder: "client",
        name: "senda-client",
        below: &[],
    },
    Layer {
        folder: "load",
        name: "senda-load",
        below: &["senda-client", "senda-rules"],
    },
    Layer {
        folder: "types",
        name: "senda-types",
        below: &["senda-room", "senda-rules"],
    },
    Layer {
        folder: "xtask",
        name: "xtask",
        below: &[],
    },
];

/// Returns the dependencies that violate the layers. Dependencies of tests are allowed.
pub fn upwards(root: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for layer in LAYERS {
        let path = format!("server/{}/Cargo.toml", layer.folder);
        let text = std::fs::read_to_string(root.join(&path)).with_context(|| path.clone())?;
        found.extend(against(layer, &path, &text)?);
    }
    Ok(found)
}

fn against(layer: &Layer, path: &str, text: &str) -> Result<Vec<String>> {
    let manifest: toml::Table = toml::from_str(text)?;
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
    let ours = dependencies.into_iter().flat_map(toml::Table::keys);
    let ours = ours.filter(|name| LAYERS.iter().any(|layer| layer.name == **name));
    let wrong = ours.filter(|name| !layer.below.contains(&&***name));
    let found = wrong.map(|name| format!("{path}: {} must not depend on {name}", layer.name));
    Ok(found.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_depends_only_on_crates_below_it() {
        let layer = |name| LAYERS.iter().find(|layer| layer.name == name).unwrap();
        let text = "[dependencies]\nsenda-room.workspace = true\nserde = \"1\"\n\
                    [dev-dependencies]\nsenda.workspace = true\n";
        let found = |name| against(layer(name), "Cargo.toml", text).unwrap();
        assert_eq!(found("senda"), [""; 0]);
        assert_eq!(
            found("senda-rules"),
            ["Cargo.toml: senda-rules must not depend on senda-room"]
        );
        assert_eq!(found("senda-load").len(), 1);
    }
}
