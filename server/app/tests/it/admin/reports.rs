//! Tests of the reports of players, from a room to the operator.

use senda_room::Time;
use senda_store::Sweep;
use serde_json::{Value, json};

use super::Steered;
use crate::{
    client::{Browser, Tab, settings},
    database::{Sql, open},
    game::Table,
    world::Folder,
};

/// Reports the last line of the chat.
pub async fn report_last(tab: &mut Tab, note: &str) {
    let line = last_line(tab);
    tab.must(json!({
        "type": "report", "person": line["person"], "at": line["at"], "reason": "insult",
        "note": note,
    }))
    .await;
}

fn last_line(tab: &Tab) -> Value {
    let chats = tab
        .messages()
        .iter()
        .filter(|message| message["type"] == "chat");
    let lines = chats.flat_map(|message| message["lines"].as_array().unwrap());
    lines.last().unwrap().clone()
}

/// Posts lines in a room, and waits until the other person has received the last one.
pub async fn chat((from, to): (&mut Tab, &mut Tab), lines: &[&str]) {
    for line in lines {
        let message = json!({ "type": "chat", "text": line });
        from.text(&message.to_string()).await;
    }
    let last = lines.last().unwrap();
    to.until(|tab| {
        let said = tab
            .messages()
            .iter()
            .rev()
            .find(|message| message["type"] == "chat");
        said.is_some_and(|said| said.to_string().contains(last))
    })
    .await;
}

#[tokio::test]
async fn a_reported_line_is_listed_shown_and_settled_without_anything_of_the_game() {
    let server = Steered::start(&[]);
    assert_eq!(server.text(&["reports"]), "There are no open reports.\n");
    let mut table = Table::playing(server.process.address, 2, 0).await;
    let [(_, ana), (_, bruno)] = &mut *table.players else {
        panic!("two players")
    };
    chat((bruno, ana), &["one", "two", "you fool"]).await;
    report_last(ana, "he says that often").await;
    let list = server.json(&["reports"]);
    let reports = list["reports"].as_array().unwrap();
    assert_eq!(reports.len(), 1);
    let id = reports[0]["id"].as_str().unwrap().to_owned();
    let report = server.json(&["report", &id]);
    for (key, value) in [
        ("game", json!("tsuro")),
        ("reason", json!("insult")),
        ("note", json!("he says that often")),
        ("settled_at", json!(null)),
        ("room", json!(table.room)),
    ] {
        assert_eq!(report[key], value, "{key}");
    }
    let said: Vec<&Value> = report["lines"].as_array().unwrap().iter().collect();
    assert_eq!(said.len(), 3);
    assert_eq!(said[2]["text"], "you fool");
    assert_eq!(said[2]["player"], report["reported"]["id"]);
    // No hand, no token and no cookie is in it.
    let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 10, "{keys:?}");
    let written = report.to_string();
    for (browser, _) in &table.players {
        let (_, secret) = browser.cookie.split_once('=').unwrap();
        assert!(!written.contains(secret));
    }
    assert!(
        !written.contains("hand") && !written.contains("token"),
        "{written}"
    );
    let text = server.text(&["report", &id]);
    assert!(text.contains("you fool\n"), "{text}");
    assert!(server.text(&["reports"]).contains(&id));
    server.text(&["settle", &id]);
    assert_eq!(server.json(&["reports"])["reports"], json!([]));
    let all = server.json(&["reports", "--all"]);
    assert!(all["reports"][0]["settled_at"].is_number());
    assert_eq!(
        server.error(&["settle", "0000000000"]),
        "senda: there is no such report\n"
    );
    let (lines, _folder) = server.stop();
    let log = lines.join("\n");
    assert!(
        log.contains("a player was reported to the operator"),
        "{log}"
    );
    assert!(
        log.contains(&format!("action=\"settle report\" subject={id}")),
        "{log}"
    );
    assert!(!log.contains("fool") && !log.contains("often"), "{log}");
}

