//! Tests of the documentation that the server has at `/docs`.

use crate::{client::ask, world::World};

#[tokio::test]
async fn the_documentation_is_served_as_pages() {
    let world = World::start().await;
    for (path, title) in [
        ("/docs", "Documentation"),
        ("/docs/hosting", "Hosting Senda"),
        ("/docs/decisions", "Decisions"),
        ("/docs/decisions/storage", "Decisions: storage"),
    ] {
        let reply = ask(world.address, "GET", path, &[], b"").await;
        assert_eq!(reply.status, 200, "{path}");
        let page = String::from_utf8(reply.0.body).unwrap();
        assert!(
            page.contains(&format!("<title>{title} - Senda</title>")),
            "{path}: {page}"
        );
        assert!(page.contains(&format!("\">{title}</h1>")), "{path}: {page}");
        let has_way_back = page.contains("<p><a href=\"/docs\">Documentation</a></p>");
        assert_eq!(has_way_back, path != "/docs", "{path}");
    }
    let picture = ask(world.address, "GET", "/docs/crates.svg", &[], b"").await;
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
    for path in [
        "/docs/nothing",
        "/docs/hosting.md",
        "/docs/../README",
        "/docs/examples",
    ] {
        let reply = ask(world.address, "GET", path, &[], b"").await;
        assert_eq!(reply.status, 404, "{path}");
    }
    let moved = ask(world.address, "GET", "/docs/", &[], b"").await;
    assert_eq!(
        (moved.status, moved.header("location")),
        (308, Some("/docs"))
    );
}

#[tokio::test]
async fn the_descriptions_of_the_api_are_served_as_a_page_and_as_files() {
    let world = World::with(|settings| {
        settings.public_url = vec!["https://example.org/senda/".parse().unwrap()];
    })
    .await;
    let get = async |path: &str| {
        let host = [("host", "example.org")];
        ask(world.address, "GET", path, &host, b"").await
    };
    let page = get("/senda/api/docs").await;
    assert_eq!(page.status, 200);
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.contains("script-src 'self'; style-src 'self'"),
        "{policy}"
    );
    let page = String::from_utf8(page.0.body).unwrap();
    assert!(page.contains("<title>The API - Senda</title>"));
    assert!(page.contains("<code>POST /api/rooms</code>"));
    for (name, version) in [("openapi.json", "openapi"), ("asyncapi.json", "asyncapi")] {
        assert!(page.contains(&format!("href=\"/senda/api/docs/{name}\"")));
        let file = get(&format!("/senda/api/docs/{name}")).await;
        assert_eq!(file.header("content-type"), Some("application/json"));
        assert!(file.json()[version].is_string(), "{name}");
    }
    assert_eq!(get("/senda/api/docs/other.json").await.status, 404);
    let protocol = get("/senda/docs/protocol").await;
    let protocol = String::from_utf8(protocol.0.body).unwrap();
    assert!(protocol.contains("href=\"/senda/api/docs\""));
}
