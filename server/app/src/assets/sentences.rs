//! The client's sentences that the server itself uses: in link previews and in webhook messages.

use std::{borrow::Cow, collections::BTreeMap};

use axum::body::Bytes;
use senda_room::protocol::Name;

/// The client's sentences that the server needs, by their keys.
#[derive(Debug, Default)]
pub struct Sentences(BTreeMap<String, String>);

impl Sentences {
    /// Reads the sentences from the client's files: those of all pages, those of link previews, and
    /// the names of the games.
    pub fn new(files: &BTreeMap<String, Bytes>, language: &str) -> Self {
        let all = format!("text/{language}.json");
        let previews = format!("text/{language}.preview.json");
        let about = format!("/text/{language}.about.json");
        let texts = files
            .iter()
            .filter(|(path, _)| **path == all || **path == previews || path.ends_with(&about));
        let read = |bytes: &[u8]| serde_json::from_slice::<serde_json::Map<_, _>>(bytes).ok();
        let sentences = texts.filter_map(|(_, bytes)| read(bytes)).flatten();
        let plain =
            sentences.filter_map(|(key, sentence)| Some((key, sentence.as_str()?.to_owned())));
        Self(plain.collect())
    }

    /// Returns a sentence without placeholders.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Returns a person's name as readers see it. The name of a person whose data was deleted is in
    /// the language of the sentences. It may have the number that distinguishes several of them.
    pub fn name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        let number = name.strip_prefix(Name::FORGOTTEN).filter(|rest| {
            let digits = rest
                .strip_prefix(" (")
                .and_then(|rest| rest.strip_suffix(')'));
            rest.is_empty() || digits.is_some_and(|digits| digits.parse::<u32>().is_ok())
        });
        let Some((number, word)) = number.zip(self.get("name.forgotten")) else {
            return Cow::Borrowed(name);
        };
        Cow::Owned(format!("{word}{number}"))
    }

    /// Returns a sentence with its placeholders filled. An unknown key is returned as it is.
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        let sentence = self.0.get(key).map_or(key, String::as_str);
        let mut filled = String::with_capacity(sentence.len() + 32);
        let mut rest = sentence;
        // Inserted values are not scanned for placeholders: a name may contain braces.
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let Some((name, behind)) = after.split_once('}') else {
                rest = after;
                break;
            };
            let value = values.iter().find(|(one, _)| *one == name);
            filled.push_str(value.map_or("", |(_, value)| value));
            rest = behind;
        }
        filled.push_str(rest);
        filled
    }
}
