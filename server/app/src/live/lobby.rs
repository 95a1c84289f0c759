//! The list of public rooms in the lobby, and its distribution to clients and to other servers.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, Mutex, MutexGuard},
};

use senda_room::{Listing, ListingState, PlayerId, Time};
use senda_store::{RoomId, process::lock};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, watch};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::{limits, net::rate::Source};

/// The public rooms, which every visitor can join or watch; cheap to clone.
#[derive(Clone, Debug)]
pub struct Lobby {
    rooms: Arc<Mutex<Rooms>>,
    changed: Arc<Notify>,
    list: watch::Sender<Utf8Bytes>,
    /// The first rooms of this server's own list, as sent to other servers.
    own: watch::Sender<Arc<[u8]>>,
}

/// The rooms in the list.
#[derive(Debug, Default)]
struct Rooms {
    own: BTreeMap<RoomId, Listed>,
    /// The first rooms of the other servers' lists, by the servers' addresses.
    others: BTreeMap<String, Vec<(RoomId, Listed)>>,
}

#[derive(Clone, Debug)]
struct Listed {
    created: Time,
    by: ListedBy,
    listing: Listing,
}

/// The owners of an entry, since each person and each network may have only a few entries in the
/// list. The hashes of one build are the same on all servers, and reveal nothing else to other
/// servers.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct ListedBy {
    person: Option<u64>,
    network: Option<u64>,
}

impl ListedBy {
    /// Returns the owners of a room that `creator` has created and that was opened here from the
    /// network `opener`, or by an alarm without one.
    pub fn new(creator: PlayerId, opener: Option<Source>) -> Self {
        let hashed = |hash: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            hash(&mut hasher);
            hasher.finish()
        };
        // All addresses of an IPv6 site may belong to the same person.
        let network = opener.map(|source| match source.site() {
            Some(site) => hashed(&|hasher| site.hash(hasher)),
            None => hashed(&|hasher| source.hash(hasher)),
        });
        Self {
            person: Some(hashed(&|hasher| creator.hash(hasher))),
            network,
        }
    }
}

/// Counts the entries of each person and each network.
#[derive(Debug, Default)]
struct Shares {
    people: BTreeMap<u64, usize>,
    networks: BTreeMap<u64, usize>,
}

impl Shares {
    /// Counts one more entry. Returns `false` without counting it if its person or its network has
    /// used up their share.
    fn take(&mut self, by: ListedBy) -> bool {
        let count = |counts: &BTreeMap<u64, usize>, key: Option<u64>| {
            key.and_then(|key| counts.get(&key).copied()).unwrap_or(0)
        };
        let fits = count(&self.people, by.person) < limits::LISTED_EACH_PERSON
            && count(&self.networks, by.network) < limits::LISTED_EACH_NETWORK;
        if fits {
            let counts = [
                (&mut self.people, by.person),
                (&mut self.networks, by.network),
            ];
            for (counts, key) in counts {
                if let Some(key) = key {
                    *counts.entry(key).or_default() += 1;
                }
            }
        }
        fits
    }
}

/// The message that the lobby's socket sends.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum LobbyMessage<'a> {
    Rooms { rooms: Vec<Entry<'a>> },
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    room: RoomId,
    #[serde(flatten)]
    listing: &'a Listing,
}

/// A room as sent to other servers.
#[derive(Debug, Serialize, Deserialize)]
struct Told {
    room: String,
    created: Time,
    /// Missing in the messages of servers of an earlier version.
    #[serde(default)]
    by: ListedBy,
    listing: Listing,
}

/// The rooms of another server in the list. Dropping it removes them.
#[derive(Debug)]
pub struct LinesOfOther {
    lobby: Lobby,
    address: String,
}

/// The entry of one room in the list. Dropping it removes the entry.
#[derive(Debug)]
pub struct Line {
    lobby: Lobby,
    room: RoomId,
    created: Time,
    by: ListedBy,
    shown: Option<Listing>,
}

