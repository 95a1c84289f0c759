//! Finds the imports between modules, and cycles among them.
//!
//! An import refers to the module that defines the name, even if other modules re-export it. A
//! module with all modules in its folder is one unit to the modules beside it, and imports between
//! a folder's module, which is its façade, and the modules in the folder are ignored.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};

use super::{
    Files,
    source::{Named, paths},
};

/// The modules of a crate by their paths in it. The path of the crate's root is empty.
type Modules = BTreeMap<Vec<String>, Module>;

struct Module {
    file: String,
    named: Vec<Named>,
}

/// The units that each unit imports, and the file in which it imports each. All of them lie side by
/// side in one folder.
type Arrows = BTreeMap<String, BTreeMap<String, String>>;

/// Returns the cycles, each once.
///
/// # Errors
/// Returns an error if a file isn't Rust.
pub fn circles(files: &Files) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for arrows in arrows(files)?.values() {
        let mut reported: BTreeSet<&str> = BTreeSet::new();
        for unit in arrows.keys() {
            if reported.contains(&**unit) {
                continue;
            }
            if let Some(way) = way_back(arrows, unit) {
                reported.extend(way.iter().copied());
                let circle = [&way[..], &[unit]].concat();
                let by = circle.windows(2).map(|pair| &*arrows[pair[0]][pair[1]]);
                let by: Vec<&str> = by.collect();
                found.push(format!(
                    "modules import in a circle: {} (by {})",
                    circle.join(" -> "),
                    by.join(", ")
                ));
            }
        }
    }
    Ok(found)
}

/// Returns the shortest cycle through a unit, starting with that unit, if there is one.
fn way_back<'a>(arrows: &'a Arrows, unit: &'a str) -> Option<Vec<&'a str>> {
    let mut ways = vec![vec![unit]];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let last = *way.last().expect("a way");
            for next in arrows.get(last).into_iter().flat_map(BTreeMap::keys) {
                if next == unit {
                    return Some(way);
                }
                if seen.insert(&**next) {
                    longer.push(way.iter().copied().chain([&**next]).collect());
                }
            }
        }
        ways = longer;
    }
    None
}

/// Returns the arrows within each folder, by the folder.
fn arrows(files: &Files) -> Result<BTreeMap<String, Arrows>> {
    let mut crates: BTreeMap<&str, Modules> = BTreeMap::new();
    for (path, text) in files {
        let Some((folder, inner)) = path.split_once("/src/") else {
            continue;
        };
        // A program in `src/bin` is a crate of its own.
        if !inner.starts_with("bin/") {
            let module = Module {
                file: path.clone(),
                named: paths(text).with_context(|| path.clone())?,
            };
            crates
                .entry(folder)
                .or_default()
                .insert(place(inner), module);
        }
    }
    let mut all: BTreeMap<String, Arrows> = BTreeMap::new();
    for (folder, modules) in &crates {
        for (at, module) in modules {
            let named = module.named.iter();
            for to in named.filter_map(|named| home(modules, at, &named.path, 0)) {
                let mut both = at.iter().zip(&to);
                let shared = both
                    .by_ref()
                    .take_while(|(one, other)| one == other)
                    .count();
                let (Some(from), Some(into)) = (at.get(shared), to.get(shared)) else {
                    continue;
                };
                let common = [&[(*folder).to_owned()], &at[..shared]].concat().join("/");
                let arrows = all.entry(common).or_default();
                let arrows = arrows.entry(from.clone()).or_default();
                arrows
                    .entry(into.clone())
                    .or_insert_with(|| module.file.clone());
            }
        }
    }
    Ok(all)
}

/// Returns the path of a module, given its file's path in `src`.
fn place(file: &str) -> Vec<String> {
    let file = file.trim_end_matches(".rs");
    let mut place: Vec<String> = file.split('/').map(str::to_owned).collect();
    if matches!(&**place.last().expect("a name"), "mod" | "lib") {
        place.pop();
    }
    place
}

