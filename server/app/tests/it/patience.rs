//! Tests of the server's timeouts for browsers, on a paused clock and over connections in memory.

use std::{net::SocketAddr, time::Duration};

use axum::Router;
use futures_util::{SinkExt, StreamExt};
use senda::{App, http::routes, net::listen};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
    time::{Instant, pause, sleep, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

use crate::world::World;

/// Connections in memory to a server.
pub struct Wire {
    app: App,
    routes: Router,
}

impl Wire {
    pub fn of(world: &World) -> Self {
        Self {
            app: world.app.clone(),
            routes: routes(world.app.clone(), Router::new()),
        }
    }

    pub fn connect(&self, from: SocketAddr) -> DuplexStream {
        self.connect_with(64 * 1024, from)
    }

    /// Opens a connection that buffers at most that many bytes.
    fn connect_with(&self, bytes: usize, from: SocketAddr) -> DuplexStream {
        let (near, far) = duplex(bytes);
        let shutdown = self.app.shutdown.clone();
        tokio::spawn(listen::serve(far, from, self.routes.clone(), shutdown));
        near
    }

    /// Returns the whole response to a request without a body.
    pub async fn ask(&self, from: SocketAddr, method: &str, path: &str) -> String {
        let mut stream = self.connect(from);
        let request =
            format!("{method} {path} HTTP/1.1\r\nhost: senda\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        read_all(&mut stream).await
    }

    pub async fn socket(
        &self,
        from: SocketAddr,
        path: &str,
    ) -> Result<WebSocketStream<DuplexStream>, Box<tungstenite::Error>> {
        self.socket_of(from, path, "nobody=1").await
    }

    /// Opens a socket with that cookie.
    pub async fn socket_of(
        &self,
        from: SocketAddr,
        path: &str,
        cookie: &str,
    ) -> Result<WebSocketStream<DuplexStream>, Box<tungstenite::Error>> {
        let mut request = format!("ws://senda{path}").into_client_request().unwrap();
        for (name, value) in [
            ("cookie", cookie),
            ("origin", "http://senda"),
            ("sec-websocket-protocol", "senda.v2"),
        ] {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let (socket, _) = client_async(request, self.connect(from)).await?;
        Ok(socket)
    }
}

const HOME: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 1);

async fn read_all(stream: &mut DuplexStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn half_a_request_times_out_after_fifteen_seconds() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    pause();
    for half in ["", "GET /health/live HTT", "GET / HTTP/1.1\r\nhost: se"] {
        let mut stream = wire.connect(HOME);
        let started = Instant::now();
        stream.write_all(half.as_bytes()).await.unwrap();
        let answer = read_all(&mut stream).await;
        assert!(!answer.contains(" 200 "), "{answer}");
        assert_eq!(started.elapsed().as_secs(), 15, "{half:?}");
    }
}

#[tokio::test]
async fn an_idle_connection_is_kept_for_fifteen_seconds() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    pause();
    let mut stream = wire.connect(HOME);
    let started = Instant::now();
    for _ in 0..3 {
        let request = b"GET /health/live HTTP/1.1\r\nhost: senda\r\n\r\n";
        stream.write_all(request).await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\nlive\n") {
            assert!(stream.read_buf(&mut answer).await.unwrap() > 0);
        }
        sleep(Duration::from_secs(14)).await;
    }
    assert_eq!(read_all(&mut stream).await, "");
    assert_eq!(started.elapsed().as_secs(), 2 * 14 + 15);
}

#[tokio::test]
async fn a_missing_body_times_out_after_ten_seconds() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    pause();
    let mut stream = wire.connect(HOME);
    let started = Instant::now();
    let head = b"POST /api/session HTTP/1.1\r\nhost: senda\r\ncontent-type: application/json\r\n\
        content-length: 100\r\n\r\n{";
    stream.write_all(head).await.unwrap();
    let answer = read_all(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(answer.contains("\"code\":\"timeout\""), "{answer}");
    assert_eq!(started.elapsed().as_secs(), 10);
}

#[tokio::test]
async fn a_slow_reader_must_read_within_each_twenty_seconds() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    let whole = wire.ask(HOME, "GET", "/").await;
    pause();
    for (wait, is_whole) in [(19, true), (21, false)] {
        let mut stream = wire.connect_with(256, HOME);
        let request = b"GET / HTTP/1.1\r\nhost: senda\r\nconnection: close\r\n\r\n";
        stream.write_all(request).await.unwrap();
        let mut answer = Vec::new();
        loop {
            sleep(Duration::from_secs(wait)).await;
            let mut some = [0; 256];
            match stream.read(&mut some).await.unwrap() {
                0 => break,
                count => answer.extend_from_slice(&some[..count]),
            }
        }
        assert_eq!(
            answer.len() == whole.len(),
            is_whole,
            "{wait} s, {} bytes",
            answer.len()
        );
    }
}

#[tokio::test]
async fn a_socket_that_answers_pings_is_kept() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    pause();
    let mut socket = wire.socket(HOME, "/api/lobby/socket").await.unwrap();
    let started = Instant::now();
    let mut pings = 0;
    while started.elapsed() < Duration::from_hours(1) {
        match socket.next().await.unwrap().unwrap() {
            // Reading on answers the ping.
            Message::Ping(_) => pings += 1,
            Message::Text(_) => {}
            other => panic!("{other}"),
        }
    }
    assert_eq!(pings, 180, "one each twenty seconds");
}

#[tokio::test]
async fn a_socket_that_is_silent_is_closed_after_forty_five_seconds() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    pause();
    let mut socket = wire.socket(HOME, "/api/lobby/socket").await.unwrap();
    // Any message in time keeps the connection open.
    sleep(Duration::from_secs(44)).await;
    socket.send(Message::text("here")).await.unwrap();
    sleep(Duration::from_secs(44)).await;
    assert_eq!(world.app.tasks.len(), 1, "still there");
    sleep(Duration::from_secs(1)).await;
    // The test reads the received messages only now.
    let mut pings = 0;
    let code = loop {
        match socket.next().await.unwrap().unwrap() {
            Message::Ping(_) => pings += 1,
            Message::Text(_) => {}
            Message::Close(frame) => break frame.unwrap().code,
            other => panic!("{other}"),
        }
    };
    assert_eq!((u16::from(code), pings), (4002, 4));
}

#[tokio::test]
async fn a_flood_of_pings_closes_the_socket() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    pause();
    let mut socket = wire.socket(HOME, "/api/lobby/socket").await.unwrap();
    for _ in 0..200 {
        if socket.send(Message::Ping(Vec::new().into())).await.is_err() {
            break;
        }
    }
    let end = async {
        loop {
            if let Message::Close(frame) = socket.next().await.unwrap().unwrap() {
                break frame.unwrap().code;
            }
        }
    };
    let code = timeout(Duration::from_mins(1), end).await;
    assert_eq!(code.map(u16::from), Ok(4500));
}

#[tokio::test]
async fn half_a_request_does_not_delay_a_stopping_server() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    pause();
    let mut stream = wire.connect(HOME);
    stream.write_all(b"GET / HT").await.unwrap();
    sleep(Duration::from_secs(1)).await;
    let stopped = Instant::now();
    world.app.shutdown.cancel();
    assert_eq!(read_all(&mut stream).await, "");
    assert_eq!(stopped.elapsed().as_secs(), 2);
}
