//! The client of a container's health check, which needs no other program.

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

use crate::settings::{CommandLine, Listen};

/// The timeout for each step of the check.
const PATIENCE: Duration = Duration::from_secs(3);

/// Returns the address to check: the one that this command was given, or the one that the only
/// running server of this program was given on its command line, which a container's health check
/// does not see.
pub fn address(own: &Listen) -> Listen {
    let is_given = env::args().any(|argument| argument.starts_with("--listen"));
    let others = || {
        let processes = fs::read_dir("/proc").ok()?;
        let mut listening = processes.filter_map(|process| listens(&process.ok()?.path()));
        // If there are several servers, none of them is the one that is meant.
        listening.next().filter(|_| listening.next().is_none())
    };
    if is_given {
        own.clone()
    } else {
        others().unwrap_or_else(|| own.clone())
    }
}

/// Returns the address that a process was started to listen on, if it is a server of this program.
fn listens(process: &Path) -> Option<Listen> {
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
    line.command.is_none().then_some(line.settings.listen)
}

/// Returns whether the server that listens on that address, on this machine, is ready.
///
/// # Errors
/// Returns an error if the server can't be reached.
pub fn check(listen: &Listen) -> io::Result<bool> {
    match listen {
        Listen::Tcp(listen) => {
            let stream = TcpStream::connect_timeout(&reachable(*listen), PATIENCE)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            is_ready(stream)
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
