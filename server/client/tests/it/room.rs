//! Tests that a connection to a room folds messages into its fields and finds the answers to its
//! commands. The server is a socket of the test.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use senda_client::{Client, Error, RoomConnection};
use serde_json::{Value, json};
use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
};
use tokio_tungstenite::{
    WebSocketStream, accept_hdr_async,
    tungstenite::{
        Message,
        handshake::server::{ErrorResponse, Request, Response},
        http::HeaderValue,
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};

type Server = WebSocketStream<TcpStream>;

/// Accepts a connection and agrees on the subprotocol.
async fn accept(listener: TcpListener) -> Server {
    #[expect(
        clippy::result_large_err,
        clippy::unnecessary_wraps,
        reason = "the type is that of the library"
    )]
    fn agree(_: &Request, mut response: Response) -> Result<Response, ErrorResponse> {
        let protocol = HeaderValue::from_static("senda.v2");
        response
            .headers_mut()
            .insert("sec-websocket-protocol", protocol);
        Ok(response)
    }
    let (stream, _) = listener.accept().await.unwrap();
    accept_hdr_async(stream, agree).await.unwrap()
}

async fn send(server: &mut Server, messages: &[Value]) {
    for message in messages {
        server
            .send(Message::text(message.to_string()))
            .await
            .unwrap();
    }
}

/// Returns the next message of the client.
async fn receive(server: &mut Server) -> Value {
    let message = server.next().await.unwrap().unwrap();
    serde_json::from_str(message.to_text().unwrap()).unwrap()
}

fn update(from: u64, version: u64) -> Value {
    json!({
        "type": "update", "epoch": 3, "from": from, "version": version, "now": 0,
        "happenings": [{ "version": version, "at": 0, "happening": { "type": "said" } }],
        "view": { "phase": "playing", "game": { "choices": null, "turn": version } },
    })
}

/// Joins a room whose server has sent a first view. The server then does as the function says.
async fn joined<F: Future<Output = ()> + Send + 'static>(
    serve: impl FnOnce(Server) -> F + Send + 'static,
) -> RoomConnection {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::new(listener.local_addr().unwrap());
    tokio::spawn(async move {
        let mut server = accept(listener).await;
        let you = json!({ "type": "you", "seat": 1, "host": false });
        send(&mut server, &[you, update(0, 1)]).await;
        serve(server).await;
    });
    client.join("room").await.unwrap()
}

#[tokio::test]
async fn an_action_waits_for_its_answer_and_for_the_view_that_has_it() {
    let mut room = joined(async |mut server| {
        let act = receive(&mut server).await;
        assert_eq!((&act["type"], &act["version"]), (&json!("act"), &json!(1)));
        let ack = json!({ "type": "ack", "id": act["id"], "version": 3 });
        let other = json!({ "type": "ack", "id": "other", "version": 9 });
        let chat = json!({ "type": "chat", "all": true, "lines": ["hello"] });
        send(&mut server, &[other, update(1, 2), ack, chat, update(2, 3)]).await;
    })
    .await;
    assert_eq!(
        (room.seat(), room.version, room.must_decide()),
        (Some(1), 1, false)
    );
    room.record = Some(Vec::new());
    assert_eq!(room.act(json!({ "game": "tsuro" })).await.unwrap(), 3);
    assert_eq!(
        (room.epoch, room.version, &room.game()["turn"]),
        (3, 3, &json!(3))
    );
    assert_eq!((room.happenings.len(), room.chat.len()), (3, 1));
    assert_eq!(room.record.map(|record| record.len()), Some(5));
}

#[tokio::test]
async fn a_rejected_command_returns_the_problem() {
    let mut room = joined(async |mut server| {
        let sit = receive(&mut server).await;
        let problem = json!({ "code": "seat_taken" });
        let nak = json!({ "type": "nak", "id": sit["id"], "problem": problem, "temporary": false });
        send(&mut server, &[nak]).await;
    })
    .await;
    let rejected = room.command(json!({ "type": "sit" })).await;
    assert!(matches!(rejected, Err(Error::Rejected(problem)) if problem["code"] == "seat_taken"));
}

#[tokio::test]
async fn an_update_after_a_gap_is_an_error() {
    let mut room = joined(async |mut server| send(&mut server, &[update(2, 3)]).await).await;
    assert!(matches!(room.receive().await, Err(Error::Unreadable(_))));
}

#[tokio::test]
async fn a_closed_socket_returns_the_code_of_the_server() {
    let mut room = joined(async |mut server| {
        let frame = CloseFrame {
            code: CloseCode::Library(4502),
            reason: "".into(),
        };
        server.close(Some(frame)).await.unwrap();
    })
    .await;
    assert!(matches!(room.receive().await, Err(Error::Closed(4502))));
}

#[tokio::test]
async fn a_refused_handshake_returns_the_response() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address: SocketAddr = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let refusal = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\n\r\n";
        stream.write_all(refusal).await.unwrap();
        // The connection stays open until the client has read the response.
        std::future::pending::<()>().await;
    });
    let refused = Client::new(address).join("room").await;
    let Err(Error::Refused(response)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(
        (response.status, response.header("retry-after")),
        (429, Some("1"))
    );
}
