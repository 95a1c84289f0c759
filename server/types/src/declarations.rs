//! Generates the TypeScript declarations of all messages of the protocol.

use std::{any::TypeId, collections::BTreeMap, collections::HashSet};

use senda_room::{
    Listing,
    game_file::{Finding, GameFile},
    protocol::{ClientMessage, ServerMessage},
    review::{GameReplay, Review},
};
use senda_rules::AnyAttempt;
use ts_rs::{Config, TS, TypeVisitor};

/// The path of the generated file.
pub const FILE: &str = "web/client/protocol.d.ts";

const HEADER: &str = "\
// The messages of the protocol. `cargo xtask types` generates this file from the types in
// server/room and server/rules: change those instead.
";

/// Returns the declarations of all types that a message can contain, sorted by name.
pub fn all() -> String {
    let mut reached = Reached {
        config: Config::new().with_large_int("number"),
        seen: HashSet::new(),
        declared: BTreeMap::new(),
    };
    reached.visit::<ClientMessage>();
    reached.visit::<ServerMessage>();
    reached.visit::<Listing>();
    reached.visit::<GameFile>();
    reached.visit::<Finding>();
    reached.visit::<AnyAttempt>();
    reached.visit::<Review>();
    reached.visit::<GameReplay>();
    let mut text = HEADER.to_owned();
    for declaration in reached.declared.values() {
        text.push('\n');
        text.push_str(&tidy(declaration));
    }
    text
}

/// Removes the trailing blanks that the derives leave, and inserts a blank after each comment's
/// star.
fn tidy(declaration: &str) -> String {
    let mut text = String::new();
    for line in declaration.lines() {
        match line.strip_prefix(" *") {
            Some(comment) if !comment.starts_with([' ', '/']) && !comment.is_empty() => {
                text.push_str(" * ");
                text.push_str(comment.trim_end());
            }
            _ => text.push_str(line.trim_end()),
        }
        text.push('\n');
    }
    text
}

struct Reached {
    config: Config,
    seen: HashSet<TypeId>,
    declared: BTreeMap<String, String>,
}

impl TypeVisitor for Reached {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Types without a path of their own are built into TypeScript: number, string, arrays.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(&self.config));
            let before = self
                .declared
                .insert(T::ident(&self.config), declaration.clone());
            assert!(
                before.as_ref().is_none_or(|before| *before == declaration),
                "two types are called {}",
                T::ident(&self.config),
            );
        }
        T::visit_generics(self);
        T::visit_dependencies(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declares_the_types_of_messages() {
        let text = all();
        for name in [
            "ClientMessage",
            "ServerMessage",
            "Listing",
            "AnyView",
            "Settings",
            "Problem",
        ] {
            assert!(text.contains(&format!("export type {name} =")), "{name}");
        }
        assert!(!text.contains("bigint"), "JSON has no such numbers");
    }
}
