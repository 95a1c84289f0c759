//! The client's files as they are served.

use std::{io::Read, path::Path};

use crate::{client::ask, world::World};

fn client(path: &str) -> Vec<u8> {
    std::fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../web/client")
            .join(path),
    )
    .unwrap()
}

#[tokio::test]
async fn pages_and_files_are_the_folders() {
    let world = World::start().await;
    for (path, file, kind) in [
        ("/", "index.html", "text/html; charset=utf-8"),
        ("/r/k7m2p9qx4t", "room.html", "text/html; charset=utf-8"),
        ("/how/tsuro", "how-to.html", "text/html; charset=utf-8"),
        (
            "/style/tokens.css",
            "style/tokens.css",
            "text/css; charset=utf-8",
        ),
        ("/text/en.json", "text/en.json", "application/json"),
        ("/icon.svg", "icon.svg", "image/svg+xml"),
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

/// The files in a folder of the client and below it, by their paths.
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
    for file in files {
        let reply = ask(world.address, "GET", &format!("/{file}"), &[], b"").await;
        assert_eq!(reply.status, 200, "{file}");
        assert_eq!(reply.body, client(&file), "{file}");
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
    let mut unpacked = Vec::new();
    brotli::Decompressor::new(&*brotli.body, 4_096)
        .read_to_end(&mut unpacked)
        .unwrap();
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
            String::from_utf8(reply.body)
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
