//! Tests the client from the receiver's side, over real sockets on this machine.

#![expect(clippy::unwrap_used, reason = "a test that can't continue fails")]

mod receiver;

use std::time::Duration;

use rustls::{
    RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};
use senda_push::{
    Attempt, Client, Names, NotSent, Outcome, Patience, Reach, Request, Target, attempt,
};

use self::receiver::Receiver;

/// The certificate authority that was created for these tests.
const TRUSTED: &[u8] = include_bytes!("ca.pem");

fn trusting() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_slice(TRUSTED).unwrap())
        .unwrap();
    roots
}

fn client(reach: Reach) -> Client {
    Client::trusting(trusting(), reach, Names::of_system())
}

fn request() -> Request {
    Request {
        headers: vec![("ttl", "60".to_owned())],
        body: b"hello".to_vec(),
    }
}

fn target(text: &str) -> Target {
    Target::parse(text, Reach::Anything).unwrap()
}

/// Returns a schedule of two retries without pauses.
fn hurried() -> Patience {
    Patience::new([Duration::ZERO; 2])
}

/// Attempts a delivery until it succeeds or the retries are used up.
async fn deliver(client: &Client, target: &Target) -> Outcome {
    let mut attempts = 0;
    loop {
        attempts += 1;
        let (outcome, asked) = match attempt(client, target, request()).await {
            Attempt::Final(outcome) => return outcome,
            Attempt::Again(outcome, asked) => (outcome, asked),
        };
        let Some(pause) = hurried().pause(attempts, asked) else {
            return outcome;
        };
        tokio::time::sleep(pause).await;
    }
}

#[tokio::test]
async fn sends_a_request_over_tls() {
    let receiver = Receiver::encrypted(&["201 Created"]).await;
    let sent = client(Reach::Anything)
        .post(
            &target(&format!("https://localhost:{}/send/abc?d", receiver.port)),
            request(),
        )
        .await;
    assert_eq!(sent.unwrap().status, 201);
    let [came] = receiver.heard().try_into().unwrap();
    let head = came.head.to_ascii_lowercase();
    assert!(head.starts_with("post /send/abc?d http/1.1\r\n"), "{head}");
    let host = format!("\r\nhost: localhost:{}\r\n", receiver.port);
    assert!(
        head.contains(&host) && head.contains("\r\nttl: 60\r\n"),
        "{head}"
    );
    assert_eq!(came.body, b"hello");
}

#[tokio::test]
async fn sends_nothing_to_a_server_without_a_trusted_certificate() {
    let receiver = Receiver::encrypted(&["201 Created"]).await;
    let stranger = Client::trusting(RootCertStore::empty(), Reach::Anything, Names::of_system());
    let here = target(&format!("https://localhost:{}/", receiver.port));
    assert_eq!(
        stranger.post(&here, request()).await,
        Err(NotSent::NotTrusted)
    );
    // The certificate is for another name.
    let other = target(&format!("https://127.0.0.2:{}/", receiver.port));
    assert_eq!(
        client(Reach::Anything).post(&other, request()).await,
        Err(NotSent::NotTrusted)
    );
    assert!(receiver.heard().is_empty());
}

#[tokio::test]
async fn does_not_connect_to_a_name_that_resolves_to_this_machine() {
    let receiver = Receiver::encrypted(&["201 Created"]).await;
    // The addresses behind the name are only checked now.
    let here = target(&format!("https://localhost:{}/", receiver.port));
    let sent = client(Reach::Public).post(&here, request()).await;
    assert_eq!(sent, Err(NotSent::NotPublic));
    assert!(receiver.heard().is_empty());
    let nowhere = target("https://nowhere.invalid/");
    assert_eq!(
        client(Reach::Public).post(&nowhere, request()).await,
        Err(NotSent::NoSuchHost)
    );
}

#[tokio::test]
async fn a_private_target_connects_to_private_addresses_only() {
    let receiver = Receiver::plain(&["200 OK"]).await;
    let here = target(&format!("http://localhost:{}/", receiver.port));
    let here = here.private_only().unwrap();
    let sent = client(Reach::Anything).post(&here, request()).await;
    assert_eq!(sent.unwrap().status, 200);
    assert!(target("https://1.1.1.1/").private_only().is_err());
}

#[tokio::test]
async fn retries_temporary_failures_but_not_rejections() {
    let table: [(&[&'static str], Outcome, usize); 7] = [
        (&["200 OK"], Outcome::Taken, 1),
        (&["503 Busy", "429 Slow", "201 Created"], Outcome::Taken, 3),
        (
            &["500 Failed", "500 Failed", "500 Failed", "200 OK"],
            Outcome::Refused(500),
            3,
        ),
        (&["410 Gone", "200 OK"], Outcome::Gone, 1),
        (&["404 Not Found", "200 OK"], Outcome::Gone, 1),
        (&["403 Forbidden", "200 OK"], Outcome::Refused(403), 1),
        // A redirect would lead to an address that was not checked.
        (
            &["302 Found\r\nlocation: http://127.0.0.1/", "200 OK"],
            Outcome::Refused(302),
            1,
        ),
    ];
    for (answers, outcome, times) in table {
        let receiver = Receiver::plain(answers).await;
        let there = target(&format!("http://127.0.0.1:{}/", receiver.port));
        let client = client(Reach::Anything);
        let came = deliver(&client, &there).await;
        assert_eq!(
            (came, receiver.heard().len()),
            (outcome, times),
            "{answers:?}"
        );
    }
}

#[tokio::test]
async fn waits_for_the_pause_that_the_server_asks_for() {
    let receiver = Receiver::plain(&["429 Slow\r\nretry-after: 1", "200 OK"]).await;
    let there = target(&format!("http://127.0.0.1:{}/", receiver.port));
    let before = tokio::time::Instant::now();
    let outcome = deliver(&client(Reach::Anything), &there).await;
    assert_eq!(outcome, Outcome::Taken);
    assert!(before.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn limits_the_time_and_the_size_of_a_response() {
    let endless = Receiver::endless().await;
    let there = target(&format!("http://127.0.0.1:{}/", endless.port));
    let answer = client(Reach::Anything).post(&there, request()).await;
    assert_eq!(answer.unwrap().status, 200);
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let there = target(&format!("http://{}/", silent.local_addr().unwrap()));
    let client = client(Reach::Anything);
    tokio::time::pause();
    assert_eq!(client.post(&there, request()).await, Err(NotSent::TooSlow));
}
