//! The routes below `/api/session`: the player's identity, devices, passkeys and notifications.

use senda::{
    http::bodies::{
        Arrived, Change, Devices, Entry, GameList, LinkCode, Named, NewPasskey, Nothing, Notified,
        Opponents, OwnPageShown, OwnRatings, PasskeyChallenge, Passkeys, PersonalData,
        RecoveryCode, Rooms, ShownPasskey, Subscription, WantedPage,
    },
    limits,
};
use serde_json::json;

use super::{AFTER, GAME_KIND, Route};

/// The name of an example player.
const NAME: &str = "Anna";

/// The time of an example, in milliseconds since 1970.
const TIME: u64 = 1_800_000_000_000;

pub fn routes() -> Vec<Route> {
    let mut routes = session();
    routes.extend(history());
    routes.extend(devices());
    routes.extend(passkeys());
    routes.extend(notifications());
    routes
}

fn session() -> Vec<Route> {
    let group = "Session";
    let path = "/api/session";
    let named = || json!({ "name": NAME });
    vec![
        Route::new("post", group, path, "Creates an identity, or returns the one of the cookie")
            .with_details(format!(
                "The response to a client without a session sets the session cookie. At most {} \
                 identities come from one address in an hour, with bursts of {}, unless the operator \
                 has changed that.",
                limits::SESSIONS_PER_HOUR, limits::SESSIONS_BURST
            ))
            .with_body::<Nothing>(json!({}))
            .with_json::<Arrived>(200, "The player's name and language.", named())
            .with_problems(&["banned"]),
        Route::new("put", group, path, "Changes the name, the language, or both")
            .with_details("A room learns of the name when the player enters it the next time.")
            .for_session()
            .with_body::<Change>(json!({ "name": NAME, "language": "pt" }))
            .with_json::<Named>(200, "The player's name.", named())
            .with_problems(&["bad_name"]),
        Route::new("delete", group, path, "Forgets the player")
            .with_details(
                "Deletes devices, passkeys, codes and the list of rooms, and replaces the name in \
                 every log.",
            )
            .for_session()
            .with_status(204, "All is deleted.")
            .with_status(202, "Some logs are still being rewritten."),
        Route::new("get", group, "/api/session/rooms", "Lists the player's rooms")
            .for_session()
            .with_json::<Rooms>(
                200,
                "The rooms, those that wait for the player first.",
                json!({ "rooms": [], "waiting": 0 }),
            ),
        Route::new("get", group, "/api/session/data", "Exports the player's personal data")
            .for_session()
            .with_json::<PersonalData>(200, "What the server keeps about the player.", None),
    ]
}

fn history() -> Vec<Route> {
    let group = "Finished games of the player";
    let page = "/api/session/page";
    let shown = || json!({ "id": null, "games": false, "ratings": false });
    vec![
        Route::new(
            "get",
            group,
            "/api/session/games",
            "Lists the player's finished games",
        )
        .for_session()
        .with_query("game", GAME_KIND)
        .with_query("won", "`true` for the games that the player has won.")
        .with_query(
            "with",
            "The words `with` for people who played as well, separated by commas, at most three.",
        )
        .with_query("after", AFTER)
        .with_json::<GameList>(200, "The games, the latest first.", json!({ "games": [] }))
        .with_problems(&["not_found"]),
        Route::new(
            "get",
            group,
            "/api/session/opponents",
            "Returns the player's figures against each person",
        )
        .for_session()
        .with_json::<Opponents>(
            200,
            "The people with the most games first.",
            json!({ "people": [] }),
        ),
        Route::new(
            "get",
            group,
            "/api/session/ratings",
            "Returns the player's ratings",
        )
        .for_session()
        .with_json::<OwnRatings>(
            200,
            "The ratings, whether or not the player shows them.",
            json!({ "ratings": [] }),
        ),
        Route::new("get", group, page, "Returns the player's page")
            .with_details(
                "The page is what `/p/{id}` shows to others. A player has none by default.",
            )
            .for_session()
            .with_json::<OwnPageShown>(200, "The page.", shown()),
        Route::new("put", group, page, "Creates or changes the player's page")
            .for_session()
            .with_body::<WantedPage>(json!({ "games": true, "ratings": true }))
            .with_json::<OwnPageShown>(200, "The page.", None),
        Route::new("delete", group, page, "Removes the player's page")
            .with_details("A page that the player creates later has another id.")
            .for_session()
            .with_status(204, "The page is removed."),
    ]
}

