//! Builds the preview data of links to rooms and to other pages. Chat programs read it from the
//! head of the page.

use std::fmt::Write;

use super::sentences::Sentences;

/// The preview data of a link.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Preview {
    /// The subject of the page.
    pub subject: Subject,
    /// The game that the page is about or shows first, by its word in the protocol.
    pub game: String,
    /// The beginning of the server's links, such as `https://senda.example`; `None` if it is not
    /// known.
    pub origin: Option<String>,
    /// The path of the page.
    pub path: String,
}

/// The subject of a page.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Subject {
    /// A room.
    Room {
        /// Whether a game is running.
        playing: bool,
        /// The host and the number of players, if they are available at once.
        who: Option<Who>,
    },
    /// The replay of a finished game.
    Replay {
        /// The names of the players in the order of their places.
        players: Vec<String>,
    },
    /// Senda or one of its games, with the text keys of the title and of the description.
    Page(PreviewKeys),
}

/// The host and the number of players of a room, which every client with its link may see.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Who {
    /// The name of the host.
    pub host: String,
    /// The number of seats that are occupied.
    pub seated: usize,
    /// The number of seats that the room has.
    pub seats: u8,
    /// Whether the host has locked the room.
    pub locked: bool,
    /// Whether games have no spectators.
    pub no_spectators: bool,
}

/// The text keys of the title and of the description of a link.
pub type PreviewKeys = (&'static str, &'static str);

/// The size of the preview pictures in pixels, as chat programs prefer it.
const PICTURE: (u32, u32) = (1_200, 630);

impl Subject {
    /// The front page.
    pub const SENDA: Self = Self::Page(("preview.senda.title", "preview.senda.body"));
    /// The rules page of a game.
    pub const HOW_TO: Self = Self::Page(("preview.how.title", "preview.how.body"));
    /// The lessons of a game.
    pub const LESSONS: Self = Self::Page(("preview.learn.title", "preview.learn.body"));
    /// The puzzles of a game.
    pub const PUZZLES: Self = Self::Page(("preview.puzzles.title", "preview.puzzles.body"));

    /// Returns the text keys of the title and of the description. Those of a room promise no more
    /// than the reader finds: a seat only if one is free, and a view only if spectators may come
    /// in.
    fn keys(&self) -> PreviewKeys {
        let (playing, who) = match self {
            Self::Page(keys) => return *keys,
            Self::Replay { .. } => return ("preview.replay", "preview.replayed"),
            Self::Room {
                playing: true,
                who: None,
            } => return ("preview.runs", "preview.running"),
            Self::Room {
                playing: false,
                who: None,
            } => return ("preview.runs", "preview.open"),
            Self::Room {
                playing,
                who: Some(who),
            } => (*playing, who),
        };
        let is_full = who.seated >= usize::from(who.seats);
        let title = match (playing, who.locked || is_full) {
            (true, _) => "preview.plays",
            (false, true) => "preview.hosts",
            (false, false) => "preview.invites",
        };
        let description = match (playing, who.locked, who.no_spectators) {
            (_, true, _) => "preview.locked",
            (true, _, true) => "preview.players_only",
            (true, _, false) => "preview.watch",
            (false, _, true) if is_full => "preview.full_players_only",
            (false, _, false) if is_full => "preview.full",
            (false, ..) => "preview.seats",
        };
        (title, description)
    }
}

impl Preview {
    /// Returns the elements for the head of the page. The picture is one of those in that folder of
    /// files. A page that is not about a room names its address in each language, for search
    /// engines.
    pub fn head(&self, sentences: &Sentences, folder: &str, languages: &[String]) -> String {
        let nobody = Who::default();
        let who = match &self.subject {
            Subject::Room { who, .. } => who.as_ref().unwrap_or(&nobody),
            Subject::Page(_) | Subject::Replay { .. } => &nobody,
        };
        let players = match &self.subject {
            Subject::Replay { players } => players.as_slice(),
            Subject::Room { .. } | Subject::Page(_) => &[],
        };
        let players: Vec<_> = players.iter().map(|name| sentences.name(name)).collect();
        let game = sentences.fill(&format!("game.{}", self.game), &[]);
        let values = [
            ("host", &*sentences.name(&who.host)),
            ("game", &*game),
            ("players", &*players.join(", ")),
            ("taken", &*who.seated.to_string()),
            ("seats", &*who.seats.to_string()),
        ];
        let (title, description) = self.subject.keys();
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
        tag("property", "og:title", &sentences.fill(title, &values));
        tag("property", "og:description", &description);
        // Both the link and the picture must be absolute addresses.
        if let Some(origin) = &self.origin {
            let (width, height) = PICTURE;
            let picture = format!("{origin}{folder}games/{}/preview.png", self.game);
            tag("property", "og:url", &format!("{origin}{}", self.path));
            tag("property", "og:image", &picture);
            tag("property", "og:image:width", &width.to_string());
            tag("property", "og:image:height", &height.to_string());
            let alt = sentences.fill("preview.picture", &[("game", &*game)]);
            tag("property", "og:image:alt", &alt);
            tag("name", "twitter:card", "summary_large_image");
        }
        if let (Subject::Page(_), Some(origin)) = (&self.subject, &self.origin) {
            head.extend(self.alternates(origin, languages));
        }
        head
    }

