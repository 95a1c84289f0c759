//! The server's answers as text for people.

use serde_json::Value;

use crate::{
    admin::table::{bytes, cell, list, table, time},
    settings::AdminAction,
};

/// Returns the text about the answer to an action.
pub(super) fn text(action: &AdminAction, answer: &Value) -> String {
    match action {
        AdminAction::Rooms { .. } => rooms(answer),
        AdminAction::Room { .. } => room(answer),
        AdminAction::Close { room } => {
            format!(
                "Closed {room}: everybody was sent away. senda admin open {room} opens it again.\n"
            )
        }
        AdminAction::Open { room } => format!("Opened {room}.\n"),
        AdminAction::Lock { room } => {
            format!(
                "Locked {room}: no new people enter, until its host or senda admin unlock {room} unlocks it.\n"
            )
        }
        AdminAction::Unlock { room } => format!("Unlocked {room}.\n"),
        AdminAction::Delete { room } => match answer["done"].as_bool() {
            Some(true) => format!("Deleted {room} with its log and its games.\n"),
            _ => format!("Deleted {room}. The rest of its log is removed within the hour.\n"),
        },
        AdminAction::People { .. } => people(answer),
        AdminAction::Ban { .. } => {
            let until = match &answer["until"] {
                Value::Null => "without an end".to_owned(),
                until => format!("until {}", time(until)),
            };
            format!("Banned {} {until}.\n", cell(&answer["subject"]))
        }
        AdminAction::Unban { .. } => format!("Lifted the ban of {}.\n", cell(&answer["subject"])),
        AdminAction::Bans => bans(answer),
        AdminAction::Reports { .. } => reports(answer),
        AdminAction::Report { .. } => report(answer),
        AdminAction::Settle { report } => {
            format!("Settled {report}. It is removed after 90 days.\n")
        }
        AdminAction::Forget { person } => match answer["done"].as_bool() {
            Some(true) => format!("Forgot {person}: no log names them any more.\n"),
            _ => format!("Forgot {person}. Some logs are still being rewritten.\n"),
        },
        AdminAction::Announce { .. } => notice(&answer["notice"]),
        AdminAction::Drain { .. } => drain(answer),
        AdminAction::Bots => bots(answer),
        AdminAction::Storage => storage(answer),
        AdminAction::Backup => format!("Made the backup {}.\n", cell(&answer["file"])),
    }
}

fn all(of: &Value) -> &[Value] {
    of.as_array().map_or(&[], Vec::as_slice)
}

fn rooms(answer: &Value) -> String {
    let rooms = all(&answer["rooms"]);
    if rooms.is_empty() {
        return "There are no rooms.\n".to_owned();
    }
    let headings = [
        "ROOM", "GAME", "PHASE", "SEATS", "PEOPLE", "WATCHING", "ACTIVE", "PUBLIC", "LOCKED",
        "CLOSED", "SERVER",
    ];
    let rows: Vec<Vec<String>> = rooms
        .iter()
        .map(|room| {
            let (taken, seats) = (cell(&room["taken"]), cell(&room["seats"]));
            vec![
                cell(&room["room"]),
                cell(&room["game"]),
                cell(&room["phase"]),
                format!("{taken}/{seats}"),
                cell(&room["people"]),
                cell(&room["spectators"]),
                time(&room["active_at"]),
                cell(&room["public"]),
                cell(&room["locked"]),
                cell(&room["closed"]),
                cell(&room["server"]),
            ]
        })
        .collect();
    let more = match answer["next"].as_str() {
        Some(next) => format!("There may be more: senda admin rooms --after {next}\n"),
        None => String::new(),
    };
    table(&headings, &rows) + &more
}

fn room(room: &Value) -> String {
    list(&[
        ("Room", cell(&room["room"])),
        ("Game", cell(&room["game"])),
        ("Phase", cell(&room["phase"])),
        (
            "Seats taken",
            format!("{} of {}", cell(&room["taken"]), cell(&room["seats"])),
        ),
        ("Bots", cell(&room["bots"])),
        ("People connected", cell(&room["people"])),
        ("Spectators", cell(&room["spectators"])),
        ("Created", time(&room["created_at"])),
        ("Last activity", time(&room["active_at"])),
        ("Public", cell(&room["public"])),
        ("Locked", cell(&room["locked"])),
        ("Closed", cell(&room["closed"])),
        ("In memory of", cell(&room["server"])),
    ])
}

