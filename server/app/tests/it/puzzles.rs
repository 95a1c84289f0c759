//! Tests of puzzles over HTTP: attempts, hints, and the record of a person. Also tests puzzles that
//! are made from finished games.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    net::SocketAddr,
    path::Path,
    process::{Command, Output},
};

use senda_bots::{Budget, Level, choose};
use senda_puzzles::{Puzzle, make::GamePuzzles, opportunity, outline, puzzles, read};
use senda_rules::{AnyAction, AnyView, Game, GameKind};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    client::Browser,
    database::{Sql, url},
    game::{Table, imagined},
    process::Process,
    reviews::reviewed,
    world::{Folder, World},
};

const KIND: GameKind = GameKind::Tsuro;
const LIST: &str = "/api/puzzles/tsuro";

async fn get(browser: &Browser, path: &str) -> Value {
    let reply = browser.send("GET", path, &json!({})).await;
    assert_eq!(reply.status, 200, "{path}");
    reply.json()
}

/// Plays a puzzle with these decisions.
async fn play(browser: &Browser, puzzle: &Puzzle, body: Value) -> Value {
    let path = format!("{LIST}/{}", puzzle.id);
    let reply = browser.send("POST", &path, &body).await;
    assert_eq!(reply.status, 200, "{path} {body}");
    reply.json()
}

/// Returns a legal decision that misses the goal.
fn mistake(puzzle: &Puzzle) -> AnyAction {
    let actions = puzzle.game(KIND).legal_actions(puzzle.seat(KIND));
    let solution = puzzle.decisions(KIND);
    let mut others = actions
        .into_iter()
        .filter(|action| !solution.contains(action));
    others.next().unwrap()
}

#[tokio::test]
async fn the_first_attempt_at_a_puzzle_counts() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let [first, second, ..] = puzzles(KIND) else {
        panic!("no puzzles");
    };
    let list = get(&ana, LIST).await;
    assert_eq!(
        list["puzzles"].as_array().unwrap().len(),
        puzzles(KIND).len()
    );
    assert_eq!(list["own"]["rated"], 0);
    assert!(
        puzzles(KIND)
            .iter()
            .any(|puzzle| list["today"] == *puzzle.id)
    );

    let begun = play(&ana, first, json!({ "actions": [] })).await;
    assert_eq!(
        (&begun["result"], &begun["next"]),
        (&json!("open"), &Value::Null)
    );
    assert_eq!(begun["seat"], json!(first.seat(KIND)));
    let solved = json!({ "actions": first.decisions(KIND) });
    let end = play(&ana, first, solved.clone()).await;
    assert_eq!(end["result"], "reached");
    assert!(end["change"].as_i64().unwrap() > 0, "{end}");
    let own = &end["own"];
    assert_eq!((&own["streak"], &own["rated"]), (&json!(1), &json!(1)));
    let again = play(&ana, first, solved).await;
    assert!(again["own"].is_null() && again["change"].is_null());

    // The other seats answer an attempt that fails.
    let missed = play(&ana, second, json!({ "actions": [mistake(second)] })).await;
    assert!(["no_turns", "out", "over"].contains(&missed["result"].as_str().unwrap()));
    assert!(missed["change"].as_i64().unwrap() < 0, "{missed}");
    let list = get(&ana, LIST).await;
    assert_eq!(
        (&list["solved"], &list["tried"]),
        (&json!([first.id]), &json!([second.id]))
    );
    let own = &list["own"];
    assert_eq!((&own["streak"], &own["best"]), (&json!(0), &json!(1)));
    assert_eq!(own["rated"], 2);
}