#[tokio::test]
async fn a_report_is_in_the_data_of_both_and_forgetting_removes_it() {
    let server = Steered::start(&[]);
    let address = server.process.address;
    let ana = Browser::arrive(address, "Anabela").await;
    let bruno = Browser::arrive(address, "Bruno").await;
    let room = ana.room(settings()).await;
    let mut tabs = (ana.enter(&room).await, bruno.enter(&room).await);
    chat((&mut tabs.1, &mut tabs.0), &["you fool"]).await;
    report_last(&mut tabs.0, "mine").await;
    let data = async |browser: &Browser| {
        let reply = browser.send("GET", "/api/session/data", &json!(null)).await;
        reply.json()
    };
    let (own, about) = (data(&ana).await, data(&bruno).await);
    assert_eq!(own["reports_made"][0]["note"], "mine", "{own}");
    assert_eq!(own["reported"], json!([]));
    assert_eq!(about["reported"][0]["reason"], "insult");
    assert!(!about.to_string().contains("Anabela") && !about.to_string().contains("mine"));
    // The report stays without the name of a reporter who is forgotten, and goes with the reported.
    let reply = ana.send("DELETE", "/api/session", &json!(null)).await;
    assert!(reply.status < 300);
    let list = server.json(&["reports"]);
    assert_eq!(list["reports"][0]["reporter"]["id"], json!(null));
    assert!(!list.to_string().contains("Anabela"));
    bruno.send("DELETE", "/api/session", &json!(null)).await;
    assert_eq!(server.json(&["reports", "--all"])["reports"], json!([]));
}

#[tokio::test]
async fn one_address_can_report_only_so_often() {
    let server = Steered::start(&[]);
    let address = server.process.address;
    let ana = Browser::arrive(address, "Ana").await;
    let mut refused = 0;
    for _ in 0..5 {
        let room = ana.room(settings()).await;
        let bruno = Browser::arrive(address, "Bruno").await;
        let mut tabs = (ana.enter(&room).await, bruno.enter(&room).await);
        chat((&mut tabs.1, &mut tabs.0), &["hello"]).await;
        let person = last_line(&tabs.0)["person"].clone();
        for _ in 0..5 {
            let report = json!({ "type": "report", "person": person, "reason": "spam" });
            if let Err(problem) = tabs.0.command(report).await {
                assert_eq!(problem["code"], "too_fast");
                refused += 1;
            }
        }
    }
    assert_eq!(refused, 5, "20 of 25");
}

#[tokio::test]
async fn reports_are_removed_90_days_after_they_were_settled_and_after_a_year() {
    const DAY: u64 = 24 * 3_600_000;
    let now = Time(800 * DAY);
    let folder = Folder::new();
    let store = open(folder.path()).await.unwrap();
    let mut sql = Sql::of(folder.path()).await;
    for (id, made, settled) in [
        ("fresh", 436, "null".to_owned()),
        ("old", 434, "null".to_owned()),
        ("settled", 700, (711 * DAY).to_string()),
        ("done", 700, (709 * DAY).to_string()),
    ] {
        let made = made * DAY;
        sql.execute(format!(
            "insert into report (id, room, game, created_at, reporter_name, reported,
                reported_name, reason, settled_at)
             values ('{id}', 'r', 'tsuro', {made}, 'Ana', 'b', 'Bruno', 'spam', {settled})"
        ))
        .await;
        sql.execute(format!(
            "insert into report_line (report, number, created_at, name, text)
             values ('{id}', 1, {made}, 'Bruno', 'x')"
        ))
        .await;
    }
    store.writer().write(Sweep::Done(now)).await.unwrap();
    let left = store.reports(true).await.unwrap().into_iter();
    let left: Vec<String> = left.map(|report| report.id).collect();
    assert_eq!(left, ["settled", "fresh"]);
    let lines = sql.number("select count(*) from report_line").await;
    assert_eq!(lines, 2);
}