fn people(answer: &Value) -> String {
    let people = all(&answer["people"]);
    if people.is_empty() {
        return "No one was found.\n".to_owned();
    }
    let rows: Vec<Vec<String>> = people
        .iter()
        .map(|person| {
            vec![
                cell(&person["id"]),
                cell(&person["name"]),
                time(&person["since"]),
                time(&person["seen"]),
                cell(&person["rooms"]),
                cell(&person["banned"]),
            ]
        })
        .collect();
    table(&["ID", "NAME", "SINCE", "SEEN", "ROOMS", "BANNED"], &rows)
}

fn bans(answer: &Value) -> String {
    let bans = all(&answer["bans"]);
    if bans.is_empty() {
        return "There are no bans.\n".to_owned();
    }
    let rows: Vec<Vec<String>> = bans
        .iter()
        .map(|ban| {
            vec![
                cell(&ban["subject"]),
                time(&ban["since"]),
                time(&ban["until"]),
                cell(&ban["reason"]),
            ]
        })
        .collect();
    table(&["BANNED", "SINCE", "UNTIL", "REASON"], &rows)
}

fn reports(answer: &Value) -> String {
    let reports = all(&answer["reports"]);
    if reports.is_empty() {
        return "There are no open reports.\n".to_owned();
    }
    let row = |report: &Value| {
        vec![
            cell(&report["id"]),
            time(&report["at"]),
            cell(&report["reason"]),
            cell(&report["reported"]["name"]),
            cell(&report["reported"]["id"]),
            cell(&report["room"]),
            time(&report["settled_at"]),
        ]
    };
    let rows: Vec<Vec<String>> = reports.iter().map(row).collect();
    let headings = [
        "REPORT", "MADE", "REASON", "NAME", "PERSON", "ROOM", "SETTLED",
    ];
    table(&headings, &rows)
}

fn report(report: &Value) -> String {
    let person = |who: &Value| format!("{} ({})", cell(&who["name"]), cell(&who["id"]));
    let about = list(&[
        ("Report", cell(&report["id"])),
        ("Made", time(&report["at"])),
        ("Reason", cell(&report["reason"])),
        ("Note", cell(&report["note"])),
        ("Reported", person(&report["reported"])),
        ("Banned", cell(&report["reported"]["banned"])),
        ("Reporter", person(&report["reporter"])),
        ("Room", cell(&report["room"])),
        ("Game", cell(&report["game"])),
        ("Settled", time(&report["settled_at"])),
    ]);
    let row = |line: &Value| {
        let what = [&line["text"], &line["emote"]];
        let what = what.into_iter().find(|what| !what.is_null());
        vec![
            time(&line["at"]),
            cell(&line["name"]),
            what.map_or_else(String::new, cell),
        ]
    };
    let rows: Vec<Vec<String>> = all(&report["lines"]).iter().map(row).collect();
    if rows.is_empty() {
        return about;
    }
    format!("{about}\n{}", table(&["SENT", "NAME", "MESSAGE"], &rows))
}

fn notice(notice: &Value) -> String {
    let until = time(&notice["until"]);
    match (&notice["text"], &notice["restart_at"]) {
        (Value::String(_), _) => format!("Shown until {until}: {}\n", cell(&notice["text"])),
        (_, at @ Value::Number(_)) => format!("A restart is announced for {}.\n", time(at)),
        _ => "No notice is shown.\n".to_owned(),
    }
}

fn drain(answer: &Value) -> String {
    let state = match answer["draining"].as_bool() {
        Some(true) => {
            "No new rooms and games begin on this server; senda admin drain --off ends that."
        }
        _ => "Rooms and games may begin on this server.",
    };
    let left = list(&[
        ("Running games", cell(&answer["running_games"])),
        ("Rooms in memory", cell(&answer["rooms"])),
        ("People connected", cell(&answer["people"])),
    ]);
    format!("{state}\n{left}")
}

fn bots(answer: &Value) -> String {
    let mean = match answer["mean_microseconds"].as_u64() {
        Some(mean) => format!("{}.{:03} ms", mean / 1_000, mean % 1_000),
        None => "-".to_owned(),
    };
    list(&[
        ("Threads", cell(&answer["threads"])),
        ("Seats of bots", cell(&answer["seats"])),
        ("Decisions waiting", cell(&answer["waiting"])),
        ("Decisions in work", cell(&answer["at_work"])),
        ("Decisions so far", cell(&answer["decided"])),
        ("Mean time", mean),
    ])
}

fn storage(answer: &Value) -> String {
    list(&[
        ("Database", cell(&answer["engine"])),
        ("Size", bytes(&answer["database_bytes"])),
        ("Free disk", bytes(&answer["free_bytes"])),
        ("Rooms", cell(&answer["rooms"])),
        ("Log records", cell(&answer["records"])),
        ("Finished games", cell(&answer["finished_games"])),
        ("People", cell(&answer["people"])),
    ])
}
