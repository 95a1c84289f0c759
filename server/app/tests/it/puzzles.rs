//! Tests of puzzles over HTTP: attempts, hints, and the record of a person.

use senda_puzzles::{Puzzle, puzzles};
use senda_rules::{AnyAction, Game, GameKind};
use serde_json::{Value, json};

use crate::{client::Browser, world::World};

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
