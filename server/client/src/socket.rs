//! A WebSocket to the server. It knows the protocol's name and no message.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{
        Message, Utf8Bytes,
        client::IntoClientRequest,
        http::{HeaderName, HeaderValue},
    },
};

use crate::{Error, response::Response};

/// An open WebSocket.
#[derive(Debug)]
pub struct Socket {
    /// The stream of frames, for a caller that needs more than text messages.
    pub stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Requests a WebSocket over a connection to the server, with exactly these headers besides
    /// those of every handshake. Returns the socket, and the response to the handshake.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the server refuses the handshake, or another error if the
    /// connection breaks or a header is invalid.
    pub async fn open(
        stream: TcpStream,
        server: SocketAddr,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<(Self, Response), Error> {
        let mut request = format!("ws://{server}{path}").into_client_request()?;
        for (name, value) in headers {
            let (Ok(name), Ok(value)) =
                (HeaderName::try_from(*name), HeaderValue::try_from(*value))
            else {
                return Err(Error::Malformed("a header of the request"));
            };
            request.headers_mut().insert(name, value);
        }
        let (stream, response) = client_async(request, stream).await?;
        Ok((Self { stream }, response.into()))
    }

    /// Sends a text message.
    ///
    /// # Errors
    /// Returns an error if the socket has ended.
    pub async fn send(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), Error> {
        Ok(self.stream.send(Message::Text(text.into())).await?)
    }

    /// Waits for the next text message and returns it. It is cancel safe.
    ///
    /// # Errors
    /// Returns [`Error::Closed`] if the server has ended the socket, or another error if the
    /// connection broke.
    pub async fn receive(&mut self) -> Result<Utf8Bytes, Error> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    let code = frame.map_or(1005, |frame| frame.code.into());
                    return Err(Error::Closed(code));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(Error::Closed(1006)),
            }
        }
    }

    /// Closes the socket.
    ///
    /// # Errors
    /// Returns an error if the socket has ended already.
    pub async fn close(&mut self) -> Result<(), Error> {
        Ok(self.stream.close(None).await?)
    }
}
