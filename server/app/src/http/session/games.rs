//! A player's own finished games: `/api/session/games`, and their figures against each person they
//! have played with: `/api/session/opponents`.

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
};
use senda_room::{PlayerId, Time};
use senda_store::{GameFilter, Opponent, PageId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    app::App,
    http::{
        games::{
            kind,
            lists::{GameList, position},
        },
        problem::Problem,
        request::{Client, Known},
    },
    limits,
};

/// The query of a player's own list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct OwnQuery {
    /// The kind of the games.
    game: Option<String>,
    /// Whether only the games that the player has won are listed.
    #[serde(default)]
    won: bool,
    /// The words for people who played as well, separated by commas.
    with: Option<String>,
    /// The position in the list.
    after: Option<String>,
}

/// The people with whom the requesting player has finished games.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Opponents {
    /// The people, those with the most games first.
    people: Vec<OpponentFigures>,
}

/// The figures of the requesting player against another person.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct OpponentFigures {
    /// The word for the person in this player's list, as for its filter.
    with: String,
    /// The name of the person in the last of these games.
    name: String,
    /// The id of the person's page, if they want one.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<PageId>,
    /// The number of games that both have finished.
    games: u32,
    /// The number of games in which the requesting player had the better place.
    won: u32,
    /// The number of games in which the other person had the better place.
    lost: u32,
    /// The time of the end of the last game in milliseconds since 1970.
    last: Time,
}

/// Lists the finished games of the requesting player.
pub(in crate::http) async fn list(
    State(app): State<App>,
    Client(source): Client,
    Known(person): Known,
    query: Result<Query<OwnQuery>, QueryRejection>,
) -> Result<Json<GameList>, Problem> {
    let Ok(Query(query)) = query else {
        return Err(Problem::NotFound);
    };
    let player = person.player;
    let mut filter = GameFilter {
        game: kind(query.game.as_deref())?.map(str::to_owned),
        won: query.won,
        with: Vec::new(),
    };
    let after = position(query.after.as_deref())?;
    if let Some(words) = &query.with {
        let words: Vec<&str> = words.split(',').collect();
        if words.len() > limits::GAMES_WITH {
            return Err(Problem::NotFound);
        }
        let _turn = app.log_reads.turn(source, limits::OPPONENTS_PRICE).await?;
        let met = app.store.people_met(player).await?;
        for word in words {
            let mut met = met.iter().copied();
            let person = met.find(|&other| word_for(player, other) == word);
            filter.with.push(person.ok_or(Problem::NotFound)?);
        }
    }
    let page = app.store.games_of(player, &filter, after).await?;
    let with = |other| Some(word_for(player, other));
    Ok(Json(GameList::of(page, Some(player), with)))
}

/// Returns the figures of the requesting player against each other person.
pub(in crate::http) async fn opponents(
    State(app): State<App>,
    Client(source): Client,
    Known(person): Known,
) -> Result<Json<Opponents>, Problem> {
    let player = person.player;
    let _turn = app.log_reads.turn(source, limits::OPPONENTS_PRICE).await?;
    let people = app.store.opponents(player).await?.into_iter();
    let people = people.map(|opponent: Opponent| OpponentFigures {
        with: word_for(player, opponent.player),
        name: opponent.name,
        page: opponent.page,
        games: opponent.games,
        won: opponent.won,
        lost: opponent.lost,
        last: opponent.last,
    });
    Ok(Json(Opponents {
        people: people.collect(),
    }))
}

/// Returns the word for another person in a player's list. The server never sends the id of a
/// person; this word means nothing in any other player's list.
fn word_for(player: PlayerId, other: PlayerId) -> String {
    let mut hash = Sha256::new();
    hash.update(b"senda-met-1");
    hash.update(player.0.as_bytes());
    hash.update(other.0.as_bytes());
    hex::encode(&hash.finalize()[..8])
}
