//! Tests of information about rooms before entering them: a player's list of rooms, and the
//! invitation in a room's page.

use serde_json::{Value, json};

use crate::{
    client::{Browser, ask, settings},
    game::Table,
    nodes::until,
    process::Process,
    world::{Folder, World},
};

/// Returns the rooms of a player as the server lists them.
async fn rooms_of(browser: &Browser) -> Vec<Value> {
    let reply = browser
        .send("GET", "/api/session/rooms", &Value::Null)
        .await;
    assert_eq!(reply.status, 200);
    reply.json()["rooms"].as_array().unwrap().clone()
}

async fn only_room_of(browser: &Browser) -> Value {
    let mut rooms = rooms_of(browser).await;
    assert_eq!(rooms.len(), 1, "{rooms:?}");
    rooms.remove(0)
}

/// Returns the indexes of the players of a table whose list says that it is their turn.
async fn asked(table: &Table) -> Vec<usize> {
    let mut asked = Vec::new();
    for (seat, (browser, _)) in table.players.iter().enumerate() {
        let room = only_room_of(browser).await;
        assert_eq!(room["phase"], "playing");
        assert_eq!(room["seated"], true);
        if room["your_turn"] == true {
            asked.push(seat);
        } else {
            assert_eq!(room["awaited"].as_array().unwrap().len(), 1, "{room}");
        }
    }
    asked
}

#[tokio::test]
async fn the_list_of_own_games_shows_whose_turn_it_is() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 3, 1).await;
    assert!(rooms_of(&table.watchers[0].0).await.is_empty());
    for _ in 0..3 {
        assert_eq!(asked(&table).await, [table.turn()]);
        table.play().await;
    }
    // The list is the same for a room that has left memory.
    let turn = table.turn();
    let world = world.again().await;
    for (browser, _) in &mut table.players {
        browser.address = world.address;
    }
    assert_eq!(asked(&table).await, [turn]);
    assert_eq!(world.app.registry.in_memory(), 0, "nothing is brought back");
}

#[tokio::test]
async fn a_question_waits_in_the_list_until_it_is_answered() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    let other = 1 - table.turn();
    let browser = table.players[other].0.clone();
    let list = async || {
        let reply = browser
            .send("GET", "/api/session/rooms", &Value::Null)
            .await;
        let list = reply.json();
        (list["waiting"].clone(), list["rooms"][0]["asked"].clone())
    };
    assert_eq!(list().await, (json!(0), Value::Null));
    let turn = table.turn();
    table.players[turn].1.must(json!({ "type": "pause" })).await;
    assert_eq!(list().await, (json!(1), json!(true)));
    table.players[other]
        .1
        .must(json!({ "type": "go_on" }))
        .await;
    assert_eq!(list().await, (json!(0), Value::Null));
}

#[tokio::test]
async fn the_list_matches_the_log_after_a_kill() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::playing(process.address, 2, 0).await;
    table.play().await;
    let turn = table.turn();
    process.kill();
    let process = Process::start(folder.path());
    for (browser, _) in &mut table.players {
        browser.address = process.address;
    }
    assert_eq!(asked(&table).await, [turn]);
}

#[tokio::test]
async fn a_room_is_not_listed_after_leaving_or_removal() {
    let world = World::start().await;
    let host = Browser::arrive(world.address, "Ana").await;
    let room = host.room(settings()).await;
    let mut tab = host.enter(&room).await;
    let guest = Browser::arrive(world.address, "Bruno").await;
    let mut seated = guest.enter(&room).await;
    let sit = json!({ "type": "sit", "seat": 1, "colour": null });
    seated.must(sit.clone()).await;
    let listed = only_room_of(&guest).await;
    assert_eq!(
        (&listed["room"], &listed["phase"]),
        (&json!(room), &json!("lobby"))
    );
    assert_eq!(listed["others"], json!(["Ana"]));
    seated.must(json!({ "type": "stand" })).await;
    assert_eq!(rooms_of(&guest).await.len(), 0);
    seated.must(sit).await;
    let person = seated.you["person"].clone();
    tab.must(json!({ "type": "remove", "person": person }))
        .await;
    assert_eq!(rooms_of(&guest).await.len(), 0);
    let nobody = ask(world.address, "GET", "/api/session/rooms", &[], &[]).await;
    assert_eq!(nobody.problem(), (401, "no_session".to_owned()));
}

