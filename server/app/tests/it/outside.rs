//! Tests of external programs: they connect with the token of a seat and use only the documented
//! protocol.

use std::{
    net::SocketAddr,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use senda_client::Client;
use serde_json::{Value, json};
use tokio::{task::spawn_blocking, time::timeout};

use crate::{
    client::{Browser, Reply, Tab, ask, handshake, settings},
    process::Process,
    world::{Folder, World},
};

const TOKEN: &str = "1f8a0c22d94b7e5630a1b2c3d4e5f60718293a4b5c6d7e8f9012345678abcdef";
/// Another token, which no host has given.
const OTHER: &str = "00000000000000000000000000000000000000000000000000000000000000aa";
/// The time limit for a game of bots on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// Opens a socket with exactly these headers and the subprotocol.
async fn open(
    address: SocketAddr,
    room: &str,
    headers: &[(&'static str, &str)],
) -> Result<Tab, Reply> {
    let path = format!("/api/rooms/{room}/socket");
    let headers = [&[("sec-websocket-protocol", "senda.v2")], headers].concat();
    match handshake(address, &path, &headers).await {
        Ok((socket, _)) => Ok(Tab::of(socket)),
        Err(error) => Err(Reply::refused(Err::<(), _>(error))),
    }
}

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

/// Creates a room whose host has given a token for the second seat.
async fn with_token(address: SocketAddr, settings: Value) -> (String, Tab) {
    let ana = Browser::arrive(address, "Ana").await;
    let room = ana.room(settings).await;
    let mut host = ana.enter(&room).await;
    host.must(json!({ "type": "token", "seat": 1, "token": TOKEN }))
        .await;
    (room, host)
}

#[tokio::test]
async fn a_token_needs_no_cookie_and_no_origin_and_opens_one_seat() {
    let world = World::start().await;
    let (room, mut host) = with_token(world.address, settings()).await;
    let token = bearer(TOKEN);
    let client = Client::new(world.address);
    let mut program = Tab(client.join_as_program(&room, TOKEN).await.unwrap());
    assert_eq!(
        (program.seat(), &program.you["host"]),
        (Some(1), &json!(false))
    );
    host.until(|tab| tab.presence["seats"] == json!([0, 1]))
        .await;
    for wanted in [
        json!({ "type": "stand" }),
        json!({ "type": "lock", "locked": true }),
    ] {
        let problem = program.command(wanted).await.unwrap_err();
        assert_eq!(problem["code"], "only_plays");
    }
    // The token is not valid in another room, and another token is not valid in this one.
    let ana = Browser::arrive(world.address, "Ana").await;
    let elsewhere = ana.room(settings()).await;
    for (room, token) in [(&elsewhere, TOKEN), (&room, OTHER)] {
        let token = bearer(token);
        let refused = open(world.address, room, &[("authorization", &token)]).await;
        assert_eq!(refused.ok().unwrap().closed().await, 4502);
    }
    // Without a token, a page must have the server's own origin, whatever else it sends.
    for other in ["Basic dXNlcjpwYXNz", "Bearer of-a-proxy"] {
        let headers = [("authorization", other), ("cookie", &*ana.cookie)];
        let refused = open(world.address, &room, &headers).await.err().unwrap();
        assert_eq!(refused.problem(), (403, "foreign_origin".to_owned()));
    }
    // The token is not a session for other endpoints.
    let headers = [
        ("authorization", &*token),
        ("content-type", "application/json"),
    ];
    let body = json!({ "settings": settings() }).to_string();
    let opened = ask(
        world.address,
        "POST",
        "/api/rooms",
        &headers,
        body.as_bytes(),
    )
    .await;
    assert_eq!(opened.problem(), (401, "no_session".to_owned()));
    host.must(json!({ "type": "bot", "seat": 1 })).await;
    assert_eq!(program.closed().await, 4502);
}

#[tokio::test]
async fn a_token_is_neither_stored_nor_sent_to_anyone() {
    let world = World::start().await;
    let (room, host) = with_token(world.address, settings()).await;
    let token = bearer(TOKEN);
    let program = open(world.address, &room, &[("authorization", &token)]).await;
    let mut program = program.ok().unwrap();
    program.until(|tab| tab.version > 0).await;
    for tab in [&host, &program] {
        assert!(tab.frames().iter().all(|frame| !frame.contains(TOKEN)));
    }
    let bytes = hex::decode(TOKEN).unwrap();
    let mut files = 0;
    for file in std::fs::read_dir(world.folder.path()).unwrap() {
        let stored = std::fs::read(file.unwrap().path()).unwrap();
        let holds = |part: &[u8]| stored.windows(part.len()).any(|at| at == part);
        assert!(!holds(TOKEN.as_bytes()) && !holds(&bytes));
        files += usize::from(holds(b"outside"));
    }
    assert!(files > 0, "that there is a program is in the log");
}

/// Returns the command that runs an example in Python, as the documentation describes it.
fn python() -> Command {
    let mut python = Command::new("python3");
    python.args(["-B", "bot.py"]);
    python
}

/// Returns the command that runs an example in JavaScript, as the documentation describes it.
fn node() -> Command {
    let version = Command::new("node").arg("--version").output();
    let version = version.expect("node, which `cargo xtask test --only tools` looks for");
    let version = String::from_utf8(version.stdout).unwrap();
    let mut node = Command::new("node");
    if version.starts_with("v20.") {
        node.arg("--experimental-websocket");
    }
    node.arg("bot.mjs");
    node
}

/// Adds what every example needs: the link of the room and the token of the seat.
fn for_room(mut example: Command, address: SocketAddr, room: &str) -> Command {
    example
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples"))
        .arg(format!("http://{address}/r/{room}"))
        .env("SENDA_TOKEN", TOKEN)
        .stdout(Stdio::piped());
    example
}

/// Plays a game of each kind between the example and a bot of the server.
async fn play_whole_games(example: fn() -> Command) {
    let folder = Folder::new();
    let mut server = Process::command(folder.path());
    server.args(["--bot-pace", "0-0"]);
    let server = Process::of(server);
    for &game in senda_rules::GameKind::ALL {
        let mut settings = settings();
        settings["options"] = serde_json::to_value(game.options()).unwrap();
        let (room, mut host) = with_token(server.address, settings).await;
        host.must(json!({ "type": "stand" })).await;
        host.must(json!({ "type": "bot", "seat": 0, "level": "easy" }))
            .await;
        let program = for_room(example(), server.address, &room).spawn();
        let program = program.expect("a program that `cargo xtask test --only tools` installs");
        host.until(|tab| tab.presence["seats"] == json!([0, 1]))
            .await;
        host.must(json!({ "type": "start" })).await;
        let over = host.until(|tab| tab.view["phase"] == "over");
        timeout(PATIENCE, over).await.expect("the end of a game");
        let done = timeout(PATIENCE, spawn_blocking(|| program.wait_with_output())).await;
        let done = done.expect("an end of the example").unwrap().unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        let places = host.game()["outcome"]["places"].as_array().unwrap();
        let places: Vec<String> = places.iter().map(Value::to_string).collect();
        assert!(done.status.success(), "{game:?}: {said}");
        let expected = format!("places, seat by seat: {}\n", places.join(" "));
        assert_eq!(said, expected, "{game:?}");
        assert_eq!(host.view["seats"][1]["bot"], "outside");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_example_plays_whole_games_of_each_kind_against_a_bot() {
    play_whole_games(python).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_example_in_javascript_plays_whole_games_of_each_kind_against_a_bot() {
    play_whole_games(node).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_example_in_javascript_reports_why_it_is_refused() {
    let world = World::start().await;
    let mut program = for_room(node(), world.address, "zzzzzzzzzz");
    let done = spawn_blocking(move || program.stderr(Stdio::piped()).output());
    let done = done.await.unwrap().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(
        said.contains("refused: 404") && said.contains("no_such_room"),
        "{said}"
    );
    assert!(!done.status.success());
}

#[test]
fn the_example_in_javascript_is_short_and_needs_only_node() {
    let example = include_str!("../../../../docs/examples/bot.mjs");
    assert!(example.lines().count() < 100);
    for word in ["import ", "import(", "require("] {
        assert!(!example.contains(word), "{word}");
    }
}

#[test]
fn the_example_is_short_and_needs_only_python() {
    let example = include_str!("../../../../docs/examples/bot.py");
    assert!(example.lines().count() < 100);
    let imports = example
        .lines()
        .filter(|line| line.starts_with("import ") || line.starts_with("from "));
    let named: Vec<&str> = imports
        .flat_map(|line| {
            line.split_once(" import ")
                .map_or(line, |(from, _)| from)
                .split([' ', ',', '.'])
        })
        .filter(|word| !matches!(*word, "" | "import" | "from"))
        .collect();
    let standard = [
        "json", "os", "sys", "time", "base64", "http", "client", "random", "urllib", "parse",
    ];
    assert!(
        named.iter().all(|module| standard.contains(module)),
        "{named:?}"
    );
}
