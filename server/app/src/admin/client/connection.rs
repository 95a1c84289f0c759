//! The connection of `senda admin` to the server's Unix socket.

use std::{
    io::{self, Read, Write},
    os::unix::net::UnixStream,
    path::Path,
};

use serde_json::Value;

use crate::limits;

/// A request to the server.
pub(super) struct Request {
    method: &'static str,
    /// The path after `/api/admin/`, with the query.
    path: String,
    body: Option<Value>,
}

/// An answer of the server.
#[derive(Debug)]
pub(super) struct Answer {
    pub status: u16,
    /// The JSON of the body, or null if it is none.
    pub body: Value,
}

impl Request {
    /// Returns a request without a body.
    pub fn new(method: &'static str, path: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            body: None,
        }
    }

    /// Adds a body.
    pub fn with(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    fn written(&self) -> String {
        let Self { method, path, body } = self;
        let body = body.as_ref().map(Value::to_string).unwrap_or_default();
        let length = body.len();
        format!(
            "{method} /api/admin/{path} HTTP/1.1\r\nhost: senda\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
    }
}

/// Sends a request to the socket at that path, and returns the answer.
///
/// # Errors
/// Returns a sentence if there is no answer.
pub(super) fn ask(path: &Path, request: &Request) -> Result<Answer, String> {
    let mut stream = UnixStream::connect(path).map_err(|error| unreachable(path, &error))?;
    let answered = exchange(&mut stream, request);
    let answer = answered.map_err(|error| format!("the server did not answer: {error}"))?;
    parsed(&answer).ok_or_else(|| "the server's answer can't be read".to_owned())
}

fn exchange(stream: &mut UnixStream, request: &Request) -> io::Result<Vec<u8>> {
    stream.set_read_timeout(Some(limits::ADMIN_ANSWER_TIME))?;
    stream.write_all(request.written().as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}

/// Returns the sentence about a socket that can't be reached.
fn unreachable(path: &Path, error: &io::Error) -> String {
    let shown = path.display();
    match error.kind() {
        io::ErrorKind::NotFound => format!(
            "no server is running here: there is no socket at {shown}; --data names the folder of the server's data, and \
             --admin-socket the socket if it is elsewhere"
        ),
        io::ErrorKind::ConnectionRefused => {
            format!("no server is running here: the socket at {shown} is left from an earlier one")
        }
        io::ErrorKind::PermissionDenied => format!(
            "the socket at {shown} is for the server's own user alone: run this as that user, such as with sudo -u senda"
        ),
        _ => format!("the server can't be reached at {shown}: {error}"),
    }
}

fn parsed(answer: &[u8]) -> Option<Answer> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = str::from_utf8(&answer[..end]).ok()?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let body = serde_json::from_slice(&answer[end + 4..]).unwrap_or(Value::Null);
    Some(Answer { status, body })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_for_no_answer_is_a_sentence_with_a_remedy() {
        let about = |kind: io::ErrorKind| unreachable(Path::new("/a.sock"), &kind.into());
        for (kind, words) in [
            (io::ErrorKind::NotFound, "--data names the folder"),
            (io::ErrorKind::ConnectionRefused, "left from an earlier one"),
            (io::ErrorKind::PermissionDenied, "sudo -u senda"),
            (io::ErrorKind::TimedOut, "can't be reached at /a.sock"),
        ] {
            assert!(about(kind).contains(words), "{}", about(kind));
        }
    }

    #[test]
    fn an_answer_has_a_status_and_a_body() {
        let answer = parsed(b"HTTP/1.1 404 Not Found\r\nx: y\r\n\r\n{\"code\":\"a\"}").unwrap();
        assert_eq!(
            (answer.status, answer.body["code"].as_str()),
            (404, Some("a"))
        );
        assert!(parsed(b"HTTP/1.1 200 OK\r\n").is_none());
    }
}
