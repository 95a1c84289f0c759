//! Tests of the figures for Prometheus, and of the dashboard and the alerts that use them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead, BufReader},
    process::Stdio,
};

use axum::{
    body::{Body, to_bytes},
    http::{Request, StatusCode},
};
use regex_lite::Regex;
use senda::{App, http::metrics};
use serde_json::Value;
use tower::ServiceExt;

use crate::{
    client::{Browser, ask, settings},
    game::Table,
    process::Process,
    world::{Folder, World},
};

/// The figures of a server.
struct Scrape {
    text: String,
    samples: BTreeMap<String, f64>,
}

impl Scrape {
    async fn of(app: &App) -> Self {
        let request = Request::get("/metrics").body(Body::empty()).unwrap();
        let response = metrics::routes(app.clone()).oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        Self::parse(String::from_utf8(body.into()).unwrap())
    }

    fn parse(text: String) -> Self {
        assert!(text.ends_with("# EOF\n"), "{text}");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let samples = lines.map(|line| {
            let (name, value) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), value.parse().unwrap())
        });
        Self {
            samples: samples.collect(),
            text,
        }
    }

    /// Returns the value of a figure with its labels, as it is written.
    #[track_caller]
    fn value(&self, name: &str) -> f64 {
        let value = self.samples.get(name);
        *value.unwrap_or_else(|| panic!("no {name} in\n{}", self.text))
    }

    #[track_caller]
    fn assert(&self, name: &str, expected: u32) {
        let value = self.value(name);
        let difference = (value - f64::from(expected)).abs();
        assert!(difference < 0.01, "{name} is {value}, not {expected}");
    }

    /// Returns the names of the samples without their labels.
    fn names(&self) -> BTreeSet<&str> {
        let names = self.samples.keys();
        names.map(|name| name.split('{').next().unwrap()).collect()
    }
}

#[tokio::test]
async fn the_figures_follow_a_game() {
    let world = World::start().await;
    let none = Scrape::of(&world.app).await;
    none.assert("senda_people", 0);
    none.assert("senda_moves_total{game=\"tsuro\"}", 0);
    let mut table = Table::playing(world.address, 2, 1).await;
    let other = Browser::arrive(world.address, "Bo").await;
    let lobby = other.room(settings()).await;
    let _waiting = other.enter(&lobby).await;
    table.play().await;
    table.play().await;
    let now = Scrape::of(&world.app).await;
    now.assert("senda_moves_total{game=\"tsuro\"}", 2);
    now.assert("senda_games_started_total{game=\"tsuro\"}", 1);
    now.assert("senda_games_ended_total{game=\"tsuro\"}", 0);
    now.assert("senda_rooms{game=\"tsuro\",state=\"playing\"}", 1);
    now.assert("senda_rooms{game=\"tsuro\",state=\"lobby\"}", 1);
    now.assert("senda_rooms{game=\"tsuro\",state=\"over\"}", 0);
    now.assert("senda_people", 4);
    now.assert("senda_spectators", 1);
    now.assert("senda_bots", 0);
    now.assert("senda_sockets", 4);
    now.assert("senda_storage_writable", 1);
    now.assert("senda_lease_held", 1);
    now.assert("senda_replicas", 0);
    now.assert("senda_linked_servers", 0);
    now.assert("senda_refusals_total{code=\"rooms_of_address\"}", 0);
    assert!(now.value("senda_append_seconds_count") >= 4.0);
    assert!(now.value("senda_commit_seconds_count") >= 4.0);
    assert!(now.value("senda_commit_seconds_sum") > 0.0);
    assert!(now.value("senda_commit_writes_sum") >= now.value("senda_append_seconds_count"));
    assert!(now.value("senda_room_inbox_messages_count") >= 8.0);
    assert!(now.value("senda_database_bytes") > 1_000.0);
    let all = now.value("senda_append_seconds_bucket{le=\"+Inf\"}");
    assert!((all - now.value("senda_append_seconds_count")).abs() < 0.01);
    table.play_out().await;
    let over = Scrape::of(&world.app).await;
    over.assert("senda_games_ended_total{game=\"tsuro\"}", 1);
    over.assert("senda_rooms{game=\"tsuro\",state=\"over\"}", 1);
}

#[tokio::test]
async fn a_refusal_is_counted_by_its_limit() {
    let world = World::with(|settings| settings.rooms_per_hour = 1).await;
    let browser = Browser::arrive(world.address, "Ana").await;
    browser.room(settings()).await;
    let body = serde_json::json!({ "settings": settings() });
    for _ in 0..3 {
        let reply = browser.send("POST", "/api/rooms", &body).await;
        assert_eq!(reply.status, 429);
    }
    let now = Scrape::of(&world.app).await;
    now.assert("senda_refusals_total{code=\"rooms_of_address\"}", 3);
    now.assert("senda_refusals_total{code=\"sockets\"}", 0);
}

