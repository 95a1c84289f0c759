//! The routes of rooms, their sockets and their webhooks.

use senda::{
    http::bodies::{Found, NewWebhook, Opened, Opening, Trial, WebhookOfRoom},
    limits,
};
use senda_rules::GameKind;
use serde_json::json;

use super::{Access, Route};

/// The id of an example room.
const ROOM: &str = "5js7nhcyyj";

/// The problems of a room that can't be reached.
const UNREACHABLE: [&str; 4] = [
    "no_such_room",
    "room_closed",
    "room_unavailable",
    "elsewhere",
];

pub fn routes() -> Vec<Route> {
    let mut routes = rooms();
    routes.extend(sockets());
    routes.extend(webhooks());
    routes
}

fn rooms() -> Vec<Route> {
    let group = "Rooms";
    let game = GameKind::ALL[0];
    let settings = json!({
        "options": game.options(),
        "clock": { "type": "none" },
        "first": { "type": "draw" },
        "public": false,
    });
    vec![
        Route::new("post", group, "/api/rooms", "Creates a room")
            .with_details(format!(
                "The requesting player becomes its host. At most {} rooms come from one address in an \
                 hour, with bursts of {}, unless the operator has changed that. With `settings.start`, the games \
                 of the room begin with the deal of a finished game or continue from a position of it: the options \
                 are those of that game then, and `seat` is the seat of the host.",
                limits::ROOMS_CREATED_PER_HOUR,
                limits::ROOMS_CREATED_BURST
            ))
            .for_session()
            .with_body::<Opening>(json!({ "settings": settings }))
            .with_json::<Opened>(
                201,
                "The room.",
                json!({ "room": ROOM, "path": format!("/r/{ROOM}") }),
            )
            .with_problems(&[
                "bad_settings",
                "rated_needs",
                "needs_create_code",
                "wrong_create_code",
                "no_new_rooms",
                "draining",
                "banned",
                "no_such_game",
                "removed",
            ]),
        Route::new("get", group, "/api/rooms/{room}", "Returns whether a room exists, and its game")
            .with_json::<Found>(200, "The room exists.", json!({ "room": ROOM, "game": game }))
            .with_problems(&UNREACHABLE),
    ]
}

fn sockets() -> Vec<Route> {
    let group = "Sockets";
    let handshake = ["not_a_socket", "subprotocol"];
    let session = ["no_session", "unknown_session", "banned"];
    let opened = "The connection is a WebSocket from now on.";
    let opens = format!(
        "AsyncAPI describes its messages. At most {} sockets are opened from one address in an hour, \
         with bursts of {}, and {} are open at a time.",
        limits::SOCKET_OPENS_PER_HOUR,
        limits::SOCKET_OPENS_BURST,
        limits::SOCKETS_EACH
    );
    let why = "Explains why a handshake here is rejected";
    let room = Route::new(
        "get",
        group,
        "/api/rooms/{room}/socket",
        "Opens the WebSocket of a room",
    )
    .with_details(opens.clone())
    .for_access(Access::SessionOrToken)
    .with_query(
        "epoch",
        "The `epoch` of the last update that the client has, with `version`.",
    )
    .with_query("version", "The last version that the client has.")
    .with_status(101, opened)
    .with_problems(&handshake)
    .with_problems(&session)
    .with_problems(&UNREACHABLE)
    .with_problems(&["bad_query", "foreign_origin"]);
    let entry = "Opens the WebSocket that asks the host of a locked room to let the player in";
    let entry = Route::new("get", group, "/api/rooms/{room}/entry", entry)
        .with_details("It carries nothing but the close code.")
        .for_access(Access::SessionOrToken)
        .with_status(101, opened)
        .with_problems(&handshake)
        .with_problems(&session)
        .with_problems(&UNREACHABLE)
        .with_problems(&["foreign_origin"]);
    let screen = "Opens the WebSocket of a screen that only shows a room";
    let screen = Route::new("get", group, "/api/rooms/{room}/screen", screen)
        .with_details(
            "It needs no session. The screen is a spectator, and can send nothing but `ping` and \
             `sync`.",
        )
        .with_query(
            "epoch",
            "The `epoch` of the last update that the client has, with `version`.",
        )
        .with_query("version", "The last version that the client has.")
        .with_status(101, opened)
        .with_problems(&handshake)
        .with_problems(&UNREACHABLE)
        .with_problems(&["bad_query", "foreign_origin", "banned"]);
    let lobby = Route::new(
        "get",
        group,
        "/api/lobby/socket",
        "Opens the WebSocket of the public rooms",
    )
    .with_details(opens)
    .with_status(101, opened)
    .with_problems(&handshake)
    .with_problems(&["foreign_origin", "banned"]);
    let why_no_room = |path| {
        Route::new("post", group, path, why)
            .with_details(
                "The answer is always a problem; `not_a_socket` if only the upgrade is missing.",
            )
            .for_access(Access::SessionOrToken)
            .with_problems(&["not_a_socket"])
            .with_problems(&session)
            .with_problems(&UNREACHABLE)
    };
    vec![
        room,
        why_no_room("/api/rooms/{room}/socket"),
        entry,
        why_no_room("/api/rooms/{room}/entry"),
        screen,
        Route::new("post", group, "/api/rooms/{room}/screen", why)
            .with_problems(&["not_a_socket", "banned"])
            .with_problems(&UNREACHABLE),
        lobby,
        Route::new("post", group, "/api/lobby/socket", why)
            .with_problems(&["not_a_socket", "banned"]),
    ]
}

fn webhooks() -> Vec<Route> {
    let group = "The webhook of a room";
    let path = "/api/rooms/{room}/webhook";
    let hosted = ["not_host", "full", "removed"];
    let address = [
        "webhook_no_address",
        "webhook_not_https",
        "webhook_not_public",
    ];
    let shown =
        json!({ "webhook": { "channel": "ntfy", "host": "ntfy.example.org", "language": "en" } });
    let asked = json!({ "channel": "ntfy", "url": "https://ntfy.example.org/senda" });
    let limit = format!(
        "At most {} addresses are set or tested from one address in an hour, with bursts of {}.",
        limits::WEBHOOKS_PER_HOUR,
        limits::WEBHOOKS_BURST
    );
    let routes = [
        Route::new(
            "get",
            group,
            path,
            "Returns the webhook without its address",
        )
        .with_json::<WebhookOfRoom>(200, "The webhook, or `null`.", shown.clone()),
        Route::new("put", group, path, "Sets the webhook")
            .with_details(format!(
                "For `json` the response has the secret, once. {limit}"
            ))
            .with_body::<NewWebhook>(asked)
            .with_json::<WebhookOfRoom>(200, "The webhook.", shown)
            .with_problems(&address)
            .with_problems(&["webhook_of_another"]),
        Route::new("delete", group, path, "Removes the webhook")
            .with_status(204, "Nothing is posted any more.")
            .with_problems(&["webhook_of_another"]),
        Route::new(
            "post",
            group,
            "/api/rooms/{room}/webhook/trial",
            "Posts a test message",
        )
        .with_details(limit)
        .with_json::<Trial>(200, "The outcome.", json!({ "outcome": "taken" }))
        .with_problems(&["no_webhook", "webhook_not_public"]),
    ];
    let of_hosts = |route: Route| {
        route
            .for_session()
            .with_problems(&hosted)
            .with_problems(&UNREACHABLE)
    };
    routes.map(of_hosts).into()
}
