//! The list of public rooms in the lobby, and its distribution to clients and to other servers.

mod shares;

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use senda_room::{Listing, ListingState, Time};
use senda_store::{RoomId, process::lock};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, watch};
use tokio_tungstenite::tungstenite::Utf8Bytes;

pub use self::shares::ListedBy;
use self::shares::Shares;
use crate::limits;

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

/// The message that the lobby's socket sends.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyMessage<'a> {
    /// The list of public rooms. Each replaces the one before it.
    Rooms {
        /// The rooms: open ones first.
        rooms: Vec<Entry<'a>>,
    },
}

/// A public room in the list.
#[derive(Debug, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema),
    schemars(rename = "ListedRoom")
)]
pub struct Entry<'a> {
    /// The id of the room.
    room: RoomId,
    #[serde(flatten)]
    listing: &'a Listing,
}

/// A room as sent to other servers.
#[derive(Debug, Serialize, Deserialize)]
struct LobbyEntry {
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

/// Creates an empty list.
impl Default for Lobby {
    fn default() -> Self {
        Self {
            rooms: Arc::default(),
            changed: Arc::default(),
            list: watch::Sender::new(text(&Rooms::default())),
            own: watch::Sender::new(lines(&Rooms::default())),
        }
    }
}

impl Lobby {
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
                let rooms = lock(&self.rooms);
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
        let mut rooms = lock(&self.rooms);
        match listed {
            Some(listed) => rooms.own.insert(room, listed),
            None => rooms.own.remove(&room),
        };
        drop(rooms);
        self.changed.notify_one();
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
    pub fn show(&self, received: &[u8]) {
        let entries: Vec<LobbyEntry> = serde_json::from_slice(received).unwrap_or_default();
        let entries = entries.into_iter().take(limits::LISTED);
        let listed = entries.filter_map(|entry| {
            let listed = Listed {
                created: entry.created,
                by: entry.by,
                listing: entry.listing,
            };
            Some((entry.room.parse().ok()?, listed))
        });
        let listed = listed.collect();
        lock(&self.lobby.rooms)
            .others
            .insert(self.address.clone(), listed);
        self.lobby.changed.notify_one();
    }
}

impl Drop for LinesOfOther {
    fn drop(&mut self) {
        lock(&self.lobby.rooms).others.remove(&self.address);
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
    let entries = best(rooms.own.iter())
        .into_iter()
        .map(|(room, listed)| LobbyEntry {
            room: room.to_string(),
            created: listed.created,
            by: listed.by,
            listing: listed.listing.clone(),
        });
    let entries: Vec<_> = entries.collect();
    serde_json::to_vec(&entries).expect("plain values").into()
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
mod tests;
