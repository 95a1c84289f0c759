//! Tests of a WebSocket and of the two tasks that share it.

use std::{
    future::poll_fn,
    io::{self, IoSlice},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

use futures_util::{SinkExt, StreamExt};
use senda::{
    limits,
    net::transport::{Framed, Transport},
};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, DuplexStream, ReadBuf, duplex};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message, protocol::Role},
};

/// A connection that counts the writes to it.
struct Counted {
    stream: DuplexStream,
    writes: Arc<AtomicUsize>,
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.writes.fetch_add(1, Ordering::Relaxed);
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.writes.fetch_add(1, Ordering::Relaxed);
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// A transport and its browser, on a connection that buffers a limited number of bytes.
struct Scene {
    transport: Transport,
    browser: WebSocketStream<DuplexStream>,
    writes: Arc<AtomicUsize>,
}

impl Scene {
    async fn set(bytes: usize) -> Self {
        let (near, stream) = duplex(bytes);
        let writes = Arc::new(AtomicUsize::new(0));
        let far = Counted {
            stream,
            writes: writes.clone(),
        };
        Self {
            transport: Transport::accept(far).await,
            browser: WebSocketStream::from_raw_socket(near, Role::Client, None).await,
            writes,
        }
    }

    fn send(&self, texts: &[&str]) -> bool {
        self.transport
            .send(texts.iter().map(|text| Framed::of(*text)).collect())
    }

    async fn read(&mut self) -> String {
        match self.browser.next().await.unwrap().unwrap() {
            Message::Text(text) => text.to_string(),
            other => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn messages_sent_together_are_written_at_once() {
    let mut scene = Scene::set(64 * 1024).await;
    let texts = ["an answer", "an update", "who is here"];
    assert!(scene.send(&texts));
    // The texts have been written without any task being polled.
    assert_eq!(scene.writes.load(Ordering::Relaxed), 1);
    for text in texts {
        assert_eq!(scene.read().await, text);
    }
    assert!(scene.send(&["later"]));
    assert_eq!(scene.read().await, "later");
    assert_eq!(scene.writes.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn messages_beyond_the_buffer_are_sent_by_the_reading_task_in_order() {
    let mut scene = Scene::set(100).await;
    let long: String = ('a'..='z').cycle().take(6_001).collect();
    assert!(scene.send(&["first", &long]));
    assert!(scene.transport.stalled_since().is_some());
    // A later text waits in the queue, and is not written ahead of the earlier ones.
    let writes = scene.writes.load(Ordering::Relaxed);
    assert!(scene.send(&["last"]));
    assert_eq!(scene.writes.load(Ordering::Relaxed), writes);
    let Scene {
        transport, browser, ..
    } = &mut scene;
    let read = browser.take(3).map(Result::unwrap).collect();
    let sent = poll_fn(|cx| transport.poll_sent(cx));
    let (read, sent): (Vec<Message>, _) = tokio::join!(read, sent);
    assert_eq!(sent, Ok(()));
    assert_eq!(read, ["first", &*long, "last"].map(Message::text));
    assert_eq!(transport.stalled_since(), None);
    // Afterwards the transport sends directly again.
    assert!(scene.send(&["again"]));
    assert_eq!(scene.read().await, "again");
}

/// A waker that counts how often a task is woken.
#[derive(Default)]
struct Alarm(AtomicUsize);

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn the_reading_task_is_woken_only_for_unsent_messages() {
    let scene = Scene::set(100).await;
    let alarm = Arc::new(Alarm::default());
    let waker = Waker::from(alarm.clone());
    let mut reader = Context::from_waker(&waker);
    let transport = &scene.transport;
    assert!(transport.poll_sent(&mut reader).is_ready());
    assert!(transport.poll_next(&mut reader).is_pending());
    assert!(scene.send(&["short"]));
    assert_eq!(alarm.0.load(Ordering::Relaxed), 0);
    assert!(scene.send(&["x".repeat(1_000).as_str()]));
    assert_eq!(alarm.0.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn the_outbox_is_limited() {
    let scene = Scene::set(1).await;
    let said = (0..1_000_000)
        .take_while(|_| scene.send(&["once more"]))
        .count();
    assert_eq!(said, limits::OUTBOX);
}

#[tokio::test]
async fn nothing_is_sent_over_an_ended_transport() {
    let mut scene = Scene::set(64 * 1024).await;
    let (stream, rest) = scene.transport.end().unwrap();
    assert!(rest.is_empty());
    drop(stream);
    for _ in 0..10 * limits::OUTBOX {
        assert!(
            scene.send(&["to nobody"]),
            "whoever reads says that they left"
        );
    }
    assert!(scene.browser.next().await.unwrap().is_err());
    assert!(scene.transport.end().is_none());
}

#[tokio::test]
async fn the_rest_of_a_text_is_sent_before_the_close_frame() {
    let Scene {
        transport, browser, ..
    } = Scene::set(100).await;
    let long = "x".repeat(4_000);
    assert!(transport.send([Framed::of(&*long), Framed::of("never sent")].into()));
    let (mut stream, rest) = transport.end().unwrap();
    let farewell = async {
        stream.get_mut().write_all(&rest).await.unwrap();
        stream.send(Message::Close(None)).await.unwrap();
    };
    let read = browser.take(2).map(Result::unwrap).collect();
    let (read, ()): (Vec<Message>, _) = tokio::join!(read, farewell);
    assert_eq!(read, [Message::text(long), Message::Close(None)]);
}

#[tokio::test]
async fn a_ping_is_not_answered_in_the_middle_of_a_text() {
    let Scene {
        transport,
        mut browser,
        ..
    } = Scene::set(100).await;
    let long = "x".repeat(4_000);
    assert!(transport.send([Framed::of(&*long)].into()));
    browser.send(Message::Ping("?".into())).await.unwrap();
    let reader = &mut Context::from_waker(Waker::noop());
    assert!(transport.poll_next(reader).is_pending());
    let sent = poll_fn(|cx| transport.poll_sent(cx));
    let (read, sent) = tokio::join!(browser.next(), sent);
    assert_eq!(sent, Ok(()));
    assert_eq!(read.unwrap().unwrap(), Message::text(long));
    let heard = poll_fn(|cx| transport.poll_next(cx)).await;
    assert_eq!(heard.unwrap().unwrap(), Message::Ping("?".into()));
    let sent = poll_fn(|cx| transport.poll_sent(cx)).await;
    assert_eq!(sent, Ok(()));
    // The pong is sent at the next poll of the stream.
    let pong = poll_fn(|cx| {
        let _ = transport.poll_next(cx);
        browser.poll_next_unpin(cx)
    });
    assert_eq!(pong.await.unwrap().unwrap(), Message::Pong("?".into()));
}
