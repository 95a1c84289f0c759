//! Finds the imports between modules, and cycles among them.
//!
//! An import refers to the module that defines the name, even if other modules re-export it. A
//! module and the modules in its folder count as one unit with the folder's module as its façade:
//! imports up and down within it are ignored.

use std::collections::{BTreeMap, BTreeSet};

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

/// The files that each file imports.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Returns the cycles, each once.
pub fn circles(files: &Files) -> Vec<String> {
    let arrows = arrows(files);
    let mut told: BTreeSet<&str> = BTreeSet::new();
    let mut found = Vec::new();
    for file in arrows.keys() {
        if told.contains(&**file) {
            continue;
        }
        if let Some(way) = way_back(&arrows, file) {
            told.extend(way.iter().copied());
            found.push(format!(
                "modules import in a circle: {} -> {file}",
                way.join(" -> ")
            ));
        }
    }
    found
}

/// Returns the shortest cycle through a file, starting with that file, if there is one.
fn way_back<'a>(arrows: &'a Arrows, file: &'a str) -> Option<Vec<&'a str>> {
    let mut ways = vec![vec![file]];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let last = *way.last().expect("a way");
            for next in arrows.get(last).into_iter().flatten() {
                if next == file {
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

fn arrows(files: &Files) -> Arrows {
    let mut crates: BTreeMap<&str, Modules> = BTreeMap::new();
    for (path, text) in files {
        let Some((folder, inner)) = path.split_once("/src/") else {
            continue;
        };
        // A program in `src/bin` is a crate of its own.
        if !inner.starts_with("bin/") {
            let module = Module {
                file: path.clone(),
                named: paths(text),
            };
            crates
                .entry(folder)
                .or_default()
                .insert(place(inner), module);
        }
    }
    let mut arrows = Arrows::new();
    for modules in crates.values() {
        for (at, module) in modules {
            let named = module.named.iter();
            let to = named.filter_map(|named| home(modules, at, &named.path, 0));
            let to = to.filter(|home| !home.starts_with(at) && !at.starts_with(home));
            let to = to.map(|home| modules[&home].file.clone());
            arrows.entry(module.file.clone()).or_default().extend(to);
        }
    }
    arrows
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
        let found = circles(&files.collect());
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
            ["modules import in a circle: a.rs -> b.rs -> a.rs"]
        );
    }

    #[test]
    fn a_module_and_its_folder_are_one_unit() {
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
            ["modules import in a circle: a/b.rs -> a/c.rs -> a/b.rs"]
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
                "modules import in a circle: a.rs -> b.rs -> a.rs",
                "modules import in a circle: c.rs -> a.rs -> b.rs -> c.rs"
            ]
        );
    }
}
