//! The routes of the operator, which exist only with a token in the settings.

use serde_json::{Map, Value, json};

use super::Route;

/// An object whose fields `docs/hosting.md` explains, as `senda admin --json` prints it.
type Answer = Map<String, Value>;

/// A method, a path, the summary of both, and the problems beside the common ones.
type Line = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const ROOM: &[&str] = &["no_such_room", "not_possible"];
const PERSON: &[&str] = &["no_such_person", "not_possible"];
const REPORT: &[&str] = &["no_such_report"];
const INVALID: &[&str] = &["not_possible"];

#[rustfmt::skip]
const LINES: &[Line] = &[
    ("get", "/api/admin/rooms", "Lists the rooms", INVALID),
    ("get", "/api/admin/rooms/{room}", "Shows a room", ROOM),
    ("delete", "/api/admin/rooms/{room}", "Deletes a room", ROOM),
    ("post", "/api/admin/rooms/{room}/close", "Closes a room", ROOM),
    ("post", "/api/admin/rooms/{room}/open", "Opens a closed room", ROOM),
    ("post", "/api/admin/rooms/{room}/lock", "Locks a room", ROOM),
    ("post", "/api/admin/rooms/{room}/unlock", "Unlocks a room", ROOM),
    ("get", "/api/admin/people", "Finds people", INVALID),
    ("delete", "/api/admin/people/{person}", "Deletes everything about a person", PERSON),
    ("get", "/api/admin/bans", "Lists the bans", &[]),
    ("post", "/api/admin/bans", "Bans a person or a network", PERSON),
    ("delete", "/api/admin/bans", "Lifts a ban", INVALID),
    ("get", "/api/admin/notice", "Shows the notice on all pages", &[]),
    ("put", "/api/admin/notice", "Shows a notice on all pages", INVALID),
    ("delete", "/api/admin/notice", "Removes the notice", &[]),
    ("get", "/api/admin/drain", "Returns whether rooms and games may begin", &[]),
    ("put", "/api/admin/drain", "Lets no rooms and games begin, or lets them begin again", &[]),
    ("get", "/api/admin/reports", "Lists the reports of players", INVALID),
    ("get", "/api/admin/reports/{report}", "Shows a report with its chat messages", REPORT),
    ("post", "/api/admin/reports/{report}/settle", "Settles a report", REPORT),
    ("get", "/api/admin/bots", "Shows the work of the bots", &[]),
    ("get", "/api/admin/storage", "Shows the storage", &[]),
    ("post", "/api/admin/backups", "Makes a backup", INVALID),
];

/// Returns an example of the body of a request, if it has one.
fn body(method: &str, path: &str) -> Option<Value> {
    Some(match (method, path) {
        ("post", "/api/admin/bans") => {
            json!({ "subject": "203.0.113.0/24", "days": 30, "reason": "floods the chat" })
        }
        ("put", "/api/admin/notice") => json!({ "text": "No games tonight.", "minutes": 60 }),
        ("put", "/api/admin/drain") => json!({ "on": true }),
        _ => return None,
    })
}

fn query(path: &str, method: &str) -> &'static [(&'static str, &'static str)] {
    match (method, path) {
        ("get", "/api/admin/rooms") => &[
            ("limit", "The largest number of rooms."),
            ("after", "The position after which the list begins."),
        ],
        ("get", "/api/admin/people") => &[("find", "A part of a name, or the beginning of an id.")],
        ("delete", "/api/admin/bans") => &[("subject", "The id of a person, or a network.")],
        ("get", "/api/admin/reports") => &[("all", "Whether the settled ones are listed as well.")],
        _ => &[],
    }
}

pub fn routes() -> Vec<Route> {
    let lines = LINES.iter().map(|&(method, path, summary, problems)| {
        let route = Route::new(method, "Operator", path, summary)
            .with_details(
                "It exists only with `--admin-token-file`, and needs `Authorization: Bearer TOKEN`.",
            )
            .with_json::<Answer>(200, "As `senda admin --json` prints it.", None)
            .with_problems(problems)
            .with_problems(&["not_found", "no_operator", "not_protected"]);
        let route = query(path, method).iter().fold(route, |route, (name, about)| {
            route.with_query(name, about)
        });
        match body(method, path) {
            Some(example) => route.with_body::<Answer>(example),
            None => route,
        }
    });
    lines.collect()
}
