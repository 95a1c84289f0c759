//! The figures of a person's finished games: by kind of game, and against each other person.

use senda_room::{PlayerId, Time};

use crate::{ReadError, Store, limits, people::PageId, statement::stored_time};

/// The figures of the games of one kind that a person has finished with a number of seats.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Figures {
    /// The kind of the games, by its name in the protocol.
    pub game: String,
    /// The number of seats.
    pub seats: u32,
    /// The number of games.
    pub games: u32,
    /// The number of games in which the person had the first place, or shared it.
    pub won: u32,
}

/// A person with whom a player has finished games.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Opponent {
    /// The person.
    pub player: PlayerId,
    /// The name of the person in the last of these games.
    pub name: String,
    /// The page of the person, if they want one.
    pub page: Option<PageId>,
    /// The number of games.
    pub games: u32,
    /// The number of games in which the player had a better place than the person.
    pub won: u32,
    /// The number of games in which the person had a better place than the player.
    pub lost: u32,
    /// The time of the end of the last game.
    pub last: Time,
}

type OpponentRow = (String, Option<String>, Option<String>, i64, i64, i64, i64);

impl Store {
    /// Returns the figures of a person's finished games.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn figures(&self, player: PlayerId) -> Result<Vec<Figures>, ReadError> {
        let figures = "select game, seats, count(*),
                cast(sum(case when place = 1 then 1 else 0 end) as bigint)
            from played where player = $1 group by game, seats order by game, seats";
        let rows: Vec<(String, i64, i64, i64)> = self.database.all(figures, player).await?;
        let figures = rows.into_iter().map(|(game, seats, games, won)| Figures {
            game,
            seats: count(seats),
            games: count(games),
            won: count(won),
        });
        Ok(figures.collect())
    }

    /// Returns the people with whom a player has finished the most games.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn opponents(&self, player: PlayerId) -> Result<Vec<Opponent>, ReadError> {
        let opponents = "select met.player,
                (select finished_place.name from played as latest
                 join finished_place on finished_place.room = latest.room
                    and finished_place.round = latest.round and finished_place.player = met.player
                 where latest.player = met.player and latest.ended_at = met.last limit 1),
                public_page.id, met.games, met.won, met.lost, met.last
            from (select other.player, count(*) as games,
                    cast(sum(case when own.place < other.place then 1 else 0 end) as bigint) as won,
                    cast(sum(case when own.place > other.place then 1 else 0 end) as bigint) as lost,
                    max(own.ended_at) as last
                from played as own join played as other
                on other.game_id = own.game_id and other.player <> own.player
                where own.player = $1 group by other.player
                order by 2 desc, 5 desc, 1 limit $2) as met
            left join public_page on public_page.player = met.player
            order by met.games desc, met.last desc, met.player";
        let rows: Vec<OpponentRow> = self
            .database
            .all(opponents, (player, limits::OPPONENTS))
            .await?;
        let opponents = rows.into_iter().filter_map(|row| {
            let (player, name, page, games, won, lost, ended_at) = row;
            Some(Opponent {
                player: player.parse().map(PlayerId).ok()?,
                name: name?,
                page: page.and_then(|page| page.parse().ok()),
                games: count(games),
                won: count(won),
                lost: count(lost),
                last: stored_time(ended_at),
            })
        });
        Ok(opponents.collect())
    }

    /// Returns everyone with whom a player has finished a game.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn people_met(&self, player: PlayerId) -> Result<Vec<PlayerId>, ReadError> {
        let met = "select distinct other.player from played as own join played as other
            on other.game_id = own.game_id and other.player <> own.player
            where own.player = $1";
        let met: Vec<(String,)> = self.database.all(met, player).await?;
        let met = met.iter().filter_map(|(id,)| id.parse().ok());
        Ok(met.map(PlayerId).collect())
    }
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}
