//! The routes of finished games and of lessons.

use senda::{
    http::bodies::{
        Attempt, DayDeal, DayOpening, GameList, MissedGoals, Opened, PersonPage, PuzzleActions,
        PuzzleAttempt, PuzzleList, RatingChanges, RatingTable, Replayed, ReplayedFile, Reviewing,
    },
    limits,
};
use senda_room::{game_file::GameFile, limits::GAME_FILE_BYTES, review::Review};
use senda_rules::AnyAttempt;
use serde_json::json;

use super::{AFTER, GAME_KIND, Route};

/// The details of a replay.
const REPLAY: &str = "It has every position that the viewer was shown, and the events between them \
                      as the viewer could know them. After the end of the game, everything is open.";

/// The paths of a finished game, which is named by its room or by its own id.
struct Paths {
    file: &'static str,
    notation: &'static str,
    replay: &'static str,
    review: &'static str,
    missed: &'static str,
}

impl Paths {
    const OF_ROOM: Self = Self {
        file: "/api/rooms/{room}/games/{round}",
        notation: "/api/rooms/{room}/games/{round}/notation",
        replay: "/api/rooms/{room}/games/{round}/replay",
        review: "/api/rooms/{room}/games/{round}/review",
        missed: "/api/rooms/{room}/games/{round}/missed",
    };
    const BY_ID: Self = Self {
        file: "/api/games/{game_id}/file",
        notation: "/api/games/{game_id}/notation",
        replay: "/api/games/{game_id}",
        review: "/api/games/{game_id}/review",
        missed: "/api/games/{game_id}/missed",
    };
}

pub fn routes() -> Vec<Route> {
    let reviews = format!(
        "The first request starts it. Until it is done, repeat the request once a second. At most {} \
         reviews are started from one address in an hour, with bursts of {}.",
        limits::REVIEWS_PER_HOUR,
        limits::REVIEWS_BURST
    );
    let decisions = format!(
        "The server stores nothing about an attempt: each request has all decisions, at most {}.",
        limits::LESSON_ACTIONS
    );
    let of_room = [
        "not_found",
        "no_such_room",
        "no_such_game",
        "removed",
        "room_unavailable",
    ];
    let by_id = ["not_found", "no_such_game", "removed", "room_unavailable"];
    let mut routes = Vec::new();
    for (paths, problems) in [(Paths::OF_ROOM, &of_room[..]), (Paths::BY_ID, &by_id[..])] {
        let of_path = |(method, path): (&'static str, &'static str), summary| {
            Route::new(method, "Finished games", path, summary).with_problems(problems)
        };
        routes.extend([
            of_path(("get", paths.file), "Returns the file of a finished game")
                .with_json::<GameFile>(200, "The file, which `senda verify` checks.", None),
            of_path(
                ("get", paths.notation),
                "Returns a finished game as readable text",
            )
            .with_file(200, "text/plain", "The notation."),
            of_path(
                ("get", paths.replay),
                "Returns the replay of a finished game",
            )
            .with_details(REPLAY)
            .with_query(
                "view",
                "The viewer: `spectator` (the default), `all`, or the number of a seat, from 0.",
            )
            .with_json::<Replayed>(200, "The replay.", None),
            of_path(
                ("post", paths.review),
                "Returns the review of a finished game",
            )
            .with_details(reviews.clone())
            .with_json::<Review>(200, "The review.", None)
            .with_json::<Reviewing>(
                202,
                "It is being computed.",
                json!({ "done": 3, "of": 41 }),
            ),
            of_path(
                ("post", paths.missed),
                "Returns what people missed in a finished game",
            )
            .with_details(
                "These are the wins, and other goals of puzzles, that a person could have reached in \
                 a turn. The first request starts the search for them. Until it is done, repeat the \
                 request once a second.",
            )
            .with_json::<MissedGoals>(200, "The goals.", None)
            .with_json::<Reviewing>(
                202,
                "They are being searched for.",
                json!({ "done": 3, "of": 41 }),
            ),
        ]);
    }
    routes.extend(lists());
    routes.extend(days());
    routes.extend(ratings());
    routes.push(
        Route::new(
            "post",
            "Lessons",
            "/api/lessons/{game}/{lesson}",
            "Plays a lesson",
        )
        .with_details(decisions)
        .with_body::<Attempt>(json!({ "actions": [] }))
        .with_json::<AnyAttempt>(200, "The lesson after these decisions.", None)
        .with_problems(&["no_such_lesson", "lesson_ended", "illegal"]),
    );
    routes.extend(puzzles());
    routes
}

