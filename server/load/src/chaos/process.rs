//! The server as a process: started, killed, stopped and asked from outside.

use std::{
    fs::File,
    io,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    process::{Child, Command},
    time::{sleep, timeout},
};

/// For a process to do what it must do in the end: to answer for the first time, or to end. How long
/// that takes is measured; who takes so long hangs, on however busy a machine.
pub const HANG: Duration = Duration::from_mins(1);
/// Between two questions whether it answers.
const ASK_EVERY: Duration = Duration::from_millis(5);

/// How to start the server.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The program, built with its failpoints.
    pub program: PathBuf,
    /// The data folder.
    pub data: PathBuf,
    /// The address of its database, if that is not in the data folder.
    pub database: Option<String>,
    /// Where it listens, in every life.
    pub address: SocketAddr,
    /// The promise that it breaks on purpose.
    pub mutant: Option<String>,
    /// What one address may take, and so on: [`ONE_MACHINE`], or the usual limits and some others.
    pub limits: Vec<String>,
    /// The files that it may have open, at most; without it as many as this process.
    pub files: Option<u64>,
}

/// Limits for a crowd that comes from one machine.
pub const ONE_MACHINE: [&str; 6] = [
    "--sockets-each",
    "1000000",
    "--rooms-per-hour",
    "1000000",
    "--sessions-per-hour",
    "1000000",
];

/// A running server. It is killed when it is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    address: SocketAddr,
    started: Instant,
}

impl Recipe {
    /// The file of its orders.
    pub fn orders(&self) -> PathBuf {
        self.data.with_extension("orders")
    }

    /// The file of what it logs.
    pub fn log(&self) -> PathBuf {
        self.data.with_extension("log")
    }

    /// Gives it orders; it reads them within a few hundredths of a second.
    ///
    /// # Errors
    /// They can't be written.
    pub fn order(&self, orders: &str) -> io::Result<()> {
        let file = self.orders();
        let new = file.with_extension("new");
        std::fs::write(&new, orders)?;
        // Never half of them.
        std::fs::rename(new, file)
    }

    /// Starts it.
    ///
    /// # Errors
    /// The program can't be started.
    pub fn start(&self) -> Result<Process> {
        let log = File::options().create(true).append(true).open(self.log())?;
        let mut command = match self.files {
            None => Command::new(&self.program),
            Some(files) => {
                let mut shell = Command::new("sh");
                let limited = format!("ulimit -n {files} && exec \"$0\" \"$@\"");
                shell.arg("-c").arg(limited).arg(&self.program);
                shell
            }
        };
        command
            .arg("--listen")
            .arg(self.address.to_string())
            .arg("--data")
            .arg(&self.data)
            // The whole swarm comes from one machine; each of its people says another address.
            .args(["--trust-proxy", "--log", "warn"])
            .args(&self.limits)
            .env("SENDA_FAULTS", self.orders())
            .env_remove("SENDA_MUTANT")
            .env_remove("SENDA_DATABASE")
            .envs(self.database.iter().map(|url| ("SENDA_DATABASE", url)))
            .envs(self.mutant.iter().map(|mutant| ("SENDA_MUTANT", mutant)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true);
        let started = Instant::now();
        let child = command
            .spawn()
            .with_context(|| format!("can't start {}", self.program.display()))?;
        Ok(Process {
            child,
            address: self.address,
            started,
        })
    }
}

impl Process {
    /// Waits until it answers that it is ready; says how long that took since it was started, or
    /// how it ended instead.
    pub async fn answer(&mut self) -> Result<Duration, Option<ExitStatus>> {
        while self.started.elapsed() < HANG {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(Some(status));
            }
            if is_ready(self.address).await {
                return Ok(self.started.elapsed());
            }
            sleep(ASK_EVERY).await;
        }
        Err(None)
    }

    /// Waits for so long, or until it has ended.
    pub async fn live(&mut self, time: Duration) -> Option<ExitStatus> {
        // A process that can't be waited for would be one of somebody else.
        timeout(time, self.child.wait()).await.ok()?.ok()
    }

    /// Its id, while it runs.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        let pid = self.child.id().and_then(|id| i32::try_from(id).ok());
        if let Some(pid) = pid.and_then(Pid::from_raw) {
            // One that has ended needs none.
            let _ = kill_process(pid, signal);
        }
    }

    /// Kills it and waits for its end.
    ///
    /// # Errors
    /// It can't be killed.
    pub async fn kill(&mut self) -> io::Result<()> {
        self.child.kill().await
    }
}

/// Whether a server there says that it is ready.
async fn is_ready(address: SocketAddr) -> bool {
    let ask = async {
        let mut stream = TcpStream::connect(address).await?;
        let request =
            format!("GET /health/ready HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut head = [0; 12];
        stream.read_exact(&mut head).await?;
        io::Result::Ok(head == *b"HTTP/1.1 200")
    };
    matches!(timeout(Duration::from_secs(2), ask).await, Ok(Ok(true)))
}

/// A port that nobody listens on, for a server that keeps it over its lives.
///
/// While no server has it, the system could give the same port to any connection that the swarm or
/// another test makes. Those come from 127.0.0.1, so the server has another address, where there is
/// one.
///
/// # Errors
/// There is none.
pub fn free_address() -> io::Result<SocketAddr> {
    let own = TcpListener::bind("127.0.0.2:0");
    own.or_else(|_| TcpListener::bind("127.0.0.1:0"))?
        .local_addr()
}

/// Whether the log says that something panicked.
pub fn panics(log: &Path) -> Vec<String> {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let panics = text.lines().filter(|line| line.contains("panicked at"));
    panics.map(str::to_owned).collect()
}
