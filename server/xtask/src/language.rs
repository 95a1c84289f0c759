//! Checks the comments of the code against the countable rules of `docs/style.md`.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::files;

/// The folders whose code is checked.
const FOLDERS: [&str; 3] = ["server", "web/client", "web/tests"];
/// The files that a program writes, and the folders without code of ours.
const GENERATED: [&str; 3] = ["target", "node_modules", "protocol.d.ts"];
/// The words that a comment doesn't begin with: what follows them is no sentence.
const OPENINGS: [&str; 14] = [
    "What",
    "Who",
    "Whoever",
    "Whom",
    "Whose",
    "How",
    "By which",
    "Under which",
    "Of which",
    "To whom",
    "See there",
    "They.",
    "Likewise",
    "And",
];
/// The words that begin a phrase which doesn't say what it is about, such as “By seat.”.
const PREPOSITIONS: [&str; 14] = [
    "After", "At", "Before", "Between", "By", "For", "From", "In", "Of", "On", "Since", "Until",
    "With", "Without",
];
/// The words that hide who is meant: the player, the viewer, the client, the operator …
const VAGUE: [&str; 4] = ["somebody", "anybody", "nobody", "whoever"];
/// The finding about the doc of a function.
const NO_VERB: &str = "doesn't begin with a verb, such as “Returns”";
/// The longest line with a comment, in characters.
const WIDTH: usize = 100;

/// Fails if a comment breaks a rule.
///
/// # Errors
/// Returns an error that lists the comments, or one of a file that can't be read.
pub fn check() -> Result<()> {
    let is_generated = |path: &Path| GENERATED.iter().any(|name| path.ends_with(name));
    let mut findings = Vec::new();
    for folder in FOLDERS {
        for path in files::below(folder, &is_generated)? {
            let Some(style) = Style::of(Path::new(&path)) else {
                continue;
            };
            let mut found = style.findings(&files::read(&path)?);
            // The doc of a function in a test names the case, not the action.
            if path.contains("/tests/") {
                found.retain(|found| !found.contains(NO_VERB));
            }
            findings.extend(found.into_iter().map(|found| format!("{path}:{found}")));
        }
    }
    ensure!(
        findings.is_empty(),
        "{} comments break the rules of docs/style.md:\n  {}",
        findings.len(),
        findings.join("\n  ")
    );
    Ok(())
}

/// The comment syntax of a language.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Style {
    Rust,
    JavaScript,
    Css,
}

/// A run of comment lines, with the number of its first line.
struct Block {
    line: usize,
    texts: Vec<String>,
    is_doc: bool,
}

impl Style {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "rs" => Some(Self::Rust),
            "js" | "ts" => Some(Self::JavaScript),
            "css" => Some(Self::Css),
            _ => None,
        }
    }

    /// Returns the findings in a text, each beginning with its line's number.
    fn findings(self, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        let lines: Vec<&str> = text.lines().collect();
        for block in self.blocks(&lines) {
            let mut report = |at: usize, why: &str| {
                let line = lines[block.line + at].trim();
                found.push(format!("{}: {why}: {line}", block.line + at + 1));
            };
            let first = &block.texts[0];
            if let Some(opening) = OPENINGS.iter().find(|opening| begins_with(first, opening)) {
                report(0, &format!("begins with “{opening}”"));
            }
            let is_alone = block.texts.len() == 1 && block.is_doc && self != Self::Css;
            if is_alone && is_fragment(first) {
                report(0, "is no sentence");
            }
            let after = lines
                .get(block.line + block.texts.len()..)
                .unwrap_or_default();
            if self == Self::Rust && block.is_doc && is_function(after) && !begins_with_verb(first)
            {
                report(0, NO_VERB);
            }
            for (at, text) in block.texts.iter().enumerate() {
                let lower = text.to_lowercase();
                let mut words = lower.split(|sign: char| !sign.is_alphabetic() && sign != '_');
                if let Some(word) = words.find(|word| VAGUE.contains(word)) {
                    report(at, &format!("says “{word}”"));
                }
                let is_breakable = text.contains(' ') && !text.starts_with(['@', '|', '{']);
                let is_long = lines[block.line + at].chars().count() > WIDTH;
                if is_long && is_breakable && !text.starts_with("biome-ignore") {
                    report(at, &format!("is longer than {WIDTH} characters"));
                }
            }
        }
        found
    }

    /// Returns the comments that stand on lines of their own.
    fn blocks(self, lines: &[&str]) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_open = false;
        for (number, line) in lines.iter().enumerate() {
            let line = line.trim();
            let doc = match self {
                Self::Rust => line
                    .strip_prefix("///")
                    .or_else(|| line.strip_prefix("//!")),
                Self::JavaScript | Self::Css => {
                    is_open |= line.starts_with("/*");
                    let text = line.split("*/").next().unwrap_or_default();
                    is_open.then(|| text.trim_start_matches(['/', '*']))
                }
            };
            is_open &= !line.contains("*/");
            let plain = || line.strip_prefix("//").filter(|_| self != Self::Css);
            let Some(text) = doc.or_else(plain) else {
                continue;
            };
            let (text, is_doc) = (text.trim().to_owned(), doc.is_some());
            let goes_on = |block: &&mut Block| {
                block.line + block.texts.len() == number && block.is_doc == is_doc
            };
            match blocks.last_mut().filter(goes_on) {
                // A comment in the manner of JavaScript begins with a line without text.
                Some(block) if block.texts.iter().all(String::is_empty) => {
                    (block.line, block.texts) = (number, vec![text]);
                }
                Some(block) => block.texts.push(text),
                None => blocks.push(Block {
                    line: number,
                    texts: vec![text],
                    is_doc,
                }),
            }
        }
        blocks
    }
}

