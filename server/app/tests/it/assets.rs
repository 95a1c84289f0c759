//! Tests of serving the client's files.

use std::{io::Read, path::Path};

use crate::{
    client::{Browser, ask, settings},
    game::Table,
    world::World,
};

/// The file with the elements that the heads of all pages begin with.
const SHARED_HEAD: &str = "head.html";

fn client(path: &str) -> Vec<u8> {
    std::fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../web/client")
            .join(path),
    )
    .unwrap()
}

#[tokio::test]
async fn pages_and_files_equal_those_in_the_folder() {
    let world = World::start().await;
    for (path, file, status) in [
        ("/", "index.html", 200),
        // There is no such room, and the page says so.
        ("/r/k7m2p9qx4t", "room.html", 404),
        ("/r/nothing", "room.html", 404),
        ("/how/tsuro", "how-to.html", 200),
        ("/how/nothing", "not-found.html", 404),
        ("/learn/nothing", "not-found.html", 404),
        ("/nothing", "not-found.html", 404),
    ] {
        let reply = ask(world.address, "GET", path, &[], b"").await;
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (status, Some("text/html; charset=utf-8")),
            "{path}"
        );
        let head = ask(world.address, "HEAD", path, &[], b"").await;
        assert_eq!((head.status, head.body.len()), (status, 0), "{path}");
        let body = |page: Vec<u8>| {
            let page = String::from_utf8(page).unwrap();
            page.split_once("</head>").unwrap().1.to_owned()
        };
        assert_eq!(body(reply.0.body), body(client(file)), "{path}");
    }
    for (path, file, kind) in [
        (
            "/style/tokens.css",
            "style/tokens.css",
            "text/css; charset=utf-8",
        ),
        ("/text/en.json", "text/en.json", "application/json"),
        ("/icon.svg", "icon.svg", "image/svg+xml"),
        // Browsers and feed readers request it without being told to.
        ("/favicon.ico", "favicon.ico", "image/x-icon"),
        (
            "/manifest.webmanifest",
            "manifest.webmanifest",
            "application/manifest+json",
        ),
    ] {
        let reply = ask(world.address, "GET", path, &[], b"").await;
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (200, Some(kind)),
            "{path}"
        );
        assert_eq!(reply.body, client(file), "{path}");
    }
}

/// Returns the paths of the files in a folder of the client and its subfolders.
fn files(folder: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/client");
    let entries = std::fs::read_dir(path.join(folder)).unwrap();
    let below = |entry: std::fs::DirEntry| {
        let path = format!("{folder}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            files(&format!("{path}/"))
        } else {
            vec![path]
        }
    };
    entries.flatten().flat_map(below).collect()
}

#[tokio::test]
async fn every_file_of_the_client_is_served() {
    let world = World::start().await;
    let files = files("");
    assert!(files.len() > 30, "{files:?}");
    let shared = String::from_utf8(client(SHARED_HEAD)).unwrap();
    for file in files {
        let reply = ask(world.address, "GET", &format!("/{file}"), &[], b"").await;
        if file == SHARED_HEAD {
            assert_eq!(reply.status, 404, "it is no page");
            continue;
        }
        assert_eq!(reply.status, 200, "{file}");
        let mut bytes = client(&file);
        if Path::new(&file)
            .extension()
            .is_some_and(|kind| kind == "html")
        {
            let page = String::from_utf8(bytes).unwrap();
            bytes = page
                .replace("<head>\n", &format!("<head>\n{shared}"))
                .into();
        }
        assert_eq!(reply.body, bytes, "{file}");
    }
}

