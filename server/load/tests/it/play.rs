//! Tests of the swarm on a real server.

use std::{net::SocketAddr, time::Duration};

use clap::Parser;
use senda_load::{
    ledger::{Ledger, Phase, Rule},
    report::measure,
    swarm::{Plan, Server, Swarm},
};
use senda_rules::GameKind;
use tokio::time::sleep;

use crate::world::{Folder, World};

/// A timeout that no step reaches.
const PATIENCE: Duration = Duration::from_mins(2);

fn plan(server: SocketAddr) -> Plan {
    Plan {
        url: Server(server),
        rooms: 4,
        players: "2..4".parse().unwrap(),
        spectators: 2,
        idle: 1,
        seed: 11,
        think_ms: 20,
        games: None,
        restless: false,
        every_game: true,
    }
}

/// Waits until that number of games have ended.
async fn ended(ledger: &Ledger, games: u64) {
    while ledger.totals().ended < games {
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swarm_plays_to_the_end_and_its_report_adds_up() {
    let folder = Folder::new();
    let world = World::start(&folder).await;
    let plan = plan(world.address);
    let report = measure(&plan, 2, Some(std::process::id())).await.unwrap();
    assert_eq!(report.violations, [], "{report}");
    let totals = report.totals;
    assert_eq!((totals.rooms, totals.open, totals.violations), (4, 0, 0));
    assert_eq!(totals.commands, totals.acked + totals.refused);
    // Each room starts a game and ends it.
    assert!(totals.ended >= 4 && totals.moves > totals.ended);
    assert!(report.moves <= totals.moves);
    assert!(report.sockets >= plan.sockets() && report.opened > report.sockets);
    assert!(report.to_ack.count > 0 && report.to_ack.count as u64 <= report.moves);
    for times in [report.to_ack, report.to_last_viewer] {
        assert!(times.p50 <= times.p90 && times.p90 <= times.p99 && times.p99 <= times.max);
        assert!(times.max > 0);
    }
    assert!(report.to_last_viewer.max >= report.to_last_viewer.p50);
    #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
    let (moves, bytes) = (report.moves as f64, report.bytes as f64);
    assert!((report.bytes_per_move * moves - bytes).abs() < 1.0);
    let cost = report.server.unwrap();
    assert!(cost.memory_most >= cost.memory_before && cost.cpu_seconds > 0.0);
    let shown = report.to_string();
    for key in [
        "decisions",
        "to the answer",
        "to the last viewer",
        "server's memory",
        "violations",
    ] {
        assert!(shown.contains(key), "{shown}");
    }
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["totals"]["ended"], totals.ended);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swarm_survives_restarts_and_misses_nothing() {
    let folder = Folder::new();
    let mut world = World::start(&folder).await;
    let ledger = Ledger::new(11);
    let mut swarm = Swarm::gather(&plan(world.address), &ledger);
    swarm.all_play(PATIENCE).await.unwrap();
    for _ in 0..2 {
        let before = ledger.totals();
        ledger.stopped();
        let address = world.stop().await;
        ledger.started();
        world = World::at(address, &folder).await;
        ended(&ledger, before.ended + 2).await;
    }
    let tally = swarm.tally().clone();
    swarm.finish(PATIENCE).await.unwrap();
    assert_eq!(ledger.violations(), []);
    assert_eq!(ledger.totals().open, 0);
    let rooms = ledger.rooms();
    assert!(rooms.iter().all(|room| room.phase == Phase::Over));
    for game in GameKind::ALL {
        let is_played = rooms.iter().any(|room| room.game == Some(*game));
        assert!(is_played, "nobody played {game:?}");
    }
    let counted = tally.counted();
    assert!(counted.resumed > 0, "{counted:?}");
    assert!(counted.closes.get(&4000).is_some_and(|closed| *closed > 0));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn restless_people_open_another_room_after_enough_games() {
    let folder = Folder::new();
    let world = World::start(&folder).await;
    let ledger = Ledger::new(11);
    let plan = Plan {
        games: Some(1),
        restless: true,
        ..plan(world.address)
    };
    let mut swarm = Swarm::gather(&plan, &ledger);
    swarm.all_play(PATIENCE).await.unwrap();
    while ledger.totals().rooms < 2 * u64::from(plan.rooms) {
        sleep(Duration::from_millis(20)).await;
    }
    let tally = swarm.tally().clone();
    swarm.finish(PATIENCE).await.unwrap();
    assert_eq!(ledger.violations(), []);
    let rooms = ledger.rooms();
    assert!(rooms.iter().all(|room| room.phase == Phase::Over));
    assert!(rooms.iter().all(|room| room.round == 1), "{rooms:?}");
    assert!(tally.counted().resumed > 0);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn detects_a_server_that_lost_its_data() {
    let (folder, empty) = (Folder::new(), Folder::new());
    let world = World::start(&folder).await;
    let ledger = Ledger::new(11);
    let plan = Plan {
        rooms: 2,
        ..plan(world.address)
    };
    let mut swarm = Swarm::gather(&plan, &ledger);
    swarm.all_play(PATIENCE).await.unwrap();
    let address = world.stop().await;
    let world = World::at(address, &empty).await;
    swarm.finish(Duration::from_secs(1)).await.unwrap();
    let violations = ledger.violations();
    for book in ledger.books() {
        let lost = |rule| {
            let mut found = violations.iter();
            found.any(|found| found.rule == rule && *found.room == **book.name())
        };
        assert!(lost(Rule::Playable), "{violations:?}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_trust_proxy_rejects_most_of_the_swarm() {
    let folder = Folder::new();
    let world = World::with(&["senda", "--sessions-per-hour", "1", "--data"], &folder).await;
    let plan = Plan {
        rooms: 40,
        ..plan(world.address)
    };
    let mut swarm = Swarm::gather(&plan, &Ledger::new(11));
    let refused = swarm.all_play(PATIENCE).await.unwrap_err().to_string();
    assert!(refused.contains("--trust-proxy"), "{refused}");
    world.stop().await;
}

#[test]
fn a_plan_gives_the_options_that_the_server_needs() {
    let plan = plan("127.0.0.1:9".parse().unwrap());
    // There are rooms of two, three, four and two players, two spectators in each, and one visitor.
    assert_eq!(plan.sockets(), 11 + 8 + 1);
    let needs = plan.needs();
    let words = ["senda"].into_iter().chain(needs.split(' '));
    let settings = senda::settings::CommandLine::try_parse_from(words)
        .unwrap()
        .settings;
    assert!(settings.trust_proxy.is_any() && settings.rooms >= 4);
    assert!(u64::from(settings.sockets) >= plan.sockets());
}

#[test]
fn parses_the_options_of_a_plan() {
    for good in ["2", "8", "2..8", "3..3"] {
        assert!(good.parse::<senda_load::swarm::Players>().is_ok(), "{good}");
    }
    for bad in ["1", "9", "8..2", "2..9", "", "two"] {
        assert!(bad.parse::<senda_load::swarm::Players>().is_err(), "{bad}");
    }
    let server: Server = "http://127.0.0.1:80/".parse().unwrap();
    assert_eq!(server, Server("127.0.0.1:80".parse().unwrap()));
    for bad in [
        "127.0.0.1:80",
        "https://127.0.0.1:80",
        "http://127.0.0.1",
        "http://:x",
    ] {
        assert!(bad.parse::<Server>().is_err(), "{bad}");
    }
}
