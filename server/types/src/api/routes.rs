//! The HTTP routes, each with its parameters, bodies and problems. A test of the server compares
//! them with its router, and all of its answers with their schemas.

mod games;
mod operator;
mod pages;
mod rooms;
mod session;

use schemars::JsonSchema;
use serde_json::Value;

use super::schemas::{Of, of};

/// The explanation of the position in a list of games.
const AFTER: &str = "The position in the list: `next` of the page before.";
/// The explanation of the kind of games in a list.
const GAME_KIND: &str = "The kind of the games; all kinds without it.";

/// A method of a path.
pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
    /// The name of the group of routes in the document.
    pub group: &'static str,
    pub summary: &'static str,
    pub details: String,
    pub access: Access,
    /// The names and explanations of the parameters in the query.
    pub query: Vec<(&'static str, &'static str)>,
    pub body: Option<Body>,
    pub answers: Vec<Answer>,
    /// The codes of the problems that only some routes have.
    pub problems: Vec<&'static str>,
}

/// The identity that a request needs.
#[derive(Copy, Clone, Eq, PartialEq)]
pub enum Access {
    /// The request needs no identity.
    Anyone,
    /// The request needs a session.
    Session,
    /// The request needs a session, or the token of a seat.
    SessionOrToken,
}

/// The JSON body of a request.
pub struct Body {
    pub schema: Of,
    pub example: Value,
}

/// A response that is not a problem.
pub struct Answer {
    pub status: u16,
    pub description: &'static str,
    pub content: Content,
}

/// The content of a response.
pub enum Content {
    None,
    Json {
        schema: Of,
        example: Option<Value>,
    },
    /// Another format than JSON, by its media type.
    Other(&'static str),
}

/// Returns all routes, in the order of the document.
pub fn all() -> Vec<Route> {
    [
        session::routes(),
        rooms::routes(),
        games::routes(),
        operator::routes(),
        pages::routes(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl Route {
    fn new(
        method: &'static str,
        group: &'static str,
        path: &'static str,
        summary: &'static str,
    ) -> Self {
        Self {
            method,
            path,
            group,
            summary,
            details: String::new(),
            access: Access::Anyone,
            query: Vec::new(),
            body: None,
            answers: Vec::new(),
            problems: Vec::new(),
        }
    }

    fn with_details(mut self, details: impl Into<String>) -> Self {
        self.details = details.into();
        self
    }

    fn for_access(mut self, access: Access) -> Self {
        self.access = access;
        self
    }

    fn for_session(self) -> Self {
        self.for_access(Access::Session)
    }

    fn with_query(mut self, name: &'static str, description: &'static str) -> Self {
        self.query.push((name, description));
        self
    }

    fn with_body<T: JsonSchema>(mut self, example: Value) -> Self {
        let schema = of::<T>;
        self.body = Some(Body { schema, example });
        self
    }

    fn with_json<T: JsonSchema>(
        self,
        status: u16,
        description: &'static str,
        example: impl Into<Option<Value>>,
    ) -> Self {
        let content = Content::Json {
            schema: of::<T>,
            example: example.into(),
        };
        self.with_answer(status, description, content)
    }

    fn with_status(self, status: u16, description: &'static str) -> Self {
        self.with_answer(status, description, Content::None)
    }

    fn with_file(self, status: u16, kind: &'static str, description: &'static str) -> Self {
        self.with_answer(status, description, Content::Other(kind))
    }

    fn with_answer(mut self, status: u16, description: &'static str, content: Content) -> Self {
        self.answers.push(Answer {
            status,
            description,
            content,
        });
        self
    }

    fn with_problems(mut self, codes: &[&'static str]) -> Self {
        self.problems.extend(codes);
        self
    }

    /// Returns whether the route belongs to the API, rather than to the pages for people.
    pub fn is_api(&self) -> bool {
        self.path.starts_with("/api/") && !self.path.starts_with("/api/docs")
    }
}
