//! Chooses the language of a page among those that the client has texts in.

use axum::http::{HeaderMap, header};

use super::module::Files;

/// The language that texts are written in first. A reader who accepts none of the languages gets
/// this one.
pub const SOURCE: &str = "en";

/// The maximum number of entries of an `Accept-Language` header that are read. Browsers send fewer
/// than ten.
const ENTRIES: usize = 32;

/// The parts of a request that determine the language of the answer.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    /// The headers of the request.
    pub headers: HeaderMap,
    /// The language that the reader has chosen.
    pub chosen: Option<String>,
    /// The language that the address names, for links to a page in a certain language.
    pub named: Option<String>,
}

impl Reader {
    /// Creates a reader of a language.
    pub fn of(language: &str) -> Self {
        Self {
            named: Some(language.to_owned()),
            ..Self::default()
        }
    }

    /// Returns the language for the reader: that of the address, the chosen one, or the accepted
    /// one of the highest quality.
    pub fn language<'a>(&self, available: &'a [String]) -> &'a str {
        let known = |wish: &str| available.iter().find(|one| is_of(wish, one));
        let explicit = [self.named.as_deref(), self.chosen.as_deref()];
        let mut wishes = explicit
            .into_iter()
            .flatten()
            .chain(accepted(&self.headers));
        wishes.find_map(known).map_or(SOURCE, String::as_str)
    }
}

/// Returns the languages of the client, that of the source first.
pub fn available(files: &Files) -> Vec<String> {
    let others = files.keys().filter_map(|path| of_texts(path));
    let mut languages: Vec<String> = others.filter(|language| language != SOURCE).collect();
    languages.sort();
    languages.insert(0, SOURCE.to_owned());
    languages
}

/// Returns the language of a file with the texts that all pages need.
fn of_texts(path: &str) -> Option<String> {
    let language = path.strip_prefix("text/")?.strip_suffix(".json")?;
    (!language.contains('.')).then(|| language.to_owned())
}

/// Returns whether a language tag, such as `pt-BR`, is of that language.
fn is_of(tag: &str, language: &str) -> bool {
    let (primary, _) = tag.split_once('-').unwrap_or((tag, ""));
    primary.eq_ignore_ascii_case(language)
}

/// Returns the language tags that a request accepts, the preferred ones first.
fn accepted(headers: &HeaderMap) -> Vec<&str> {
    let mut tags: Vec<(f32, &str)> = headers
        .get_all(header::ACCEPT_LANGUAGE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .take(ENTRIES)
        .map(|entry| {
            let (tag, quality) = entry.split_once(';').unwrap_or((entry, ""));
            let quality = quality.trim().strip_prefix("q=").unwrap_or("1");
            (quality.parse().unwrap_or(0.0), tag.trim())
        })
        .filter(|(quality, _)| *quality > 0.0)
        .collect();
    tags.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    tags.into_iter().map(|(_, tag)| tag).collect()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn reader(accepts: &'static str, chosen: Option<&str>, named: Option<&str>) -> Reader {
        let headers = [(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accepts))];
        Reader {
            headers: HeaderMap::from_iter(headers),
            chosen: chosen.map(str::to_owned),
            named: named.map(str::to_owned),
        }
    }

    #[test]
    fn the_preferred_language_that_exists_is_chosen() {
        let available = ["en", "fr", "it", "pt"].map(str::to_owned);
        for (accepts, language) in [
            ("", "en"),
            ("de", "en"),
            ("de-AT, fr-CH;q=0.8, en;q=0.7", "fr"),
            ("en;q=0.5, it;q=0.9", "it"),
            ("PT-br", "pt"),
            ("pt_BR", "en"),
            ("fr;q=0, it;q=0.1", "it"),
            ("fr;q=much, it;q=NaN, pt;q=0.2", "pt"),
            ("*", "en"),
            (",;,;;q=,fr", "fr"),
        ] {
            let reader = reader(accepts, None, None);
            assert_eq!(reader.language(&available), language, "{accepts}");
        }
    }

    #[test]
    fn a_choice_is_stronger_than_the_browser_and_an_address_is_stronger_still() {
        let available = ["en", "fr", "it", "pt"].map(str::to_owned);
        let language = |named| {
            let reader = reader("fr", Some("it"), named);
            reader.language(&available).to_owned()
        };
        assert_eq!(language(None), "it");
        assert_eq!(language(Some("pt")), "pt");
        assert_eq!(language(Some("xx")), "it");
        let unknown = reader("fr", Some("../en"), None);
        assert_eq!(unknown.language(&available), "fr");
    }

    #[test]
    fn a_language_is_available_with_its_file_for_all_pages() {
        let files = [
            "text/pt.json",
            "text/en.json",
            "text/en.preview.json",
            "you/text/xx.json",
        ];
        let files: Files = files
            .map(|path| (path.to_owned(), [].as_slice().into()))
            .into();
        assert_eq!(available(&files), ["en", "pt"]);
    }
}
