//! The faults of a run with one server. The seed alone decides them, before the run begins.

use std::time::Duration;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::options::{Chaos, Database};
use crate::proxy::NetworkConditions;

/// The length of an average life in milliseconds, if the options require no number of kills.
const LIFE_MS: u64 = 2_000;

/// The percentage of lives that end with a hard kill. The others end with SIGTERM.
const HARD: u32 = 90;

/// The plan of a run: a sequence of lives of the server, as long as it is needed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Plan {
    /// The seed that decides everything.
    pub seed: u64,
    /// The length of an average life in milliseconds.
    pub life_ms: u64,
    /// The database is checked after one life in this many.
    pub look_one_in: u32,
    /// Whether the database is a process of its own, which can crash.
    pub has_server: bool,
}

/// One life of the server.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Life {
    /// The seed for random choices within the process, such as the pass at which it dies at its
    /// failpoint.
    pub seed: u64,
    /// The error of the machine's clock at the start, in milliseconds.
    pub wall_ms: i64,
    /// The conditions of the network during this life.
    pub conditions: NetworkConditions,
    /// The faults of this life in order, each with the time before it.
    pub troubles: Vec<(Duration, Trouble)>,
    /// The time without faults after them.
    pub calm: Duration,
    /// The end of the life.
    pub end: End,
    /// Whether the database is checked afterwards.
    pub look: bool,
    /// The downtime after this life.
    pub down: Duration,
}

/// A fault during a life.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Trouble {
    /// The disk has that state for that time.
    Disk(Disk, Duration),
    /// The process is stopped with SIGSTOP for that time.
    Pause(Duration),
    /// Every connection is cut at the same moment.
    CutAll,
    /// The database crashes, and is started again.
    Crash,
}

/// A disk with faults.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Disk {
    /// The disk accepts no more writes: every commit fails.
    Full,
    /// The disk does not work at all: every transaction fails at its start.
    Broken,
    /// The disk stores every commit, but reports that it failed.
    Mute,
}

/// The end of a life.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum End {
    /// The process is killed with SIGKILL at that moment.
    Kill,
    /// The process kills itself at a point of its work, in one of that many passes.
    KillAt(&'static str, u32),
    /// The process gets one SIGTERM and must exit.
    Terminate,
    /// The process gets SIGTERM twice.
    TerminateTwice,
}

/// The points of the server's work where it can be killed. The number is how many passes there are
/// for each kill there.
pub const POINTS: [(&str, u32); 5] = [
    ("before-begin", 6),
    ("before-commit", 6),
    ("after-commit", 6),
    ("before-tell", 10),
    ("between-tells", 20),
];

impl Disk {
    /// Returns the name of the state in an order.
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Broken => "broken",
            Self::Mute => "mute",
        }
    }
}

impl Plan {
    /// Returns the plan of a run. Only the options decide it, and nothing that happens during the
    /// run.
    pub fn of(chaos: &Chaos) -> Self {
        Self {
            seed: chaos.seed,
            // The average is below the time for each kill, so that a slow machine also reaches the
            // number of kills. The time that is left is without faults.
            life_ms: match chaos.hard_kills_at_least {
                0 => LIFE_MS,
                kills => chaos.seconds * 700 / kills,
            },
            // A check after a long run takes a while.
            look_one_in: if chaos.seconds > 120 { 8 } else { 1 },
            has_server: chaos.database == Database::Postgres,
        }
    }

    /// Returns the life with that number, from 0.
    pub fn life(&self, number: u64) -> Life {
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed);
        chance.set_stream(number + 1);
        let whole = self.life_ms / 4..=self.life_ms * 7 / 4;
        let mut left = chance.random_range(whole);
        let mut troubles = Vec::new();
        while let Some(trouble) = trouble(&mut chance, self.has_server) {
            let after = chance.random_range(0..=left / 2);
            left -= after;
            troubles.push((Duration::from_millis(after), trouble));
        }
        Life {
            seed: chance.random(),
            wall_ms: wall_ms(&mut chance),
            conditions: conditions(&mut chance),
            troubles,
            calm: Duration::from_millis(left),
            end: end(&mut chance),
            look: chance.random_ratio(1, self.look_one_in),
            down: down(&mut chance),
        }
    }
}

fn trouble(chance: &mut impl Rng, has_server: bool) -> Option<Trouble> {
    let whole = |milliseconds: u64| Duration::from_millis(milliseconds);
    Some(match chance.random_range(0..100) {
        0..10 => {
            let disk = [Disk::Full, Disk::Broken, Disk::Mute][chance.random_range(0..3)];
            Trouble::Disk(disk, whole(chance.random_range(50..1_500)))
        }
        10..16 => Trouble::Pause(whole(chance.random_range(50..1_500))),
        // This is longer than a browser waits for a sign of life.
        16..17 if chance.random_ratio(1, 4) => Trouble::Pause(whole(50_000)),
        17..22 => Trouble::CutAll,
        22..32 if has_server => Trouble::Crash,
        _ => return None,
    })
}

