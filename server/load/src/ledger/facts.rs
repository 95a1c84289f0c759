//! The facts of a view, parsed once for all people who receive the same bytes.

use std::hash::{DefaultHasher, Hash, Hasher};

use senda_rules::{AnyGame, AnyView, Chance, Game, Seat, Viewer};
use serde::Deserialize;
use serde_json::Value;

/// The time in milliseconds after which the others need not wait for a turn without a clock.
const STALLED_MS: u64 = 300_000;
/// The maximum time in milliseconds for a decision of a seat in another seat's turn.
const ANSWER_MS: u64 = 60_000;
/// The minimum time in milliseconds for a turn with an empty bank.
const LEAST_TURN_MS: u64 = 5_000;

/// A shuffle that keeps the order. This is enough, since any game that looks the same will do.
struct Unshuffled;

impl Chance for Unshuffled {
    fn shuffle(&mut self, _: &mut [u32]) {}
}

/// Returns a game that the viewer can't tell from the real one.
pub(crate) fn world(view: &AnyView) -> AnyGame {
    AnyGame::determinize(view, &mut Unshuffled)
}

/// The phase of a room: the kind of event that it waits for.
#[derive(Copy, Clone, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The room waits for people before the first game.
    #[default]
    Lobby,
    /// The room waits for a decision in the game.
    Playing,
    /// The room waits for a rematch.
    Over,
}

/// A seat that is taken, or that was given up during a game.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct SeatFacts {
    /// The name of the player.
    pub name: String,
    /// Whether the player is ready.
    pub ready: bool,
    /// Whether the server plays for the player, who is away.
    pub away: bool,
    /// Whether the seat was given up.
    pub vacant: bool,
}

/// The facts of a view.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The phase of the room.
    pub phase: Phase,
    /// The number of the game in its room, from 1.
    pub round: u64,
    /// The seats, with `None` for a free one.
    pub seats: Vec<Option<SeatFacts>>,
    /// The name of the host.
    pub host: String,
    /// A game that the viewer can't tell from the real one.
    pub world: Option<AnyGame>,
    /// The number of decisions that can be taken back.
    pub take_back: u64,
    /// The seats whose time runs, each with its end by the server's time. With a clock this is the
    /// moment when the time is up, and without one the moment from which the others need not wait.
    pub running: Vec<(u64, u64)>,
    /// The banks of the seats in milliseconds.
    pub banks_ms: Vec<u64>,
    /// The hash of the view without the moments at which time runs out, since a restart moves
    /// those.
    pub lasting: u64,
    /// The whole view as JSON, without those moments.
    pub view: Value,
}

/// Returns a hash of the bytes.
pub(super) fn print(bytes: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Moves the moments under that key out of a list of seats. Returns `None` if they do not have the
/// expected form.
fn take_moments(seats: &mut Value, key: &str, moments: &mut Vec<(u64, u64)>) -> Option<()> {
    for seat in seats.as_array_mut().into_iter().flatten() {
        moments.push((seat["seat"].as_u64()?, seat[key].take().as_u64()?));
    }
    Some(())
}

impl Facts {
    /// Parses a view. Returns `None` if it does not have the form of a view.
    pub fn read(text: &str) -> Option<Self> {
        let mut view: Value = serde_json::from_str(text).ok()?;
        let phase = Phase::deserialize(&view["phase"]).ok()?;
        let banks = view["clock"]["banks_ms"].as_array();
        let banks_ms = banks.into_iter().flatten().filter_map(Value::as_u64);
        let banks_ms = banks_ms.collect();
        let mut running = Vec::new();
        for (list, moment) in [("/clock/running", "until"), ("/awaited", "urge_from")] {
            if let Some(seats) = view.pointer_mut(list) {
                take_moments(seats, moment, &mut running)?;
            }
        }
        // This moment follows from the one above, so a restart moves it too.
        let awaited = view["awaited"].as_array_mut();
        for seat in awaited.into_iter().flatten() {
            seat["alone_from"].take();
        }
        let lasting = if running.is_empty() {
            print(text)
        } else {
            print(&view.to_string())
        };
        let world = match &view["game"] {
            Value::Null => None,
            game => {
                let game = AnyView::deserialize(game).ok()?;
                Some(world(&game))
            }
        };
        let seat = |seat: &Value| {
            Some(SeatFacts {
                name: seat["name"].as_str()?.to_owned(),
                ready: seat["ready"] == true,
                away: seat["away"] == true,
                vacant: seat["vacant"] == true,
            })
        };
        Some(Self {
            phase,
            round: view["round"].as_u64()?,
            seats: view["seats"].as_array()?.iter().map(seat).collect(),
            host: view["host"]["name"].as_str()?.to_owned(),
            world,
            running,
            take_back: view["take_back"].as_u64().unwrap_or(0),
            banks_ms,
            lasting,
            view,
        })
    }

    /// Returns the maximum time of a turn of that seat in milliseconds, or of its decision in
    /// another seat's turn. Without a clock this is the time after which the others need not wait.
    pub fn allowance_ms(&self, seat: u64) -> u64 {
        let clock = &self.view["settings"]["clock"];
        let mover = self.world.as_ref().and_then(AnyGame::mover);
        let is_asked = mover.is_some_and(|mover| u64::from(mover.number()) != seat);
        match clock["type"].as_str() {
            Some("none") => STALLED_MS,
            Some("turn") => {
                let turn_ms = clock["seconds"].as_u64().unwrap_or(u64::MAX / 1_000) * 1_000;
                if is_asked {
                    turn_ms.min(ANSWER_MS)
                } else {
                    turn_ms
                }
            }
            _ if is_asked => ANSWER_MS,
            _ => {
                let seat = usize::try_from(seat).unwrap_or(usize::MAX);
                let bank_ms = self.banks_ms.get(seat).copied().unwrap_or(u64::MAX);
                bank_ms.max(LEAST_TURN_MS)
            }
        }
    }

    /// Returns the seat of the player with that name.
    pub fn seat_of(&self, name: &str) -> Option<Seat> {
        let mine = |seat: &Option<SeatFacts>| {
            seat.as_ref()
                .is_some_and(|seat| seat.name == name && !seat.vacant)
        };
        let seat = self.seats.iter().position(mine)?;
        Seat::new(u8::try_from(seat).ok()?)
    }

    /// Returns the rights with which the person of that name must see the room.
    pub fn viewer(&self, name: &str) -> Viewer {
        match self.phase {
            Phase::Lobby => Viewer::Spectator,
            Phase::Over => Viewer::Omniscient,
            Phase::Playing => self.seat_of(name).map_or(Viewer::Spectator, Viewer::Seat),
        }
    }

    /// Returns the seats that are not free, each with its number.
    pub fn taken(&self) -> impl Iterator<Item = (u64, &SeatFacts)> {
        (0..)
            .zip(&self.seats)
            .filter_map(|(number, seat)| Some((number, seat.as_ref()?)))
    }
}
