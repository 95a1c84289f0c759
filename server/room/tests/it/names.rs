//! Tests of the validation of names, and of the distinction of people with similar names.

use senda_room::{
    ConnectionId, LogEvent, Person, Record, Room,
    protocol::{ClientMessage, Command, Name},
};
use serde_json::{Value, json};

use crate::table::{QUICK, Table, person, player};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

#[test]
fn rejects_names_with_invisible_characters() {
    for bad in [
        "An\u{200c}na",
        "An\u{200d}na",
        "Anna\u{200d}",
        "Ma\u{ad}ria",
        "a\u{34f}b",
        "An\u{3164}na",
        "\u{1112}\u{1160}",
        "Anna\u{2800}",
        "Anna\u{fe0f}",
        "Anna 1\u{fe0f}",
        "Anna\u{e0041}",
        "Anna\u{e000}",
        // A joiner that joins nothing: a second one, or one without a virama.
        "അവന്\u{200d}\u{200d}",
        "അവന\u{200d}",
        "അവന്\u{200c}",
        // Tag sequences that form no flag.
        "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}",
        "🏴\u{e0075}\u{e0073}\u{e0074}\u{e0078}\u{e007f}",
        "🏳\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
        "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}\u{e007f}",
        "Anna\u{378}",
        "\u{301}Anna",
        "Anna \u{301}b",
        "Anna\u{301}\u{302}\u{303}\u{304}\u{305}",
    ] {
        assert!(Name::new(bad).is_err(), "{bad:?}");
        let name = json!({"type": "name", "id": "1", "name": bad});
        assert!(
            name.to_string().parse::<ClientMessage>().is_err(),
            "{bad:?}"
        );
    }
    for good in [
        "José",
        "Ngô Bảo Châu",
        "علی\u{200c}رضا",
        "שָׁלוֹם",
        "श्री\u{200d}मान्",
        "กิ่ง",
        "❤\u{fe0f}",
        "1\u{fe0f}\u{20e3}",
        "👩\u{200d}🚀",
        "👍🏽",
        "🇧🇷",
        "한글",
        // Chillu letters as most keyboards type them, at the end of the name and of a word in it.
        "അവന്\u{200d}",
        "രാജന്\u{200d} നായര്\u{200d}",
        // The flags of England, Scotland and Wales.
        "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
        "Ewan 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
        "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f} Siân",
        "Zoë-Ann O’Neil 2",
    ] {
        assert!(Name::new(good).is_ok(), "{good:?}");
    }
    assert_eq!(name("Jose\u{301}").to_string(), "José", "composed");
}

#[test]
fn reads_names_that_were_stored_before_a_rule_change() {
    let read = |text: &str| {
        serde_json::from_value::<Name>(json!(text))
            .unwrap()
            .to_string()
    };
    assert_eq!(read("An\u{200c}na"), "Anna");
    assert_eq!(
        read("Anna\u{301}\u{302}\u{303}\u{304}\u{305}b"),
        "Anná\u{302}\u{303}\u{304}b"
    );
    assert_eq!(read("\u{e000}"), "\u{e000}", "nothing else would be left");
    assert_eq!(read("Jose\u{301}"), "José");
    let record = json!({
        "version": 2, "at": 5,
        "happened": [{"type": "named", "player": uuid::Uuid::from_u128(1), "name": "Ma\u{ad}ria"}],
    });
    assert!(serde_json::from_value::<Record>(record).is_ok());
}

#[test]
fn similar_names_are_recognised() {
    for (one, other) in [
        ("Anna", "Аnna"), // a Cyrillic A
        ("Anna", "ANNA"),
        ("Анна", "АННА"), // all Cyrillic
        ("Anna", "Ａｎｎａ"),
        ("Anna", "Änna"),
        ("Anna", "A n n a"),
        ("Anna", "Anna."),
        ("Anna", "Anna (2)"),
        ("Anna", "Anna ⑵"),
        ("Anna", "Anna [2] (3)"),
        ("Paul", "PauI"), // a capital I
        ("Paul", "Pau1"),
        ("ALICE", "alice"),
        ("mom", "MOM"),
        ("Bob", "B0b"),
        ("Jürgen Groß", "JURGEN GROSS"),
        ("علیرضا", "علی\u{200c}رضا"),
        ("അവന്", "അവന്\u{200d}"),
        (
            "Ewan🏴",
            "Ewan🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
        ),
    ] {
        let (one, other) = (name(one), name(other));
        assert!(
            one.likeness().resembles(&other.likeness()),
            "{one} {other} {:?} {:?}",
            one.likeness(),
            other.likeness()
        );
    }
    for (one, other) in [
        ("Anna", "Hanna"),
        ("Anna", "Anne"),
        ("Ana", "Anna"),
        ("Ali", "Al"),
        ("Wind 1", "Wind 2"),
        ("Wind 1", "Wind 11"),
        ("Tom (Rio)", "Tom (Ulm)"),
        ("👩", "👨"),
        ("!!", "??"),
        ("กา", "กี"),
        ("कि", "कु"),
    ] {
        let (one, other) = (name(one), name(other));
        assert!(
            !one.likeness().resembles(&other.likeness()),
            "{one} {other}"
        );
    }
}

fn called(number: u128, text: &str) -> Person {
    Person {
        player: player(number),
        name: name(text),
        bot: None,
        guest_of: None,
    }
}

/// Creates a room of Anna, who is connected.
fn annas_room() -> (Table, ConnectionId) {
    let mut table = Table::new(1, QUICK);
    let anna = table.join_as(called(1, "Anna"));
    (table, anna)
}

