//! What a Rust file imports, read without its comments, texts and tests.

/// A path that code names, as in `use super::{a::B, c}`: `super::a::B` and `super::c`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Named {
    /// Its parts.
    pub path: Vec<String>,
    /// Under which name it is there, if it is imported: the last part, or what stands after `as`.
    pub alias: Option<String>,
}

/// Everything that is named by a path in a file: by `use`, and in code by one with `::` in it.
pub fn paths(text: &str) -> Vec<Named> {
    let tokens = without_tests(&tokens(text));
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        // Not the `use<'a>` of a type.
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

/// Reads a tree of `use` behind that prefix.
fn tree(tokens: &[String], at: &mut usize, prefix: &[String], found: &mut Vec<Named>) {
    let mut path = prefix.to_vec();
    while let Some(token) = tokens.get(*at) {
        match &**token {
            "::" => *at += 1,
            "{" => {
                *at += 1;
                while tokens.get(*at).is_some_and(|token| token != "}") {
                    tree(tokens, at, &path, found);
                    // A comma; whatever else it is, it is no part of a tree.
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
    // `use a::{self}` is `use a`.
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let alias = path.last().cloned();
    found.push(Named { path, alias });
}

fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// The tokens of a text: words, `::`, and every other sign by itself. Of comments and texts there are none.
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

/// How long the text or the letter in quotes is with which the code begins, if it begins with one.
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
            // A lifetime, and no letter.
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

/// Without the modules that are there for tests alone, and without what brings files of tests in.
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
    fn trees_are_read_branch_by_branch() {
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
    fn paths_in_code_are_read() {
        let text = "fn a(b: &'a crate::c::D) -> char { e::f(g, '{'); h.i::<J>() ; '\\'' }";
        assert_eq!(read(text), ["crate::c::D", "e::f", "i"]);
    }

    #[test]
    fn comments_texts_and_tests_are_not_read() {
        let text = "// use a;\n/* use b; */ let c = \"use d::e;\"; let f = r#\"use \"g\";\"#;\n\
                    #[cfg(test)]\nmod tests { use super::*; fn h() { i::j() } }\nuse k::l;";
        assert_eq!(read(text), ["k::l"]);
    }
}
