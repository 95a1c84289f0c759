//! The server speaks https itself, with a certificate from files.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};

use rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    crypto::ring,
    pki_types::{CertificateDer, ServerName},
};

use crate::{process::Process, world::Folder};

/// The timeout for a server to answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The two files of a certificate.
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

impl Files {
    fn new(folder: &Path) -> Self {
        fs::create_dir_all(folder).unwrap();
        Self {
            certificate: folder.join("certificate.pem"),
            key: folder.join("key.pem"),
        }
    }

    /// Writes a new certificate for this machine, and returns it.
    fn renew(&self) -> CertificateDer<'static> {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        fs::write(&self.certificate, made.cert.pem()).unwrap();
        fs::write(&self.key, made.signing_key.serialize_pem()).unwrap();
        made.cert.der().clone()
    }

    fn server(&self, folder: &Path) -> Command {
        let mut command = Process::command_that_logs("info", &folder.join("data"));
        command
            .arg("--tls-certificate")
            .arg(&self.certificate)
            .arg("--tls-key")
            .arg(&self.key);
        command
    }
}

/// Opens a connection over TLS by a client that trusts no other certificate.
fn over_tls(
    address: SocketAddr,
    trusted: &CertificateDer<'static>,
) -> StreamOwned<ClientConnection, TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").unwrap();
    let connection = ClientConnection::new(Arc::new(config), name).unwrap();
    StreamOwned::new(connection, connected(address))
}

/// Sends a request over TLS, and returns the response of a server with that certificate.
fn ask(address: SocketAddr, trusted: &CertificateDer<'static>, request: &str) -> Option<String> {
    response(over_tls(address, trusted), address, request)
}

