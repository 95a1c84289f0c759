use std::time::Duration;

use senda_room::{PlayerId, protocol::Name};
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
        rated: false,
        starts_from: None,
    }
}

fn rooms(list: &mut watch::Receiver<Utf8Bytes>) -> Vec<String> {
    let list: serde_json::Value = serde_json::from_str(&list.borrow_and_update()).unwrap();
    let room = |entry: &serde_json::Value| entry["room"].as_str().unwrap().to_owned();
    list["rooms"].as_array().unwrap().iter().map(room).collect()
}

#[tokio::test(start_paused = true)]
async fn open_rooms_come_first_then_the_newest() {
    let lobby = Lobby::default();
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
    let lobby = Lobby::default();
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
    let (here, there) = (Lobby::default(), Lobby::default());
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
    let sent = own.wait_for(|sent| sent.len() > 2).await.unwrap().clone();
    let others = here.of_other("there");
    others.show(&sent);
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
    let lobby = Lobby::default();
    let lines: Vec<_> = (0..150)
        .map(|at| {
            let mut line = lobby.line(RoomId::draw(), Time(at), ListedBy::default());
            line.show(Some(listing(ListingState::Open, 1)));
            line
        })
        .collect();
    let list = text(&lock(&lobby.rooms));
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
    let lobby = Lobby::default();
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
    let list = text(&lock(&lobby.rooms));
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let shown = list["rooms"].as_array().unwrap();
    let expected = 1 + limits::LISTED_EACH_NETWORK + limits::LISTED_EACH_PERSON;
    assert_eq!(shown.len(), expected);
    let room = honest.room.to_string();
    assert!(shown.iter().any(|entry| entry["room"] == *room));
}
