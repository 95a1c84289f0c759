//! A simulated external server that receives messages.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::{sleep, timeout},
};

/// A received message.
#[derive(Clone, Debug)]
pub struct Came {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// A server that records messages and sends prepared responses.
pub struct Receiver {
    pub origin: String,
    pub came: Arc<Mutex<Vec<Came>>>,
    pub answers: Arc<Mutex<Vec<&'static str>>>,
}

impl Receiver {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let receiver = Self {
            origin: format!("http://{}", listener.local_addr().unwrap()),
            came: Arc::default(),
            answers: Arc::default(),
        };
        let (came, answers) = (receiver.came.clone(), receiver.answers.clone());
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let answer = answers.lock().unwrap().pop().unwrap_or("201 Created");
                let one = take(stream, answer).await;
                came.lock().unwrap().push(one);
            }
        });
        receiver
    }

    /// Returns the oldest message that was not taken yet, and waits for it.
    pub async fn next(&self) -> Came {
        let came = async {
            loop {
                if let Some(came) = self.taken() {
                    return came;
                }
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(Duration::from_secs(20), came)
            .await
            .expect("a message in time")
    }

    pub fn taken(&self) -> Option<Came> {
        let mut came = self.came.lock().unwrap();
        (!came.is_empty()).then(|| came.remove(0))
    }

    /// Asserts that no message arrives within some time.
    pub async fn silence(&self) {
        sleep(Duration::from_millis(300)).await;
        assert!(self.taken().is_none(), "nobody is told anything");
    }
}

async fn take(mut stream: TcpStream, answer: &str) -> Came {
    let mut text = Vec::new();
    let end = loop {
        assert_ne!(stream.read_buf(&mut text).await.unwrap(), 0);
        if let Some(end) = text.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
    };
    let head = String::from_utf8(text[..end].to_vec()).unwrap();
    let mut lines = head.trim_end().split("\r\n");
    let path = lines.next().unwrap().split(' ').nth(1).unwrap().to_owned();
    let headers: Vec<_> = lines
        .map(|line| line.split_once(": ").unwrap())
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let came = Came {
        path,
        headers,
        body: Vec::new(),
    };
    let length: usize = came.header("content-length").parse().unwrap();
    while text.len() < end + length {
        stream.read_buf(&mut text).await.unwrap();
    }
    let answer = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    stream.write_all(answer.as_bytes()).await.unwrap();
    Came {
        body: text[end..].to_vec(),
        ..came
    }
}

impl Came {
    pub fn header(&self, name: &str) -> &str {
        let header = self.headers.iter().find(|(key, _)| key == name);
        &header.unwrap_or_else(|| panic!("no {name}")).1
    }
}
