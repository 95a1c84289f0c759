//! The search for people, for the operator of the server.

use senda_room::{PlayerId, Time};

use crate::{ReadError, Store, limits, statement::stored_time};

/// A player, as the operator finds them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FoundPerson {
    /// The id of the player.
    pub player: PlayerId,
    /// The name that the player chose last.
    pub name: String,
    /// The time of the first visit.
    pub since: Time,
    /// The time of the last visit, to the day.
    pub seen: Option<Time>,
    /// The number of rooms in which the player has or had a seat.
    pub rooms: u32,
}

type Row = (String, String, i64, Option<i64>, i64);

impl Store {
    /// Returns some of the players whose name contains a text or whose id begins with it, those
    /// seen last first.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn find_people(&self, text: &str) -> Result<Vec<FoundPerson>, ReadError> {
        // SQLite knows the capitals of English alone, so the text is also searched for as it is.
        let people = "select id, name, created_at, seen_at,
                (select count(*) from member where member.player = player.id)
            from player where name like $1 escape '!' or lower(name) like $2 escape '!'
                or id like $3 escape '!'
            order by coalesce(seen_at, 0) desc, id limit $4";
        let escaped = escaped(text);
        let (name, lower) = (
            format!("%{escaped}%"),
            format!("%{}%", escaped.to_lowercase()),
        );
        let id = format!("{}%", escaped.to_lowercase());
        let parameters = (name, lower, id, limits::PEOPLE_FOUND);
        let rows: Vec<Row> = self.database.all(people, parameters).await?;
        Ok(rows.into_iter().filter_map(found).collect())
    }

    /// Returns a player by their id.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn found_person(&self, player: PlayerId) -> Result<Option<FoundPerson>, ReadError> {
        let person = "select id, name, created_at, seen_at,
                (select count(*) from member where member.player = player.id)
            from player where id = $1";
        let row: Option<Row> = self.database.first(person, player).await?;
        Ok(row.and_then(found))
    }
}

/// Returns the person of a row, or `None` for an invalid id, which this program has not written.
fn found((id, name, since, seen, rooms): Row) -> Option<FoundPerson> {
    Some(FoundPerson {
        player: id.parse().ok().map(PlayerId)?,
        name,
        since: stored_time(since),
        seen: seen.map(stored_time),
        rooms: u32::try_from(rooms).unwrap_or(u32::MAX),
    })
}

/// Returns a text whose characters have no special meaning in a pattern.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '%' | '_' | '!') {
            escaped.push('!');
        }
        escaped.push(character);
    }
    escaped
}