impl Lobby {
    /// Creates a lobby without rooms.
    pub fn new() -> Self {
        Self {
            rooms: Arc::default(),
            changed: Arc::default(),
            list: watch::Sender::new(text(&Rooms::default())),
            own: watch::Sender::new(lines(&Rooms::default())),
        }
    }

    /// Returns the entry of a room, which is not shown yet.
    pub fn line(&self, room: RoomId, created: Time, by: ListedBy) -> Line {
        Line {
            lobby: self.clone(),
            room,
            created,
            by,
            shown: None,
        }
    }

    /// Subscribes to the list as the text of a message, starting with the present list.
    pub fn watch(&self) -> watch::Receiver<Utf8Bytes> {
        self.list.subscribe()
    }

    /// Subscribes to the first rooms of this server's list, for another server. The present ones
    /// follow soon.
    pub fn own(&self) -> watch::Receiver<Arc<[u8]>> {
        let own = self.own.subscribe();
        self.changed.notify_one();
        own
    }

    /// Returns the entries of another server's rooms, which are empty at first.
    pub fn of_other(&self, address: &str) -> LinesOfOther {
        LinesOfOther {
            lobby: self.clone(),
            address: address.to_owned(),
        }
    }

    /// Publishes a new list when rooms have changed, at most once every [`limits::LIST_EVERY`].
    /// Never ends.
    pub async fn run(self) {
        loop {
            self.changed.notified().await;
            let (list, own) = {
                let rooms = self.rooms();
                // Without other servers there are no subscribers.
                let is_asked = self.own.receiver_count() > 0;
                (text(&rooms), is_asked.then(|| lines(&rooms)))
            };
            if let Some(own) = own {
                self.own.send_if_modified(|last| {
                    let news = *last != own;
                    *last = own;
                    news
                });
            }
            self.list.send_if_modified(|last| {
                let news = *last != list;
                *last = list;
                news
            });
            tokio::time::sleep(limits::LIST_EVERY).await;
        }
    }

    fn show(&self, room: RoomId, listed: Option<Listed>) {
        let mut rooms = self.rooms();
        match listed {
            Some(listed) => rooms.own.insert(room, listed),
            None => rooms.own.remove(&room),
        };
        drop(rooms);
        self.changed.notify_one();
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        lock(&self.rooms)
    }
}

impl Default for Lobby {
    fn default() -> Self {
        Self::new()
    }
}

impl Line {
    /// Shows the room with this listing, or hides it with `None`.
    pub fn show(&mut self, listing: Option<Listing>) {
        if self.shown != listing {
            let (created, by) = (self.created, self.by);
            let listed = listing.clone().map(|listing| Listed {
                created,
                by,
                listing,
            });
            self.lobby.show(self.room, listed);
            self.shown = listing;
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.show(None);
    }
}

impl LinesOfOther {
    /// Shows the rooms that the other server has sent, without malformed ones.
    pub fn show(&self, told: &[u8]) {
        let told: Vec<Told> = serde_json::from_slice(told).unwrap_or_default();
        let told = told.into_iter().take(limits::LISTED);
        let listed = told.filter_map(|told| {
            let Told {
                room,
                created,
                by,
                listing,
            } = told;
            let listed = Listed {
                created,
                by,
                listing,
            };
            Some((room.parse().ok()?, listed))
        });
        let listed = listed.collect();
        self.lobby
            .rooms()
            .others
            .insert(self.address.clone(), listed);
        self.lobby.changed.notify_one();
    }
}

impl Drop for LinesOfOther {
    fn drop(&mut self) {
        self.lobby.rooms().others.remove(&self.address);
        self.lobby.changed.notify_one();
    }
}

/// Returns the rooms in the order of the list, up to the limits: open rooms first, then the newest.
fn best<'a>(
    rooms: impl Iterator<Item = (&'a RoomId, &'a Listed)>,
) -> Vec<(&'a RoomId, &'a Listed)> {
    let mut rooms: Vec<_> = rooms.collect();
    rooms.sort_by_key(|(_, listed)| {
        (
            listed.listing.state != ListingState::Open,
            Reverse(listed.created),
        )
    });
    let mut shares = Shares::default();
    rooms.retain(|(_, listed)| shares.take(listed.by));
    rooms.truncate(limits::LISTED);
    rooms
}

