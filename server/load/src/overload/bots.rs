//! Measures how much bots slow down other players, and whether bots keep to their own pace. In some
//! rooms a person plays with bots, while swarms play in other rooms.

use std::{fmt, time::Duration};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use senda_client::RoomConnection;
use senda_rules::{AnyView, GameKind, Seat};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::{
    figures::{HEADING, Part},
    guests::{Counts, Guests},
    options::Measure,
    run::OTHER_FILES,
    scene::{self, end, start, turns},
};
use crate::{
    files,
    latency::{Latencies, Times, float},
    ledger::world,
    programs::ONE_MACHINE,
    swarm::{Server, any_of, client},
};

/// The first number of the addresses of the people who play with bots.
const PLAYING: u32 = 0x0050_0000;
/// The number of seats of a room with bots, if its game has that many.
const SEATS: u8 = 4;
/// The maximum ratio of the bots' 99th percentile time to their configured pace.
const TOLERANCE: f64 = 1.2;
/// The maximum ratio of the 99th percentile time to an answer with bots to that without them.
const BESIDE: f64 = 1.5;
/// The delay before a person whose room is lost connects again.
const AGAIN: Duration = Duration::from_millis(200);
/// The time to wait for the decision of a bot, which is far more than its pace.
const PATIENCE: Duration = Duration::from_mins(5);

/// Starts the server, and measures bots and the other players, in turns with bots and without.
/// Fails if either is slower than its bound.
#[derive(Clone, Debug, Parser)]
#[command(name = "senda-bot-rooms")]
pub struct BotRooms {
    #[command(flatten)]
    #[expect(missing_docs, reason = "the fields document the options")]
    pub measure: Measure,
    /// Rooms in which a person plays with bots; the games take turns.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    pub bot_rooms: u32,
    /// The strength of the bots.
    #[arg(long, default_value = "hard", value_parser = ["easy", "medium", "hard"])]
    pub level: String,
    /// Milliseconds that a bot has to take for a decision.
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=8_000))]
    pub pace_ms: u64,
}

/// The results of the measurement.
#[derive(Clone, Debug)]
pub struct Accompanied {
    /// The times of the other players.
    pub part: Part,
    /// The times from the moment when a bot could decide until the person received its decision.
    pub bots: Latencies,
    /// The time that a bot has to take for a decision.
    pub pace: Duration,
}

/// Measures other players and bots, alternately with bots and without.
///
/// # Errors
/// Returns an error if the server can't be started, if the people can't connect, or if the server
/// broke a promise that the swarm checks.
pub async fn accompanied(rooms: &BotRooms) -> Result<Accompanied> {
    let measure = &rooms.measure;
    files::allow(u64::from(rooms.bot_rooms) * 4 + OTHER_FILES)?;
    let pace = rooms.pace_ms;
    let limits = format!("{ONE_MACHINE} --bot-pace {pace}-{pace}");
    let running = start(measure, "accompanied", &limits).await?;
    let (server, level) = (running.server(), rooms.level.clone());
    let load = format!("{} rooms with bots of level {level}", rooms.bot_rooms);
    let swarm = scene::play(server, measure.rooms, "4", measure.seed, measure.think_ms).await?;
    let guests = Guests::gather()?;
    guests.each(rooms.bot_rooms, move |number, counts| {
        let level = level.clone();
        async move {
            // A person whose room is lost starts again, and counts no decisions meanwhile.
            if let Err(error) = play(server, number, &level, &counts).await {
                eprintln!("a room with bots: {error:#}");
                sleep(AGAIN).await;
            }
        }
    });
    let mut part = Part::of(load);
    let mut bots = Latencies::default();
    for is_accompanied in turns(measure) {
        guests.come(is_accompanied);
        part.turn(&swarm, None, measure, is_accompanied).await;
        let decided = guests.take_times();
        if is_accompanied {
            bots.add(&decided);
        }
    }
    guests.come(false);
    end(swarm).await?;
    drop(guests);
    running.end().await?;
    ensure!(bots.count() > 0, "no bot has decided anything");
    Ok(Accompanied {
        part,
        bots,
        pace: Duration::from_millis(pace),
    })
}