/// Returns the module that a path refers to, or that defines the item of the path. The path is used
/// in the module `at`. Returns `None` outside the crate.
fn home(modules: &Modules, at: &[String], path: &[String], depth: usize) -> Option<Vec<String>> {
    // The names are re-exported in a cycle.
    if depth > 8 {
        return None;
    }
    let mut place = at.to_vec();
    let mut parts = path.iter();
    let mut rest = path.len();
    for part in parts.by_ref() {
        match &**part {
            "crate" if rest == path.len() => place.clear(),
            "self" if rest == path.len() => {}
            "super" => {
                place.pop()?;
            }
            "*" => return Some(place),
            name => {
                let mut inner = place.clone();
                inner.push(name.to_owned());
                if modules.contains_key(&inner) {
                    place = inner;
                } else {
                    let is_first = rest == path.len();
                    return handed_on(modules, &place, name, depth)
                        .or_else(|| (!is_first).then_some(place))
                        .filter(|home| modules.contains_key(home));
                }
            }
        }
        rest -= 1;
    }
    modules.contains_key(&place).then_some(place)
}

/// Returns the module that defines a name which the module at `place` imports or re-exports.
fn handed_on(modules: &Modules, place: &[String], name: &str, depth: usize) -> Option<Vec<String>> {
    let named = &modules.get(place)?.named;
    let has = |named: &&Named| named.alias.as_deref() == Some(name) && named.path != [name];
    let from = named.iter().find(has)?;
    home(modules, place, &from.path, depth + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let files = files.iter();
        let files = files.map(|(path, text)| (format!("server/x/src/{path}"), (*text).to_owned()));
        let found = circles(&files.collect()).unwrap();
        let short = found.iter().map(|found| found.replace("server/x/src/", ""));
        short.collect()
    }

    #[test]
    fn imports_in_one_direction_are_no_cycle() {
        let files = [
            (
                "lib.rs",
                "mod a; mod b; pub use self::a::A; pub use b::{B, c::C};",
            ),
            (
                "a.rs",
                "use crate::{B, b::c::C}; pub struct A; #[cfg(test)] mod tests { use crate::C; }",
            ),
            (
                "b/mod.rs",
                "pub mod c; mod d; pub use self::{c::C, d::D}; pub struct B;",
            ),
            ("b/c.rs", "use super::B; use std::fmt; pub struct C;"),
            ("b/d.rs", "use super::{C, c}; pub struct D(crate::b::C);"),
        ];
        assert_eq!(found(&files), [""; 0]);
    }

    #[test]
    fn finds_a_cycle_through_re_exports() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use self::a::A; pub use b::B;"),
            ("a.rs", "use crate::B as Other; pub struct A;"),
            ("b.rs", "pub struct B(Option<crate::A>);"),
        ];
        assert_eq!(
            found(&files),
            ["modules import in a circle: a -> b -> a (by a.rs, b.rs)"]
        );
    }

    #[test]
    fn finds_a_cycle_through_a_folder() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "mod c; mod d; use c::C; pub struct A;"),
            ("a/c.rs", "use crate::b::B; pub struct C;"),
            ("a/d.rs", "pub struct D;"),
            ("b.rs", "use crate::a::d::D; pub struct B;"),
        ];
        assert_eq!(
            found(&files),
            ["modules import in a circle: a -> b -> a (by a/c.rs, b.rs)"]
        );
    }

    #[test]
    fn imports_between_a_module_and_its_folder_are_no_cycle() {
        let up_and_down = [
            ("lib.rs", "mod a;"),
            ("a.rs", "mod b; mod c; use b::B; pub struct A;"),
            ("a/b.rs", "use super::A; pub struct B;"),
            ("a/c.rs", "use super::{A, b::B};"),
        ];
        assert_eq!(found(&up_and_down), [""; 0]);
        let beside = [
            up_and_down[0],
            up_and_down[1],
            ("a/b.rs", "use super::c; pub struct B;"),
            up_and_down[3],
        ];
        assert_eq!(
            found(&beside),
            ["modules import in a circle: b -> c -> b (by a/b.rs, a/c.rs)"]
        );
    }

    #[test]
    fn the_shortest_cycle_is_reported_once() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b;"),
            ("b.rs", "use crate::{a, c};"),
            ("c.rs", "fn f() { super::a::g() }"),
        ];
        assert_eq!(
            found(&files),
            [
                "modules import in a circle: a -> b -> a (by a.rs, b.rs)",
                "modules import in a circle: c -> a -> b -> c (by c.rs, a.rs, b.rs)"
            ]
        );
    }
}