#[tokio::test]
async fn the_figures_contain_no_personal_data_and_few_labels() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 1).await;
    table.play().await;
    let Scrape { text, samples } = Scrape::of(&world.app).await;
    let secret = |browser: &Browser| browser.cookie.split_once('=').unwrap().1.to_owned();
    let mut private = vec![table.room.clone(), "127.0.0.1".to_owned()];
    for (browser, _) in table.players.iter().chain(&table.watchers) {
        private.push(secret(browser));
    }
    private.extend(["Host", "Player 1", "Watcher"].map(str::to_owned));
    for private in private {
        assert!(!text.contains(&private), "{private}");
    }
    let label = Regex::new("([a-z]+)=\"").unwrap();
    let labels = label.captures_iter(&text).map(|found| found[1].to_owned());
    let labels: BTreeSet<_> = labels.collect();
    let known = [
        "code", "commit", "game", "le", "outcome", "reason", "receiver", "state", "version",
    ];
    assert_eq!(labels, known.map(str::to_owned).into());
    assert!(samples.len() < 300, "{}", samples.len());
}

#[tokio::test]
async fn the_names_follow_the_conventions() {
    let world = World::start().await;
    let scrape = Scrape::of(&world.app).await;
    let mut families = 0;
    for line in scrape.text.lines() {
        let Some((name, kind)) = line
            .strip_prefix("# TYPE ")
            .and_then(|of| of.split_once(' '))
        else {
            continue;
        };
        families += 1;
        assert!(name.starts_with("senda_"), "{name}");
        assert!(!name.ends_with("_total"), "the format adds it to counters");
        if kind == "counter" {
            let total = format!("{name}_total");
            assert!(scrape.names().contains(total.as_str()), "{total}");
        }
        for unit in ["milliseconds", "_ms", "kilobytes", "minutes"] {
            assert!(!name.contains(unit), "{name}");
        }
    }
    assert!(families > 20, "{families}");
}

#[tokio::test]
async fn the_dashboard_and_the_alerts_use_existing_figures() {
    let world = World::start().await;
    let scrape = Scrape::of(&world.app).await;
    let served = scrape.names();
    let name = Regex::new(r"\bsenda_[a-z_]+").unwrap();
    let mut used = BTreeSet::new();
    for file in ["grafana.json", "alerts.yml"] {
        let text = fs::read_to_string(format!("../../docs/operate/{file}")).unwrap();
        let names = name.find_iter(&text).map(|found| found.as_str().to_owned());
        let names: BTreeSet<_> = names.collect();
        assert!(names.len() > 5, "{file}");
        for name in &names {
            assert!(served.contains(name.as_str()), "{file} has {name}");
        }
        used.extend(names);
    }
    // The dashboard shows each figure; of a histogram, the buckets are enough.
    for name in served {
        let is_part = name.ends_with("_sum") || name.ends_with("_count");
        assert!(is_part || used.contains(name), "{name} is on no panel");
    }
    let dashboard = fs::read_to_string("../../docs/operate/grafana.json").unwrap();
    let dashboard: Value = serde_json::from_str(&dashboard).unwrap();
    assert!(dashboard["panels"].as_array().unwrap().len() > 5);
}

#[tokio::test]
async fn the_figures_have_a_listener_of_their_own() {
    let folder = Folder::new();
    let mut command = Process::command_that_logs("info", folder.path());
    command.args(["--metrics-listen", "127.0.0.1:0"]);
    let mut process = Process::of({
        command.stderr(Stdio::piped());
        command
    });
    let mut lines = BufReader::new(process.take_stderr()).lines();
    let line = lines.find_map(|line| {
        let line = line.unwrap();
        line.contains("/metrics").then_some(line)
    });
    let line = line.unwrap();
    let (_, address) = line.split_once("address=http://").unwrap();
    let address = address.trim().parse().unwrap();
    let reply = ask(address, "GET", "/metrics", &[], b"").await;
    assert_eq!(reply.status, 200);
    let kind = reply.header("content-type").unwrap();
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    let scrape = Scrape::parse(String::from_utf8(reply.0.body.clone()).unwrap());
    scrape.assert("senda_people", 0);
    assert_eq!(ask(address, "GET", "/", &[], b"").await.status, 404);
    // Clients of the server itself don't see the figures.
    let reply = ask(process.address, "GET", "/metrics", &[], b"").await;
    assert_eq!(reply.status, 404);
}
