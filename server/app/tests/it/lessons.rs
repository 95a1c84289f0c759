//! Tests of lessons over HTTP: they need no session, and the server stores nothing.

use senda::limits;
use senda_rules::{AnyAction, GameKind};
use serde_json::{Value, json};

use crate::{
    client::{Reply, ask},
    world::World,
};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Sends an attempt without a cookie.
async fn attempt(world: &World, path: &str, body: &Value) -> Reply {
    let path = format!("/api/lessons/{path}");
    let body = body.to_string();
    ask(world.address, "POST", &path, &[JSON], body.as_bytes()).await
}

/// Returns the game and the name of every lesson.
fn lessons() -> impl Iterator<Item = (GameKind, &'static str)> {
    let of = |&kind: &GameKind| kind.lessons().into_iter().map(move |lesson| (kind, lesson));
    GameKind::ALL.iter().flat_map(of)
}

#[tokio::test]
async fn every_lesson_begins_without_a_cookie_and_leaves_no_trace() {
    let world = World::start().await;
    let mut count = 0;
    for (kind, lesson) in lessons() {
        let reply = attempt(
            &world,
            &format!("{}/{lesson}", kind.word()),
            &json!({ "actions": [] }),
        )
        .await;
        assert_eq!(
            (reply.status, reply.header("set-cookie")),
            (200, None),
            "{lesson}"
        );
        let told = reply.json();
        assert_eq!(told["result"], "open", "{lesson}");
        assert_eq!(told["steps"].as_array().unwrap().len(), 1, "{lesson}");
        assert_eq!(told["steps"][0]["view"]["game"], kind.word(), "{lesson}");
        count += 1;
    }
    assert!(count > 0);
    let mut database = world.database().await;
    for table in ["room", "player", "record"] {
        let kept: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select count(*) from {table}")))
                .fetch_one(&mut database)
                .await
                .unwrap();
        assert_eq!(kept, 0, "{table}");
    }
}

#[tokio::test]
async fn an_attempt_follows_the_rules() {
    let world = World::start().await;
    let (kind, lesson) = lessons().next().unwrap();
    let path = format!("{}/{lesson}", kind.word());
    let resign = json!({ "game": kind, "type": "resign" });
    let reply = attempt(&world, &path, &json!({ "actions": [resign] })).await;
    assert_eq!(
        (reply.status, reply.json()["result"].clone()),
        (200, json!("out"))
    );

    // Actions after the end of the attempt are rejected.
    let reply = attempt(&world, &path, &json!({ "actions": [resign, resign] })).await;
    assert_eq!(reply.problem(), (422, "lesson_ended".to_owned()));

    // A decision of another game is rejected as in a room.
    let other = GameKind::ALL.iter().find(|&&other| other != kind).unwrap();
    let foreign: AnyAction =
        serde_json::from_value(json!({ "game": other, "type": "resign" })).unwrap();
    let reply = attempt(&world, &path, &json!({ "actions": [foreign] })).await;
    assert_eq!(reply.problem(), (422, "illegal".to_owned()));
    assert_eq!(reply.json()["refusal"], json!({ "code": "other_game" }));
}

#[tokio::test]
async fn an_invalid_attempt_is_rejected() {
    let world = World::start().await;
    let (kind, lesson) = lessons().next().unwrap();
    let path = format!("{}/{lesson}", kind.word());
    let none = json!({ "actions": [] });
    for path in [format!("{}/none", kind.word()), format!("none/{lesson}")] {
        let reply = attempt(&world, &path, &none).await;
        assert_eq!(
            reply.problem(),
            (404, "no_such_lesson".to_owned()),
            "{path}"
        );
    }
    for body in [
        json!({}),
        json!({ "actions": [{}] }),
        json!({ "actions": [], "more": 1 }),
    ] {
        let reply = attempt(&world, &path, &body).await;
        assert_eq!(reply.problem(), (400, "bad_json".to_owned()), "{body}");
    }
    let resign = json!({ "game": kind, "type": "resign" });
    let many = json!({ "actions": vec![resign; limits::LESSON_ACTIONS + 1] });
    let reply = attempt(&world, &path, &many).await;
    assert_eq!(reply.problem(), (422, "lesson_ended".to_owned()));
    let large = json!({ "actions": [], "more": "x".repeat(limits::BODY_BYTES) });
    let reply = attempt(&world, &path, &large).await;
    assert_eq!(reply.problem(), (413, "too_large".to_owned()));
    let reply = ask(
        world.address,
        "GET",
        &format!("/api/lessons/{path}"),
        &[],
        b"",
    )
    .await;
    assert_eq!(reply.problem(), (405, "method_not_allowed".to_owned()));
}

#[tokio::test]
async fn each_game_has_a_page_for_its_lessons() {
    let world = World::start().await;
    let page = async |path: String| ask(world.address, "GET", &path, &[], b"").await.status;
    for kind in GameKind::ALL
        .iter()
        .filter(|kind| !kind.lessons().is_empty())
    {
        let path = format!("/learn/{}", kind.word().replace('_', "-"));
        assert_eq!(page(path.clone()).await, 200, "{path}");
    }
    assert_eq!(page("/learn/no_such".to_owned()).await, 404);
}