#[tokio::test]
async fn a_file_is_sent_once_and_compressed() {
    let world = World::start().await;
    let path = "/style/tokens.css";
    let plain = ask(
        world.address,
        "GET",
        path,
        &[("accept-encoding", "gzip;q=0, br;q=0")],
        b"",
    )
    .await;
    let brotli = ask(
        world.address,
        "GET",
        path,
        &[("accept-encoding", "gzip, br")],
        b"",
    )
    .await;
    let gzip = ask(
        world.address,
        "GET",
        path,
        &[("accept-encoding", "gzip, deflate")],
        b"",
    )
    .await;
    assert_eq!(plain.header("content-encoding"), None);
    assert_eq!(gzip.header("content-encoding"), Some("gzip"));
    assert!(gzip.body.len() < plain.body.len() / 2);
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&*gzip.body)
        .read_to_end(&mut unpacked)
        .unwrap();
    assert_eq!(unpacked, plain.body);
    assert_eq!(brotli.header("content-encoding"), Some("br"));
    assert!(brotli.body.len() < plain.body.len() / 2);
    let unpacked = senda_brotli::decompress(&brotli.body, u64::MAX).unwrap();
    assert_eq!(unpacked, plain.body);
    for (reply, encoding) in [(plain, "identity"), (gzip, "gzip"), (brotli, "br")] {
        assert_eq!(reply.header("cache-control"), Some("no-cache"));
        assert_eq!(reply.header("vary"), Some("accept-encoding"));
        let tag = reply.header("etag").unwrap();
        let headers = [("accept-encoding", encoding), ("if-none-match", tag)];
        let again = ask(world.address, "GET", path, &headers, b"").await;
        assert_eq!((again.status, again.body.len()), (304, 0));
        assert_eq!(again.header("etag"), Some(tag));
        let headers = [
            ("accept-encoding", encoding),
            ("if-none-match", "\"other\""),
        ];
        assert_eq!(
            ask(world.address, "GET", path, &headers, b"").await.status,
            200
        );
    }
}

#[tokio::test]
async fn a_distorted_link_is_redirected_to_its_page() {
    let world = World::start().await;
    for (path, page) in [
        ("/r/K7M2P9QX4T", "/r/k7m2p9qx4t"),
        ("/r/k7m2p9qx4t.", "/r/k7m2p9qx4t"),
        ("/r/k7m2p9qx4t),", "/r/k7m2p9qx4t"),
        ("/r/k7m2p9qx4t%E2%80%9D", "/r/k7m2p9qx4t"),
        ("/r/K7m2p9qx4t.?watch=1", "/r/k7m2p9qx4t?watch=1"),
        ("/r/k7m2p9qx4t/", "/r/k7m2p9qx4t"),
        ("/r/k7m2p9qx4t/?watch", "/r/k7m2p9qx4t?watch"),
        ("/r/k7m2p9qx4t/games/1/", "/r/k7m2p9qx4t/games/1"),
        ("/how/section-x/", "/how/section-x"),
        ("/learn/tsuro/", "/learn/tsuro"),
        ("/check/", "/check"),
        ("/you//", "/you"),
    ] {
        let reply = ask(world.address, "GET", path, &[], b"").await;
        assert_eq!(reply.status, 308, "{path}");
        assert_eq!(reply.header("location"), Some(page), "{path}");
        let reply = ask(world.address, "GET", page, &[], b"").await;
        // There is no such room, and its page says so.
        let missing = page.starts_with("/r/") && !page.contains("/games/");
        let status = if missing { 404 } else { 200 };
        assert_eq!(reply.status, status, "{page}");
    }
    // A path that names no page of the server is not redirected.
    for path in ["//r/k7m2p9qx4t/", "/style/", "/r//", "//example.org/"] {
        let reply = ask(world.address, "GET", path, &[], b"").await;
        assert_eq!(reply.status, 404, "{path}");
    }
}

