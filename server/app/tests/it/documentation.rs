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
