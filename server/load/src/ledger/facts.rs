//! What a view says, read once however many are told it.

use std::hash::{DefaultHasher, Hash, Hasher};

use senda_rules::{AnyGame, AnyView, Chance, Game, Seat, Viewer};
use serde::Deserialize;
use serde_json::Value;

/// Milliseconds of a turn without a clock after which the others need not wait.
const STALLED_MS: u64 = 300_000;
/// Milliseconds for what a seat is asked in another's turn, at most.
const ANSWER_MS: u64 = 60_000;
/// Milliseconds of a turn with an empty bank.
const LEAST_TURN_MS: u64 = 5_000;

/// Chance that leaves everything in its order: any game that looks the same will do.
struct Unshuffled;

impl Chance for Unshuffled {
    fn shuffle(&mut self, _: &mut [u32]) {}
}

/// A game that the viewer can't tell from the real one.
pub(crate) fn world(view: &AnyView) -> AnyGame {
    AnyGame::determinize(view, &mut Unshuffled)
}

/// What a room waits for.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// People, before the first game.
    #[default]
    Lobby,
    /// A decision in the game.
    Playing,
    /// A rematch.
    Over,
}

/// A seat that is taken, or was given up.
#[derive(Clone, Debug, Default, Eq, PartialEq, serde::Serialize)]
pub struct SeatFacts {
    /// Its owner.
    pub name: String,
    /// Whether they are ready.
    pub ready: bool,
    /// Whether it is played for them.
    pub away: bool,
    /// Whether it was given up.
    pub vacant: bool,
}

/// A view, read.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// What the room waits for.
    pub phase: Phase,
    /// The game's number in its room, from 1.
    pub round: u64,
    /// The seats.
    pub seats: Vec<Option<SeatFacts>>,
    /// The host's name.
    pub host: String,
    /// A game that the viewer can't tell from the real one.
    pub world: Option<AnyGame>,
    /// How many decisions can be taken back.
    pub take_back: u64,
    /// Seats whose time runs, and until when by the server's time: with a clock until it is up, and
    /// without one until the others need not wait any more.
    pub running: Vec<(u64, u64)>,
    /// Milliseconds in each seat's bank.
    pub banks_ms: Vec<u64>,
    /// The view's bytes without the moments until which time runs, which a restart moves.
    pub lasting: u64,
    /// The whole view.
    pub view: Value,
}

/// A number that equal bytes share.
pub(super) fn print(bytes: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Takes the moments under that key out of a list of seats; `None` if they are not as expected.
fn take_moments(seats: &mut Value, key: &str, moments: &mut Vec<(u64, u64)>) -> Option<()> {
    for seat in seats.as_array_mut().into_iter().flatten() {
        moments.push((seat["seat"].as_u64()?, seat[key].take().as_u64()?));
    }
    Some(())
}

impl Facts {
    /// Reads a view; `None` if it has not the shape of one.
    pub fn read(text: &str) -> Option<Self> {
        let mut view: Value = serde_json::from_str(text).ok()?;
        let phase = match view["phase"].as_str()? {
            "lobby" => Phase::Lobby,
            "playing" => Phase::Playing,
            "over" => Phase::Over,
            _ => return None,
        };
        let banks = view["clock"]["banks_ms"].as_array();
        let banks_ms = banks.into_iter().flatten().filter_map(Value::as_u64);
        let banks_ms = banks_ms.collect();
        let mut running = Vec::new();
        for (list, moment) in [("/clock/running", "until"), ("/awaited", "urge_from")] {
            if let Some(seats) = view.pointer_mut(list) {
                take_moments(seats, moment, &mut running)?;
            }
        }
        // It follows from the moment before it, and is another one after a restart as well.
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

    /// Milliseconds that a turn of that seat has at most, or what it is asked in another's; without a clock
    /// those after which the others need not wait any more.
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

    /// The seat that somebody has.
    pub fn seat_of(&self, name: &str) -> Option<Seat> {
        let mine = |seat: &Option<SeatFacts>| {
            seat.as_ref()
                .is_some_and(|seat| seat.name == name && !seat.vacant)
        };
        let seat = self.seats.iter().position(mine)?;
        Seat::new(u8::try_from(seat).ok()?)
    }

    /// As whom somebody must see it.
    pub fn viewer(&self, name: &str) -> Viewer {
        match self.phase {
            Phase::Lobby => Viewer::Spectator,
            Phase::Over => Viewer::Omniscient,
            Phase::Playing => self.seat_of(name).map_or(Viewer::Spectator, Viewer::Seat),
        }
    }

    /// The seats that are taken.
    pub fn taken(&self) -> impl Iterator<Item = (u64, &SeatFacts)> {
        (0..)
            .zip(&self.seats)
            .filter_map(|(number, seat)| Some((number, seat.as_ref()?)))
    }
}