/// Plays one game after the other with bots, as one person who decides at once, while the load is
/// on.
async fn play(server: Server, number: u32, level: &str, counts: &Counts) -> Result<()> {
    let mut client = client(server.0, PLAYING + number);
    client.arrive(&format!("Player {number}")).await?;
    let kinds = GameKind::ALL;
    let kind = kinds[number as usize % kinds.len()];
    let settings = json!({
        "options": kind.options(), "clock": { "type": "none" }, "first": { "type": "draw" }, "public": false,
    });
    let room = client.create_room(&settings).await?;
    client.timeout = PATIENCE;
    let mut table = Table {
        room: client.join(&room).await?,
        since: Instant::now(),
        commands: 0,
    };
    let (_, most) = kind.seats();
    for _ in 1..SEATS.min(most) {
        table.say(json!({ "type": "bot", "level": level })).await?;
    }
    loop {
        let is_playing = table.room.view["phase"] == "playing";
        if table.is_on_turn() || table.room.view["phase"] == "over" {
            counts.until(true).await;
        }
        let said = if is_playing {
            table.decision(number)?
        } else {
            Some(json!({ "type": "start", "nonce": format!("{number:032x}") }))
        };
        if let Some(said) = said {
            table.say(said).await?;
        } else if let Some(time) = table.hear().await? {
            counts.note(time);
        }
    }
}

/// The room as the person who plays with bots sees it.
struct Table {
    room: RoomConnection,
    /// The moment when the last update arrived.
    since: Instant,
    commands: u32,
}

impl Table {
    /// Sends a command, and waits until its update has arrived.
    async fn say(&mut self, command: Value) -> Result<()> {
        self.commands += 1;
        let version = self.room.command(command).await?;
        self.room.until(|room| room.version >= version).await?;
        self.since = Instant::now();
        Ok(())
    }

    /// Waits for the next update. If it has a decision of the bot whose turn it was, returns the
    /// time that the bot took.
    async fn hear(&mut self) -> Result<Option<Duration>> {
        let before = self.bot_on_turn();
        let message = self.room.receive().await?;
        if message["type"] != "update" {
            return Ok(None);
        }
        let now = Instant::now();
        let took = now - std::mem::replace(&mut self.since, now);
        let played = message["happenings"].as_array();
        let mut played = played.into_iter().flatten().map(|told| &told["happening"]);
        let decides = |seat| played.any(|told| told["type"] == "played" && told["seat"] == seat);
        Ok(before.is_some_and(decides).then_some(took))
    }

    /// Returns the seat that decides next, and whether a bot has it.
    fn acting(&self) -> Option<(u64, bool)> {
        let view = &self.room.view;
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

    /// Returns a legal decision, a different one each time, or `None` while a bot decides.
    fn decision(&self, number: u32) -> Result<Option<Value>> {
        let Some((seat, false)) = self.acting() else {
            return Ok(None);
        };
        let view: AnyView = serde_json::from_value(self.room.game().clone())?;
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
        let act = json!({ "type": "act", "version": self.room.version, "action": action });
        Ok(Some(act))
    }
}

impl Accompanied {
    /// Returns the ratio of the bots' 99th percentile time to their configured pace, and the ratio
    /// of the 99th percentile time to an answer with bots to that without them.
    pub fn ratios(&self) -> (f64, f64) {
        let p99 = |times: &Latencies| float(times.within(0.99));
        let bots = p99(&self.bots) / 1e6 / self.pace.as_secs_f64();
        (
            bots,
            p99(&self.part.loaded.acks) / p99(&self.part.quiet.acks),
        )
    }

    /// Returns whether both ratios are within their bounds.
    pub fn is_kept(&self) -> bool {
        let (bots, people) = self.ratios();
        bots <= TOLERANCE && people <= BESIDE
    }
}

impl fmt::Display for Accompanied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING}\n{}", self.part)?;
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
