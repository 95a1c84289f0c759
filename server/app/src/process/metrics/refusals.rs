//! Counts the clients that a limit refuses. The first refusal by each limit in an hour is logged,
//! with the change that a host can make.

use std::{
    array,
    sync::atomic::{AtomicU64, Ordering},
};

use crate::{limits, process::telemetry::LogThrottle};

macro_rules! limits_of_admission {
    ($($(#[$doc:meta])+ $limit:ident, $code:literal, $advice:literal;)+) => {
        /// A limit that refuses clients.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        pub enum Limit {
            $($(#[$doc])+ $limit,)+
        }

        impl Limit {
            /// All limits.
            pub const ALL: &[Self] = &[$(Self::$limit),+];

            /// Returns the name of the limit in the log and in metrics.
            pub fn code(self) -> &'static str {
                match self { $(Self::$limit => $code),+ }
            }

            /// Returns the sentence for the log that names the cause and the change to make.
            fn advice(self) -> &'static str {
                match self { $(Self::$limit => $advice),+ }
            }
        }
    };
}

limits_of_admission! {
    /// All sockets are open.
    Sockets, "sockets",
    "the server is full, since all sockets are open: --sockets allows more, if the machine allows as many open files";
    /// One address has all sockets that one address may have.
    SocketsOfAddress, "sockets_of_address",
    "one address has all sockets that it may have: raise --sockets-each if many people share an address, and set \
     --trust-proxy if all come through a proxy";
    /// All connections are in use.
    Connections, "connections",
    "the server is full, since all connections are in use: let the system allow this process more open files";
    /// One address has all connections that one address may have.
    ConnectionsOfAddress, "connections_of_address",
    "one address has all connections that it may have: set --trust-proxy if it is your proxy, and block it otherwise";
    /// As many rooms are in memory as there may be, and people are in each of them.
    Rooms, "rooms",
    "the server is full, since people are in all rooms in memory: --rooms allows more, if the machine has the memory";
    /// Too many requests are being answered.
    RequestsAtOnce, "requests_at_once",
    "more requests come than are answered: see whether the disk or the processor is busy, and --access-log for who asks";
    /// One address has sent too many requests.
    RequestsOfAddress, "requests_of_address",
    "one address sends more requests than browsers do: set --trust-proxy if it is your proxy, and block it otherwise \
     (--access-log shows it)";
    /// Too many identities and rooms are being created.
    CreationsAtOnce, "creations_at_once",
    "more people and rooms come than can be stored: see whether the disk is busy, and --access-log for who asks";
    /// All clients together create too many identities and rooms.
    Creations, "creations",
    "all clients together create more people and rooms than the server stores: if that is no event of yours, block the \
     addresses that --access-log shows";
    /// All clients together create too many rooms.
    RoomsCreated, "rooms_created",
    "all clients together open more rooms than the server stores: --create code lets only people with a code open rooms";
    /// One address has created too many identities.
    SessionsOfAddress, "sessions_of_address",
    "one address brings more new people than it may: raise --sessions-per-hour if many people share an address, and set \
     --trust-proxy if all come through a proxy";
    /// One address has created too many rooms.
    RoomsOfAddress, "rooms_of_address",
    "one address opens more rooms than it may: raise --rooms-per-hour if many people share an address, and set \
     --trust-proxy if all come through a proxy";
    /// Too many files of games are being replayed.
    GameFilesAtOnce, "game_files_at_once",
    "more files of games are sent than the server replays: see --access-log for who sends them";
    /// Too many sockets have not joined their room yet.
    HandshakesAtOnce, "handshakes_at_once",
    "more sockets open than rooms can take: after a restart that ends by itself, and otherwise see whether the disk is \
     busy";
    /// One address has opened too many sockets.
    SocketOpensOfAddress, "socket_opens_of_address",
    "one address opens sockets faster than browsers do: set --trust-proxy if it is your proxy, and see whether the proxy \
     closes WebSockets";
    /// One address has asked too often to be let in to locked rooms.
    EntryRequestsOfAddress, "entry_requests_of_address",
    "one address asks to come in to locked rooms again and again: block it if that goes on (--access-log shows it)";
    /// One address has sent too many commands.
    CommandsOfAddress, "commands_of_address",
    "one address sends more commands than it may: raise --commands-per-hour if many people share an address, and set \
     --trust-proxy if all come through a proxy";
    /// One socket sends messages too fast.
    MessagesOfSocket, "messages_of_socket",
    "a client sends messages faster than --messages-per-second: people's pages never do, and programs have to wait";
    /// One address has asked for too many hints.
    HintsOfAddress, "hints_of_address",
    "one address asks for more hints than it may: it is told to wait, and nothing needs to be changed";
    /// One address has sent too many wrong tokens of the operator.
    WrongTokensOfAddress, "wrong_tokens_of_address",
    "one address tries tokens of the operator: block it if that goes on (--access-log shows it)";
    /// One address has reported too many players.
    ReportsOfAddress, "reports_of_address",
    "one address reports more players than it may: it is told to wait, and nothing needs to be changed";
    /// One address has asked for too many reviews.
    ReviewsOfAddress, "reviews_of_address",
    "one address asks for more reviews of games than it may: it is told to wait, and nothing needs to be changed";
    /// One address has set or tested too many webhooks.
    WebhooksOfAddress, "webhooks_of_address",
    "one address sets or tests more webhooks than it may: it is told to wait, and nothing needs to be changed";
    /// One address has asked for too many full snapshots.
    SyncsOfAddress, "syncs_of_address",
    "one address asks for whole rooms again and again: a program of its own may be at fault, since pages do that seldom";
    /// One address has had too many logs read.
    LogReadsOfAddress, "log_reads_of_address",
    "one address has more rooms and games read from the database than it may: set --trust-proxy if it is your proxy, and \
     block it otherwise (--access-log shows it)";
}

/// The number of the limits.
const LIMITS: usize = Limit::ALL.len();

/// Counts refusals by their limit.
#[derive(Debug)]
pub struct Refusals {
    counts: [AtomicU64; LIMITS],
    /// The counts at the last log line of each limit.
    logged: [AtomicU64; LIMITS],
    throttles: [LogThrottle; LIMITS],
}

impl Default for Refusals {
    fn default() -> Self {
        Self {
            counts: array::from_fn(|_| AtomicU64::new(0)),
            logged: array::from_fn(|_| AtomicU64::new(0)),
            throttles: array::from_fn(|_| LogThrottle::each(limits::ADVICE_EVERY)),
        }
    }
}

impl Refusals {
    /// Counts a refusal, and logs it if it is the first one by its limit in an hour.
    pub fn count(&self, limit: Limit) {
        let count = self.counts[limit as usize].fetch_add(1, Ordering::Relaxed) + 1;
        if self.throttles[limit as usize].may_speak() {
            let before = self.logged[limit as usize].swap(count, Ordering::Relaxed);
            let refused = count.saturating_sub(before);
            tracing::warn!(limit = limit.code(), refused, "{}", limit.advice());
        }
    }

    /// Passes a result on, and counts its error as a refusal.
    ///
    /// # Errors
    /// Returns the error of the result.
    pub fn counted<T, E>(&self, limit: Limit, result: Result<T, E>) -> Result<T, E> {
        result.inspect_err(|_| self.count(limit))
    }

    /// Returns the number of refusals by a limit since the start.
    pub fn of(&self, limit: Limit) -> u64 {
        self.counts[limit as usize].load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use senda_store::process::lock;
    use tracing_subscriber::fmt::MakeWriter as _;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_first_refusal_of_an_hour_is_logged_with_the_change_to_make() {
        static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());
        let log = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(|| LINES.make_writer())
            .finish();
        let _log = tracing::subscriber::set_default(log);
        let logged = || String::from_utf8(std::mem::take(&mut lock(&LINES))).unwrap();
        let refusals = Refusals::default();
        refusals.count(Limit::RoomsOfAddress);
        let line = logged();
        assert!(
            line.contains("limit=\"rooms_of_address\" refused=1"),
            "{line}"
        );
        assert!(line.contains("raise --rooms-per-hour"), "{line}");
        for _ in 0..5 {
            refusals.count(Limit::RoomsOfAddress);
        }
        assert_eq!(logged(), "", "the hour is not over");
        refusals.count(Limit::Sockets);
        assert!(logged().contains("--sockets allows more"));
        tokio::time::advance(limits::ADVICE_EVERY).await;
        refusals.count(Limit::RoomsOfAddress);
        assert!(logged().contains("refused=6"));
        assert_eq!(refusals.of(Limit::RoomsOfAddress), 7);
    }

    #[test]
    fn each_limit_has_a_code_of_its_own() {
        let mut codes: Vec<_> = Limit::ALL.iter().map(|limit| limit.code()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), LIMITS);
        for &limit in Limit::ALL {
            assert!(limit.advice().contains(": "), "{limit:?}");
        }
    }
}
