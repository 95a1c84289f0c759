//! The client of a container's health check, which needs no other program.

mod own_certificate;

use std::{
    env,
    ffi::OsString,
    fs,
    io::{self, Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    os::unix::net::UnixStream,
    path::Path,
    process,
    time::Duration,
};

use self::own_certificate::over_tls;
use crate::settings::{CommandLine, Listen, Settings};

/// The timeout for each step of the check.
const PATIENCE: Duration = Duration::from_secs(3);

/// The server to check.
#[derive(Clone, Debug)]
pub struct Target {
    /// The address that it listens on.
    pub listen: Listen,
    /// Whether it speaks https itself.
    has_tls: bool,
}

impl Target {
    fn of(settings: &Settings) -> Self {
        Self {
            listen: settings.listen.clone(),
            has_tls: settings.tls.is_on(),
        }
    }
}

/// Returns the server to check: the one at the address that this command was given, or the only
/// running server of this program, whose command line a container's health check does not see.
pub fn target(own: &Settings) -> Target {
    let is_given = env::args().any(|argument| argument.starts_with("--listen"));
    let others = || {
        let processes = fs::read_dir("/proc").ok()?;
        let mut servers = processes.filter_map(|process| server(&process.ok()?.path()));
        // If there are several servers, none of them is the one that is meant.
        servers.next().filter(|_| servers.next().is_none())
    };
    if is_given {
        Target::of(own)
    } else {
        others().unwrap_or_else(|| Target::of(own))
    }
}

/// Returns the server that a process is, if it is one of this program.
fn server(process: &Path) -> Option<Target> {
    let is_other = process.file_name()?.to_str()?.parse::<u32>().ok()? != process::id();
    let program = fs::read_link(process.join("exe")).ok()?;
    if !is_other || program != env::current_exe().ok()? {
        return None;
    }
    let line = fs::read_to_string(process.join("cmdline")).ok()?;
    let arguments = line.split_terminator('\0');
    // Settings that are not on its command line are in the environment, which the health check
    // shares with it.
    let line = CommandLine::of(arguments.map(OsString::from).collect()).ok()?;
    line.command.is_none().then(|| Target::of(&line.settings))
}

/// Returns whether that server is ready, which is on this machine.
///
/// # Errors
/// Returns an error if the server can't be reached.
pub fn check(target: &Target) -> io::Result<bool> {
    match &target.listen {
        Listen::Tcp(listen) => {
            let stream = TcpStream::connect_timeout(&reachable(*listen), PATIENCE)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            if target.has_tls {
                is_ready(over_tls(stream)?)
            } else {
                is_ready(stream)
            }
        }
        Listen::Unix(path) => {
            let stream = UnixStream::connect(path)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            is_ready(stream)
        }
    }
}

/// Returns the address at which this machine reaches a server that may listen on all addresses.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    (ip, listen.port()).into()
}

fn is_ready(mut stream: impl Read + Write) -> io::Result<bool> {
    stream
        .write_all(b"GET /health/ready HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut status = [0; 12];
    stream.read_exact(&mut status)?;
    Ok(&status == b"HTTP/1.1 200")
}
