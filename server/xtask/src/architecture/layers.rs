//! Checks the dependencies between the crates of the server.

use anyhow::Result;
use toml::{Table, Value};

use crate::files;

/// The crates in layers, from the lowest: `app` → `store` → `room` → `bots` → `rules`, and `app` →
/// `arena` → `bots`. The load tools use only the protocol. Each crate has the name of its folder in
/// `server/`, and the crates of the server that it may depend on.
pub const LAYERS: [(&str, &[&str]); 14] = [
    ("rules", &[]),
    ("bots", &["rules"]),
    ("puzzles", &["bots", "rules"]),
    ("arena", &["bots", "puzzles", "rules"]),
    ("wire", &[]),
    ("push", &[]),
    ("ratings", &[]),
    ("room", &["bots", "rules", "wire"]),
    ("store", &["push", "ratings", "room", "rules"]),
    (
        "app",
        &[
            "arena", "bots", "push", "puzzles", "ratings", "room", "rules", "store", "wire",
        ],
    ),
    ("client", &[]),
    ("load", &["client", "rules"]),
    ("types", &["app", "room", "rules"]),
    ("xtask", &[]),
];

/// Returns the name of the crate in that folder.
fn name(folder: &str) -> String {
    match folder {
        "app" => "senda".to_owned(),
        "xtask" => "xtask".to_owned(),
        folder => format!("senda-{folder}"),
    }
}

/// Returns the dependencies that violate the layers. Dependencies of tests are allowed.
pub fn upwards() -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (folder, below) in LAYERS {
        let path = format!("server/{folder}/Cargo.toml");
        found.extend(against(folder, below, &path, &files::read(&path)?)?);
    }
    Ok(found)
}

fn against(folder: &str, below: &[&str], path: &str, text: &str) -> Result<Vec<String>> {
    let manifest: Table = toml::from_str(text)?;
    let dependencies = manifest.get("dependencies").and_then(Value::as_table);
    let has = |other: &str| dependencies.is_some_and(|all| all.contains_key(&name(other)));
    let others = LAYERS.iter().map(|(other, _)| *other);
    let wrong = others.filter(|other| has(other) && !below.contains(other));
    let found = wrong.map(|other| {
        let (name, other) = (name(folder), name(other));
        format!("{path}: {name} must not depend on {other}")
    });
    Ok(found.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_depends_only_on_crates_below_it() {
        let below = |folder| LAYERS.iter().find(|(of, _)| *of == folder).unwrap().1;
        let text = "[dependencies]\nsenda-room.workspace = true\nserde = \"1\"\n\
                    [dev-dependencies]\nsenda.workspace = true\n";
        let found = |folder| against(folder, below(folder), "Cargo.toml", text).unwrap();
        assert_eq!(found("app"), [""; 0]);
        assert_eq!(
            found("rules"),
            ["Cargo.toml: senda-rules must not depend on senda-room"]
        );
        assert_eq!(found("load").len(), 1);
    }
}
