//! Reads the paths that a Rust file uses, ignoring its comments, string literals and tests.

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
pub fn paths(text: &str) -> Vec<Named> {
    let tokens = without_tests(&tokens(text));
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        // This excludes the `use<'a>` of a type.
        if tokens[at] == "use" && tokens.get(at + 1).is_some_and(|next| next != "<") {
            at += 1;
            tree(&tokens, &mut at, &[], &mut found);
        } else if is_word(&tokens[at]) && tokens.get(at + 1).is_some_and(|next| next == "::") {
            let mut path = vec![tokens[at].clone()];
            while tokens.get(at + 1).is_some_and(|next| next == "::")
                && tokens.get(at + 2).is_some_and(|next| is_word(next))
            {
                at += 2;
                path.push(tokens[at].clone());
            }
            found.push(Named { path, alias: None });
            at += 1;
        } else {
            at += 1;
        }
    }
    found
}

/// Reads a tree of `use` after the given prefix.
fn tree(tokens: &[String], at: &mut usize, prefix: &[String], found: &mut Vec<Named>) {
    let mut path = prefix.to_vec();
    while let Some(token) = tokens.get(*at) {
        match &**token {
            "::" => *at += 1,
            "{" => {
                *at += 1;
                while tokens.get(*at).is_some_and(|token| token != "}") {
                    tree(tokens, at, &path, found);
                    // This skips the comma. Any other token there is not part of a tree either.
                    if tokens.get(*at).is_some_and(|token| token != "}") {
                        *at += 1;
                    }
                }
                *at += 1;
                return;
            }
            "as" => {
                let alias = tokens.get(*at + 1).cloned();
                *at += 2;
                found.push(Named { path, alias });
                return;
            }
            "," | ";" | "}" => break,
            _ => {
                path.push(token.clone());
                *at += 1;
            }
        }
    }
    // `use a::{self}` means `use a`.
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let alias = path.last().cloned();
    found.push(Named { path, alias });
}

fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Returns the tokens of a text: words, `::`, and every other character by itself. Comments and
/// literals produce no tokens.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = quoted(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            let is_in = |other: char| other.is_alphanumeric() || other == '_';
            let length = rest.find(|other| !is_in(other)).unwrap_or(rest.len());
            tokens.push(rest[..length].to_owned());
            length
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of the string or character literal at the beginning of the code, if there is
/// one.
fn quoted(code: &str) -> Option<usize> {
    let raw = code.strip_prefix("br").or_else(|| code.strip_prefix('r'));
    if let Some(raw) = raw {
        let marks = raw.len() - raw.trim_start_matches('#').len();
        if raw[marks..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(marks));
            let begin = code.len() - raw.len() + marks + 1;
            let length = code[begin..].find(&end);
            return Some(length.map_or(code.len(), |length| begin + length + end.len()));
        }
    }
    let quote = code
        .chars()
        .next()
        .filter(|quote| ['"', '\''].contains(quote))?;
    let mut escaped = false;
    for (at, sign) in code.char_indices().skip(1) {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if sign == quote => return Some(at + 1),
            // The quote belongs to a lifetime, not to a character literal.
            _ if quote == '\'' && at > 1 && !code[1..].starts_with('\\') => {
                return code[1..]
                    .chars()
                    .nth(1)
                    .is_some_and(|end| end == '\'')
                    .then_some(at + 1);
            }
            _ => {}
        }
    }
    None
}

/// Removes the modules that exist only for tests, and the declarations that include files of tests.
fn without_tests(tokens: &[String]) -> Vec<String> {
    const MARK: [&str; 8] = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let is_marked = tokens[at..]
            .iter()
            .zip(MARK)
            .filter(|(token, mark)| token == mark)
            .count()
            == MARK.len();
        if !is_marked {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        at += MARK.len() + 1;
        let mut depth = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match &**token {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        paths(text)
            .into_iter()
            .map(|named| named.path.join("::"))
            .collect()
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
        assert_eq!(paths(text)[4].alias.as_deref(), Some("G"));
    }

    #[test]
    fn reads_paths_in_code() {
        let text = "fn a(b: &'a crate::c::D) -> char { e::f(g, '{'); h.i::<J>() ; '\\'' }";
        assert_eq!(read(text), ["crate::c::D", "e::f", "i"]);
    }

    #[test]
    fn ignores_comments_literals_and_tests() {
        let text = "// use a;\n/* use b; */ let c = \"use d::e;\"; let f = r#\"use \"g\";\"#;\n\
                    #[cfg(test)]\nmod tests { use super::*; fn h() { i::j() } }\nuse k::l;";
        assert_eq!(read(text), ["k::l"]);
    }
}