/// Returns whether a text begins with these words.
fn begins_with(text: &str, words: &str) -> bool {
    let rest = text.strip_prefix(words);
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '-'))
}

/// Returns whether the next item of Rust code is a function that isn't a test.
fn is_function(lines: &[&str]) -> bool {
    for line in lines.iter().map(|line| line.trim()) {
        if line.starts_with("#[") {
            if line.ends_with("test]") || line.contains("::test(") {
                return false;
            }
        } else if !line.starts_with("//") {
            let words = line.split([' ', '(']);
            let prefixes = ["pub", "super)", "crate)", "const", "async", "unsafe"];
            let mut words = words.skip_while(|word| prefixes.contains(word) || word.is_empty());
            return words.next() == Some("fn");
        }
    }
    false
}

/// Returns whether a text is a single word, or a few words that a preposition begins.
fn is_fragment(text: &str) -> bool {
    let mut words = text.trim_end_matches('.').split(' ');
    let is_preposition = words
        .next()
        .is_some_and(|first| PREPOSITIONS.contains(&first));
    let rest = words.count();
    text.ends_with('.') && (rest == 0 || is_preposition && rest < 3)
}

/// Returns whether a text begins with a verb in the third person.
fn begins_with_verb(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or_default();
    let first = first.trim_end_matches(',');
    first.ends_with('s') && first.starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the findings in a text of these lines.
    fn found(style: Style, lines: &[&str]) -> Vec<String> {
        style.findings(&lines.join("\n"))
    }

    #[test]
    fn the_code_follows_the_style() {
        check().unwrap();
    }

    #[test]
    fn finds_comments_that_are_no_sentences() {
        let lines = [
            "//! What is kept.",
            "",
            "/// Which.",
            "struct A {",
            "    /// By seat.",
            "    b: u8,",
            "}",
            "/// The game that the",
            "/// host started for nobody.",
            "fn c() {",
            "    // How it is done.",
            "}",
        ];
        assert_eq!(
            found(Style::Rust, &lines),
            [
                "1: begins with “What”: //! What is kept.",
                "3: is no sentence: /// Which.",
                "5: is no sentence: /// By seat.",
                "8: doesn't begin with a verb, such as “Returns”: /// The game that the",
                "9: says “nobody”: /// host started for nobody.",
                "11: begins with “How”: // How it is done.",
            ]
        );
    }

    #[test]
    fn accepts_sentences() {
        let lines = [
            "//! Stores rooms.",
            "",
            "/// The rooms in memory.",
            "///",
            "/// Whoevers are no word.",
            "struct A {",
            "    /// The seat.",
            "    b: u8,",
            "}",
            "/// Returns the host, and",
            "/// what the room shows of them.",
            "///",
            "/// # Errors",
            "/// Returns an error if there is none.",
            "#[must_use]",
            "pub(crate) async fn c() {}",
            "/// Each player resigns.",
            "#[test]",
            "fn d() {}",
        ];
        assert_eq!(found(Style::Rust, &lines), [""; 0]);
    }

    #[test]
    fn reads_scripts_and_style_sheets() {
        let lines = [
            "/**",
            " * Who waits.",
            " *",
            " * @param {string} a",
            " */",
            "// Nobody is here.",
            "/** @type {any} */ (b).words = 'Whoever waits';",
            "const c = '// How';",
        ];
        let expected = [
            "2: begins with “Who”: * Who waits.",
            "6: says “nobody”: // Nobody is here.",
        ];
        assert_eq!(found(Style::JavaScript, &lines), expected);
        let lines = ["/* The board. */", ".a {", "  /* Whose turn it is. */", "}"];
        let expected = ["3: begins with “Whose”: /* Whose turn it is. */"];
        assert_eq!(found(Style::Css, &lines), expected);
    }

    #[test]
    fn finds_comments_that_are_too_wide() {
        let wide = format!("// A {}.", "word ".repeat(20));
        assert_eq!(found(Style::Rust, &[&wide]).len(), 1);
        let link = format!("// {}", "x".repeat(120));
        assert_eq!(found(Style::Rust, &[&link]), [""; 0]);
    }
}