fn connected(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Returns the response to a request with an empty object as its body, or `None` if there is no
/// connection.
fn response(mut stream: impl Read + Write, address: SocketAddr, request: &str) -> Option<String> {
    write!(
        stream,
        "{request}\r\nhost: localhost:{}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: 2\r\n\r\n{{}}",
        address.port()
    )
    .ok()?;
    let mut response = Vec::new();
    // The end of the stream may come without TLS's own end.
    let _ = stream.read_to_end(&mut response);
    let response = String::from_utf8_lossy(&response).into_owned();
    (!response.is_empty()).then_some(response)
}

#[test]
fn the_server_speaks_https_with_a_certificate_from_files() {
    let folder = Folder::new();
    let files = Files::new(folder.path());
    let certificate = files.renew();
    let process = Process::of(files.server(folder.path()));
    let page = ask(process.address, &certificate, "GET / HTTP/1.1").unwrap();
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let session = "POST /api/session HTTP/1.1";
    let session = ask(process.address, &certificate, session).unwrap();
    assert!(session.contains("set-cookie: __Host-senda="), "{session}");
    assert!(session.contains("Secure"), "{session}");
    let cookie = session.split("set-cookie: ").nth(1).unwrap();
    let (cookie, _) = cookie.split_once(';').unwrap();
    let mut socket = over_tls(process.address, &certificate);
    let host = format!("localhost:{}", process.address.port());
    write!(
        socket,
        "GET /api/lobby/socket HTTP/1.1\r\nhost: {host}\r\norigin: https://{host}\r\ncookie: {cookie}\r\n\
         sec-websocket-version: 13\r\nsec-websocket-protocol: senda.v2\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         upgrade: websocket\r\nconnection: upgrade\r\n\r\n"
    )
    .unwrap();
    let mut upgraded = String::new();
    BufReader::new(socket).read_line(&mut upgraded).unwrap();
    assert!(upgraded.starts_with("HTTP/1.1 101"), "{upgraded}");
    // A stranger's certificate is not accepted by this client, so the server has sent its own.
    let other = Files::new(&folder.path().join("other")).renew();
    assert_eq!(ask(process.address, &other, "GET / HTTP/1.1"), None);
}

#[test]
fn plain_http_leads_to_https() {
    let folder = Folder::new();
    let files = Files::new(folder.path());
    files.renew();
    let process = Process::of(files.server(folder.path()));
    let request = "GET /r/abc?lang=pt HTTP/1.1";
    let redirect = response(connected(process.address), process.address, request).unwrap();
    let port = process.address.port();
    assert!(redirect.starts_with("HTTP/1.1 308"), "{redirect}");
    let location = format!("location: https://localhost:{port}/r/abc?lang=pt\r\n");
    assert!(redirect.contains(&location), "{redirect}");
}

#[test]
fn the_health_check_works_over_https() {
    let folder = Folder::new();
    let files = Files::new(folder.path());
    files.renew();
    let process = Process::of(files.server(folder.path()));
    let check = Command::new(env!("CARGO_BIN_EXE_senda"))
        .env_clear()
        .args(["healthcheck", "--listen", &process.address.to_string()])
        .env("SENDA_TLS_CERTIFICATE", &files.certificate)
        .env("SENDA_TLS_KEY", &files.key)
        .output()
        .unwrap();
    assert!(check.status.success(), "{check:?}");
}

#[test]
fn a_renewed_certificate_is_used_without_a_restart() {
    let folder = Folder::new();
    let files = Files::new(folder.path());
    let first = files.renew();
    let mut command = files.server(folder.path());
    command.stderr(Stdio::piped());
    let mut process = Process::of(command);
    let mut log = BufReader::new(process.take_stderr()).lines();
    let mut wait_for = |sentence: &str| {
        let found = log.find(|line| line.as_ref().unwrap().contains(sentence));
        assert!(found.is_some(), "{sentence}");
    };
    let get = "GET /health/live HTTP/1.1";
    assert!(ask(process.address, &first, get).is_some());

    // The new certificate does not belong to the key that is still there.
    let key = fs::read(&files.key).unwrap();
    let second = files.renew();
    let new_key = fs::read(&files.key).unwrap();
    fs::write(&files.key, key).unwrap();
    process.signal("-HUP");
    wait_for("the certificate was not replaced");
    assert!(ask(process.address, &first, get).is_some());

    fs::write(&files.key, new_key).unwrap();
    process.signal("-HUP");
    wait_for("the certificate was read again");
    assert_eq!(ask(process.address, &first, get), None);
    assert!(ask(process.address, &second, get).is_some());
}

#[test]
fn a_certificate_that_cannot_be_used_is_refused_in_a_sentence() {
    let folder = Folder::new();
    let files = Files::new(folder.path());
    let fails = |command: &mut Command| {
        let output = command.output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let refused = |expected: &str| {
        let words = fails(&mut files.server(folder.path()));
        assert!(words.contains(expected), "{words}");
    };
    refused("certificate.pem can't be read: No such file");
    files.renew();
    fs::write(&files.certificate, "no certificate").unwrap();
    refused("certificate.pem contains no certificate in PEM");
    files.renew();
    fs::write(&files.key, "no key").unwrap();
    refused("key.pem contains no private key in PEM");
    files.renew();
    let other = fs::read(&files.key).unwrap();
    files.renew();
    fs::write(&files.key, other).unwrap();
    refused("can't be used with its key");
    files.renew();
    let socket = format!("unix:{}", folder.path().join("socket").display());
    let mut on_socket = Command::new(env!("CARGO_BIN_EXE_senda"));
    on_socket
        .env_clear()
        .args(["--listen", &socket, "--tls-certificate"])
        .arg(&files.certificate)
        .arg("--tls-key")
        .arg(&files.key);
    let words = fails(&mut on_socket);
    assert!(
        words.contains("--tls-certificate has an effect only with"),
        "{words}"
    );
    let alone = Process::command(folder.path())
        .arg("--tls-key")
        .arg(&files.key)
        .output();
    assert_eq!(alone.unwrap().status.code(), Some(2));
}
