//! A table of players in a room, for use in tests.

use std::net::SocketAddr;

use senda_rules::{AnyGame, AnyView, Chance, Game};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpSocket;

use crate::client::{Browser, Tab, settings};

/// A source of chance that never shuffles.
struct Unshuffled;

impl Chance for Unshuffled {
    fn shuffle(&mut self, _: &mut [u32]) {}
}

/// Returns a game that looks like this view to its viewer; `None` if it is no view of a game. The
/// legal decisions don't depend on what is hidden.
pub fn imagined(view: &Value) -> Option<AnyGame> {
    let view = AnyView::deserialize(view).ok()?;
    Some(AnyGame::determinize(&view, &mut Unshuffled))
}

/// A room with seated players and spectators. The first player is the host.
pub struct Table {
    pub room: String,
    pub players: Vec<(Browser, Tab)>,
    pub watchers: Vec<(Browser, Tab)>,
    /// The state of a generator that chooses among legal decisions; the same state gives the same
    /// choices.
    choice: u64,
}

impl Table {
    /// Creates a room, seats the players and lets the spectators in.
    pub async fn gather(address: SocketAddr, players: usize, watchers: usize) -> Self {
        let host = Browser::arrive(address, "Host").await;
        let room = host.room(settings()).await;
        let tab = host.enter(&room).await;
        let mut table = Self::of_host(host, tab, room);
        for number in 1..players {
            let browser = Browser::arrive(address, &format!("Player {number}")).await;
            table.join(browser).await;
        }
        for number in 0..watchers {
            let browser = Browser::arrive(address, &format!("Watcher {number}")).await;
            let tab = browser.enter(&table.room).await;
            table.watchers.push((browser, tab));
        }
        table
    }

    /// Creates the table of a room in which only its host is seated.
    pub fn of_host(host: Browser, tab: Tab, room: String) -> Self {
        Self {
            players: vec![(host, tab)],
            watchers: Vec::new(),
            choice: 7,
            room,
        }
    }

    /// Seats another player.
    pub async fn join(&mut self, browser: Browser) {
        let tab = browser.enter(&self.room).await;
        self.seat(browser, tab).await;
    }

    async fn seat(&mut self, browser: Browser, mut tab: Tab) {
        if tab.seat().is_none() {
            tab.must(json!({ "type": "sit" })).await;
            tab.until(|tab| tab.seat().is_some()).await;
        }
        self.players.push((browser, tab));
    }

    /// Creates a room with rated games, whose players come from the networks 127.0.0.N. The first
    /// one is the host.
    pub async fn rated(address: SocketAddr, networks: &[u8]) -> Self {
        let mut rated = settings();
        rated["rated"] = true.into();
        rated["clock"] = json!({ "type": "turn", "seconds": 300 });
        let host = Browser::arrive(address, "Host").await;
        let mut table = Self {
            room: host.room(rated).await,
            players: Vec::new(),
            watchers: Vec::new(),
            choice: 7,
        };
        for (number, network) in networks.iter().enumerate() {
            let browser = match number {
                0 => host.clone(),
                _ => Browser::arrive(address, &format!("Player {number}")).await,
            };
            table.join_from(browser, *network).await;
        }
        table
    }

    /// Seats a player who comes from the network 127.0.0.N.
    pub async fn join_from(&mut self, browser: Browser, network: u8) {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, network], 0).into()).unwrap();
        let stream = socket.connect(browser.address).await.unwrap();
        let path = format!("/api/rooms/{}/socket", self.room);
        let mut tab = browser.tab_on(stream, &path).await;
        tab.until(|tab| tab.version > 0).await;
        self.seat(browser, tab).await;
    }

    /// Gathers a table with [`Table::gather`] and starts a game.
    pub async fn playing(address: SocketAddr, players: usize, watchers: usize) -> Self {
        let mut table = Self::gather(address, players, watchers).await;
        table.start().await;
        table
    }

    /// Marks everyone as ready and starts the game as the host.
    pub async fn start(&mut self) {
        let nonce = "00112233445566778899aabbccddeeff";
        for (_, tab) in &mut self.players[1..] {
            tab.must(json!({ "type": "ready", "ready": true, "nonce": nonce }))
                .await;
        }
        let version = self.players[0]
            .1
            .must(json!({ "type": "start", "nonce": nonce }))
            .await;
        self.see(version).await;
    }

    /// Waits until everyone has received that version.
    pub async fn see(&mut self, version: u64) {
        for (_, tab) in self.players.iter_mut().chain(&mut self.watchers) {
            tab.until(|tab| tab.version >= version).await;
        }
    }

    pub fn is_playing(&self) -> bool {
        self.players[0].1.view["phase"] == "playing"
    }

    /// Returns the index of the player whose turn it is.
    pub fn turn(&self) -> usize {
        let turn = self.players[0].1.game()["turn"].as_u64().unwrap();
        self.players
            .iter()
            .position(|(_, tab)| tab.seat() == Some(turn))
            .unwrap()
    }

    /// Returns the index of the player whose turn it is, and one of their legal decisions.
    pub fn decision(&mut self) -> (usize, Value) {
        let turn = self.turn();
        let tab = &self.players[turn].1;
        self.choice = self
            .choice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let choices = &tab.game()["choices"];
        let pick = |list: &Value| {
            let list = list.as_array().unwrap();
            assert!(!list.is_empty());
            list[usize::try_from(self.choice >> 33).unwrap() % list.len()].clone()
        };
        let action = match choices["type"].as_str() {
            Some("start") => json!({ "type": "start", "mark": pick(&choices["marks"]) }),
            Some("place") => {
                let placement = pick(&choices["placements"]);
                json!({ "type": "place", "tile": placement["tile"], "rotation": placement["rotation"] })
            }
            other => panic!("choices of the type {other:?}"),
        };
        (turn, act(tab.version, action))
    }

    /// Plays one decision, waits until everyone has received it, and returns its version.
    pub async fn play(&mut self) -> u64 {
        let (turn, decision) = self.decision();
        let version = self.players[turn].1.must(decision).await;
        self.see(version).await;
        version
    }

    /// Plays until the game ends.
    pub async fn play_out(&mut self) {
        while self.is_playing() {
            self.play().await;
        }
    }
}

/// Returns the message for an action in the game, based on a version.
pub fn act(version: u64, mut action: Value) -> Value {
    action["game"] = "tsuro".into();
    json!({ "type": "act", "version": version, "action": action })
}
