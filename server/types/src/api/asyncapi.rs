//! Assembles the `AsyncAPI` document of the WebSockets.

use senda::{http::socket::SUBPROTOCOL, limits};
use senda_room::protocol::CloseCode;
use serde_json::{Map, Value, json};

use super::{print::print, schemas::Schemas, version};

/// The path of the generated file.
pub const FILE: &str = "docs/api/asyncapi.json";

/// The order of the document's fields.
const ORDER: [&str; 6] = [
    "asyncapi",
    "info",
    "servers",
    "channels",
    "operations",
    "components",
];

/// The prefixes of the names of messages, by their direction.
const FROM_CLIENT: &str = "client";
const FROM_SERVER: &str = "server";

/// Returns the text of the document.
pub fn asyncapi() -> String {
    let schemas = super::schemas();
    let mut messages = Map::new();
    for payload in client_messages(&schemas) {
        add(&mut messages, FROM_CLIENT, &payload);
    }
    for payload in variants(schemas.sent("ServerMessage")) {
        add(&mut messages, FROM_SERVER, &payload);
    }
    let mut of_room: Vec<String> = messages.keys().cloned().collect();
    for payload in variants(schemas.sent("LobbyMessage")) {
        add(&mut messages, FROM_SERVER, &payload);
    }
    messages.insert("server.shapes".to_owned(), shapes());
    of_room.push("server.shapes".to_owned());
    let of_lobby = ["client.ping", "server.rooms", "server.pong"].map(str::to_owned);

    let close_codes = close_codes(schemas.sent("CloseCode"));
    let mut document = json!({
        "asyncapi": "3.0.0",
        "info": info(),
        "servers": {
            "senda": {
                "host": "play.example.org",
                "protocol": "wss",
                "description": "Any server; `ws` without https.",
            },
        },
        "defaultContentType": "application/json",
        "channels": {
            "room": channel("/api/rooms/{room}/socket", &room_text(), &of_room),
            "entry": channel("/api/rooms/{room}/entry", ENTRY, &[]),
            "lobby": channel("/api/lobby/socket", LOBBY, &of_lobby),
        },
        "operations": {
            "receiveInRoom": operation("receive", "room", &of_room),
            "sendToRoom": operation("send", "room", &of_room),
            "receiveInLobby": operation("receive", "lobby", &of_lobby),
            "sendToLobby": operation("send", "lobby", &of_lobby),
        },
        "components": {
            "messages": messages,
            "securitySchemes": {
                "session": { "type": "httpApiKey", "in": "cookie", "name": "senda" },
                "seat": { "type": "http", "scheme": "bearer" },
            },
        },
        "x-close-codes": close_codes,
    });
    schemas.place(&mut document);
    print(&document, &ORDER)
}

fn info() -> Value {
    let general = format!(
        "The WebSockets of Senda. `openapi.json` beside this document describes the HTTP routes, and \
         docs/protocol.md explains both. The subprotocol is `{SUBPROTOCOL}`. Messages to the server are \
         texts of at most {} bytes, and at most {} in a second on one socket.\n\n\
         The payloads are those of the plain form. The server sends the messages of a room in the packed \
         form, as lists, and there is no way to ask for the plain one: a client keeps the `shapes` and \
         unpacks each list, as docs/protocol.md describes and docs/examples/bot.mjs does in a few lines. \
         Messages that are objects with a `type` are plain already: all messages from clients, those of \
         the lobby, `pong`, and some rejections.\n\n\
         Clients ignore fields and messages that they don't know. `x-close-codes` lists the codes that \
         close a socket.",
        limits::MESSAGE_BYTES,
        limits::MESSAGES_PER_SECOND
    );
    json!({
        "title": "Senda over WebSockets",
        "version": version(),
        "description": general,
        "license": { "name": "MIT" },
    })
}

fn room_text() -> String {
    format!(
        "A room. The handshake needs the session cookie and the header `Origin`, or the token of a seat. \
         An address may send {} commands in an hour, with bursts of {}; a hint also counts as one of {}, and \
         a full snapshot as one of {}.",
        limits::COMMANDS_PER_HOUR,
        limits::COMMANDS_BURST,
        limits::HINTS_PER_HOUR,
        limits::SYNCS_EACH_PER_HOUR
    )
}

const LOBBY: &str = "The list of public rooms. It needs no session.";

const ENTRY: &str = "Asks the host of a locked room to let the player in. It carries no messages; the close code \
                     is the answer.";