/// Returns the routes of puzzles.
fn puzzles() -> Vec<Route> {
    let group = "Puzzles";
    vec![
        Route::new("get", group, "/api/puzzles/{game}", "Returns the puzzles of a game")
            .with_details("With a session it also has the player's record.")
            .with_json::<PuzzleList>(200, "The puzzles.", None)
            .with_problems(&["not_found"]),
        Route::new("post", group, "/api/puzzles/{game}/{puzzle}", "Plays a puzzle")
            .with_details(
                "Each request contains all decisions of the attempt. When an attempt fails, the other seats answer \
                 it. With a session the server keeps how often the player has tried the puzzle, and rates the first \
                 attempt.",
            )
            .with_body::<PuzzleActions>(json!({ "actions": [] }))
            .with_json::<PuzzleAttempt>(200, "The puzzle after these decisions.", None)
            .with_problems(&["no_such_puzzle", "lesson_ended", "illegal"]),
        Route::new("post", group, "/api/games/{game_id}/missed/{version}", "Plays for what a person missed")
            .with_details("It is played as a puzzle, but the server keeps nothing of it.")
            .with_body::<PuzzleActions>(json!({ "actions": [] }))
            .with_json::<PuzzleAttempt>(200, "The position after these decisions.", None)
            .with_problems(&[
                "not_found",
                "no_such_game",
                "removed",
                "room_unavailable",
                "no_such_puzzle",
                "lesson_ended",
                "illegal",
            ]),
    ]
}

/// Returns the routes of the deal of the day.
fn days() -> Vec<Route> {
    let (group, path) = ("The deal of the day", "/api/days/{game}");
    vec![
        Route::new("get", group, path, "Returns the deal of a day and its results")
            .with_details(
                "Each person can play it once, against hard bots. The secret that makes the shuffles is derived from \
                 the day and a key of the server; its SHA-256 is public during the day, the secret itself afterwards.",
            )
            .with_query("day", "The day in UTC, as in 2026-11-21; today without it.")
            .with_json::<DayDeal>(200, "The deal.", None)
            .with_problems(&["not_found", "damaged"]),
        Route::new("post", group, path, "Opens the room in which the player plays the deal of the day")
            .for_session()
            .with_body::<DayOpening>(json!({}))
            .with_json::<Opened>(200, "The room in which the player has begun.", None)
            .with_json::<Opened>(201, "The new room.", None)
            .with_problems(&[
                "not_found",
                "needs_create_code",
                "wrong_create_code",
                "no_new_rooms",
                "draining",
                "banned",
                "damaged",
            ]),
    ]
}

/// Returns the routes of ratings, except those of the player's own.
fn ratings() -> Vec<Route> {
    let group = "Ratings";
    vec![
        Route::new("get", group, "/api/ratings", "Returns the table of ratings")
            .with_details(
                "It has only people who show their ratings. Without a game and a number of seats it is the table with \
                 the most games.",
            )
            .with_query("game", "The kind of the games.")
            .with_query("seats", "The number of seats.")
            .with_query("after", AFTER)
            .with_json::<RatingTable>(
                200,
                "The people, the best first.",
                json!({ "kinds": [], "shown": null, "people": [] }),
            )
            .with_problems(&["not_found"]),
        Route::new(
            "get",
            group,
            "/api/rooms/{room}/games/{round}/ratings",
            "Returns the changes of the ratings by a finished game",
        )
        .with_json::<RatingChanges>(200, "The changes, by seat.", json!({ "seats": [] }))
        .with_problems(&[
            "not_found",
            "no_such_room",
            "no_such_game",
            "removed",
            "room_unavailable",
        ]),
    ]
}

/// Returns the routes of lists of games, of pages of people, and of replays of files.
fn lists() -> Vec<Route> {
    let group = "Finished games";
    let empty = || json!({ "games": [] });
    vec![
        Route::new(
            "get",
            group,
            "/api/games",
            "Lists the latest games of public rooms",
        )
        .with_details("It does not exist with `--public-lobby off`.")
        .with_query("game", GAME_KIND)
        .with_query("after", AFTER)
        .with_json::<GameList>(200, "The games, the latest first.", empty())
        .with_problems(&["not_found"]),
        Route::new(
            "get",
            group,
            "/api/rooms/{room}/games",
            "Lists the finished games of a room",
        )
        .with_query("after", AFTER)
        .with_json::<GameList>(200, "The games, the latest first.", empty())
        .with_problems(&[
            "not_found",
            "no_such_room",
            "removed",
            "room_closed",
            "room_unavailable",
        ]),
        Route::new(
            "get",
            group,
            "/api/people/{person_id}",
            "Returns the page of a person",
        )
        .with_details(
            "People have a page only if they want one. Any other id is answered as one that never \
             existed.",
        )
        .with_query("after", AFTER)
        .with_json::<PersonPage>(
            200,
            "What the person allows others to see.",
            json!({ "name": "Anna", "figures": [], "ratings_shown": false }),
        )
        .with_problems(&["not_found", "no_such_person"]),
        Route::new("post", group, "/api/replay", "Replays the file of a game")
            .with_details(format!(
                "The server stores nothing of the file, which has at most {GAME_FILE_BYTES} bytes."
            ))
            .with_query(
                "view",
                "The viewer: `spectator` (the default), `all`, or the number of a seat, from 0.",
            )
            .with_body::<GameFile>(serde_json::Value::Null)
            .with_json::<ReplayedFile>(200, "The replay.", None)
            .with_problems(&["not_found", "too_large", "bad_game_file"]),
    ]
}
