//! The server as a service: behind a Unix socket, with a socket of the service manager, and with
//! reports to it.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    os::{
        fd::OwnedFd,
        unix::{
            fs::{MetadataExt, PermissionsExt},
            net::{UnixDatagram, UnixListener, UnixStream},
        },
    },
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{process::Process, world::Folder};

/// The timeout for a server to answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server in a process of its own, which is killed when the test ends.
struct Service(Child);

impl Service {
    fn start(mut command: Command) -> Self {
        Self(command.stdout(Stdio::null()).spawn().unwrap())
    }

    fn stop(mut self) {
        let id = self.0.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(sent.success());
        assert!(self.0.wait().unwrap().success());
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // The process may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the command of a server with these further arguments.
fn command(folder: &Path, listen: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
    command
        .env_clear()
        .args(["--listen", listen, "--log", "warn", "--data"])
        .arg(folder.join("data"));
    command
}

/// Sends a request and returns the first bytes of the response.
fn ask(mut stream: impl Read + Write, path: &str, headers: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: senda.example\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// Connects as soon as a server accepts connections.
fn connect<S>(connect: impl Fn() -> io::Result<S>) -> S {
    let until = Instant::now() + PATIENCE;
    loop {
        match connect() {
            Ok(stream) => return stream,
            Err(error) => assert!(Instant::now() < until, "{error}"),
        }
        thread::sleep(Duration::from_millis(20));
    }
}

const SOCKET: &str = "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                      sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\norigin: http://senda.example\r\nsec-websocket-protocol: senda.v2\r\n";

#[test]
fn a_unix_socket_serves_pages_and_websockets() {
    let folder = Folder::new();
    let path = folder.path().join("senda.sock");
    let listen = format!("unix:{}", path.display());
    let service = Service::start(command(folder.path(), &listen));
    let page = ask(connect(|| UnixStream::connect(&path)), "/", "");
    assert_eq!(page, "HTTP/1.1 200");
    let socket = UnixStream::connect(&path).unwrap();
    assert_eq!(ask(socket, "/api/lobby/socket", SOCKET), "HTTP/1.1 101");
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o660, "for a proxy in the server's group");
    let mut check = command(folder.path(), &listen);
    assert!(check.arg("healthcheck").status().unwrap().success());
    service.stop();
    let check = command(folder.path(), &listen).arg("healthcheck").output();
    assert!(!check.unwrap().status.success());
}

#[test]
fn a_unix_socket_that_a_killed_server_has_left_is_used_again() {
    let folder = Folder::new();
    let path = folder.path().join("senda.sock");
    let listen = format!("unix:{}", path.display());
    let killed = Service::start(command(folder.path(), &listen));
    connect(|| UnixStream::connect(&path));
    let mut second = command(&folder.path().join("second"), &listen);
    let refused = second.output().unwrap();
    let why = String::from_utf8(refused.stderr).unwrap();
    assert!(why.contains("another server listens there"), "{why}");
    drop(killed);
    assert!(path.exists());
    let service = Service::start(command(folder.path(), &listen));
    let page = ask(connect(|| UnixStream::connect(&path)), "/", "");
    assert_eq!(page, "HTTP/1.1 200");
    service.stop();
}

#[test]
fn a_file_is_never_replaced_by_a_socket() {
    let folder = Folder::new();
    let path = folder.path().join("letter");
    fs::write(&path, "Dear Ana").unwrap();
    let listen = format!("unix:{}", path.display());
    let refused = command(folder.path(), &listen).output().unwrap();
    assert!(!refused.status.success());
    let why = String::from_utf8(refused.stderr).unwrap();
    assert!(why.contains("there is a file that is no socket"), "{why}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "Dear Ana");
}

#[test]
fn a_socket_of_another_kind_is_never_replaced() {
    let folder = Folder::new();
    let path = folder.path().join("datagrams");
    let datagrams = UnixDatagram::bind(&path).unwrap();
    let listen = format!("unix:{}", path.display());
    let refused = command(folder.path(), &listen).output().unwrap();
    assert!(!refused.status.success());
    UnixDatagram::unbound()
        .unwrap()
        .send_to(b"Ana", &path)
        .unwrap();
    assert_eq!(datagrams.recv(&mut [0; 8]).unwrap(), 3);
}

/// Starts a server with a socket as its third descriptor, as a service manager does.
fn activated(folder: &Path, socket: OwnedFd) -> Service {
    let server = command(folder, "127.0.0.1:9");
    let mut shell = Command::new("sh");
    shell
        .env_clear()
        .args(["-c", r#"LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@" 3<&0"#])
        .arg(server.get_program())
        .args(server.get_args())
        .stdin(Stdio::from(socket));
    Service::start(shell)
}

#[test]
fn a_socket_of_the_service_manager_is_used() {
    let folder = Folder::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    // A client that connects before the server runs is served.
    let early = TcpStream::connect(address).unwrap();
    let service = activated(folder.path(), listener.into());
    assert_eq!(ask(early, "/", ""), "HTTP/1.1 200");
    service.stop();

    let path = folder.path().join("senda.sock");
    let listener = UnixListener::bind(&path).unwrap();
    let early = UnixStream::connect(&path).unwrap();
    let service = activated(folder.path(), listener.into());
    assert_eq!(ask(early, "/", ""), "HTTP/1.1 200");
    service.stop();
}

#[test]
fn something_other_than_a_socket_is_an_error() {
    let folder = Folder::new();
    let file = File::create(folder.path().join("letter")).unwrap();
    let mut service = activated(folder.path(), file.into());
    assert!(!service.0.wait().unwrap().success());
}

/// Returns the first line of the log of a server whose standard error is a pipe. `journal` makes
/// the value of `JOURNAL_STREAM` from the device and the inode of the pipe.
fn first_line(journal: impl Fn(u64, u64) -> String) -> String {
    let folder = Folder::new();
    let (reader, writer) = io::pipe().unwrap();
    let writer = File::from(OwnedFd::from(writer));
    let pipe = writer.metadata().unwrap();
    let mut command = Process::command_that_logs("info", folder.path());
    command
        .env("JOURNAL_STREAM", journal(pipe.dev(), pipe.ino()))
        .stderr(Stdio::from(writer));
    let _process = Process::of(command);
    BufReader::new(reader).lines().next().unwrap().unwrap()
}

#[test]
fn lines_for_the_journal_have_a_priority_and_no_time() {
    let line = first_line(|device, inode| format!("{device}:{inode}"));
    assert!(line.starts_with("<6> INFO senda"), "{line}");
    let line = first_line(|device, inode| format!("{device}:{}", inode + 1));
    assert!(line.starts_with("20"), "{line}");
}

#[test]
fn the_service_manager_learns_when_the_server_is_ready_alive_and_stopping() {
    let folder = Folder::new();
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    manager.set_read_timeout(Some(PATIENCE)).unwrap();
    let hear = || {
        let mut message = [0; 64];
        let length = manager.recv(&mut message).unwrap();
        String::from_utf8_lossy(&message[..length])
            .trim()
            .to_owned()
    };
    let mut command = Process::command(folder.path());
    command
        .env("NOTIFY_SOCKET", &path)
        .env("WATCHDOG_USEC", "100000");
    let process = Process::of(command);
    let first = [hear(), hear(), hear()];
    assert!(first.contains(&"READY=1".to_owned()), "{first:?}");
    for _ in 0..3 {
        assert_eq!(hear(), "WATCHDOG=1");
    }
    process.terminate();
    while hear() != "STOPPING=1" {}
}
