//! Sentences of the client that the server says itself: in previews of links, and in channels elsewhere.

use std::collections::BTreeMap;

use axum::body::Bytes;

/// The sentences of the client that the server needs itself, by their keys.
#[derive(Debug, Default)]
pub struct Sentences(BTreeMap<String, String>);

impl Sentences {
    /// Those of the client's files, by their paths: of all pages, and what the games are called.
    pub fn new(files: &BTreeMap<String, Bytes>, language: &str) -> Self {
        let all = format!("text/{language}.json");
        let about = format!("/text/{language}.about.json");
        let texts = files
            .iter()
            .filter(|(path, _)| **path == all || path.ends_with(&about));
        let read = |bytes: &[u8]| serde_json::from_slice::<serde_json::Map<_, _>>(bytes).ok();
        let sentences = texts.filter_map(|(_, bytes)| read(bytes)).flatten();
        let plain = sentences.filter_map(|(key, said)| Some((key, said.as_str()?.to_owned())));
        Self(plain.collect())
    }

    /// A sentence with its placeholders filled.
    pub fn say(&self, key: &str, values: &[(&str, &str)]) -> String {
        let sentence = self.0.get(key).map_or(key, String::as_str);
        let mut said = String::with_capacity(sentence.len() + 32);
        let mut rest = sentence;
        // What is filled in is not looked at again: a name may hold braces.
        while let Some((before, after)) = rest.split_once('{') {
            said.push_str(before);
            let Some((name, behind)) = after.split_once('}') else {
                rest = after;
                break;
            };
            let value = values.iter().find(|(one, _)| *one == name);
            said.push_str(value.map_or("", |(_, value)| value));
            rest = behind;
        }
        said.push_str(rest);
        said
    }
}
