//! The response to an HTTP request or to a handshake.

use serde_json::Value;
use tokio_tungstenite::tungstenite::http;

/// A response over HTTP.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The headers in their order, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body as it was sent.
    pub body: Vec<u8>,
}

impl Response {
    /// Returns the value of the first header of that name, which is in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers(name).first().copied()
    }

    /// Returns the values of all headers of that name, which is in lower case.
    pub fn headers(&self, name: &str) -> Vec<&str> {
        let named = self.headers.iter().filter(|(key, _)| key == name);
        named.map(|(_, value)| value.as_str()).collect()
    }

    /// Returns the name and value of the first cookie that is set, without its attributes.
    pub fn cookie(&self) -> Option<&str> {
        self.header("set-cookie")?.split(';').next()
    }

    /// Returns the body as JSON.
    ///
    /// # Errors
    /// Returns an error if the body is not JSON.
    pub fn json(&self) -> serde_json::Result<Value> {
        serde_json::from_slice(&self.body)
    }

    /// Reads the head and the body of a response.
    pub(crate) fn parse(answer: &[u8]) -> Option<Self> {
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
        let mut lines = str::from_utf8(&answer[..end]).ok()?.split("\r\n");
        let status = lines.next()?.get(9..12)?.parse().ok()?;
        let headers = lines.map(|line| {
            let (name, value) = line.split_once(": ")?;
            Some((name.to_lowercase(), value.to_owned()))
        });
        Some(Self {
            status,
            headers: headers.collect::<Option<_>>()?,
            body: answer[end + 4..].to_vec(),
        })
    }
}

/// Converts the response to a handshake.
impl From<http::Response<Option<Vec<u8>>>> for Response {
    fn from(response: http::Response<Option<Vec<u8>>>) -> Self {
        let headers = response.headers().iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes());
            (name.to_string(), value.into_owned())
        });
        Self {
            status: response.status().as_u16(),
            headers: headers.collect(),
            body: response.into_body().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_status_the_headers_and_the_body() {
        let answer =
            b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\nset-cookie: b=2\r\n\r\n{\"x\":1}";
        let response = Response::parse(answer).unwrap();
        assert_eq!((response.status, response.cookie()), (200, Some("a=1")));
        assert_eq!(response.headers("set-cookie").len(), 2);
        assert_eq!(response.json().unwrap()["x"], 1);
        for half in [
            "",
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nx\r\n\r\n",
        ] {
            assert!(Response::parse(half.as_bytes()).is_none(), "{half}");
        }
    }
}