/// Returns the payloads of all messages of clients. A command has its `id` beside its own fields.
fn client_messages(schemas: &Schemas) -> Vec<Value> {
    let remarks = schemas.received("ClientMessage")["anyOf"].as_array();
    let remarks = remarks.expect("the messages without an id").iter();
    let remarks = remarks
        .filter(|remark| remark.get("$ref").is_none())
        .cloned();
    let with_id = schemas.received("CommandMessage");
    let commands = variants(with_id).into_iter().map(|mut command| {
        command["properties"]["id"] = with_id["properties"]["id"].clone();
        let required = command["required"].as_array_mut().expect("the type");
        required.push("id".into());
        command["additionalProperties"] = false.into();
        command
    });
    remarks.chain(commands).collect()
}

/// Returns the schemas of the variants of an enum.
fn variants(schema: &Value) -> Vec<Value> {
    match schema["oneOf"].as_array() {
        Some(variants) => variants.clone(),
        // An enum with one variant is that variant.
        None => vec![schema.clone()],
    }
}

/// Adds a message under its direction and its type.
fn add(messages: &mut Map<String, Value>, from: &str, payload: &Value) {
    let kind = payload["properties"]["type"]["const"].as_str();
    let kind = kind.expect("the type of a message").to_owned();
    let summary = payload["description"].as_str().unwrap_or_default();
    let message = json!({ "name": kind, "description": summary, "payload": payload });
    let before = messages.insert(format!("{from}.{kind}"), message);
    assert!(before.is_none(), "two messages are called {kind}");
}

/// Returns the message that defines shapes. It has no type, and only readers of the packed form
/// need it.
fn shapes() -> Value {
    let key = json!({
        "anyOf": [
            { "type": "string", "description": "A key whose value is in the packed object." },
            {
                "type": "array", "minItems": 2, "maxItems": 2,
                "description": "A key and the value that it has in every object of the shape.",
            },
        ],
    });
    json!({
        "name": "shapes",
        "description": "Defines shapes of packed objects. They are numbered from 1 in the order of their arrival.",
        "payload": {
            "type": "object",
            "properties": {
                "shapes": { "type": "array", "items": { "type": "array", "items": key } },
                "anew": {
                    "const": true,
                    "description": "All earlier shapes are forgotten, and numbering starts again.",
                },
            },
            "required": ["shapes"],
        },
    })
}

/// Returns the codes that close a socket, each with its meaning.
fn close_codes(schema: &Value) -> Value {
    let described = schema["oneOf"].as_array().expect("the codes").iter();
    let codes = CloseCode::ALL.into_iter().zip(described);
    let codes = codes.map(|(code, of)| {
        assert_eq!(of["const"], format!("{code:?}"), "the order of the codes");
        (code as u16).to_string()
    });
    let meanings = schema["oneOf"].as_array().expect("the codes").iter();
    let meanings = meanings.map(|of| json!({ "description": of["description"] }));
    Value::Object(codes.zip(meanings).collect())
}

fn channel(address: &str, description: &str, messages: &[String]) -> Value {
    let messages: Map<String, Value> = messages
        .iter()
        .map(|name| {
            let to = json!({ "$ref": format!("#/components/messages/{name}") });
            (name.clone(), to)
        })
        .collect();
    let mut channel = json!({
        "address": address,
        "description": description,
        "messages": messages,
        "bindings": { "ws": { "method": "GET" } },
    });
    if address.contains("{room}") {
        channel["parameters"] =
            json!({ "room": { "description": "The id of the room, as in its link." } });
    }
    if address.ends_with("{room}/socket") {
        let number = || json!({ "type": "integer", "minimum": 0 });
        channel["bindings"]["ws"]["query"] = json!({
            "type": "object",
            "description": "The last ones that the client has. It then gets only what it missed, if possible.",
            "properties": { "epoch": number(), "version": number() },
        });
    }
    channel
}

/// Returns the operation of the server on a channel: it sends its messages, and receives those of
/// clients.
fn operation(action: &str, channel: &str, messages: &[String]) -> Value {
    let from = if action == "send" {
        FROM_SERVER
    } else {
        FROM_CLIENT
    };
    let messages = messages.iter().filter(|name| name.starts_with(from));
    let to = |name: &String| json!({ "$ref": format!("#/channels/{channel}/messages/{name}") });
    let messages: Vec<Value> = messages.map(to).collect();
    let mut operation = json!({
        "action": action,
        "channel": { "$ref": format!("#/channels/{channel}") },
        "messages": messages,
    });
    if channel == "room" {
        let scheme = |name| json!({ "$ref": format!("#/components/securitySchemes/{name}") });
        operation["security"] = json!([scheme("session"), scheme("seat")]);
    }
    operation
}
