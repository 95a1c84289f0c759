//! Generates the descriptions of the API: OpenAPI for the HTTP routes, AsyncAPI for the sockets.

mod asyncapi;
mod openapi;
mod print;
mod routes;
mod schemas;

/// Returns the paths in the repository and the texts of the documents.
pub fn documents() -> [(String, String); 2] {
    [
        (openapi::FILE.to_owned(), openapi::openapi()),
        (asyncapi::FILE.to_owned(), asyncapi::asyncapi()),
    ]
}

/// Returns the major version of the API: the one in the name of the sockets' subprotocol.
fn version() -> &'static str {
    let (_, version) = senda::http::socket::SUBPROTOCOL
        .split_once(".v")
        .expect("a version in the name of the subprotocol");
    version
}