#[tokio::test]
async fn a_hint_before_the_first_attempt_takes_its_weight() {
    let world = World::start().await;
    let bea = Browser::arrive(world.address, "Bea").await;
    let puzzle = &puzzles(KIND)[0];
    let next = json!(puzzle.decisions(KIND)[0]);
    let hinted = play(&bea, puzzle, json!({ "actions": [], "hint": true })).await;
    assert_eq!(hinted["next"], next);
    let end = play(&bea, puzzle, json!({ "actions": [next] })).await;
    assert_eq!(
        (&end["result"], &end["own"]),
        (&json!("reached"), &Value::Null)
    );
    let list = get(&bea, LIST).await;
    assert_eq!(
        (&list["solved"], &list["own"]["rated"]),
        (&json!([puzzle.id]), &json!(0))
    );

    // Without a session nothing is kept.
    let nobody = Browser {
        address: world.address,
        cookie: String::new(),
    };
    let end = play(&nobody, puzzle, json!({ "actions": [next] })).await;
    assert_eq!(
        (&end["result"], &end["own"]),
        (&json!("reached"), &Value::Null)
    );
    assert!(get(&nobody, LIST).await["own"].is_null());
}

#[tokio::test]
async fn a_record_with_puzzles_belongs_to_the_person() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let puzzle = &puzzles(KIND)[0];
    play(&ana, puzzle, json!({ "actions": puzzle.decisions(KIND) })).await;
    let data = get(&ana, "/api/session/data").await;
    let tries = json!([{ "game": "tsuro", "puzzle": puzzle.id, "tries": 1, "solved": true }]);
    assert_eq!(data["puzzles"], tries);
    assert_eq!(data["puzzle_records"][0]["best"], 1);
    let forgotten = ana.send("DELETE", "/api/session", &json!({})).await;
    assert!(forgotten.status < 300, "{}", forgotten.status);
    let mut sql = world.sql().await;
    for table in ["puzzle_try", "puzzle_player"] {
        let count = format!("select count(*) from {table}");
        assert_eq!(sql.number(&count).await, 0, "{table}");
    }
    // The rating of the puzzle stays, since it says nothing about a person.
    assert_eq!(sql.number("select count(*) from puzzle_rating").await, 1);
}

#[tokio::test]
async fn impossible_attempts_at_puzzles_are_refused() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let puzzle = &puzzles(KIND)[0];
    let path = format!("{LIST}/{}", puzzle.id);
    let after_the_end = {
        let mut decisions = puzzle.decisions(KIND);
        decisions.push(mistake(puzzle));
        json!({ "actions": decisions })
    };
    let other_game = json!({ "actions": [{ "game": "tortus", "type": "end_turn" }] });
    let start = json!({ "actions": [] });
    for (path, body, wrong) in [
        (&*path, after_the_end, (422, "lesson_ended")),
        (&path, other_game, (422, "illegal")),
        (&path, json!({ "actions": [1] }), (400, "bad_json")),
        (
            "/api/puzzles/tsuro/none",
            start.clone(),
            (404, "no_such_puzzle"),
        ),
        ("/api/puzzles/chess/none", start, (404, "no_such_puzzle")),
    ] {
        let reply = ana.send("POST", path, &body).await;
        assert_eq!(
            reply.problem(),
            (wrong.0, wrong.1.to_owned()),
            "{path} {body}"
        );
    }
    let reply = ana.send("GET", "/api/puzzles/chess", &json!({})).await;
    assert_eq!(reply.problem(), (404, "not_found".to_owned()));
}

/// Plays games of Tortus by the decisions of bots, until a player who could win in this turn gives
/// up. Returns the number of that game in its room.
async fn miss_a_win(table: &mut Table) -> usize {
    for round in 1..=10 {
        table.start().await;
        while table.is_playing() {
            let seat = table.turn();
            let tab = &mut table.players[seat].1;
            let game = imagined(tab.game()).unwrap();
            let seat = game.mover().unwrap();
            let misses = opportunity(&game, seat).is_some();
            let action = if misses {
                game.resignation()
            } else {
                let view = AnyView::deserialize(tab.game()).unwrap();
                let once = Budget::iterations(1);
                let choice = choose(&view, seat, Level::Medium, &once, tab.version);
                choice.unwrap().action
            };
            let message = json!({ "type": "act", "version": tab.version, "action": action });
            let version = tab.must(message).await;
            table.see(version).await;
            if misses {
                return round;
            }
        }
    }
    panic!("games that end without a chance to win");
}

