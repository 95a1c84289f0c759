//! The operator's name for the site, in the files of the client.

use super::super::preview::escaped;
use crate::settings::SiteName;

/// The name that the files of the client contain.
const DEFAULT: &str = "Senda";
/// A colon after a word, which has a narrow or a wide space before it in French.
const COLONS: [&str; 3] = [":", "\u{a0}:", "\u{202f}:"];

/// Returns a page that has the name of the site as its title until its scripts choose one.
pub fn titled(page: &str, name: &SiteName) -> String {
    let title = format!("<title>{}</title>", escaped(&name.to_string()));
    page.replacen(&format!("<title>{DEFAULT}</title>"), &title, 1)
}

/// Returns a file of texts in which the name of the site, and the titles that begin or end with it,
/// have the operator's name. Sentences about the program keep its own name.
pub fn named_texts(texts: &str, name: &SiteName) -> String {
    let quoted = serde_json::Value::from(name.to_string()).to_string();
    let (begin, end) = (&quoted[..quoted.len() - 1], &quoted[1..]);
    let texts = texts
        .replace(
            &format!("\"senda\": \"{DEFAULT}\""),
            &format!("\"senda\": {quoted}"),
        )
        .replace(&format!(" - {DEFAULT}\""), &format!(" - {end}"));
    COLONS.iter().fold(texts, |texts, colon| {
        texts.replace(
            &format!(": \"{DEFAULT}{colon}"),
            &format!(": {begin}{colon}"),
        )
    })
}

/// Returns the manifest of the app with the name of the site.
pub fn named_app(manifest: &str, name: &SiteName) -> String {
    let quoted = serde_json::Value::from(name.to_string()).to_string();
    manifest.replace(
        &format!("name\": \"{DEFAULT}\""),
        &format!("name\": {quoted}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_quoted_as_each_file_needs_it() {
        let name: SiteName = "Zoe & \"Co\"".parse().unwrap();
        assert_eq!(
            titled("<title>Senda</title>", &name),
            "<title>Zoe &amp; &quot;Co&quot;</title>"
        );
        assert_eq!(
            named_texts(
                r#"{"senda": "Senda", "title.room": "{host}'s room - Senda", "title.lobby": "Senda: games", "of": "Senda needs a cookie"}"#,
                &name
            ),
            r#"{"senda": "Zoe & \"Co\"", "title.room": "{host}'s room - Zoe & \"Co\"", "title.lobby": "Zoe & \"Co\": games", "of": "Senda needs a cookie"}"#
        );
        assert_eq!(
            named_app(r#"{"name": "Senda", "short_name": "Senda"}"#, &name),
            r#"{"name": "Zoe & \"Co\"", "short_name": "Zoe & \"Co\""}"#
        );
    }
}
