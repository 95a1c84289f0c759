//! Splits packed values into their children.

use crate::part::Part;

/// A packed value, and the recorded index of its parts.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Value<'a> {
    pub text: &'a str,
    pub parts: &'a [Part],
}

impl<'a> Value<'a> {
    /// Returns the children of the value, or `None` if it is a scalar.
    pub fn children(self) -> Option<Children<'a>> {
        let inside = self.text.strip_prefix('[')?.strip_suffix(']')?;
        let digits = inside.bytes().take_while(|&byte| byte != b',').count();
        let (number, rest) = inside.split_at(digits);
        Some(Children {
            number: number.parse().ok()?,
            rest,
            parts: self.parts,
        })
    }
}

/// The remaining children of a list, a map or an object.
#[derive(Copy, Clone)]
pub(crate) struct Children<'a> {
    /// The number at the start of the array: the shape of an object, or `LIST` or `MAP`.
    pub number: i64,
    /// The text of the remaining children, each after a comma.
    pub rest: &'a str,
    /// The remaining children and their parts, if they are recorded.
    parts: &'a [Part],
}

impl<'a> Children<'a> {
    pub fn next(&mut self) -> Option<Value<'a>> {
        let rest = self.rest.strip_prefix(',')?;
        let length = match self.parts.first() {
            Some(part) => part.length as usize,
            None => end(rest.as_bytes()),
        };
        let (text, rest) = rest.split_at(length);
        self.rest = rest;
        let parts = self.next_parts();
        Some(Value { text, parts })
    }

    /// Returns the parts of the next child, and moves on.
    fn next_parts(&mut self) -> &'a [Part] {
        let Some((next, rest)) = self.parts.split_first() else {
            return &[];
        };
        let (parts, rest) = rest.split_at(next.parts as usize);
        self.parts = rest;
        parts
    }

    /// Skips the next child if it equals that value. Returns whether it did.
    pub fn skip(&mut self, value: Value<'_>) -> bool {
        let next = self.rest.strip_prefix(',');
        let after = next.and_then(|rest| rest.strip_prefix(value.text));
        // A number may be the prefix of a longer one.
        let after = after.filter(|after| after.is_empty() || after.starts_with(','));
        if let Some(after) = after {
            self.rest = after;
            self.next_parts();
        }
        after.is_some()
    }
}

/// Returns the length of the packed value at the start of a text.
fn end(text: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => at += string_end(&text[at..]),
            b'[' => {
                depth += 1;
                at += 1;
            }
            b']' => {
                depth -= 1;
                at += 1;
            }
            b',' if depth == 0 => return at,
            _ => at += 1,
        }
    }
    at
}

/// Returns the length of the string at the start of a text.
fn string_end(text: &[u8]) -> usize {
    let mut at = 1;
    loop {
        match text[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value<'_> {
        Value { text, parts: &[] }
    }

    #[test]
    fn finds_the_end_of_a_value_by_its_brackets_and_quotes() {
        for one in [
            "7",
            "-12",
            "null",
            r#""""#,
            r#""a]\",[b""#,
            "[0]",
            r#"[3,"]",[0,[1,2]],"x"]"#,
        ] {
            let list = format!("[0,{one},{one},1]");
            let mut children = value(&list).children().unwrap();
            assert_eq!(children.next().map(|next| next.text), Some(one));
            assert!(children.skip(value(one)));
            assert!(!children.skip(value("12")) && children.skip(value("1")));
            assert!(children.next().is_none());
        }
        let mut longer = value("[0,12]").children().unwrap();
        assert!(!longer.skip(value("1")));
        assert!(value("12").children().is_none() && value(r#""[1]""#).children().is_none());
    }
}
