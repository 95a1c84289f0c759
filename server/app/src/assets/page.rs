//! The pages of the client, and the game files that each of them needs.

/// A page, and the game that it is about.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct Page {
    pub(super) file: &'static str,
    game: Option<(String, Part)>,
}

/// The files of a game that a page needs.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Part {
    /// The texts that the game is talked about with.
    Words,
    /// The board with its texts.
    Board,
    /// The rules page of the game.
    HowTo,
    /// The lessons: the board, and the texts for learners.
    Lessons,
}

const ROOM: &str = "room.html";
const REPLAY: &str = "replay.html";
const SCREEN: &str = "screen.html";
const EMBEDDED_REPLAY: &str = "embedded-replay.html";

impl Page {
    /// The page that verifies a finished game.
    pub const CHECK: Self = Self::plain("check.html");
    /// The page with the player's name and devices.
    pub const YOU: Self = Self::plain("you.html");
    /// The page with the finished games of the player, and with the latest ones of public rooms.
    pub const GAMES: Self = Self::plain("games.html");
    /// The page with the deal of the day of each game.
    pub const TODAY: Self = Self::plain("today.html");
    /// The page with the table of ratings.
    pub const RATINGS: Self = Self::plain("ratings.html");
    /// The page of a person.
    pub const PERSON: Self = Self::plain("person.html");
    /// The page of the operator.
    pub const ADMIN: Self = Self::plain("admin.html");
    /// The page around a document.
    pub const DOCUMENT: Self = Self::plain("docs.html");
    /// The page for a missing file.
    pub const MISSING: Self = Self::plain("not-found.html");

    /// Returns the lobby, which offers a room of that game first.
    pub fn lobby(first: &str) -> Self {
        Self::with("index.html", first, Part::Words)
    }

    /// Returns the room page, with the needed part of the room's game if that game is known.
    pub fn room(game: Option<(&str, Part)>) -> Self {
        match game {
            Some((game, part)) => Self::with(ROOM, game, part),
            None => Self::plain(ROOM),
        }
    }

    /// Returns the page of a replay, with the board of the game if that is known.
    pub fn replay(game: Option<&str>) -> Self {
        Self::of_board(REPLAY, game)
    }

    /// Returns the page that only shows a room, with the board of the game if that is known.
    pub fn screen(game: Option<&str>) -> Self {
        Self::of_board(SCREEN, game)
    }

    /// Returns the page that shows a replay in a frame, with the board of the game if that is
    /// known.
    pub fn embedded_replay(game: Option<&str>) -> Self {
        Self::of_board(EMBEDDED_REPLAY, game)
    }

    /// Returns the rules page of a game.
    pub fn how_to(game: &str) -> Self {
        Self::with("how-to.html", game, Part::HowTo)
    }

    /// Returns the lessons page of a game.
    pub fn lessons(game: &str) -> Self {
        Self::with("learn.html", game, Part::Lessons)
    }

    /// Returns the page with the puzzles of a game.
    pub fn puzzles(game: &str) -> Self {
        Self::with("puzzles.html", game, Part::Board)
    }

    /// Returns a page without files of a game.
    pub(super) const fn plain(file: &'static str) -> Self {
        Self { file, game: None }
    }

    fn of_board(file: &'static str, game: Option<&str>) -> Self {
        match game {
            Some(game) => Self::with(file, game, Part::Board),
            None => Self::plain(file),
        }
    }

    fn with(file: &'static str, game: &str, part: Part) -> Self {
        let game = Some((game.to_owned(), part));
        Self { file, game }
    }

    /// Returns all pages, including those of these games.
    pub(super) fn all<'a>(games: impl IntoIterator<Item = &'a str>) -> Vec<Self> {
        let mut pages = vec![
            Self::room(None),
            Self::replay(None),
            Self::screen(None),
            Self::embedded_replay(None),
            Self::CHECK,
            Self::YOU,
            Self::GAMES,
            Self::TODAY,
            Self::RATINGS,
            Self::PERSON,
            Self::ADMIN,
            Self::DOCUMENT,
            Self::MISSING,
        ];
        for game in games {
            pages.push(Self::lobby(game));
            pages.push(Self::room(Some((game, Part::Words))));
            pages.push(Self::room(Some((game, Part::Board))));
            pages.push(Self::replay(Some(game)));
            pages.push(Self::screen(Some(game)));
            pages.push(Self::embedded_replay(Some(game)));
            pages.push(Self::how_to(game));
            pages.push(Self::lessons(game));
            pages.push(Self::puzzles(game));
        }
        pages
    }

    /// Returns the name of the page without its game.
    pub(super) fn name(&self) -> &'static str {
        self.file.trim_end_matches(".html")
    }

    /// Returns the name of the page with that of its game. It names the page's text file.
    pub(super) fn variant(&self) -> String {
        match &self.game {
            Some((game, _)) if self.shows_table() => format!("{}.{game}.table", self.name()),
            Some((game, _)) => format!("{}.{game}", self.name()),
            None => self.name().to_owned(),
        }
    }

    /// Returns the folder of the game that the page is about, and the part that it needs.
    pub(super) fn game(&self) -> Option<(&str, Part)> {
        self.game
            .as_ref()
            .map(|(game, part)| (game.as_str(), *part))
    }

    /// Returns the modules beside those of a game that the page requests once it runs. A room
    /// without a running game shows its table.
    pub(super) fn modules_later(&self) -> &'static [&'static str] {
        match &self.game {
            Some((_, Part::Words)) if self.file == ROOM => &["room/lobby/parts.js"],
            _ => &[],
        }
    }

    /// Returns whether the page begins with the table of a room, before or after a game.
    pub(super) fn shows_table(&self) -> bool {
        self.file == ROOM && !matches!(self.game, Some((_, Part::Board)))
    }

    /// Returns whether the page shows the games' names.
    pub(super) fn names_games(&self) -> bool {
        ![Self::YOU, Self::DOCUMENT, Self::MISSING].contains(self)
    }
}
