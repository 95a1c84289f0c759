//! Packed values, taken apart.

use crate::part::Part;

/// A packed value, and those of its parts that are noted.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Value<'a> {
    pub text: &'a str,
    pub parts: &'a [Part],
}

impl<'a> Value<'a> {
    /// `None` if it can hold no others.
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

/// What is in a list, a map or an object, one after the other.
#[derive(Copy, Clone)]
pub(crate) struct Children<'a> {
    /// With which it begins.
    pub number: i64,
    /// Those that come, each after a comma.
    pub rest: &'a str,
    /// They and theirs, where they are noted.
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

    /// The parts of the next one.
    fn next_parts(&mut self) -> &'a [Part] {
        let Some((next, rest)) = self.parts.split_first() else {
            return &[];
        };
        let (parts, rest) = rest.split_at(next.parts as usize);
        self.parts = rest;
        parts
    }

    /// Passes over the next one if it is that value; whether it is.
    pub fn skip(&mut self, value: Value<'_>) -> bool {
        let next = self.rest.strip_prefix(',');
        let after = next.and_then(|rest| rest.strip_prefix(value.text));
        // A number may be the beginning of a longer one.
        let after = after.filter(|after| after.is_empty() || after.starts_with(','));
        if let Some(after) = after {
            self.rest = after;
            self.next_parts();
        }
        after.is_some()
    }
}

/// Where the packed value ends with which a text begins.
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

/// Where the string ends with which a text begins.
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
    fn a_value_ends_where_its_brackets_and_quotes_do() {
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
