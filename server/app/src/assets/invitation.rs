//! Builds the preview data of a room's link. Chat programs read it from the head of the page.

use std::fmt::Write;

use super::sentences::Sentences;

/// The data of a room that every client with its link may see.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Invitation {
    /// The game, by its word in the protocol.
    pub game: String,
    /// Whether a game is running.
    pub playing: bool,
    /// The host and the number of players, if they are available at once.
    pub who: Option<Who>,
    /// The beginning of the server's links, such as `https://senda.example`; `None` if it is not
    /// known.
    pub origin: Option<String>,
    /// The path of the room.
    pub path: String,
}

/// The host and the number of players of a room.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Who {
    /// The name of the host.
    pub host: String,
    /// The number of seats that are occupied.
    pub seated: usize,
    /// The number of seats that the room has.
    pub seats: u8,
}

/// The size of the preview pictures in pixels, as chat programs prefer it.
const PICTURE: (u32, u32) = (1_200, 630);

impl Invitation {
    /// Returns the elements for the head of the page. The picture is one of those in that folder of
    /// files.
    pub fn head(&self, sentences: &Sentences, folder: &str) -> String {
        let game = sentences.fill(&format!("game.{}", self.game), &[]);
        let host = self.who.as_ref().map_or("", |who| &*who.host);
        let count = |number: usize| number.to_string();
        let taken = count(self.who.as_ref().map_or(0, |who| who.seated));
        let seats = count(self.who.as_ref().map_or(0, |who| who.seats.into()));
        let values = [
            ("host", host),
            ("game", &*game),
            ("taken", &*taken),
            ("seats", &*seats),
        ];
        let (title, description) = match (&self.who, self.playing) {
            (Some(_), false) => ("preview.invites", "preview.seats"),
            (Some(_), true) => ("preview.plays", "preview.watch"),
            (None, false) => ("preview.come", "preview.open"),
            (None, true) => ("preview.runs", "preview.watch"),
        };
        let title = sentences.fill(title, &values);
        let description = sentences.fill(description, &values);
        let mut head = String::with_capacity(1_024);
        let mut tag = |kind: &str, name: &str, content: &str| {
            writeln!(
                head,
                "  <meta {kind}=\"{name}\" content=\"{}\">",
                escaped(content)
            )
            .expect("memory takes all");
        };
        tag("name", "description", &description);
        tag("property", "og:site_name", &sentences.fill("senda", &[]));
        tag("property", "og:type", "website");
        tag("property", "og:title", &title);
        tag("property", "og:description", &description);
        // Both the link and the picture must be absolute addresses.
        if let Some(origin) = &self.origin {
            let (width, height) = PICTURE;
            let picture = format!("{origin}{folder}games/{}/preview.png", self.game);
            tag("property", "og:url", &format!("{origin}{}", self.path));
            tag("property", "og:image", &picture);
            tag("property", "og:image:width", &width.to_string());
            tag("property", "og:image:height", &height.to_string());
            let alt = sentences.fill("preview.picture", &values);
            tag("property", "og:image:alt", &alt);
            tag("name", "twitter:card", "summary_large_image");
        }
        head
    }
}

/// Escapes a text for use as the value of an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use axum::body::Bytes;

    use super::*;

    fn sentences() -> Sentences {
        let mut files = BTreeMap::new();
        for (path, text) in [
            (
                "text/en.json",
                r#"{"senda": "Senda", "preview.invites": "{host} invites you to {game}",
                    "preview.seats": "{taken} of {seats}", "plural": {"one": "?"}}"#,
            ),
            ("games/it/text/en.about.json", r#"{"game.it": "It"}"#),
        ] {
            files.insert(path.to_owned(), Bytes::from_static(text.as_bytes()));
        }
        Sentences::new(&files, "en")
    }

    fn invitation(host: &str) -> Invitation {
        Invitation {
            game: "it".to_owned(),
            playing: false,
            who: Some(Who {
                host: host.to_owned(),
                seated: 2,
                seats: 8,
            }),
            origin: Some("https://senda.example".to_owned()),
            path: "/r/abc".to_owned(),
        }
    }

    #[test]
    fn a_preview_names_the_host_and_the_game() {
        let head = invitation("Anna").head(&sentences(), "/a/1/");
        for tag in [
            "<meta property=\"og:title\" content=\"Anna invites you to It\">",
            "<meta property=\"og:description\" content=\"2 of 8\">",
            "<meta property=\"og:image\" content=\"https://senda.example/a/1/games/it/preview.png\">",
            "<meta property=\"og:url\" content=\"https://senda.example/r/abc\">",
        ] {
            assert!(head.contains(tag), "{tag} in {head}");
        }
    }

    #[test]
    fn escapes_names() {
        let head = invitation("\"><script>{game}").head(&sentences(), "/a/1/");
        let title = "content=\"&quot;&gt;&lt;script&gt;{game} invites you to It\"";
        assert!(head.contains(title), "{head}");
        assert_eq!(head.matches('<').count(), head.lines().count());
    }

    #[test]
    fn without_an_origin_there_is_no_picture() {
        let nowhere = Invitation {
            origin: None,
            ..invitation("Anna")
        };
        let head = nowhere.head(&sentences(), "/a/1/");
        assert!(head.contains("og:title") && !head.contains("og:image"));
    }
}
