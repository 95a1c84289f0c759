//! The pages of people, which exist only for those who want one.

use senda_room::{PlayerId, Time, protocol::Name};

use crate::{
    ReadError, Store,
    log::NotStored,
    process::random_id::random_id,
    statement::{Statements, stored_time, whole},
};

random_id!(
    /// The id of a person's page. It leads to the person through the database alone, and it is
    /// drawn again if they remove the page and want another one.
    PageId,
    NotAPage,
    "PageId",
    "The id of a person's page, as in the link to it."
);

/// The parts of their page that a player wants.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct PageChoice {
    /// The id of the page if there is none yet.
    pub id: PageId,
    /// Whether the page lists games of public rooms.
    pub games: bool,
    /// Whether the page and the table of the server show the ratings.
    pub ratings: bool,
}

/// The choice of a player who wants a page.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct OwnPage {
    /// The id of the page.
    pub id: PageId,
    /// Whether the page lists games of public rooms.
    pub games: bool,
    /// Whether the page and the table of the server show the ratings.
    pub ratings: bool,
    /// The time since which there is the page.
    pub since: Time,
}

/// The page of a person.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PublicPage {
    /// The person.
    pub player: PlayerId,
    /// The name that they chose last.
    pub name: Name,
    /// Whether the page lists games of public rooms.
    pub games: bool,
    /// Whether the page shows the ratings.
    pub ratings: bool,
}

impl Store {
    /// Returns the page that a player wants; `None` if they want none.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn own_page(&self, player: PlayerId) -> Result<Option<OwnPage>, ReadError> {
        let page = "select id, games, ratings, created_at from public_page where player = $1";
        let page: Option<(String, i64, i64, i64)> = self.database.first(page, player).await?;
        Ok(page.and_then(|(id, games, ratings, since)| {
            Some(OwnPage {
                id: id.parse().ok()?,
                games: games != 0,
                ratings: ratings != 0,
                since: stored_time(since),
            })
        }))
    }

    /// Returns the page with that id; `None` if there is none.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn public_page(&self, id: PageId) -> Result<Option<PublicPage>, ReadError> {
        let page =
            "select player.id, player.name, public_page.games, public_page.ratings from public_page
            join player on player.id = public_page.player where public_page.id = $1";
        let page: Option<(String, String, i64, i64)> =
            self.database.first(page, id.to_string()).await?;
        Ok(page.and_then(|(player, name, games, ratings)| {
            Some(PublicPage {
                player: player.parse().map(PlayerId).ok()?,
                name: Name::stored(&name).ok()?,
                games: games != 0,
                ratings: ratings != 0,
            })
        }))
    }
}

impl Statements {
    /// Changes whether a player has a page. A page that is there already keeps its id. A player who
    /// was forgotten meanwhile gets none.
    pub(super) fn page(
        &mut self,
        player: PlayerId,
        page: Option<PageChoice>,
        at: Time,
    ) -> Result<(), NotStored> {
        match page {
            Some(PageChoice { id, games, ratings }) => self.add(
                "insert into public_page (id, player, created_at, games, ratings)
                 select $1, id, $3, $4, $5 from player where id = $2
                 on conflict (player) do update set games = excluded.games,
                    ratings = excluded.ratings",
                (id.to_string(), player, whole(at.0)?, games, ratings),
            ),
            None => self.add("delete from public_page where player = $1", player),
        }
        Ok(())
    }
}
