//! What servers that share a database live through: decided by the seed alone, before anything runs.

use std::time::Duration;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::plan::conditions;
use crate::proxy::{NetworkConditions, Way};

/// After how long without a sign of life the others have a server's rooms, by the server's own settings.
pub const LEASE: Duration = Duration::from_secs(9);

/// How long a server is gone that a supervisor starts again.
const DOWN_FOR_A_MOMENT: Duration = Duration::from_millis(200);
/// Until long after others have its rooms.
const DOWN_FOR_LONG: Duration = Duration::from_secs(14);

/// How many faults there are for each failover, where there can be any.
const FAILOVERS_ONE_IN: u32 = 6;

/// One fault, and the time in which nothing is wrong after it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Turn {
    /// Which of the servers it is about.
    pub node: usize,
    /// What happens.
    pub fault: Fault,
    /// The people's network meanwhile.
    pub conditions: NetworkConditions,
    /// How long all is well afterwards.
    pub calm: Duration,
}

/// What happens.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Fault {
    /// SIGKILL, and started again after a while.
    Kill(Duration),
    /// It stands still (SIGSTOP) for a while: less than a lease, or several.
    Stop(Duration),
    /// SIGTERM, and started again when it has ended.
    Drain,
    /// The way to its database is so for a while.
    Database(Way, Duration),
    /// The way on which the others reach it is so for a while.
    Link(Way, Duration),
    /// The database crashes, and is started again.
    Crash,
    /// The database crashes for ever, and its standby takes over, which may have been that far behind.
    Failover(Duration),
}

impl Fault {
    /// In words, for the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Kill(down) if down < LEASE => "kill of a server, started again",
            Self::Kill(_) => "kill of a server, gone for longer",
            Self::Stop(time) if time < LEASE => "SIGSTOP for less than a lease",
            Self::Stop(_) => "SIGSTOP for longer",
            Self::Drain => "SIGTERM of a server",
            Self::Database(Way::Cut, _) => "way to the database cut",
            Self::Database(..) => "way to the database held up",
            Self::Link(Way::Cut, _) => "way between servers cut",
            Self::Link(Way::Held, _) => "way between servers held up",
            Self::Link(..) => "way between servers held up, one direction",
            Self::Crash => "database restarted after a crash",
            Self::Failover(_) => "standby in the place of the database",
        }
    }
}

/// The fault of that number, from 0, where one server after the other is replaced.
pub fn update(number: u64, nodes: usize) -> Turn {
    in_turn(number, nodes, Fault::Drain)
}

/// The fault of that number, from 0, where one server after the other is killed: every other time it is gone for longer
/// than a lease.
pub fn loss(number: u64, nodes: usize) -> Turn {
    let down = if number.is_multiple_of(2) {
        DOWN_FOR_A_MOMENT
    } else {
        DOWN_FOR_LONG
    };
    in_turn(number, nodes, Fault::Kill(down))
}

fn in_turn(number: u64, nodes: usize, fault: Fault) -> Turn {
    let nodes = nodes as u64;
    Turn {
        node: usize::try_from(number % nodes).expect("a server"),
        fault,
        conditions: NetworkConditions::FAIR,
        calm: Duration::from_secs(2),
    }
}

/// The fault of that number, from 0, among so many servers, whose database has a standby or none.
pub fn turn(seed: u64, number: u64, nodes: usize, standby: bool) -> Turn {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(number + 1);
    Turn {
        node: chance.random_range(0..nodes),
        fault: fault(&mut chance, standby),
        conditions: conditions(&mut chance),
        calm: milliseconds(&mut chance, 500, 3_000),
    }
}

fn fault(chance: &mut impl Rng, standby: bool) -> Fault {
    if standby && chance.random_ratio(1, FAILOVERS_ONE_IN) {
        return Fault::Failover(milliseconds(chance, 500, 2_000));
    }
    match chance.random_range(0..100) {
        0..20 => Fault::Kill(milliseconds(chance, 0, 1_000)),
        20..30 => Fault::Kill(milliseconds(chance, 11_000, 20_000)),
        30..40 => Fault::Stop(milliseconds(chance, 1_000, 9_000)),
        // Up to four leases.
        40..48 => Fault::Stop(milliseconds(chance, 11_000, 40_000)),
        48..63 => Fault::Drain,
        63..78 => {
            let way = [Way::Cut, Way::Held, Way::HeldThere, Way::HeldBack];
            let way = way[chance.random_range(0..way.len())];
            Fault::Database(way, milliseconds(chance, 500, 20_000))
        }
        78..93 => {
            let way = [Way::Cut, Way::Held, Way::HeldThere, Way::HeldBack];
            let way = way[chance.random_range(0..way.len())];
            Fault::Link(way, milliseconds(chance, 500, 15_000))
        }
        _ => Fault::Crash,
    }
}

fn milliseconds(chance: &mut impl Rng, least: u64, most: u64) -> Duration {
    Duration::from_millis(chance.random_range(least..most))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn servers_are_lost_in_turn_each_for_a_moment_and_for_long() {
        let lost: BTreeSet<_> = (0..6)
            .map(|number| loss(number, 3))
            .map(|turn| (turn.node, turn.fault.word()))
            .collect();
        assert_eq!(lost.len(), 6, "{lost:?}");
    }

    #[test]
    fn a_seed_decides_the_faults_and_all_of_them_come() {
        let turns = |seed, standby| (0..1_000).map(move |number| turn(seed, number, 3, standby));
        assert!(turns(7, true).eq(turns(7, true)));
        assert!(!turns(7, true).eq(turns(8, true)));
        for (standby, kinds) in [(false, 11), (true, 12)] {
            let words: BTreeSet<_> = turns(7, standby).map(|turn| turn.fault.word()).collect();
            assert_eq!(words.len(), kinds, "{words:?}");
        }
        let nodes: BTreeSet<_> = turns(7, true).map(|turn| turn.node).collect();
        assert_eq!(nodes.len(), 3);
    }
}
