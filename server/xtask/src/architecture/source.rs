//! Reads the paths that a Rust file uses, except in its tests.

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, ItemMod, ItemUse, Macro, Path, UseTree,
    visit::{Visit, visit_file, visit_item_mod, visit_item_use, visit_macro, visit_path},
};

/// A path in code. For example, `use super::{a::B, c}` contains `super::a::B` and `super::c`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Named {
    /// The segments of the path.
    pub path: Vec<String>,
    /// The name that an import gives to the item: the last segment, or the name after `as`. `None`
    /// for a path outside of imports.
    pub alias: Option<String>,
}

/// Returns all paths in a file: those of `use` declarations, and those in other code that contain
/// `::`.
///
/// # Errors
/// Returns an error if the text isn't Rust.
pub fn paths(text: &str) -> Result<Vec<Named>> {
    let mut paths = Paths(Vec::new());
    visit_file(&mut paths, &syn::parse_file(text).context("not Rust")?);
    Ok(paths.0)
}

struct Paths(Vec<Named>);

impl Paths {
    /// Adds the branches of a tree of `use` after the given prefix.
    fn tree(&mut self, prefix: &[String], tree: &UseTree) {
        let with = |name: &dyn ToString| [prefix, &[name.to_string()]].concat();
        let (path, alias) = match tree {
            UseTree::Path(inner) => return self.tree(&with(&inner.ident), &inner.tree),
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.tree(prefix, tree));
            }
            UseTree::Glob(_) => (with(&'*'), "*".to_owned()),
            UseTree::Rename(renamed) => (with(&renamed.ident), renamed.rename.to_string()),
            UseTree::Name(name) => (with(&name.ident), name.ident.to_string()),
        };
        self.add(path, Some(alias));
    }

    fn add(&mut self, mut path: Vec<String>, mut alias: Option<String>) {
        // `use a::{self}` means `use a`.
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
            alias = alias.and(path.last().cloned());
        }
        self.0.push(Named { path, alias });
    }

    /// Adds the paths among the tokens of a macro, whose syntax is its own.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
                TokenTree::Ident(word) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(word.to_string());
                    colons = 0;
                }
                other => {
                    self.end(&mut path);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Vec<String>) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.add(path, None);
        }
    }
}

impl<'a> Visit<'a> for Paths {
    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        if !module.attrs.iter().any(is_for_tests) {
            visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.tree(&[], &item.tree);
        visit_item_use(self, item);
    }

    fn visit_path(&mut self, path: &'a Path) {
        let segments = path.segments.iter();
        let segments: Vec<String> = segments.map(|segment| segment.ident.to_string()).collect();
        if segments.len() > 1 {
            self.add(segments, None);
        }
        visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'a Macro) {
        self.tokens(called.tokens.clone());
        visit_macro(self, called);
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    let is_test = || {
        attribute
            .parse_args::<Path>()
            .is_ok_and(|of| of.is_ident("test"))
    };
    attribute.path().is_ident("cfg") && is_test()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let paths = paths(text).unwrap().into_iter();
        paths.map(|named| named.path.join("::")).collect()
    }

    #[test]
    fn reads_all_branches_of_a_use_tree() {
        let text = "use super::{a::{B, C}, d, self};\npub(super) use self::e::F as G;\nuse h;";
        assert_eq!(
            read(text),
            [
                "super::a::B",
                "super::a::C",
                "super::d",
                "super",
                "self::e::F",
                "h"
            ]
        );
        assert_eq!(paths(text).unwrap()[4].alias.as_deref(), Some("G"));
    }

    #[test]
    fn reads_paths_in_code_and_in_macros() {
        let text =
            "fn a(b: &'a crate::c::D) -> char { e::f(g, '{'); h.i::<J>(); k!(l, m::n => 'o': p) }";
        assert_eq!(read(text), ["crate::c::D", "e::f", "m::n"]);
    }

    #[test]
    fn ignores_comments_literals_and_tests() {
        let text = "// use a;\n/* use b; */ const C: &str = \"use d::e;\";\n\
                    #[cfg(test)]\nmod tests { use super::*; fn h() { i::j() } }\nuse k::l;";
        assert_eq!(read(text), ["k::l"]);
        assert!(paths("use {").is_err());
    }
}
