//! The list of public rooms, and who looks at it.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use senda_room::{Listing, ListingState, Time};
use serde::Serialize;
use tokio::sync::{Notify, watch};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::{limits, room_id::RoomId};

/// The rooms that can be joined or watched by anybody; cheap to clone.
#[derive(Clone, Debug)]
pub struct Lobby {
    rooms: Arc<Mutex<BTreeMap<RoomId, Listed>>>,
    changed: Arc<Notify>,
    list: watch::Sender<Utf8Bytes>,
}

#[derive(Clone, Debug)]
struct Listed {
    created: Time,
    listing: Listing,
}

/// What the lobby's socket sends.
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

/// The line of one room in the list. It disappears when this is dropped.
#[derive(Debug)]
pub struct Line {
    lobby: Lobby,
    room: RoomId,
    created: Time,
    shown: Option<Listing>,
}

impl Lobby {
    /// A lobby without rooms.
    pub fn new() -> Self {
        Self {
            rooms: Arc::default(),
            changed: Arc::default(),
            list: watch::Sender::new(text(&BTreeMap::new())),
        }
    }

    /// The line of a room, not shown yet.
    pub fn line(&self, room: RoomId, created: Time) -> Line {
        Line {
            lobby: self.clone(),
            room,
            created,
            shown: None,
        }
    }

    /// The list as the text of a message, now and whenever it changes.
    pub fn watch(&self) -> watch::Receiver<Utf8Bytes> {
        self.list.subscribe()
    }

    /// Makes a new list when rooms have changed, at most one each [`limits::LIST_EVERY`]. Never ends.
    pub async fn run(self) {
        loop {
            self.changed.notified().await;
            let list = text(&self.rooms.lock().unwrap_or_else(PoisonError::into_inner));
            self.list.send_if_modified(|last| {
                let news = *last != list;
                *last = list;
                news
            });
            tokio::time::sleep(limits::LIST_EVERY).await;
        }
    }

    fn show(&self, room: RoomId, listed: Option<Listed>) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        match listed {
            Some(listed) => rooms.insert(room, listed),
            None => rooms.remove(&room),
        };
        drop(rooms);
        self.changed.notify_one();
    }
}

impl Default for Lobby {
    fn default() -> Self {
        Self::new()
    }
}

impl Line {
    /// Shows the room like this, or not at all.
    pub fn show(&mut self, listing: Option<Listing>) {
        if self.shown != listing {
            let created = self.created;
            let listed = listing.clone().map(|listing| Listed { created, listing });
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

/// Open rooms first, newest first.
fn text(rooms: &BTreeMap<RoomId, Listed>) -> Utf8Bytes {
    let mut rooms: Vec<_> = rooms.iter().collect();
    rooms.sort_by_key(|(_, listed)| {
        (
            listed.listing.state != ListingState::Open,
            Reverse(listed.created),
        )
    });
    let rooms = rooms
        .into_iter()
        .take(limits::LISTED)
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
            .map(|at| lobby.line(RoomId::draw(), Time(at)))
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
    async fn a_restless_room_makes_one_list_a_second() {
        let lobby = Lobby::new();
        let mut list = lobby.watch();
        tokio::spawn(lobby.clone().run());
        let changes = lobby.clone();
        tokio::spawn(async move {
            let mut line = changes.line(RoomId::draw(), Time(0));
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

    #[test]
    fn the_list_has_an_end() {
        let lobby = Lobby::new();
        let lines: Vec<_> = (0..150)
            .map(|at| {
                let mut line = lobby.line(RoomId::draw(), Time(at));
                line.show(Some(listing(ListingState::Open, 1)));
                line
            })
            .collect();
        let list = text(&lobby.rooms.lock().unwrap());
        let list: serde_json::Value = serde_json::from_str(&list).unwrap();
        assert_eq!(list["rooms"].as_array().unwrap().len(), 100);
        assert_eq!(list["rooms"][0]["room"], lines[149].room.as_str());
    }
}
