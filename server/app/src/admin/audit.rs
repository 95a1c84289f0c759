//! The operator who sends a request, and the log lines about their actions.

use std::fmt;

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::{app::App, http::problem::Problem};

/// The operator who sends a request. Only the listeners of the operator put this into a request, so
/// no handler runs for anyone else.
#[derive(Copy, Clone, Debug)]
pub(super) enum Operator {
    /// A user of this machine, on the Unix socket.
    Socket {
        /// The id of the user, if the system tells it.
        user: Option<u32>,
    },
    /// The owner of the token, over the network.
    Network,
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Socket { user: Some(user) } => write!(f, "socket user {user}"),
            Self::Socket { user: None } => f.write_str("socket"),
            Self::Network => f.write_str("token"),
        }
    }
}

impl Operator {
    /// Logs an action. The subject is an id, a network or a number, never a name.
    pub fn note(self, action: &str, subject: impl fmt::Display) {
        tracing::info!(
            target: "senda::admin",
            by = %self,
            action,
            %subject,
            "the operator acts"
        );
    }
}

impl FromRequestParts<App> for Operator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        parts.extensions.get().copied().ok_or(Problem::NotFound)
    }
}