#[tokio::test]
async fn nothing_outside_of_the_folder_is_served() {
    let world = World::start().await;
    for path in [
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/style/../../tests/tsconfig.json",
        "/%2e%2e/package.json",
        "/..%2fpackage.json",
        "//etc/passwd",
        "/style//tokens.css",
        "/style",
        "/nothing",
        "/r/",
        "/how/nothing",
        "/how/section_x",
        "/how/x%2f..%2f..%2findex",
    ] {
        let reply = ask(world.address, "GET", path, &[], b"").await;
        assert_eq!(reply.status, 404, "{path}");
        assert_eq!(
            reply.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        assert!(
            String::from_utf8(reply.0.body)
                .unwrap()
                .contains("href=\"/\""),
            "it leads back"
        );
    }
}

#[tokio::test]
async fn every_document_carries_the_policy_and_every_response_its_type() {
    let world = World::start().await;
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
        connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
        frame-ancestors 'none'";
    let documents = [
        "/",
        "/r/k7m2p9qx4t",
        "/icon.svg",
        "/nothing",
        "/api/nothing",
    ];
    let others = [
        "/style/tokens.css",
        "/room/page.js",
        "/text/en.json",
        "/health/live",
    ];
    for path in documents.into_iter().chain(others) {
        let reply = ask(world.address, "GET", path, &[], b"").await;
        let is_document = documents.contains(&path);
        assert_eq!(
            reply.header("content-security-policy"),
            is_document.then_some(policy),
            "{path}"
        );
        assert_eq!(
            reply.header("cross-origin-opener-policy"),
            is_document.then_some("same-origin"),
            "{path}"
        );
        assert!(reply.header("content-type").is_some(), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("same-origin"));
        assert_eq!(
            reply.header("cross-origin-resource-policy"),
            Some("same-origin")
        );
    }
}

/// Returns a page and the addresses of all files that its head requests.
async fn page(world: &World, path: &str) -> (String, Vec<String>) {
    let reply = ask(world.address, "GET", path, &[], b"").await;
    assert_eq!(reply.header("cache-control"), Some("no-cache"), "{path}");
    let page = String::from_utf8(reply.0.body).unwrap();
    let (head, _) = page.split_once("</head>").unwrap();
    let asked = head
        .split("=\"/")
        .skip(1)
        .map(|rest| format!("/{}", rest.split_once('"').unwrap().0))
        // The address of the socket that the first script opens.
        .filter(|path| !path.starts_with("/api/"))
        .collect();
    (page, asked)
}

/// Returns the first part of an address, which names the edition of the files.
fn folder(asked: &[String]) -> String {
    let script = asked.iter().find(|path| path.contains("/lib/first"));
    script
        .unwrap()
        .split('/')
        .take(3)
        .collect::<Vec<_>>()
        .join("/")
}

#[tokio::test]
async fn files_that_a_page_requests_exist_and_are_cacheable_for_a_year() {
    let world = World::start().await;
    for path in ["/", "/r/k7m2p9qx4t", "/check", "/how/tsuro", "/nothing"] {
        let (_, asked) = page(&world, path).await;
        assert!((5..=12).contains(&asked.len()), "{path}: {asked:?}");
        let folder = folder(&asked);
        for file in asked {
            // The start page of an installed app, and the folder itself.
            if file == "/manifest.webmanifest" || file == format!("{folder}/") {
                continue;
            }
            assert!(file.starts_with(&folder), "{path}: {file}");
            let reply = ask(world.address, "GET", &file, &[], b"").await;
            assert_eq!(reply.status, 200, "{path}: {file}");
            assert!(!reply.body.is_empty(), "{path}: {file}");
            assert_eq!(
                reply.header("cache-control"),
                Some("public, max-age=31536000, immutable"),
                "{path}: {file}"
            );
        }
    }
}

#[tokio::test]
async fn an_unchanged_page_is_not_sent_again() {
    let world = World::start().await;
    let first = ask(world.address, "GET", "/", &[], b"").await;
    let tag = first.header("etag").unwrap();
    let again = ask(world.address, "GET", "/", &[("if-none-match", tag)], b"").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("cache-control"), Some("no-cache"));
}

