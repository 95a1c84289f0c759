//! Removes what browsers don't need from style sheets and text files: comments and whitespace.
//!
//! The files stay as they are in every other respect. Nothing is renamed, reordered or shortened.

/// Returns a style sheet without comments, indentation and line breaks, and without the spaces
/// around punctuation. A comment counts as a space: none may join two words.
pub fn style(sheet: &str) -> String {
    let mut compact = String::with_capacity(sheet.len());
    let mut rest = sheet;
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        let space = space(rest);
        if space > 0 {
            rest = &rest[space..];
            if is_needed_between(before, rest.chars().next()) {
                compact.push(' ');
            }
            continue;
        }
        let end = match first {
            '"' | '\'' => text(rest, first),
            _ if rest.starts_with("url(") => text(rest, ')'),
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ if is_of_word(first) => rest
                .find(|letter| !is_of_word(letter))
                .unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        compact.push_str(&rest[..end]);
        // An escaped mark is part of a word, as the backslash is.
        before = rest[..end]
            .chars()
            .find(|_| first == '\\')
            .or(rest[..end].chars().next_back());
        rest = &rest[end..];
    }
    compact
}

/// Returns whether a letter is usual in the words of a style sheet, and nothing else.
const fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-'
}

/// Returns the length of the whitespace and comments that a style sheet begins with.
fn space(sheet: &str) -> usize {
    let mut rest = sheet;
    loop {
        let after = rest.trim_start();
        let after = match after.strip_prefix("/*") {
            Some(comment) => comment.split_once("*/").map_or("", |(_, after)| after),
            None => after,
        };
        if after.len() == rest.len() {
            return sheet.len() - rest.len();
        }
        rest = after;
    }
}

/// Returns whether whitespace between these letters of a style sheet has a meaning. A space before
/// a colon is a descendant combinator, and an empty value or fallback needs its space.
fn is_needed_between(before: Option<char>, after: Option<char>) -> bool {
    match (before, after) {
        (None, _) | (_, None) => false,
        (Some(':'), Some(';' | '}')) | (Some(','), Some(')')) => true,
        (Some(before), Some(after)) => !"{};:,>".contains(before) && !"{};,>".contains(after),
    }
}

/// Returns the length of the text that begins with its first letter and ends with this mark.
fn text(sheet: &str, mark: char) -> usize {
    let mut at = 1;
    while let Some(found) = sheet[at..].find(mark) {
        let inside = &sheet[1..at + found];
        at += found + mark.len_utf8();
        let backslashes = inside.len() - inside.trim_end_matches('\\').len();
        if backslashes.is_multiple_of(2) {
            return at;
        }
    }
    sheet.len()
}

