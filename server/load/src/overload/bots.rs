//! What bots cost those who play beside them, and whether they keep to their own time: rooms in which a person plays
//! with bots, while others play in rooms of their own.

use std::{fmt, time::Duration};

use anyhow::{Context, Result, ensure};
use clap::Args;
use senda_rules::{AnyView, GameKind, Seat};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::{
    figures::{Heading, Part, Side},
    guests::{Counts, Guests},
    options::Measure,
    run::{OTHER_FILES, one_machine},
    scene::{Scene, end, turn, turns},
};
use crate::{
    files,
    latency::{Latencies, Times},
    ledger::world,
    swarm::{Browser, Server, Socket, any_of},
};

/// First numbers of the addresses of those who play with bots.
const PLAYING: u32 = 0x0050_0000;
/// Seats of a room with bots, where its game has as many.
const SEATS: u8 = 4;
/// By how much a bot's time may be more than what it is told to take, of a hundred bots the slowest.
const TOLERANCE: f64 = 1.2;
/// By how much an answer may take longer beside bots, of a hundred the last.
const BESIDE: f64 = 1.5;
/// Before somebody who has lost their room comes again.
const AGAIN: Duration = Duration::from_millis(200);

/// How many rooms with bots, and how these play.
#[derive(Clone, Debug, Args)]
pub struct BotRooms {
    #[command(flatten)]
    #[allow(missing_docs)] // its fields are the options
    pub measure: Measure,
    /// Rooms in which a person plays with bots, of each game in turn.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    pub bot_rooms: u32,
    /// How well the bots play.
    #[arg(long, default_value = "hard", value_parser = ["easy", "medium", "hard"])]
    pub level: String,
    /// Milliseconds that a bot is told to take for a decision.
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=8_000))]
    pub pace_ms: u64,
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Accompanied {
    /// What those feel who play beside.
    pub part: Part,
    /// From when a bot could decide until everybody was told what.
    pub bots: Latencies,
    /// What it was told to take for that.
    pub pace: Duration,
}

/// Measures it.
///
/// # Errors
/// The server can't be started, not everybody can come, or a promise of the swarm's was not kept.
pub async fn accompanied(rooms: &BotRooms) -> Result<Accompanied> {
    let measure = &rooms.measure;
    files::allow(u64::from(rooms.bot_rooms) * 4 + OTHER_FILES)?;
    let mut limits = one_machine();
    let pace = rooms.pace_ms;
    limits.extend(["--bot-pace".to_owned(), format!("{pace}-{pace}")]);
    let scene = Scene::set(measure, "accompanied", limits, None).await?;
    let swarm = scene.play(measure, measure.rooms, "4").await?;
    let guests = Guests::gather()?;
    let (server, level) = (scene.server, rooms.level.clone());
    guests.each(rooms.bot_rooms, move |number, counts| {
        let level = level.clone();
        async move {
            // One whose room is lost comes again, and counts no more decisions meanwhile.
            if let Err(error) = play(server, number, &level, &counts).await {
                eprintln!("a room with bots: {error:#}");
                sleep(AGAIN).await;
            }
        }
    });
    let (mut quiet, mut loaded) = (Side::default(), Side::default());
    let mut bots = Latencies::default();
    let time = Duration::from_secs(measure.seconds);
    for is_accompanied in turns(measure) {
        guests.come(is_accompanied);
        let side = turn(&swarm, Some(guests.tally()), time).await;
        eprintln!("beside bots: {is_accompanied}, {} moves", side.moves);
        let decided = guests.take_times();
        if is_accompanied {
            loaded.add(&side);
            bots.add(&decided);
        } else {
            quiet.add(&side);
        }
    }
    guests.come(false);
    end(swarm).await?;
    drop(guests);
    scene.end().await?;
    ensure!(bots.count() > 0, "no bot has decided anything");
    Ok(Accompanied {
        part: Part {
            load: format!(
                "{} rooms with bots of level {}",
                rooms.bot_rooms, rooms.level
            ),
            quiet,
            loaded,
        },
        bots,
        pace: Duration::from_millis(pace),
    })
}

/// One person plays with bots, one game after the other, and decides at once while they are let loose.
async fn play(server: Server, number: u32, level: &str, counts: &Counts) -> Result<()> {
    let mut browser = Browser::new(server.0, PLAYING + number);
    browser.arrive(&format!("Player {number}")).await?;
    let kinds = GameKind::ALL;
    let kind = kinds[number as usize % kinds.len()];
    let settings = json!({
        "options": kind.options(), "clock": { "type": "none" }, "first": { "type": "draw" }, "public": false,
    });
    let room = browser.open(settings).await?;
    let path = format!("/api/rooms/{room}/socket");
    let mut table = Table {
        socket: Socket::open(&browser, &path, &counts.tally).await?,
        update: Value::Null,
        since: Instant::now(),
        commands: 0,
    };
    let (_, most) = kind.seats();
    for _ in 1..SEATS.min(most) {
        table.say(json!({ "type": "bot", "level": level })).await?;
    }
    loop {
        if table.is_on_turn() || table.update["view"]["phase"] == "over" {
            counts.until(true).await;
        }
        let said = match table.update["view"]["phase"].as_str() {
            Some("playing") => table.decision(number)?,
            Some(_) => Some(json!({ "type": "start", "nonce": format!("{number:032x}") })),
            None => None,
        };
        if let Some(said) = said {
            table.say(said).await?;
        } else if let Some(time) = table.hear().await? {
            counts.note(time);
        }
    }
}

