//! Connections and their limits: listening, open files, admission by address, origins of requests,
//! and the transport of WebSockets.

pub mod admission;
pub mod files;
pub mod listen;
pub mod listener;
pub mod moderation;
pub mod open_sockets;
pub mod origin;
pub mod rate;
pub mod tls;
pub mod transport;
