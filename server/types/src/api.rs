//! Generates the descriptions of the API: `OpenAPI` for the HTTP routes, `AsyncAPI` for the
//! sockets.

mod asyncapi;
mod openapi;
mod print;
mod routes;
mod schemas;

use senda::http::bodies::LobbyMessage;
use senda_room::protocol::{ClientMessage, CloseCode, ServerMessage};

use self::{
    routes::Content,
    schemas::{Schemas, of},
};

/// Returns the paths in the repository and the texts of the documents.
pub fn documents() -> [(String, String); 2] {
    [
        (openapi::FILE.to_owned(), openapi::openapi()),
        (asyncapi::FILE.to_owned(), asyncapi::asyncapi()),
    ]
}

/// Returns the schemas of all types of both documents. So a type has the same name in both,
/// although each has only its own types.
fn schemas() -> Schemas {
    let mut schemas = Schemas::new();
    schemas.input(of::<ClientMessage>);
    schemas.output(of::<ServerMessage>);
    schemas.output(of::<LobbyMessage<'static>>);
    schemas.output(of::<CloseCode>);
    for route in routes::all() {
        if let Some(body) = route.body {
            schemas.input(body.schema);
        }
        for answer in route.answers {
            if let Content::Json { schema, .. } = answer.content {
                schemas.output(schema);
            }
        }
    }
    schemas
}

/// Returns the major version of the API: the one in the name of the sockets' subprotocol.
fn version() -> &'static str {
    let (_, version) = senda::http::socket::SUBPROTOCOL
        .split_once(".v")
        .expect("a version in the name of the subprotocol");
    version
}
