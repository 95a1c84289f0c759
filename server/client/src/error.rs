//! The errors of a client.

use std::io;

use serde_json::Value;
use tokio_tungstenite::tungstenite;

use crate::{packed::Unreadable, response::Response};

/// The error of a request, a handshake or a connection.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server could not be reached, or the connection broke.
    #[error("the connection failed: {0}")]
    Io(#[from] io::Error),
    /// The server did not answer within the client's timeout.
    #[error("no answer in time")]
    Timeout,
    /// The server answered a request or a handshake with a status other than success.
    #[error("HTTP error: {}", .0.status)]
    Refused(Box<Response>),
    /// The answer is not one of HTTP, or its body is not the expected JSON.
    #[error("the answer can't be read: {0}")]
    Malformed(&'static str),
    /// The WebSocket failed.
    #[error("the socket failed: {0}")]
    WebSocket(Box<tungstenite::Error>),
    /// The WebSocket has ended. The code is the server's close code, 1005 if its close frame has
    /// none, or 1006 if the connection ended without a close frame.
    #[error("closed with {0}")]
    Closed(u16),
    /// A message can't be decoded, or does not continue the messages before it.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The room rejected a command. The value is the problem, with its `code`.
    #[error("the command was rejected: {0}")]
    Rejected(Value),
}

impl From<tungstenite::Error> for Error {
    fn from(error: tungstenite::Error) -> Self {
        match error {
            tungstenite::Error::Io(error) => Self::Io(error),
            tungstenite::Error::Http(response) => Self::Refused(Box::new((*response).into())),
            error => Self::WebSocket(Box::new(error)),
        }
    }
}
