//! HTTP requests, each on a connection of its own.

use std::{fmt::Write, net::SocketAddr};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{Error, response::Response};

/// Sends an HTTP request and returns the response, whatever its status. Apart from `headers`, the
/// request has `content-length`, `connection: close` and, unless it is among the headers, `host`.
/// There is no timeout.
///
/// # Errors
/// Returns [`Error::Io`] if the server can't be reached, or [`Error::Malformed`] if the answer is
/// not HTTP.
pub async fn request(
    server: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Result<Response, Error> {
    let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    // Writing to a string can't fail.
    if !headers.iter().any(|(name, _)| *name == "host") {
        let _ = write!(head, "host: {server}\r\n");
    }
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    let _ = write!(head, "content-length: {}\r\n\r\n", body.len());
    let mut stream = TcpStream::connect(server).await?;
    // The server may reject a request and close the connection before it has read all of it. Its
    // response tells more than the error.
    let _ = stream.write_all(&[head.as_bytes(), body].concat()).await;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Response::parse(&answer).ok_or(Error::Malformed("half an answer"))
}