/// Serializes the first rooms of this server's list for other servers. The first rooms of all
/// servers together are always among the first rooms of each.
fn lines(rooms: &Rooms) -> Arc<[u8]> {
    let told = best(rooms.own.iter())
        .into_iter()
        .map(|(room, listed)| Told {
            room: room.to_string(),
            created: listed.created,
            by: listed.by,
            listing: listed.listing.clone(),
        });
    let told: Vec<_> = told.collect();
    serde_json::to_vec(&told).expect("plain values").into()
}

fn text(rooms: &Rooms) -> Utf8Bytes {
    let others = rooms.others.values().flatten();
    // While a room moves between servers, both of them may show it.
    let others = others.filter(|(room, _)| !rooms.own.contains_key(room));
    let others: BTreeMap<_, _> = others.map(|(room, listed)| (room, listed)).collect();
    let rooms = best(rooms.own.iter().chain(others))
        .into_iter()
        .map(|(room, listed)| Entry {
            room: *room,
            listing: &listed.listing,
        })
        .collect();
    serde_json::to_string(&LobbyMessage::Rooms { rooms })
        .expect("a list of plain values")
        .into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use senda_room::protocol::Name;
    use senda_rules::GameKind;

    use super::*;

    fn listing(state: ListingState, seated: u8) -> Listing {
        let host = Name::new("Ana").unwrap();
        Listing {
            game: GameKind::ALL[0],
            state,
            host,
            seated,
            seats: 8,
            watching: 0,
        }
    }

    fn rooms(list: &mut watch::Receiver<Utf8Bytes>) -> Vec<String> {
        let list: serde_json::Value = serde_json::from_str(&list.borrow_and_update()).unwrap();
        let room = |entry: &serde_json::Value| entry["room"].as_str().unwrap().to_owned();
        list["rooms"].as_array().unwrap().iter().map(room).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn open_rooms_come_first_then_the_newest() {
        let lobby = Lobby::new();
        let mut list = lobby.watch();
        tokio::spawn(lobby.clone().run());
        let mut lines: Vec<_> = (1..=3)
            .map(|at| lobby.line(RoomId::draw(), Time(at), ListedBy::default()))
            .collect();
        let names: Vec<_> = lines.iter().map(|line| line.room.to_string()).collect();
        lines[0].show(Some(listing(ListingState::Open, 1)));
        lines[1].show(Some(listing(ListingState::Running, 2)));
        lines[2].show(Some(listing(ListingState::Open, 1)));
        list.changed().await.unwrap();
        assert_eq!(rooms(&mut list), [&*names[2], &*names[0], &*names[1]]);
        drop(lines.remove(2));
        list.changed().await.unwrap();
        assert_eq!(rooms(&mut list), [&*names[0], &*names[1]]);
    }

    #[tokio::test(start_paused = true)]
    async fn publishes_one_list_a_second_for_a_room_that_changes_often() {
        let lobby = Lobby::new();
        let mut list = lobby.watch();
        tokio::spawn(lobby.clone().run());
        let changes = lobby.clone();
        tokio::spawn(async move {
            let mut line = changes.line(RoomId::draw(), Time(0), ListedBy::default());
            for seated in 0..100 {
                line.show(Some(listing(ListingState::Open, seated % 8)));
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
        let end = tokio::time::Instant::now() + Duration::from_secs(9);
        let mut lists = 0;
        while tokio::time::timeout_at(end, list.changed()).await.is_ok() {
            list.mark_unchanged();
            lists += 1;
        }
        assert!((8..=10).contains(&lists), "{lists} lists in 9 seconds");
    }

    #[tokio::test(start_paused = true)]
    async fn each_list_contains_the_rooms_of_all_servers() {
        let (here, there) = (Lobby::new(), Lobby::new());
        tokio::spawn(there.clone().run());
        tokio::spawn(here.clone().run());
        let mut own = there.own();
        let mut list = here.watch();
        let mut lines: Vec<_> = [(&here, 1), (&there, 2), (&here, 3)]
            .into_iter()
            .map(|(lobby, at)| lobby.line(RoomId::draw(), Time(at), ListedBy::default()))
            .collect();
        for line in &mut lines {
            line.show(Some(listing(ListingState::Open, 1)));
        }
        let names: Vec<_> = lines.iter().map(|line| line.room.to_string()).collect();
        let told = own.wait_for(|told| told.len() > 2).await.unwrap().clone();
        let others = here.of_other("there");
        others.show(&told);
        let all = [&*names[2], &*names[1], &*names[0]].map(str::to_owned);
        while rooms(&mut list) != all {
            list.changed().await.unwrap();
        }
        // A room that has moved to this server is shown once.
        let moved = lines.remove(1);
        let mut line = here.line(moved.room, Time(2), ListedBy::default());
        line.show(Some(listing(ListingState::Open, 2)));
        list.changed().await.unwrap();
        assert_eq!(rooms(&mut list), all);
        drop(line);
        drop(others);
        while rooms(&mut list) != [all[0].clone(), all[2].clone()] {
            list.changed().await.unwrap();
        }
        here.of_other("there").show(b"nonsense");
        assert_eq!(rooms(&mut list).len(), 2);
    }

    #[test]
    fn limits_the_length_of_the_list() {
        let lobby = Lobby::new();
        let lines: Vec<_> = (0..150)
            .map(|at| {
                let mut line = lobby.line(RoomId::draw(), Time(at), ListedBy::default());
                line.show(Some(listing(ListingState::Open, 1)));
                line
            })
            .collect();
        let list = text(&lobby.rooms());
        let list: serde_json::Value = serde_json::from_str(&list).unwrap();
        assert_eq!(list["rooms"].as_array().unwrap().len(), 100);
        assert_eq!(list["rooms"][0]["room"], lines[149].room.as_str());
    }

    /// Returns the owners of a room that the person with that number opens at that address.
    fn by(person: u128, address: &str) -> ListedBy {
        let creator = PlayerId(uuid::Uuid::from_u128(person));
        let address: std::net::IpAddr = address.parse().unwrap();
        ListedBy::new(creator, Some(address.into()))
    }

    #[test]
    fn limits_the_entries_of_each_person_and_network() {
        let lobby = Lobby::new();
        let open = |at: u64, by: ListedBy| {
            let mut line = lobby.line(RoomId::draw(), Time(at), by);
            line.show(Some(listing(ListingState::Open, 1)));
            line
        };
        let honest = open(0, by(1, "192.0.2.1"));
        // A hundred people at five addresses of one site, and one person at a hundred addresses.
        let mut lines: Vec<_> = (1..=100)
            .map(|at| {
                let address = format!("2001:db8:7:{}::1", at % 5);
                open(at, by(1_000 + u128::from(at), &address))
            })
            .collect();
        lines.extend((1..=100).map(|at| open(at, by(2, &format!("198.51.100.{at}")))));
        let list = text(&lobby.rooms());
        let list: serde_json::Value = serde_json::from_str(&list).unwrap();
        let shown = list["rooms"].as_array().unwrap();
        let expected = 1 + limits::LISTED_EACH_NETWORK + limits::LISTED_EACH_PERSON;
        assert_eq!(shown.len(), expected);
        let room = honest.room.to_string();
        assert!(shown.iter().any(|entry| entry["room"] == *room));
    }
}