#[tokio::test]
async fn a_room_page_requests_the_board_only_while_its_game_runs() {
    let world = World::start().await;
    let host = Browser::arrive(world.address, "Host").await;
    let room = host.room(settings()).await;
    let (gathering, _) = page(&world, &format!("/r/{room}")).await;
    assert!(
        gathering.contains("/room.tsuro.table.en.json\""),
        "{gathering}"
    );
    assert!(!gathering.contains("board.js"), "{gathering}");

    let table = Table::playing(world.address, 2, 0).await;
    let (playing, asked) = page(&world, &format!("/r/{}", table.room)).await;
    for file in [
        "games/tsuro/board.js",
        "games/tsuro/style.css",
        "room.tsuro.en.json",
    ] {
        let path = format!("{}/{file}", folder(&asked));
        assert!(asked.contains(&path), "{path} is not in {playing}");
    }

    let (unknown, asked) = page(&world, "/r/k7m2p9qx4t").await;
    assert!(!unknown.contains("games/"), "{unknown}");
    assert!(
        asked.contains(&format!("{}/room.en.json", folder(&asked))),
        "{unknown}"
    );
}

#[tokio::test]
async fn the_text_bundle_of_a_page_contains_all_its_files() {
    let world = World::start().await;
    let (_, asked) = page(&world, "/").await;
    let path = format!("{}/index.tsuro.en.json", folder(&asked));
    let reply = ask(world.address, "GET", &path, &[], b"").await;
    let together = reply.json();
    let files = [
        "text/en.json",
        "text/en.problems.json",
        "lobby/text/en.json",
        "settings/text/en.json",
        "games/section_x/text/en.about.json",
        "games/tortus/text/en.about.json",
        "games/tsuro/text/en.about.json",
        "games/tsuro/text/en.json",
    ];
    let mut found: Vec<_> = together.as_object().unwrap().keys().collect();
    found.sort();
    let mut wanted = files.to_vec();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
    for file in files {
        let own: serde_json::Value = serde_json::from_slice(&client(file)).unwrap();
        assert_eq!(together[file], own, "{file}");
    }
}

#[tokio::test]
async fn a_page_from_before_an_update_gets_no_incompatible_module() {
    let world = World::start().await;
    let (_, asked) = page(&world, "/r/k7m2p9qx4t").await;
    let now = folder(&asked);
    for module in [
        "room/lobby/settings-dialog.js",
        "games/tsuro/board.js",
        "room/page.js",
    ] {
        let reply = ask(world.address, "GET", &format!("{now}/{module}"), &[], b"").await;
        assert_eq!(reply.status, 200, "{module}");
        let before = format!("/a/0123456789abcdef/{module}");
        let reply = ask(world.address, "GET", &before, &[], b"").await;
        assert_eq!(reply.status, 404, "{module}");
        assert_eq!(reply.header("cache-control"), Some("no-cache"), "{module}");
    }
    for file in [
        "icon-turn.svg",
        "games/tsuro/style.css",
        "games/tsuro/text/en.json",
        "room.css",
    ] {
        let reply = ask(world.address, "GET", &format!("{now}/{file}"), &[], b"").await;
        let before = format!("/a/0123456789abcdef/{file}");
        let as_now = ask(world.address, "GET", &before, &[], b"").await;
        assert_eq!((reply.status, as_now.status), (200, 200), "{file}");
        assert_eq!(reply.body, as_now.body, "{file}");
        // The file must not be cached for ever: it is not the version that this address named.
        assert_eq!(as_now.header("cache-control"), Some("no-cache"), "{file}");
    }
    for nothing in ["nothing", "../index.html", "index.html", "lib/dom.js", ""] {
        let reply = ask(world.address, "GET", &format!("{now}/{nothing}"), &[], b"").await;
        assert_eq!(reply.status, 404, "{nothing}");
    }
}