/// Draws the error of the clock. It is mostly none, and otherwise up to seconds, hours or years in
/// both directions.
fn wall_ms(chance: &mut impl Rng) -> i64 {
    let off = match chance.random_range(0..10) {
        0..7 => return 0,
        7 => 10_000,
        8 => 3_600_000,
        _ => 365 * 24 * 3_600_000,
    };
    chance.random_range(-off..=off)
}

pub(super) fn conditions(chance: &mut impl Rng) -> NetworkConditions {
    match chance.random_range(0..4) {
        0 => NetworkConditions::FAIR,
        1 => NetworkConditions {
            delay: 300,
            duplicate: 1_000,
            reorder: 500,
            ..NetworkConditions::FAIR
        },
        2 => NetworkConditions {
            cut: 50,
            torn: 50,
            duplicate: 300,
            ..NetworkConditions::FAIR
        },
        _ => NetworkConditions {
            cut: 10,
            torn: 10,
            delay: 500,
            stall: 10,
            duplicate: 500,
            reorder: 500,
        },
    }
}

fn end(chance: &mut impl Rng) -> End {
    if chance.random_range(0..100) >= HARD {
        return if chance.random_ratio(1, 3) {
            End::TerminateTwice
        } else {
            End::Terminate
        };
    }
    if chance.random_ratio(2, 5) {
        return End::Kill;
    }
    let (point, often) = POINTS[chance.random_range(0..POINTS.len())];
    End::KillAt(point, often)
}

fn down(chance: &mut impl Rng) -> Duration {
    let milliseconds = match chance.random_range(0..10) {
        0..8 => chance.random_range(0..300),
        _ => chance.random_range(300..2_000),
    };
    Duration::from_millis(milliseconds)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    const PLAN: Plan = Plan {
        seed: 7,
        life_ms: 4_000,
        look_one_in: 8,
        has_server: false,
    };

    /// The number of lives is high enough that the rarest fault occurs.
    const LIVES: u64 = 3_000;

    fn lives(plan: Plan) -> Vec<Life> {
        (0..LIVES).map(|number| plan.life(number)).collect()
    }

    #[test]
    fn a_seed_decides_the_plan() {
        let again = PLAN;
        assert_eq!(lives(PLAN), lives(again));
        assert_ne!(lives(PLAN), lives(Plan { seed: 8, ..PLAN }));
        // A life does not depend on the ones before it.
        assert_eq!(PLAN.life(77), lives(PLAN)[77]);
        assert_ne!(PLAN.life(77).seed, PLAN.life(78).seed);
    }

    #[test]
    fn a_database_process_crashes_too() {
        let lives = lives(Plan {
            has_server: true,
            ..PLAN
        });
        let mut troubles = lives.iter().flat_map(|life| &life.troubles);
        assert!(troubles.any(|(_, trouble)| *trouble == Trouble::Crash));
    }

    #[test]
    fn the_options_of_a_run_decide_its_plan() {
        let options = |seed, kills| Chaos {
            seconds: 1_800,
            seed,
            hard_kills_at_least: kills,
            ..Chaos::parse_from(["senda-chaos"])
        };
        let plan = |seed, kills| lives(Plan::of(&options(seed, kills)));
        assert_eq!(plan(1, 300), plan(1, 300));
        assert_ne!(plan(1, 300), plan(2, 300));
        // More kills in the same time need shorter lives.
        let lived = |lives: &[Life]| lives.iter().map(|life| life.calm).sum::<Duration>();
        assert!(lived(&plan(1, 300)) > lived(&plan(1, 900)));
    }

    #[test]
    fn a_plan_contains_every_kind_of_fault() {
        let lives = lives(PLAN);
        let has = |what: &dyn Fn(&Life) -> bool| lives.iter().any(what);
        let suffers = |what: fn(Trouble) -> bool| {
            lives
                .iter()
                .any(|life| life.troubles.iter().any(|(_, trouble)| what(*trouble)))
        };
        assert!(has(&|life| life.end == End::Kill));
        assert!(has(&|life| life.end == End::Terminate));
        assert!(has(&|life| life.end == End::TerminateTwice));
        for (point, often) in POINTS {
            assert!(
                has(&|life| life.end == End::KillAt(point, often)),
                "{point}"
            );
        }
        assert!(has(&|life| life.wall_ms < -3_600_000));
        assert!(has(&|life| life.wall_ms > 3_600_000));
        assert!(suffers(|trouble| trouble == Trouble::CutAll));
        assert!(!suffers(|trouble| trouble == Trouble::Crash), "of a file");
        assert!(suffers(
            |trouble| matches!(trouble, Trouble::Pause(long) if long.as_secs() > 45)
        ));
        for disk in [Disk::Full, Disk::Broken, Disk::Mute] {
            let found = lives.iter().flat_map(|life| &life.troubles);
            let mut found = found.filter(
                |(_, trouble)| matches!(trouble, Trouble::Disk(other, _) if *other == disk),
            );
            assert!(found.next().is_some(), "{disk:?}");
        }
        let hard = lives
            .iter()
            .filter(|life| matches!(life.end, End::Kill | End::KillAt(..)));
        assert!(hard.count() > lives.len() * 17 / 20);
    }
}
