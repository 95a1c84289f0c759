//! Measures the lists of finished games in a database with ten thousand of them, in a temporary
//! folder or in the PostgreSQL database that `SENDA_TEST_DATABASE` names:
//! `cargo run -p senda --example history`, or `senda-postgres target/debug/examples/history`.

use std::{env, fmt::Write, path::Path, time::Instant};

use anyhow::{Context, Result};
use senda_room::PlayerId;
use senda_store::{
    DatabaseUrl, GameCursor, GameFilter, GamePage, Member, PageId, PlainDisk, ReadError, Store,
};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, PgConnection, postgres::PgConnectOptions,
    sqlite::SqliteConnectOptions,
};
use uuid::Uuid;

/// The number of finished games, all of them with the same person.
const GAMES: u128 = 10_000;
/// The number of games in each room.
const GAMES_OF_A_ROOM: u128 = 20;
/// The number of other people, three of whom play in each game.
const OTHERS: u128 = 60;
/// The number of games that are inserted together.
const TOGETHER: u128 = 500;
/// The number of times that each list is read.
const TIMES: usize = 20;
/// The letters of a room's id.
const LETTERS: &[u8] = b"23456789bcdfghjkmnpqrstvwxyz";
/// The time of the end of the first game.
const BEGAN: u128 = 1_790_000_000_000;

#[tokio::main]
async fn main() -> Result<()> {
    let folder = env::temp_dir().join(format!("senda-history-{}", Uuid::new_v4()));
    let url = env::var("SENDA_TEST_DATABASE").ok();
    open(&folder, url.as_deref()).await?.close().await;
    fill(&folder, url.as_deref()).await?;
    let store = open(&folder, url.as_deref()).await?;
    println!("{}, {GAMES} finished games", store.kind());
    measure(&store).await?;
    store.close().await;
    // PostgreSQL needs no folder.
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
}

async fn open(folder: &Path, url: Option<&str>) -> Result<Store> {
    Ok(match url {
        Some(url) => {
            let url = DatabaseUrl::from(url.to_owned());
            Store::connect(&url, Member::default(), PlainDisk).await?
        }
        None => Store::open(folder).await?,
    })
}

/// Inserts the games, as the server does when they end.
async fn fill(folder: &Path, url: Option<&str>) -> Result<()> {
    let statements = (0..GAMES / TOGETHER).map(|part| statements(part * TOGETHER));
    if let Some(url) = url {
        let options: PgConnectOptions = url.parse()?;
        let mut connection: PgConnection = options.connect().await?;
        for text in statements {
            let text = AssertSqlSafe(text);
            sqlx::raw_sql(text).execute(&mut connection).await?;
        }
        sqlx::raw_sql("analyze").execute(&mut connection).await?;
        return Ok(connection.close().await?);
    }
    let options = SqliteConnectOptions::new().filename(folder.join("senda.sqlite"));
    let mut connection = options.connect().await?;
    for text in statements {
        let text = AssertSqlSafe(text);
        sqlx::raw_sql(text).execute(&mut connection).await?;
    }
    Ok(connection.close().await?)
}

fn person(number: u128) -> Uuid {
    Uuid::from_u128(0x4000_8000_0000_0000_0000 + number)
}

fn room(game: u128) -> String {
    let mut rest = game / GAMES_OF_A_ROOM;
    let mut id = String::new();
    for _ in 0..10 {
        let letter = usize::try_from(rest % 28).unwrap_or_default();
        id.push(char::from(LETTERS[letter]));
        rest /= 28;
    }
    id
}

