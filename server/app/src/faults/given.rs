//! The current orders, and their execution.

use std::{
    path::{Path, PathBuf},
    sync::Mutex,
    time::Duration,
};

use senda_store::process::lock;

use super::{
    mutant::Mutant,
    order::{BadOrder, Orders, Point},
};

/// The environment variable with the path of the file of orders.
pub const ORDERS: &str = "SENDA_FAULTS";
/// The extension of the file beside it that contains the orders that are in effect.
const OBEYED: &str = "obeyed";
/// The interval between two reads of the file.
const LOOK_EVERY: Duration = Duration::from_millis(10);

#[derive(Debug, Default)]
struct Given {
    text: String,
    orders: Orders,
    chance: u64,
}

static GIVEN: Mutex<Option<Given>> = Mutex::new(None);

/// Reads the orders, and reads them again whenever they change. The process aborts if they are
/// invalid.
pub fn start() {
    obey(Mutant::choose());
    let Some(file) = std::env::var_os(ORDERS).map(PathBuf::from) else {
        return;
    };
    obey(look(&file));
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(LOOK_EVERY);
            obey(look(&file));
        }
    });
}

fn obey(done: Result<(), BadOrder>) {
    if let Err(bad) = done {
        eprintln!("senda: {bad}");
        std::process::abort();
    }
}

fn look(file: &Path) -> Result<(), BadOrder> {
    // A missing file contains no orders.
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let mut given = lock(&GIVEN);
    if given.as_ref().is_some_and(|given| given.text == text) {
        return Ok(());
    }
    let orders: Orders = text.parse()?;
    let chance = orders.seed;
    let read = text.clone();
    *given = Some(Given {
        text,
        orders,
        chance,
    });
    drop(given);
    // If the file can't be written, the test that waits for it times out.
    let _ = std::fs::write(file.with_extension(OBEYED), read);
    Ok(())
}

/// Returns the current orders, which are empty without a file.
pub(super) fn orders() -> Orders {
    lock(&GIVEN)
        .as_ref()
        .map(|given| given.orders.clone())
        .unwrap_or_default()
}

/// Aborts the process without a message if it is ordered to die at this point.
pub fn reach(point: Point) {
    if dies_at(point).is_some() {
        std::process::abort();
    }
}

/// Aborts the process at a random time within `most`, the duration of this point, if it is ordered
/// to die here.
pub fn die_within(point: Point, most: Duration) {
    let Some(drawn) = dies_at(point) else { return };
    let most = u64::try_from(most.as_micros()).unwrap_or(u64::MAX);
    let within = Duration::from_micros(drawn % most);
    std::thread::spawn(move || {
        std::thread::sleep(within);
        std::process::abort();
    });
}

/// Draws whether the process dies at this point this time. Returns another drawn number if it does.
fn dies_at(point: Point) -> Option<u64> {
    let mut given = lock(&GIVEN);
    let given = given.as_mut()?;
    let (_, one_in) = given.orders.kills.iter().find(|(at, _)| *at == point)?;
    let dies = draw(&mut given.chance).is_multiple_of(u64::from(*one_in));
    dies.then(|| draw(&mut given.chance))
}

/// Returns the next number of the pseudo-random sequence of a seed (`SplitMix64`).
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