/// Plays what was missed in a game with the hints, and returns the last answer.
async fn find_with_hints(browser: &Browser, path: &str) -> Value {
    let mut actions = Vec::new();
    loop {
        let told = browser
            .send("POST", path, &json!({ "actions": actions, "hint": true }))
            .await;
        let told = told.json();
        if told["result"] != "open" {
            return told;
        }
        actions.push(told["next"].clone());
    }
}

#[tokio::test]
async fn what_people_missed_in_a_game_can_be_looked_for() {
    let world = World::start().await;
    let host = Browser::arrive(world.address, "Ana").await;
    let mut settings = crate::client::settings();
    settings["options"] = json!(GameKind::Tortus.options());
    let room = host.room(settings).await;
    let tab = host.enter(&room).await;
    let mut table = Table::of_host(host, tab, room);
    table.join(Browser::arrive(world.address, "Bo").await).await;
    let round = miss_a_win(&mut table).await;
    let path = format!("/api/rooms/{}/games/{round}/missed", table.room);
    let told = reviewed(&table.players[0].0, &path).await;
    assert_eq!(told["game"], "tortus");
    let [goal] = &told["missed"].as_array().unwrap()[..] else {
        panic!("one missed win: {told}");
    };
    let path = format!("/api/games/{}/missed", told["id"].as_str().unwrap());
    let reader = Browser::arrive(world.address, "Cleo").await;
    assert_eq!(reviewed(&reader, &path).await, told);
    let attempt = format!("{path}/{}", goal["version"]);
    let end = find_with_hints(&reader, &attempt).await;
    assert_eq!(end["result"], "reached", "{goal}");
    assert_eq!(end["seat"], goal["seat"]);
    // Nothing is kept of it.
    assert!(end["own"].is_null() && end["change"].is_null());
    let (path, body) = (format!("{path}/1"), json!({ "actions": [] }));
    let unknown = reader.send("POST", &path, &body).await.problem();
    assert_eq!(unknown, (404, "no_such_puzzle".to_owned()));
}

/// Goals and solutions by the outlines of positions, which don't depend on what is hidden. Of two
/// puzzles with one outline, a book has the first.
type Shown = BTreeMap<String, (Value, Vec<String>)>;

fn shown<'a>(puzzles: impl Iterator<Item = &'a Puzzle>) -> Shown {
    let mut shown = Shown::new();
    for puzzle in puzzles {
        let outline = outline(&puzzle.game(KIND), puzzle.seat(KIND));
        let solution = (json!(puzzle.goal), puzzle.solution.clone());
        shown.entry(outline).or_insert(solution);
    }
    shown
}

/// Plays games until one of them has given a puzzle. Returns the table, the number of games, and
/// the puzzles in all of them.
async fn play_to_a_puzzle(address: SocketAddr, is_public: bool) -> (Table, u32, Shown) {
    let host = Browser::arrive(address, "Zoe Host").await;
    let mut settings = crate::client::settings();
    settings["public"] = is_public.into();
    settings["options"]["longest"] = true.into();
    let room = host.room(settings).await;
    let tab = host.enter(&room).await;
    let mut table = Table::of_host(host, tab, room);
    for name in ["Yann Guest", "Xaver Guest"] {
        table.join(Browser::arrive(address, name).await).await;
    }
    for games in 1..=100 {
        table.start().await;
        let mut of_game = GamePuzzles::default();
        while table.is_playing() {
            let tab = &table.players[table.turn()].1;
            let game = imagined(tab.game()).unwrap();
            of_game.look(&game, game.mover().unwrap());
            table.play().await;
        }
        let made = of_game.made();
        if !made.is_empty() {
            return (table, games, shown(made.iter().map(|made| &made.puzzle)));
        }
    }
    panic!("games without a puzzle");
}

/// Makes a book from the public games of a database.
fn make(folder: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
    command.env_clear().args(options);
    command.args(["puzzles", "--game", KIND.word(), "--games", "0"]);
    command.args(["--public-games", "--data"]).arg(folder);
    command.arg(folder.join("book"));
    command.envs(url(folder).map(|url| ("SENDA_DATABASE", url)));
    command.output().unwrap()
}