/// Returns the statements that insert some games, the first of which has that number.
fn statements(first: u128) -> String {
    let mut text = String::from("begin;\n");
    let mut add = |statement: std::fmt::Arguments<'_>| {
        text.write_fmt(statement).expect("a text");
        text.push('\n');
    };
    for game in first..first + TOGETHER {
        let (room, round) = (room(game), game % GAMES_OF_A_ROOM + 1);
        let at = BEGAN + game * 60_000;
        let kind = ["tsuro", "tortus", "section_x"][usize::try_from(game % 3).unwrap_or_default()];
        let id = format!("{:020x}", game * 0x9e37_79b9_7f4a_7c15 % (1 << 79));
        if round == 1 {
            add(format_args!(
                "insert into room (id, created_at, game, active_at) values ('{room}', {at}, 'tsuro', {at});"
            ));
        }
        add(format_args!(
            "insert into finished_game (room, round, version, ended_at, game)
             values ('{room}', {round}, {game}, {at}, '{kind}');
             insert into replay (id, room, round) values ('{id}', '{room}', {round});
             insert into public_game (game_id, ended_at, game, room, round)
             values ('{id}', {at}, '{kind}', '{room}', {round});"
        ));
        for seat in 0..4 {
            let number = if seat == 0 {
                0
            } else {
                1 + (game * 7 + seat * 13) % OTHERS
            };
            let (player, place) = (person(number), (game + seat) % 4 + 1);
            add(format_args!(
                "insert into finished_place (room, round, seat, place, player, name)
                 values ('{room}', {round}, {seat}, {place}, '{player}', 'Person {number}');
                 insert into played (player, ended_at, game_id, game, room, round, seats, place)
                 values ('{player}', {at}, '{id}', '{kind}', '{room}', {round}, 4, {place});
                 insert into member (room, player) values ('{room}', '{player}') on conflict do nothing;"
            ));
        }
    }
    text + "commit;"
}

/// Prints the median and the longest time of each list.
async fn measure(store: &Store) -> Result<()> {
    let of = PlayerId(person(0));
    let other = |number| PlayerId(person(number));
    let all = GameFilter::default();
    let kind = GameFilter {
        game: Some("tortus".to_owned()),
        ..GameFilter::default()
    };
    let with = |with: Vec<PlayerId>| GameFilter {
        won: true,
        with,
        ..GameFilter::default()
    };
    let (one, three) = (
        with(vec![other(8)]),
        with(vec![other(14), other(27), other(40)]),
    );
    // No game was played with these together, so that all games are looked at.
    let none = with(vec![other(1), other(2), other(3)]);
    let start = GameCursor::START;
    let deep = format!("{}-{:020}", BEGAN + 60_000 * 30, 0);
    let deep: GameCursor = deep.parse().ok().context("a cursor")?;
    let room = room(0).parse().ok().context("a room")?;
    times("own games", async || store.games_of(of, &all, start).await).await?;
    times("own games, last page", async || {
        store.games_of(of, &all, deep).await
    })
    .await?;
    times("own games of a kind", async || {
        store.games_of(of, &kind, start).await
    })
    .await?;
    times("own games won with one", async || {
        store.games_of(of, &one, start).await
    })
    .await?;
    times("own games won with three", async || {
        store.games_of(of, &three, start).await
    })
    .await?;
    times("own games, none fits", async || {
        store.games_of(of, &none, start).await
    })
    .await?;
    times("games of a room", async || {
        store.games_of_room(room, start).await
    })
    .await?;
    times("latest games", async || {
        store.latest_games(None, start).await
    })
    .await?;
    times("latest games, last page", async || {
        store.latest_games(None, deep).await
    })
    .await?;
    times("latest games of a kind", async || {
        store.latest_games(Some("tortus"), start).await
    })
    .await?;
    times("public games of a person", async || {
        store.public_games_of(of, start).await
    })
    .await?;
    times("people met", async || store.people_met(of).await).await?;
    times("head to head", async || store.opponents(of).await).await?;
    times("figures of a person", async || store.figures(of).await).await?;
    times("page of a person", async || {
        store.public_page(PageId::draw()).await
    })
    .await?;
    Ok(())
}

/// The number of items of an answer.
trait Items {
    fn items(&self) -> usize;
}

impl Items for GamePage {
    fn items(&self) -> usize {
        self.games.len()
    }
}

impl<T> Items for Vec<T> {
    fn items(&self) -> usize {
        self.len()
    }
}

impl<T> Items for Option<T> {
    fn items(&self) -> usize {
        usize::from(self.is_some())
    }
}

async fn times<T: Items>(what: &str, read: impl AsyncFn() -> Result<T, ReadError>) -> Result<()> {
    let mut times = Vec::new();
    let mut items = 0;
    for _ in 0..TIMES {
        let began = Instant::now();
        items = read().await?.items();
        times.push(began.elapsed());
    }
    times.sort();
    let (median, longest) = (times[TIMES / 2], times[TIMES - 1]);
    println!("{what:26} {items:3} items  median {median:8.1?}  longest {longest:8.1?}");
    Ok(())
}