fn seat_names(table: &Table, tab: ConnectionId) -> Vec<String> {
    let seats = table.tabs[&tab].view["seats"].as_array().unwrap();
    let names = seats.iter().filter_map(|seat| seat["name"].as_str());
    names.map(str::to_owned).collect()
}

fn watchers(table: &mut Table, tab: ConnectionId) -> Vec<String> {
    table.wait(1_000);
    let people = table.tabs[&tab].presence["people"].as_array().unwrap();
    let names = people.iter().map(|person| person["name"].as_str().unwrap());
    names.map(str::to_owned).collect()
}

#[track_caller]
fn is_restored(table: &Table) {
    let stored = serde_json::to_string(&table.log).unwrap();
    let log: Vec<Record> = serde_json::from_str(&stored).unwrap();
    let restored = Room::restore(table.now, log).unwrap();
    assert!(restored.state() == table.room.state());
}

#[test]
fn a_person_cannot_impersonate_another_in_the_room() {
    let (mut table, anna) = annas_room();
    let second = table.join_as(called(2, "АNNА")); // Cyrillic at both ends
    let third = table.join_as(called(3, "Anna (2)"));
    assert_eq!(watchers(&mut table, anna), ["АNNА (2)", "Anna (2) (3)"]);
    table.chat(second, "I am Anna");
    assert_eq!(table.tabs[&anna].chat[0]["name"], "АNNА (2)");
    table.chat(anna, "No, I am");
    assert_eq!(table.tabs[&anna].chat[1]["name"], "Anna");
    assert_eq!(table.tabs[&second].you["name"], "АNNА", "as they chose it");

    // They keep their numbers at a seat, and after people with other numbers have left.
    table.sit(third, None);
    assert_eq!(seat_names(&table, anna), ["Anna", "Anna (2) (3)"]);
    assert_eq!(table.tabs[&anna].last("sat")["name"], "Anna (2) (3)");
    table.leave(second);
    assert_eq!(seat_names(&table, anna), ["Anna", "Anna (2) (3)"]);
    let fourth = table.join_as(called(4, "anna"));
    assert_eq!(watchers(&mut table, anna), ["anna (2)"]);

    // The log holds the numbers of players, and a restore reads the same ones.
    table.begin(&[anna, third]);
    let players = &table.tabs[&fourth].last("started")["players"];
    let names = [&players[0]["name"], &players[1]["name"]];
    assert_eq!(names, ["Anna", "Anna (2) (3)"]);
    assert_eq!(table.tabs[&fourth].view["host"]["name"], "Anna");
    is_restored(&table);
    table.crash(None, 0, 1_000);
    let fourth = table.join_as(called(4, "anna"));
    assert_eq!(seat_names(&table, fourth), ["Anna", "Anna (2) (3)"]);
    assert_eq!(watchers(&mut table, fourth), ["anna (2)"]);
}

#[test]
fn a_new_name_does_not_take_another_persons_name() {
    let (mut table, anna) = annas_room();
    let guest = table.join_as(called(2, "Bo"));
    table.sit(guest, None);
    let rename = |table: &mut Table, tab, text| table.send(tab, Command::Name { name: name(text) });
    rename(&mut table, guest, "Ann\u{430}");
    let named = table.tabs[&anna].last("named");
    assert_eq!(
        (&named["before"], &named["name"]),
        (&json!("Bo"), &json!("Ann\u{430} (2)"))
    );
    assert_eq!(seat_names(&table, anna), ["Anna", "Ann\u{430} (2)"]);
    // Another spelling of the name still belongs to the same person.
    rename(&mut table, anna, "ANNA");
    assert_eq!(seat_names(&table, anna), ["ANNA", "Ann\u{430} (2)"]);
    rename(&mut table, guest, "Bo");
    assert_eq!(seat_names(&table, anna), ["ANNA", "Bo"]);
    // A person who comes back with the name of another person gets a number too.
    table.leave(guest);
    let guest = table.join_as(called(2, "anna"));
    assert_eq!(seat_names(&table, guest), ["ANNA", "anna (2)"]);
    is_restored(&table);
}

#[test]
fn the_host_names_the_right_one_of_similar_people() {
    let (mut table, anna) = annas_room();
    let guests: Vec<_> = (2..5)
        .map(|number| table.join_as(called(number, "Anna")))
        .collect();
    let third = table.who(guests[1]);
    table.remove(anna, third);
    assert_eq!(table.tabs[&anna].last("barred")["name"], "Anna (3)");
    assert_eq!(table.tabs[&anna].view["barred"][0]["name"], "Anna (3)");
    assert_eq!(watchers(&mut table, anna), ["Anna (2)", "Anna (4)"]);
    let fourth = table.who(guests[2]);
    table.pass_host(anna, fourth);
    assert_eq!(table.tabs[&anna].last("host")["name"], "Anna (4)");
    assert_eq!(table.tabs[&anna].view["host"]["name"], "Anna (4)");
    is_restored(&table);
}

/// Older logs do not contain numbers.
#[test]
fn similar_names_in_a_log_without_numbers_are_distinguished() {
    let (mut table, anna) = annas_room();
    let guest = table.join_as(called(2, "Anna"));
    let third = table.join_as(called(3, "Bo"));
    table.sit(third, None);
    table.sit(guest, None);
    let mut log = table.log.clone();
    for record in &mut log {
        record
            .happened
            .retain(|happened| !matches!(happened, LogEvent::Numbered(_)));
    }
    assert_ne!(log, table.log);
    let before: Value = table.tabs[&anna].view["seats"].clone();
    let mut again = Table::of_log(log);
    let tab = again.join_as(called(1, "Anna"));
    assert_eq!(again.tabs[&tab].view["seats"], before);
    let other = again.join_as(person(9));
    assert_eq!(seat_names(&again, other), ["Anna", "Bo", "Anna (2)"]);
}
