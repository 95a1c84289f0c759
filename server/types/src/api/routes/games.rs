//! The routes of finished games and of lessons.

use senda::{
    http::bodies::{Attempt, Reviewing},
    limits,
};
use senda_room::{game_file::GameFile, review::Review};
use senda_rules::AnyAttempt;
use serde_json::json;

use super::Route;

pub fn routes() -> Vec<Route> {
    let group = "Finished games";
    let stored = [
        "not_found",
        "no_such_room",
        "no_such_game",
        "removed",
        "room_unavailable",
    ];
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
    vec![
        Route::new(
            "get",
            group,
            "/api/rooms/{room}/games/{round}",
            "Returns the file of a finished game",
        )
        .with_json::<GameFile>(200, "The file, which `senda verify` checks.", None)
        .with_problems(&stored),
        Route::new(
            "get",
            group,
            "/api/rooms/{room}/games/{round}/notation",
            "Returns a finished game as readable text",
        )
        .with_file(200, "text/plain", "The notation.")
        .with_problems(&stored),
        Route::new(
            "post",
            group,
            "/api/rooms/{room}/games/{round}/review",
            "Returns the review of a finished game",
        )
        .with_details(reviews)
        .with_json::<Review>(200, "The review.", None)
        .with_json::<Reviewing>(202, "It is being computed.", json!({ "done": 3, "of": 41 }))
        .with_problems(&stored),
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
    ]
}