    fn alternates(&self, origin: &str, languages: &[String]) -> impl Iterator<Item = String> {
        let link = move |language: &str, query: &str| {
            let address = escaped(&format!("{origin}{}{query}", self.path));
            format!("  <link rel=\"alternate\" hreflang=\"{language}\" href=\"{address}\">\n")
        };
        let each = languages
            .iter()
            .map(move |language| link(language, &format!("?lang={language}")));
        each.chain([link("x-default", "")])
    }
}

/// Escapes a text for use as the value of an attribute.
pub fn escaped(text: &str) -> String {
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
                r#"{"senda": "Senda", "name.forgotten": "Quelqu’un", "preview.invites": "{host} invites you to {game}",
                    "preview.seats": "{taken} of {seats}",
                    "preview.replay": "{game}: {players}", "plural": {"one": "?"}}"#,
            ),
            ("games/it/text/en.about.json", r#"{"game.it": "It"}"#),
        ] {
            files.insert(path.to_owned(), Bytes::from_static(text.as_bytes()));
        }
        Sentences::new(&files, "en")
    }

    fn who(host: &str) -> Who {
        Who {
            host: host.to_owned(),
            seated: 2,
            seats: 8,
            locked: false,
            no_spectators: false,
        }
    }

    fn invitation(host: &str) -> Preview {
        Preview {
            subject: Subject::Room {
                playing: false,
                who: Some(who(host)),
            },
            game: "it".to_owned(),
            origin: Some("https://senda.example".to_owned()),
            path: "/r/abc".to_owned(),
        }
    }

    #[test]
    fn a_preview_names_the_host_and_the_game() {
        let head = invitation("Anna").head(&sentences(), "/a/1/", &[]);
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
    fn a_host_whose_data_was_deleted_has_a_name_in_the_language_of_the_reader() {
        for (host, shown) in [
            ("Someone", "Quelqu’un"),
            ("Someone (2)", "Quelqu’un (2)"),
            ("Someone (else)", "Someone (else)"),
            ("Someone else", "Someone else"),
        ] {
            let head = invitation(host).head(&sentences(), "/a/1/", &[]);
            let title = format!("\"{shown} invites you to It\"");
            assert!(head.contains(&title), "{title} in {head}");
        }
    }

    #[test]
    fn a_preview_promises_no_seat_that_is_taken_and_no_view_that_is_closed() {
        let keys = |playing: bool, change: fn(&mut Who)| {
            let mut who = who("Anna");
            change(&mut who);
            let who = Some(who);
            Subject::Room { playing, who }.keys()
        };
        assert_eq!(
            keys(false, |_| {}),
            ("preview.invites", "preview.seats"),
            "a seat is free"
        );
        let full = |who: &mut Who| who.seated = 8;
        assert_eq!(keys(false, full), ("preview.hosts", "preview.full"));
        let locked = |who: &mut Who| who.locked = true;
        assert_eq!(keys(false, locked), ("preview.hosts", "preview.locked"));
        assert_eq!(keys(true, locked), ("preview.plays", "preview.locked"));
        let closed = |who: &mut Who| (who.seated, who.no_spectators) = (8, true);
        assert_eq!(
            keys(false, closed),
            ("preview.hosts", "preview.full_players_only")
        );
        assert_eq!(
            keys(true, closed),
            ("preview.plays", "preview.players_only")
        );
        assert_eq!(keys(true, full), ("preview.plays", "preview.watch"));
        let unknown = Subject::Room {
            playing: false,
            who: None,
        };
        assert_eq!(unknown.keys(), ("preview.runs", "preview.open"));
    }

    #[test]
    fn the_preview_of_a_replay_names_its_players() {
        let players = vec!["Anna".to_owned(), "Someone".to_owned()];
        let replay = Preview {
            subject: Subject::Replay { players },
            path: "/g/0123".to_owned(),
            ..invitation("Anna")
        };
        let head = replay.head(&sentences(), "/a/1/", &["en".to_owned()]);
        let title = "<meta property=\"og:title\" content=\"It: Anna, Quelqu’un\">";
        assert!(head.contains(title), "{head}");
        assert!(!head.contains("alternate"), "it is not for search engines");
    }

    #[test]
    fn escapes_names() {
        let head = invitation("\"><script>{game}").head(&sentences(), "/a/1/", &[]);
        let title = "content=\"&quot;&gt;&lt;script&gt;{game} invites you to It\"";
        assert!(head.contains(title), "{head}");
        assert_eq!(head.matches('<').count(), head.lines().count());
    }

    #[test]
    fn without_an_origin_there_is_no_picture() {
        let nowhere = Preview {
            origin: None,
            ..invitation("Anna")
        };
        let head = nowhere.head(&sentences(), "/a/1/", &[]);
        assert!(head.contains("og:title") && !head.contains("og:image"));
    }
}