/// Makes a book as [`make`] does. Returns its puzzles, and the first line of the output.
fn made(folder: &Path) -> (Vec<Puzzle>, String) {
    let output = make(folder, &[]);
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let book = fs::read(folder.join("book")).unwrap();
    (
        read(&book).unwrap(),
        printed.lines().next().unwrap().to_owned(),
    )
}

/// Returns everything in the logs that could lead from a puzzle to its game: names, ids, secrets,
/// nonces and commitments.
async fn traces(sql: &mut Sql, tables: [&Table; 2]) -> BTreeSet<String> {
    let names = ["Zoe", "Yann", "Xaver", "Host", "Guest"].map(str::to_owned);
    let mut traces: BTreeSet<String> = names.into();
    traces.extend(tables.map(|table| table.room.clone()));
    traces.extend(sql.texts("select id from replay").await);
    traces.extend(sql.texts("select id from player").await);
    for events in sql.texts("select events from record").await {
        let words = events.split(|one: char| !one.is_ascii_hexdigit());
        traces.extend(words.filter(|word| word.len() >= 16).map(str::to_owned));
    }
    traces
}

#[tokio::test]
async fn puzzles_are_made_from_the_games_of_public_rooms_alone() {
    let folder = Folder::new();
    let mut command = Process::command(folder.path());
    // The players don't think.
    command.args(["--messages-per-second", "1000"]);
    let mut process = Process::of(command);
    let (public, games, expected) = play_to_a_puzzle(process.address, true).await;
    let (private, _, others) = play_to_a_puzzle(process.address, false).await;
    assert!(others.keys().any(|outline| !expected.contains_key(outline)));
    let running = make(folder.path(), &[]);
    assert!(!running.status.success(), "a server uses the database");
    let file = folder.path().join("book");
    assert!(!file.exists(), "no empty book is left");
    process.terminate();
    assert!(process.wait().success());

    let (book, counts) = made(folder.path());
    let skipped = "skipped, whose logs can't be replayed by today's rules";
    let of = |read, none| format!("finished games of public rooms: {read} read, {none} {skipped}");
    assert_eq!(counts, of(games, 0));
    assert_eq!(shown(book.iter()), expected);
    for puzzle in &book {
        assert!(puzzle.is_solved_by(KIND, &puzzle.decisions(KIND)));
        assert!(puzzle.position.contains("\noptions 2020 longest"));
    }
    let mut sql = Sql::of(folder.path()).await;
    let text = serde_json::to_string(&book).unwrap();
    let traces = traces(&mut sql, [&public, &private]).await;
    assert!(traces.len() > 20, "{traces:?}");
    for trace in traces {
        assert!(!text.contains(&trace), "{trace}: {text}");
    }
    let bytes = fs::read(&file).unwrap();
    made(folder.path());
    assert_eq!(fs::read(&file).unwrap(), bytes);

    // A server without a list of public games has none.
    let unlisted = make(folder.path(), &["--public-lobby", "off"]);
    assert!(!unlisted.status.success());
    assert_eq!(fs::read(&file).unwrap(), bytes, "the book is kept");

    let rules = KIND.rules();
    let older =
        format!("update record set events = replace(events, '\"rules\":{rules}', '\"rules\":0')");
    sql.execute(older).await;
    assert_eq!(made(folder.path()), (Vec::new(), of(0, games)));
    sql.execute("update record set events = 'nonsense'").await;
    assert_eq!(made(folder.path()), (Vec::new(), of(0, games)));
    sql.execute("delete from public_game").await;
    assert_eq!(made(folder.path()), (Vec::new(), of(0, 0)));
}

#[test]
fn a_book_that_cannot_be_written_costs_no_games() {
    let folder = Folder::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
    let games = ["puzzles", "--game", KIND.word(), "--games", "1000000"];
    command.env_clear().args(games);
    command.arg(folder.path().join("missing/book"));
    let output = command.output().unwrap();
    assert!(!output.status.success());
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("the book can't be written to"), "{words}");
}
