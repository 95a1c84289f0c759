//! Settings of the operator's own way into the server, and the commands that use it.

mod command;
mod token;

use std::{convert::Infallible, path::PathBuf, str::FromStr};

use clap::Args;

pub use self::{
    command::{AdminAction, AdminCommand, BadDelay, Delay},
    token::{AdminToken, BadAdminToken},
};

/// Settings of the operator's own way into the server.
#[derive(Clone, Debug, Args)]
pub struct AdminSettings {
    /// Unix socket for the commands of `senda admin`, which the server's own user alone may use;
    /// `off` for none. By default `admin.sock` in the data folder; with PostgreSQL there is none
    /// unless this names one.
    #[arg(
        id = "admin_socket",
        long = "admin-socket",
        env = "SENDA_ADMIN_SOCKET",
        value_name = "PATH|off",
        global = true
    )]
    pub socket: Option<AdminSocket>,

    /// File with a token of at least 20 characters, which lets the operator steer the server from a
    /// browser at `/admin`, and programs at `/api/admin`. Off by default. Only over https, or from
    /// the machine itself.
    #[arg(
        id = "admin_token_file",
        long = "admin-token-file",
        env = "SENDA_ADMIN_TOKEN_FILE",
        value_name = "FILE"
    )]
    pub token_file: Option<PathBuf>,

    /// The token in that file.
    #[arg(skip)]
    pub token: Option<AdminToken>,
}

/// The Unix socket of the operator.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AdminSocket {
    /// No socket.
    Off,
    /// The path of the socket.
    At(PathBuf),
}

impl FromStr for AdminSocket {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(if text == "off" {
            Self::Off
        } else {
            Self::At(text.into())
        })
    }
}