/// Returns JSON without whitespace between its tokens.
pub fn json(json: &[u8]) -> Vec<u8> {
    let json = String::from_utf8_lossy(json);
    let mut compact = String::with_capacity(json.len());
    let mut rest = &*json;
    while let Some(begin) = rest.find('"') {
        let (tokens, from) = rest.split_at(begin);
        let (text, after) = from.split_at(text(from, '"'));
        compact.extend(tokens.split_ascii_whitespace());
        compact.push_str(text);
        rest = after;
    }
    compact.extend(rest.split_ascii_whitespace());
    compact.into_bytes()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::assets::Site;

    #[test]
    fn a_style_sheet_loses_only_comments_and_meaningless_whitespace() {
        for (sheet, expected) in [
            (
                "/* Why. */\n\n.a > .b,\n.c .d {\n  top: 0; /* More. */\n}\n",
                ".a>.b,.c .d{top:0;}",
            ),
            (
                "a :hover + b ~ c { margin: 0 -1px }",
                "a :hover + b ~ c{margin:0 -1px}",
            ),
            (
                "a { width: calc(1px + (2em - 3px) * -1) }",
                "a{width:calc(1px + (2em - 3px) * -1)}",
            ),
            (
                "a { color: var(--light, red) var(--dark, blue); --light: ; --c: var(--d, ) }",
                "a{color:var(--light,red) var(--dark,blue);--light: ;--c:var(--d, )}",
            ),
            (
                "a::before { content: \" /* a */ ;  \\\"  \"; background: url( a,  b ) }",
                "a::before{content:\" /* a */ ;  \\\"  \";background:url( a,  b )}",
            ),
            (
                "@media (min-width: 1px) and (hover: none) { .a\\:  b { top: 0 } }",
                "@media (min-width:1px) and (hover:none){.a\\: b{top:0}}",
            ),
            ("a { top: 0 } /* no end", "a{top:0}"),
            ("a { content: 'no end", "a{content:'no end"),
        ] {
            assert_eq!(style(sheet), expected);
        }
    }

    /// Returns the strings, words and punctuation marks of a style sheet. A space is one of them
    /// where it has a meaning between its neighbours: in `a :hover`, `a b` and `1px + (2px)`.
    fn tokens(sheet: &str) -> Vec<String> {
        let mut tokens: Vec<String> = Vec::new();
        let mut letters = sheet.chars().peekable();
        let mut after_word = false;
        while let Some(letter) = letters.next() {
            let mut word = String::from(letter);
            if letter == '/' && letters.peek() == Some(&'*') {
                let mut last = ' ';
                letters.next();
                while let Some(next) = letters.next().filter(|&next| (last, next) != ('*', '/')) {
                    last = next;
                }
                word = " ".to_owned();
            } else if letter == '"' || letter == '\'' {
                while let Some(next) = letters.next() {
                    word.push(next);
                    if next == '\\' {
                        word.extend(letters.next());
                    } else if next == letter {
                        break;
                    }
                }
            }
            if word.trim().is_empty() {
                after_word = false;
                if tokens.last().is_some_and(|last| last != " ") {
                    tokens.push(" ".to_owned());
                }
            } else if word.len() > 1 || "{};:,>()".contains(letter) {
                after_word = false;
                if "{};,>".contains(&word) && tokens.last().is_some_and(|last| last == " ") {
                    tokens.pop();
                }
                tokens.push(word);
            } else if after_word {
                tokens.last_mut().expect("a word").push(letter);
            } else {
                after_word = true;
                tokens.push(word);
            }
        }
        let is_punctuation = |token: &str| token.len() == 1 && "{};:,>".contains(token);
        for at in (1..tokens.len()).rev() {
            if tokens[at] == " " && is_punctuation(&tokens[at - 1]) {
                tokens.remove(at);
            }
        }
        if tokens.last().is_some_and(|last| last == " ") {
            tokens.pop();
        }
        tokens
    }

    fn has_extension(path: &str, extension: &str) -> bool {
        Path::new(path)
            .extension()
            .is_some_and(|of| of == extension)
    }

    #[test]
    fn the_clients_style_sheets_keep_all_their_words_and_marks() {
        assert_ne!(tokens("a :b { c: d }"), tokens("a:b { c: d }"));
        assert_ne!(tokens("a { b: 1 + (2) }"), tokens("a { b: 1 +(2) }"));
        assert_ne!(tokens("a b {}"), tokens("ab {}"));
        let files = super::super::files(&Site::plain());
        let sheets: Vec<_> = files
            .iter()
            .filter(|(path, _)| has_extension(path, "css"))
            .collect();
        assert!(sheets.len() > 30, "{}", sheets.len());
        for (path, sheet) in sheets {
            let sheet = str::from_utf8(sheet).unwrap();
            let compact = style(sheet);
            assert_eq!(tokens(&compact), tokens(sheet), "{path}");
            assert!(compact.len() < sheet.len(), "{path}");
            assert!(!compact.contains("  ") && !compact.contains("/*"), "{path}");
        }
    }

    #[test]
    fn the_clients_texts_keep_all_their_sentences() {
        let files = super::super::files(&Site::plain());
        for (path, texts) in files.iter().filter(|(path, _)| has_extension(path, "json")) {
            let read = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).unwrap();
            let compact = json(texts);
            assert_eq!(read(&compact), read(texts), "{path}");
            assert!(!compact.contains(&b'\n'), "{path}");
        }
    }

    #[test]
    fn json_loses_only_whitespace_between_tokens() {
        let source = b"{\n  \"a b\": \"c \\\" : d\\\\\",\n\n  \"e\": { \"f\": 1 }\n}\n";
        assert_eq!(
            json(source),
            b"{\"a b\":\"c \\\" : d\\\\\",\"e\":{\"f\":1}}"
        );
    }
}