fn devices() -> Vec<Route> {
    let group = "Devices";
    let device = json!({
        "id": "1f8a0c22d94b7e56", "device": "Firefox on Linux", "since": TIME, "seen": TIME, "here": true,
    });
    vec![
        Route::new(
            "get",
            group,
            "/api/session/devices",
            "Lists the player's devices",
        )
        .for_session()
        .with_json::<Devices>(200, "The devices.", json!({ "devices": [device] })),
        Route::new(
            "delete",
            group,
            "/api/session/devices/{id}",
            "Signs a device out",
        )
        .with_details("Its connections are closed.")
        .for_session()
        .with_status(204, "The device is signed out.")
        .with_problems(&["not_found"]),
        Route::new(
            "post",
            group,
            "/api/session/link",
            "Creates a code that adds a device",
        )
        .with_details("Earlier such codes become invalid.")
        .for_session()
        .with_body::<Nothing>(json!({}))
        .with_json::<LinkCode>(
            200,
            "The code.",
            json!({ "code": "K7QM-2F9D", "lasts_ms": 600_000 }),
        ),
        Route::new(
            "post",
            group,
            "/api/session/recovery",
            "Creates a recovery code",
        )
        .with_details("The earlier one becomes invalid.")
        .for_session()
        .with_body::<Nothing>(json!({}))
        .with_json::<RecoveryCode>(200, "The code.", json!({ "code": "K7QM-2F9D" })),
        Route::new(
            "post",
            group,
            "/api/session/enter",
            "Makes this device one of the code's owner",
        )
        .with_details("The response sets the session cookie. An attempt counts as an identity.")
        .with_body::<Entry>(json!({ "code": "K7QM-2F9D" }))
        .with_json::<Named>(
            200,
            "The name of the code's owner.",
            json!({ "name": NAME }),
        )
        .with_problems(&["bad_code"]),
    ]
}

fn passkeys() -> Vec<Route> {
    let group = "Passkeys";
    let path = "/api/session/passkeys";
    let passkey = json!({
        "id": "AQIDBA", "device": "Firefox on Linux", "since": TIME, "used": null, "verified": true,
    });
    let challenge = json!({
        "challenge": "AQIDBA", "site": "play.example.org", "handle": "AQIDBA", "name": NAME, "lasts_ms": 300_000,
    });
    let made = json!({ "client_data": "e30", "authenticator_data": "AQIDBA", "key": "AQIDBA" });
    let shown = json!({
        "id": "AQIDBA", "client_data": "e30", "authenticator_data": "AQIDBA", "signature": "AQIDBA",
    });
    vec![
        Route::new("get", group, path, "Lists the player's passkeys")
            .for_session()
            .with_json::<Passkeys>(200, "The passkeys.", json!({ "passkeys": [passkey] })),
        Route::new("post", group, path, "Adds a passkey")
            .with_details(format!(
                "Binary values are base64url without padding. The key is in SPKI format: ES256, or \
                 RS256 with 2,048 bits. A player has at most {}.",
                limits::PASSKEYS
            ))
            .for_session()
            .with_body::<NewPasskey>(made)
            .with_status(201, "The passkey is added.")
            .with_problems(&["bad_passkey", "too_many_passkeys", "no_passkeys"]),
        Route::new(
            "delete",
            group,
            "/api/session/passkeys/{id}",
            "Removes a passkey",
        )
        .for_session()
        .with_status(204, "The player has no such passkey any more."),
        Route::new(
            "post",
            group,
            "/api/session/passkeys/challenge",
            "Creates a challenge",
        )
        .for_session()
        .with_body::<Nothing>(json!({}))
        .with_json::<PasskeyChallenge>(200, "The challenge, which is valid once.", challenge)
        .with_problems(&["no_passkeys"]),
        Route::new(
            "post",
            group,
            "/api/session/passkeys/enter",
            "Makes this device one of the key's owner",
        )
        .with_details("The response sets the session cookie. An attempt counts as an identity.")
        .with_body::<ShownPasskey>(shown)
        .with_json::<Named>(200, "The name of the key's owner.", json!({ "name": NAME }))
        .with_problems(&["bad_passkey", "no_passkeys"]),
    ]
}

fn notifications() -> Vec<Route> {
    let group = "Notifications of a device";
    let path = "/api/session/push";
    let subscription = json!({
        "endpoint": "https://push.example.org/AQIDBA", "keys": { "p256dh": "AQIDBA", "auth": "AQIDBA" },
    });
    vec![
        Route::new(
            "get",
            group,
            path,
            "Returns the server's public key, and whether the device is notified",
        )
        .for_session()
        .with_json::<Notified>(
            200,
            "The key and the state.",
            json!({ "key": "AQIDBA", "told": false }),
        ),
        Route::new("put", group, path, "Turns notifications on for this device")
            .for_session()
            .with_body::<Subscription>(subscription)
            .with_status(204, "Notifications are on.")
            .with_problems(&["bad_subscription", "unknown_push_service"]),
        Route::new(
            "delete",
            group,
            path,
            "Turns notifications off for this device",
        )
        .for_session()
        .with_status(204, "Notifications are off."),
    ]
}
