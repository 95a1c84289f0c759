//! Which pages there are, and of which game each asks for what.

/// A page as somebody comes to it.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct Page {
    file: &'static str,
    game: Option<(String, Part)>,
}

/// What a page needs of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Part {
    /// What it is spoken of in.
    Words,
    /// All that shows it, with the words.
    Board,
    /// All that tells how it is played.
    HowTo,
    /// All that teaches it: the board, and what is said to those who learn it.
    Lessons,
}

const LOBBY: &str = "index.html";
const ROOM: &str = "room.html";
const CHECK: &str = "check.html";
const HOW_TO: &str = "how-to.html";
const LEARN: &str = "learn.html";
const YOU: &str = "you.html";
const MISSING: &str = "not-found.html";

impl Page {
    /// The lobby, where a room of that game is offered first.
    pub fn lobby(first: &str) -> Self {
        Self::with(LOBBY, first, Part::Words)
    }

    /// A room, of whose game that is known.
    pub fn room(game: Option<(&str, Part)>) -> Self {
        match game {
            Some((game, part)) => Self::with(ROOM, game, part),
            None => Self::plain(ROOM),
        }
    }

    /// Where a finished game is checked.
    pub fn check() -> Self {
        Self::plain(CHECK)
    }

    /// How a game is played.
    pub fn how_to(game: &str) -> Self {
        Self::with(HOW_TO, game, Part::HowTo)
    }

    /// Where a game is learnt by playing it.
    pub fn lessons(game: &str) -> Self {
        Self::with(LEARN, game, Part::Lessons)
    }

    /// One's name and devices.
    pub fn you() -> Self {
        Self::plain(YOU)
    }

    /// That there is nothing here.
    pub fn missing() -> Self {
        Self::plain(MISSING)
    }

    fn plain(file: &'static str) -> Self {
        Self { file, game: None }
    }

    fn with(file: &'static str, game: &str, part: Part) -> Self {
        let game = Some((game.to_owned(), part));
        Self { file, game }
    }

    /// All that there are, with those of these games.
    pub(super) fn all<'a>(games: impl IntoIterator<Item = &'a str>) -> Vec<Self> {
        let mut pages = vec![
            Self::room(None),
            Self::check(),
            Self::you(),
            Self::missing(),
        ];
        for game in games {
            pages.push(Self::lobby(game));
            pages.push(Self::room(Some((game, Part::Words))));
            pages.push(Self::room(Some((game, Part::Board))));
            pages.push(Self::how_to(game));
            pages.push(Self::lessons(game));
        }
        pages
    }

    /// The same page before anything is known of a game.
    pub(super) fn of_no_game(&self) -> Self {
        Self::plain(self.file)
    }

    /// The file in which it is written.
    pub(super) fn file(&self) -> &'static str {
        self.file
    }

    /// What it is called, whatever it needs of games.
    pub(super) fn name(&self) -> &'static str {
        self.file.trim_end_matches(".html")
    }

    /// Its name and that of its game: what is made for it by text.
    pub(super) fn variant(&self) -> String {
        match &self.game {
            Some((game, _)) => format!("{}.{game}", self.name()),
            None => self.name().to_owned(),
        }
    }

    /// The folder of the game that it is about, and what it needs of it.
    pub(super) fn game(&self) -> Option<(&str, Part)> {
        self.game
            .as_ref()
            .map(|(game, part)| (game.as_str(), *part))
    }

    /// Whether the games are named on it.
    pub(super) fn names_games(&self) -> bool {
        !matches!(self.file, YOU | MISSING)
    }
}
