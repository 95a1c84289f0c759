//! Tests that each client behind proxies has its own allowance, in whatever form the proxies report
//! its address.

use std::net::SocketAddr;

use crate::{client::ask, world::World};

const JSON: (&str, &str) = ("content-type", "application/json");
/// The number of identities that each address may create.
const EACH: u32 = 2;

async fn behind(proxies: &str) -> World {
    World::with(|settings| {
        settings.trust_proxy = proxies.parse().unwrap();
        settings.sessions_per_hour = EACH;
    })
    .await
}

/// Returns the number of identities that a client gets before it has used up its allowance.
async fn granted(address: SocketAddr, lines: &[(&'static str, &str)]) -> u32 {
    let headers = [&[JSON], lines].concat();
    for granted in 0.. {
        let reply = ask(address, "POST", "/api/session", &headers, b"{}").await;
        if reply.status != 200 {
            assert_eq!(reply.problem(), (429, "too_many".to_owned()));
            return granted;
        }
    }
    unreachable!("an allowance has an end")
}

#[tokio::test]
async fn each_client_has_its_own_allowance_in_every_address_format() {
    let world = behind("true").await;
    let mut all = 0;
    for lines in [
        [("x-forwarded-for", "203.0.113.11:50000")],
        [("x-forwarded-for", "[2001:db8::1]")],
        [("x-forwarded-for", "[2001:db8:0:1::1]:443")],
        [("x-forwarded-for", "198.51.100.9, 203.0.113.12:4")],
        [("forwarded", "for=\"203.0.113.13:1\";proto=https")],
        [("forwarded", "for=\"[2001:db8:0:2::1]\"")],
    ] {
        let count = granted(world.address, &lines).await;
        assert!(count > 0, "{lines:?}");
        all += count;
        // The same client uses another port for each connection.
        let (name, text) = lines[0];
        let again = text.replace(":50000", ":50001");
        assert_eq!(granted(world.address, &[(name, &again)]).await, 0);
    }
    assert!(all >= 6);
}

#[tokio::test]
async fn behind_several_proxies_the_client_is_the_last_untrusted_address() {
    let world = behind("127.0.0.0/8,198.51.100.0/24").await;
    let through = |text: &'static str| [("x-forwarded-for", text)];
    // A content delivery network stands in front of the proxy.
    assert!(granted(world.address, &through("203.0.113.1, 198.51.100.4")).await > 0);
    assert!(granted(world.address, &through("203.0.113.2, 198.51.100.4")).await > 0);
    let lines = [
        ("x-forwarded-for", "203.0.113.3"),
        ("x-forwarded-for", "198.51.100.4, 127.0.0.9"),
    ];
    assert!(granted(world.address, &lines).await > 0);
    // Addresses that a client adds itself are on the left.
    let forged = through("203.0.113.77, 203.0.113.1, 198.51.100.5");
    assert_eq!(granted(world.address, &forged).await, 0);
    // For a peer that is no trusted proxy, its own address counts.
    let elsewhere = behind("192.0.2.0/24").await;
    assert!(granted(elsewhere.address, &through("203.0.113.1")).await > 0);
    assert_eq!(granted(elsewhere.address, &through("203.0.113.2")).await, 0);
}

#[tokio::test]
async fn the_header_of_an_outer_proxy_counts_only_if_the_operator_names_it() {
    let named = |name: Option<&'static str>| {
        World::with(move |settings| {
            settings.trust_proxy = "true".parse().unwrap();
            settings.client_header = name.map(|name| name.parse().unwrap());
            settings.sessions_per_hour = EACH;
        })
    };
    let from = |client: &'static str| {
        [
            ("x-forwarded-for", "198.51.100.4"),
            ("cf-connecting-ip", client),
        ]
    };
    let world = named(Some("CF-Connecting-IP")).await;
    assert!(granted(world.address, &from("203.0.113.1")).await > 0);
    assert!(granted(world.address, &from("203.0.113.2")).await > 0);
    assert_eq!(granted(world.address, &from("203.0.113.1")).await, 0);
    let world = named(None).await;
    assert!(granted(world.address, &from("203.0.113.1")).await > 0);
    assert_eq!(granted(world.address, &from("203.0.113.2")).await, 0);
}
