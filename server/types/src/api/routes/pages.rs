//! The routes outside of the API: pages for people, health probes and these documents.

use super::Route;

pub fn routes() -> Vec<Route> {
    let html = "text/html";
    let page =
        |path, summary| Route::new("get", "Pages", path, summary).with_file(200, html, "The page.");
    let missing = "There is no such page.";
    let embed = "`--embed` names the sites that may frame it. With `?background=none` the page has \
                 no background of its own.";
    let health = |path, summary| {
        Route::new("get", "Health", path, summary).with_file(200, "text/plain", "A word.")
    };
    vec![
        health(
            "/health/live",
            "Answers for as long as the process can answer",
        ),
        health(
            "/health/ready",
            "Returns whether the server can store games",
        )
        .with_file(
            503,
            "text/plain",
            "The store fails, or the server is stopping.",
        ),
        page("/", "The front page"),
        page("/r/{room}", "The page of a room").with_file(404, html, missing),
        page(
            "/r/{room}/games/{round}",
            "The page that verifies a finished game",
        ),
        page("/g/{game_id}", "The replay of a finished game").with_file(404, html, missing),
        page(
            "/g/{game_id}/check",
            "The page that verifies the game of a replay",
        ),
        page("/r/{room}/tv", "A room on a television").with_file(404, html, missing),
        page("/tv", "The liveliest public game on a television"),
        page("/embed/r/{room}", "A room in a frame")
            .with_details(embed)
            .with_file(404, html, missing),
        page("/embed/g/{game_id}", "A replay in a frame")
            .with_details(embed)
            .with_file(404, html, missing),
        page("/check", "The page that verifies the file of a game"),
        page("/games", "The finished games of the player"),
        page("/games/latest", "The latest finished games of public rooms")
            .with_details("It does not exist with `--public-lobby off`.")
            .with_file(404, html, missing),
        page("/today", "The deal of the day"),
        page("/today/{game}", "The deal of the day of one game").with_file(404, html, missing),
        page("/puzzles", "The puzzles of the first game"),
        page("/puzzles/{game}", "The puzzles of a game").with_file(404, html, missing),
        page("/ratings", "The table of ratings"),
        page("/p/{person_id}", "The page of a person").with_file(404, html, missing),
        page("/you", "The page with the player's name and devices"),
        page("/admin", "The page of the operator")
            .with_details("It exists only with `--admin-token-file`.")
            .with_file(404, html, missing),
        page("/how/{game}", "The rules of a game").with_file(404, html, missing),
        page("/learn/{game}", "The lessons of a game").with_file(404, html, missing),
        page("/docs", "The first page of the documentation"),
        page("/docs/{path}", "A page or a picture of the documentation")
            .with_file(404, html, missing),
        page("/api/docs", "These descriptions as a page"),
        Route::new(
            "get",
            "Pages",
            "/api/docs/{file}",
            "The descriptions as files",
        )
        .with_file(
            200,
            "application/json",
            "`openapi.json` or `asyncapi.json`.",
        )
        .with_file(404, html, missing),
        Route::new("get", "Pages", "/a/{edition}/{path}", "A file of the pages")
            .with_file(
                200,
                "application/octet-stream",
                "The file, in its own format.",
            )
            .with_file(404, html, missing),
        Route::new(
            "get",
            "Pages",
            "/.well-known/security.txt",
            "The contact for vulnerabilities (RFC 9116)",
        )
        .with_file(200, "text/plain", "The contact.")
        .with_file(404, html, "The operator has named none."),
    ]
}
