//! The tables that an export contains.

use std::fmt::Write;

/// The type of a column.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    Text,
    Whole,
}

/// A column of a table.
#[derive(Copy, Clone, Debug)]
pub(super) struct Column {
    pub name: &'static str,
    pub kind: Kind,
}

/// A table of the database.
#[derive(Debug)]
pub(super) struct Table {
    pub name: &'static str,
    /// The columns, those of the primary key first.
    pub columns: &'static [Column],
    /// The number of columns of the primary key, by which the rows are ordered.
    pub key: usize,
}

macro_rules! tables {
    ($($table:ident: $($key:ident $key_kind:ident),+; $($column:ident $kind:ident),*;)+) => {
        &[$(Table {
            name: stringify!($table),
            columns: &[
                $(Column { name: stringify!($key), kind: Kind::$key_kind },)+
                $(Column { name: stringify!($column), kind: Kind::$kind },)*
            ],
            key: [$(stringify!($key)),+].len(),
        }),+]
    };
}

/// The tables of an export, so that a row comes after those that it refers to.
pub(super) static TABLES: &[Table] = tables! {
    player: id Text; token_hash Text, name Text, created_at Whole, seen_at Whole, device Text,
        language Text, creator Text;
    device: token_hash Text; player Text, device Text, created_at Whole, seen_at Whole;
    passkey: id Text; player Text, key Text, device Text, created_at Whole, used_at Whole,
        verified Whole, sign_count Whole, warned_at Whole;
    pass: code_hash Text; player Text, expires_at Whole;
    push_key: id Whole; pair Text;
    push: device Text; player Text, endpoint Text, p256dh Text, auth Text, created_at Whole;
    public_page: id Text; player Text, created_at Whole, games Whole, ratings Whole;
    forgotten: player Text; at Whole;
    room: id Text; created_at Whole, game Text, active_at Whole, playing Whole, removing Whole;
    record: room Text, version Whole; at Whole, cause_player Text, cause_id Text, format Whole,
        events Text;
    finished_game: room Text, round Whole; version Whole, ended_at Whole, game Text,
        start Text;
    finished_place: room Text, round Whole, seat Whole; place Whole, player Text, name Text,
        guest_of Text;
    replay: id Text; room Text, round Whole;
    played: player Text, ended_at Whole, game_id Text; game Text, room Text, round Whole,
        seats Whole, place Whole;
    rating: player Text, game Text, seats Whole; person Text, skill Whole, uncertainty Whole,
        games Whole, settled Whole;
    rated_seat: room Text, round Whole, seat Whole; ended_at Whole, game Text, seats Whole,
        person Text, place Whole, skill_before Whole, uncertainty_before Whole, skill Whole,
        uncertainty Whole, games Whole;
    ladder: game Text, seats Whole; games Whole;
    public_game: game_id Text; ended_at Whole, game Text, room Text, round Whole;
    day_key: id Whole; secret Text;
    day_game: day Text, game Text, player Text; room Text;
    puzzle_try: player Text, game Text, puzzle Text; tries Whole, solved Whole, at Whole;
    puzzle_player: player Text, game Text; skill Whole, uncertainty Whole, games Whole,
        streak Whole, best Whole;
    puzzle_rating: game Text, puzzle Text; skill Whole, uncertainty Whole, games Whole;
    summary: room Text; version Whole, text Text;
    alarm: room Text; at Whole;
    webhook: room Text; player Text, channel Text, url Text, secret Text, origin Text,
        language Text;
    member: room Text, player Text; ;
    banned: room Text, player Text; number Whole;
    named: room Text, player Text; ;
    never_back: room Text, player Text; ;
    server_ban: subject Text; reason Text, created_at Whole, until Whole;
    closed_room: room Text; created_at Whole;
    report: id Text; room Text, game Text, created_at Whole, reporter Text, reporter_name Text,
        reported Text, reported_name Text, reason Text, note Text, settled_at Whole;
    report_line: report Text, number Whole; created_at Whole, player Text, name Text, text Text,
        emote Text;
};

/// The tables that stay behind: the state of one server's clock, of its processes and of its
/// imports, the notice on its pages, and questions to browsers that are valid for a minute.
#[cfg(test)]
const LEFT_BEHIND: [&str; 7] = [
    "_sqlx_migrations",
    "challenge",
    "import",
    "node",
    "operator_notice",
    "placement",
    "swept",
];

impl Table {
    /// Returns the table with that name; `None` if no export contains such a table.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        TABLES.iter().find(|table| table.name == name)
    }

    /// Returns the names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|column| column.name)
    }

    /// Returns the query for all rows in the order of the primary key.
    pub fn select(&self) -> String {
        let mut columns = String::new();
        for column in self.columns {
            let separator = if columns.is_empty() { "" } else { ", " };
            let written = match column.kind {
                Kind::Text => write!(columns, "{separator}{}", column.name),
                // PostgreSQL has integers of several sizes.
                Kind::Whole => write!(columns, "{separator}cast({} as bigint)", column.name),
            };
            written.expect("a text");
        }
        let order: Vec<&str> = self.names().take(self.key).collect();
        format!(
            "select {columns} from {} order by {}",
            self.name,
            order.join(", ")
        )
    }

    /// Returns the beginning of the statement that inserts rows.
    pub fn insert(&self) -> String {
        let columns: Vec<&str> = self.names().collect();
        format!("insert into {} ({}) ", self.name, columns.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::sqlite::MIGRATIONS;

    #[tokio::test]
    async fn an_export_contains_every_column_of_every_table_but_listed_ones() {
        use sqlx::{Connection, SqliteConnection};
        let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        MIGRATIONS.run(&mut database).await.unwrap();
        let columns = "select m.name, c.name from sqlite_schema m, pragma_table_info(m.name) c
            where m.type = 'table' order by 1, 2";
        let columns: Vec<(String, String)> = sqlx::query_as(columns)
            .fetch_all(&mut database)
            .await
            .unwrap();
        let mut stored: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (table, column) in columns {
            if !LEFT_BEHIND.contains(&table.as_str()) {
                stored.entry(table).or_default().insert(column);
            }
        }
        let exported = TABLES.iter().map(|table| {
            let columns = table.names().map(str::to_owned).collect();
            (table.name.to_owned(), columns)
        });
        assert_eq!(stored, exported.collect());
    }
}
