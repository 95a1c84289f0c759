//! Tests of the pages that only show a game: who may frame them, their socket without a session,
//! and what spectators of a delayed game receive over real sockets.

use serde_json::{Value, json};

use crate::{
    client::{Browser, Reply, ask},
    game::Table,
    world::World,
};

/// Returns the sites that may frame a page, as its policy names them.
fn framed_by(reply: &Reply) -> String {
    let policy = reply.header("content-security-policy").unwrap();
    let (_, sites) = policy.split_once("frame-ancestors ").unwrap();
    sites.to_owned()
}

#[tokio::test]
async fn only_pages_for_frames_can_be_framed_and_only_by_sites_that_the_operator_names() {
    let usual = World::start().await;
    let named = World::with(|settings| {
        let sites = ["https://example.org", "http://stream.example:8080"];
        settings.site.embed = sites.map(|site| site.parse().unwrap()).to_vec();
    })
    .await;
    let any = World::with(|settings| settings.site.embed = vec!["*".parse().unwrap()]).await;
    for (world, sites) in [
        (&usual, "'self'"),
        (
            &named,
            "'self' https://example.org http://stream.example:8080",
        ),
        (&any, "'self' *"),
    ] {
        let mut table = Table::playing(world.address, 2, 0).await;
        table.play_out().await;
        let room = &table.room;
        let film = format!("/api/rooms/{room}/games/1/replay");
        let film = table.players[0].0.send("GET", &film, &json!({})).await;
        let id = film.json()["id"].as_str().unwrap().to_owned();
        for (path, status) in [
            (format!("/embed/r/{room}"), 200),
            (format!("/embed/g/{id}"), 200),
            ("/embed/r/k7m2p9qx4t".to_owned(), 404),
            ("/embed/g/0123456789abcdef0123".to_owned(), 404),
        ] {
            let reply = ask(world.address, "GET", &path, &[], b"").await;
            assert_eq!(
                (reply.status, &*framed_by(&reply)),
                (status, sites),
                "{path}"
            );
        }
        for path in [
            "/".to_owned(),
            "/tv".to_owned(),
            "/you".to_owned(),
            "/embed/x".to_owned(),
            format!("/r/{room}"),
            format!("/r/{room}/tv"),
            format!("/g/{id}"),
        ] {
            let reply = ask(world.address, "GET", &path, &[], b"").await;
            assert_eq!(framed_by(&reply), "'none'", "{path}");
        }
    }
    let slash = ask(usual.address, "GET", "/tv/?theme=dark", &[], b"").await;
    assert_eq!(slash.header("location"), Some("/tv?theme=dark"));
}

#[tokio::test]
async fn a_screen_watches_without_a_session_and_has_nothing_to_say() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 1).await;
    let nobody = Browser {
        address: world.address,
        cookie: String::new(),
    };
    let path = format!("/api/rooms/{}/screen", table.room);
    let mut screen = nobody.tab(&path).await;
    screen.until(|tab| tab.version > 0).await;
    for _ in 0..3 {
        let version = table.play().await;
        screen.until(|tab| tab.version >= version).await;
    }
    assert_eq!(screen.view, table.watchers[0].1.view, "as any spectator");
    assert_eq!(screen.seat(), None);
    screen.text(r#"{"type":"sync","since":null}"#).await;
    screen.text(r#"{"type":"ping"}"#).await;
    screen
        .until(|tab| tab.frames().iter().any(|frame| frame.contains("pong")))
        .await;
    for said in [
        json!({ "type": "chat", "text": "b2" }),
        json!({ "type": "sit", "id": "1" }),
    ] {
        let mut screen = nobody.tab(&path).await;
        screen.until(|tab| tab.version > 0).await;
        screen.text(&said.to_string()).await;
        assert_eq!(screen.closed().await, 4501, "{said}");
    }
    let none = nobody.refused("/api/rooms/k7m2p9qx4t/screen").await;
    assert_eq!(none.problem(), (404, "no_such_room".to_owned()));
}

/// In Tsuro each decision is a turn. Each frame of the spectator must be the same as in a game in
/// which the last three turns did not happen, so it may contain no tile that was drawn in them.
#[tokio::test]
async fn a_spectator_gets_hands_three_turns_later_over_real_sockets() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 3, 0).await;
    let mut settings = table.players[0].1.view["settings"].clone();
    settings["hands_after"] = 3.into();
    table.players[0]
        .1
        .must(json!({ "type": "set", "settings": settings }))
        .await;
    table.start().await;
    let spectator = Browser::arrive(world.address, "Spectator").await;
    let mut late = spectator.enter(&table.room).await;
    // The hands of all players after each turn, and the version of the room.
    let mut known: Vec<(u64, Vec<Value>)> = Vec::new();
    for turn in 0..12 {
        let version = table.players[0].1.version;
        let hands = (0..3).map(|seat| {
            let own = table
                .players
                .iter()
                .find(|(_, tab)| tab.seat() == Some(seat));
            own.unwrap().1.game()["hands"][usize::try_from(seat).unwrap()]["tiles"].clone()
        });
        known.push((version, hands.collect()));
        if turn >= 3 {
            let (version, hands) = &known[turn - 3];
            late.until(|tab| tab.version >= *version && !tab.game()["hands"][0]["tiles"].is_null())
                .await;
            assert_eq!(late.version, *version, "no frame of a later turn has come");
            let shown: Vec<&Value> = (0..3)
                .map(|seat| &late.game()["hands"][seat]["tiles"])
                .collect();
            assert!(shown.into_iter().eq(hands), "after {turn} turns");
            let mut later = late.messages().iter().flat_map(|message| {
                let told = message["happenings"].as_array();
                told.into_iter()
                    .flatten()
                    .map(|told| told["version"].as_u64())
            });
            assert!(later.all(|told| told <= Some(*version)));
        }
        if !table.is_playing() {
            break;
        }
        table.play().await;
    }
    table.play_out().await;
    let version = table.players[0].1.version;
    late.until(|tab| tab.version >= version).await;
    assert_eq!(
        late.view, table.players[0].1.view,
        "everything is open at the end"
    );
}