/// Returns the head of a room's page.
async fn head(world: &World, path: &str, headers: &[(&str, &str)]) -> String {
    let page = ask(world.address, "GET", path, headers, &[]).await;
    assert!([200, 404].contains(&page.status), "{path}");
    let page = String::from_utf8(page.0.body).unwrap();
    page.split_once("</head>").unwrap().0.to_owned()
}

#[tokio::test]
async fn the_page_of_a_link_contains_the_invitation() {
    let world = World::start().await;
    let host = Browser::arrive(world.address, "Ana <3").await;
    let room = host.room(settings()).await;
    let path = format!("/r/{room}");
    let here = format!("{}", world.address);
    let said = head(&world, &path, &[("host", &*here)]).await;
    for tag in [
        "property=\"og:title\" content=\"Ana &lt;3 invites you to Tsuro\"".to_owned(),
        "property=\"og:description\" content=\"Seats taken: 1 of 8.".to_owned(),
        format!("property=\"og:url\" content=\"http://{here}{path}\""),
        "name=\"twitter:card\" content=\"summary_large_image\"".to_owned(),
        "name=\"robots\" content=\"noindex\"".to_owned(),
    ] {
        assert!(said.contains(&tag), "{tag} in {said}");
    }
    let (_, picture) = said.split_once("property=\"og:image\" content=\"").unwrap();
    let (picture, _) = picture.split_once('"').unwrap();
    let picture = picture.strip_prefix(&format!("http://{here}")).unwrap();
    let picture = ask(world.address, "GET", picture, &[], &[]).await;
    assert_eq!(picture.header("content-type"), Some("image/png"));
    // The width and the height of a PNG.
    let size = picture.body[16..24].to_vec();
    assert_eq!(size, [0, 0, 0x04, 0xb0, 0, 0, 0x02, 0x76], "1200 by 630");
    assert!(picture.body.len() < 200_000, "{}", picture.body.len());
    // A browser that has the page is not sent it again.
    let page = ask(world.address, "GET", &path, &[], &[]).await;
    let tag = page.header("etag").unwrap();
    let again = ask(world.address, "GET", &path, &[("if-none-match", tag)], &[]).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    // The page of an unknown room contains no invitation.
    let unknown = head(&world, "/r/nosuchroom", &[]).await;
    assert!(!unknown.contains("og:"), "{unknown}");
    // A restarted server gives the same invitation to every client.
    let world = world.again().await;
    let ready = ask(world.address, "GET", "/health/ready", &[], &[]).await;
    assert_eq!(ready.status, 200);
    // A page does not wait for slow operations, such as the first queries of a process or any query
    // on a busy machine.
    let invitation = "Ana &lt;3 invites you to Tsuro";
    until(async || head(&world, &path, &[]).await.contains(invitation)).await;
    assert_eq!(world.app.registry.in_memory(), 0);
}

#[tokio::test]
async fn the_invitation_promises_no_seat_in_a_locked_room() {
    let world = World::start().await;
    let host = Browser::arrive(world.address, "Ana").await;
    let room = host.room(settings()).await;
    let mut tab = host.enter(&room).await;
    let path = format!("/r/{room}");
    tab.must(json!({ "type": "lock", "locked": true })).await;
    let said = head(&world, &path, &[]).await;
    assert!(said.contains("Ana's room: Tsuro"), "{said}");
    assert!(said.contains("The room is locked."), "{said}");
    assert!(!said.contains("Seats taken"), "{said}");
}

#[tokio::test]
async fn a_finished_game_is_listed_with_the_people_who_played_it() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    let names: Vec<String> = [0, 1]
        .map(|seat| table.players[seat].1.view["seats"][seat]["name"].to_string())
        .to_vec();
    for round in 1..=2 {
        table.play_out().await;
        let listed = only_room_of(&table.players[1].0).await;
        assert_eq!(listed["phase"], "over");
        assert_eq!(listed["finished"], round);
        assert_eq!(listed["others"][0].to_string(), names[0]);
        if round == 1 {
            table.start().await;
        }
    }
    // The other player leaves, and another person takes the seat. The game was not theirs.
    table.players[0].1.must(json!({ "type": "stand" })).await;
    let late = Browser::arrive(world.address, "Late").await;
    let mut tab = late.enter(&table.room).await;
    tab.must(json!({ "type": "sit", "seat": null, "colour": null }))
        .await;
    let listed = only_room_of(&table.players[1].0).await;
    assert_eq!(listed["others"][0].to_string(), names[0]);
    assert_eq!(listed["others"].as_array().unwrap().len(), 1);
    assert_eq!(only_room_of(&late).await["finished"], 0);
}