/// What somebody sees of their room.
struct Table {
    socket: Socket,
    /// The last update.
    update: Value,
    /// When it came.
    since: Instant,
    commands: u32,
}

impl Table {
    /// Sends a command, and waits until it is carried out and seen.
    async fn say(&mut self, mut command: Value) -> Result<()> {
        self.commands += 1;
        let id = self.commands.to_string();
        command["id"] = id.clone().into();
        self.socket.say(&command.to_string()).await?;
        loop {
            let message = self.message().await?;
            match message["type"].as_str() {
                Some("nak") => ensure!(message["id"] != id.as_str(), "refused: {message}"),
                Some("ack") if message["id"] == id.as_str() => break,
                _ => {}
            }
        }
        self.hear().await?;
        Ok(())
    }

    /// The next update; how long a bot has taken that has decided by it.
    async fn hear(&mut self) -> Result<Option<Duration>> {
        let before = self.bot_on_turn();
        let since = self.since;
        while self.message().await?["type"] != "update" {}
        let played = self.update["happenings"].as_array();
        let mut played = played.into_iter().flatten().map(|told| &told["happening"]);
        let decides = |seat| played.any(|told| told["type"] == "played" && told["seat"] == seat);
        Ok(before.is_some_and(decides).then(|| self.since - since))
    }

    async fn message(&mut self) -> Result<Value> {
        let message: Value = serde_json::from_str(&self.socket.hear().await?)?;
        if message["type"] == "update" {
            self.update = message.clone();
            self.since = Instant::now();
        }
        Ok(message)
    }

    /// The seat that decides next, and whether it is a bot's.
    fn acting(&self) -> Option<(u64, bool)> {
        let view = &self.update["view"];
        let is_played = view["phase"] == "playing";
        let acting = view["game"]["acting"].as_u64().filter(|_| is_played)?;
        let seat = usize::try_from(acting).ok()?;
        Some((acting, !view["seats"][seat]["bot"].is_null()))
    }

    fn bot_on_turn(&self) -> Option<u64> {
        let (seat, is_bot) = self.acting()?;
        is_bot.then_some(seat)
    }

    fn is_on_turn(&self) -> bool {
        self.acting().is_some_and(|(_, is_bot)| !is_bot)
    }

    /// Something that may be decided now, another each time; `None` while a bot decides.
    fn decision(&self, number: u32) -> Result<Option<Value>> {
        let Some((seat, false)) = self.acting() else {
            return Ok(None);
        };
        let view: AnyView = serde_json::from_value(self.update["view"]["game"].clone())?;
        let seat = u8::try_from(seat)
            .ok()
            .and_then(Seat::new)
            .context("a seat")?;
        let part = |of: u32| f64::from(of.wrapping_mul(2_654_435_761)) / f64::from(u32::MAX);
        let (kind, choice) = (
            part(self.commands + number),
            part(self.commands + 7 * number),
        );
        let action = any_of(&world(&view), seat, kind, choice).context("a decision")?;
        let version = &self.update["version"];
        Ok(Some(
            json!({ "type": "act", "version": version, "action": action }),
        ))
    }
}

impl Accompanied {
    /// How much longer a bot takes than it is told to, of a hundred the slowest; and how much longer the answer to a
    /// person takes beside them, of a hundred the last.
    #[allow(clippy::cast_precision_loss)] // microseconds
    pub fn ratios(&self) -> (f64, f64) {
        let p99 = |times: &Latencies| times.within(0.99) as f64;
        let bots = p99(&self.bots) / 1e6 / self.pace.as_secs_f64();
        (
            bots,
            p99(&self.part.loaded.acks) / p99(&self.part.quiet.acks),
        )
    }

    /// Whether both are within their bounds.
    pub fn is_kept(&self) -> bool {
        let (bots, people) = self.ratios();
        bots <= TOLERANCE && people <= BESIDE
    }
}

impl fmt::Display for Accompanied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{Heading}\n{}", self.part)?;
        let (bots, people) = self.ratios();
        let pace = self.pace.as_millis();
        writeln!(f, "bots, told to take {pace} ms: {}", Times::of(&self.bots))?;
        writeln!(f, "a bot's p99 is {bots:.2}x of that (bound {TOLERANCE}x)")?;
        writeln!(
            f,
            "the answer's p99 to a person beside them is {people:.2}x of quiet (bound {BESIDE}x)"
        )
    }
}
