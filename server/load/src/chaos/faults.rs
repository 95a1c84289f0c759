//! The faults of a run with several servers that share a database. The seed alone decides them,
//! before the run begins.

use std::time::Duration;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::plan::conditions;
use crate::proxy::{NetworkConditions, Way};

/// The lease of the server's own settings: after this time without a sign of life, other servers
/// take over a server's rooms.
pub const LEASE: Duration = Duration::from_secs(9);

/// The downtime of a server that a supervisor restarts.
const DOWN_FOR_A_MOMENT: Duration = Duration::from_millis(200);
/// A downtime that ends long after other servers have taken over the rooms.
const DOWN_FOR_LONG: Duration = Duration::from_secs(14);

/// The number of faults for each failover, in runs with a standby.
const FAILOVERS_ONE_IN: u32 = 6;

/// One fault, and the time without faults after it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Turn {
    /// The index of the server that the fault affects.
    pub node: usize,
    /// The fault that happens in this turn.
    pub fault: Fault,
    /// The conditions of the people's network meanwhile.
    pub conditions: NetworkConditions,
    /// The time without faults afterwards.
    pub calm: Duration,
}

/// A fault of a server, of a connection or of the database.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Fault {
    /// The server is killed with SIGKILL, and started again after that time.
    Kill(Duration),
    /// The server is stopped with SIGSTOP for that time: shorter than a lease, or several leases
    /// long.
    Stop(Duration),
    /// The server is stopped with SIGTERM, and started again when it has exited.
    Drain,
    /// The server's connection to the database has that state for that time.
    Database(Way, Duration),
    /// The connections of other servers to this server have that state for that time.
    Link(Way, Duration),
    /// The database crashes, and is started again.
    Crash,
    /// The database crashes for good, and its standby takes over. An asynchronous standby is behind
    /// by that time.
    Failover(Duration),
}

impl Fault {
    /// Returns a description for the table.
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

/// Returns the fault with that number, from 0, of a run that updates one server after the other.
pub fn update(number: u64, nodes: usize) -> Turn {
    in_turn(number, nodes, Fault::Drain)
}

/// Returns the fault with that number, from 0, of a run that kills one server after the other.
/// Every other time, the server is down for longer than a lease.
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

/// Returns the fault with that number, from 0, of a run with that number of servers, and with or
/// without a standby.
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
        // This is up to four leases.
        40..48 => Fault::Stop(milliseconds(chance, 11_000, 40_000)),
        48..63 => Fault::Drain,
        63..78 => Fault::Database(way(chance), milliseconds(chance, 500, 20_000)),
        78..93 => Fault::Link(way(chance), milliseconds(chance, 500, 15_000)),
        _ => Fault::Crash,
    }
}

fn way(chance: &mut impl Rng) -> Way {
    let ways = [Way::Cut, Way::Held, Way::HeldThere, Way::HeldBack];
    ways[chance.random_range(0..ways.len())]
}

fn milliseconds(chance: &mut impl Rng, least: u64, most: u64) -> Duration {
    Duration::from_millis(chance.random_range(least..most))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn kills_each_server_in_turn_for_a_short_and_for_a_long_time() {
        let lost: BTreeSet<_> = (0..6)
            .map(|number| loss(number, 3))
            .map(|turn| (turn.node, turn.fault.word()))
            .collect();
        assert_eq!(lost.len(), 6, "{lost:?}");
    }

    #[test]
    fn a_seed_decides_the_faults_and_every_kind_occurs() {
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
