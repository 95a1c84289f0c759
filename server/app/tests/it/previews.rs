//! Tests of the previews of links in chats.

use crate::{client::ask, world::World};

#[tokio::test]
async fn links_to_pages_about_senda_and_its_games_have_a_preview() {
    let world = World::start().await;
    let here = format!("{}", world.address);
    for (path, title) in [
        ("/", "Senda: path-tile games with friends"),
        ("/how/section-x", "How to play Section X"),
        ("/learn/tsuro", "Learn Tsuro"),
    ] {
        let reply = ask(world.address, "GET", path, &[("host", &*here)], b"").await;
        let page = String::from_utf8(reply.0.body).unwrap();
        for tag in [
            format!("property=\"og:title\" content=\"{title}\""),
            format!("property=\"og:url\" content=\"http://{here}{path}\""),
        ] {
            assert!(page.contains(&tag), "{tag} in {page}");
        }
        assert!(page.contains("name=\"description\""), "{path}");
        let (_, picture) = page.split_once("property=\"og:image\" content=\"").unwrap();
        let (picture, _) = picture.split_once('"').unwrap();
        let picture = picture.strip_prefix(&format!("http://{here}")).unwrap();
        let picture = ask(world.address, "GET", picture, &[], &[]).await;
        assert_eq!(picture.header("content-type"), Some("image/png"), "{path}");
    }
}
