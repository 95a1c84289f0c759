//! Runs the server as a process: starts it, sends it signals, and waits until it is ready.

use std::{
    env,
    fs::{self, File},
    io,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, ensure};
use rustix::process::{Pid, Signal, kill_process};
use tokio::{
    process::{Child, Command},
    time::{sleep, timeout},
};

use crate::{swarm::Server, usage::Usage};

/// The timeout for a process to answer for the first time, or to exit. The actual time is measured.
/// A process that takes this long hangs, however busy the machine is.
pub const HANG: Duration = Duration::from_mins(1);
/// The interval at which the process is asked whether it is ready.
const ASK_EVERY: Duration = Duration::from_millis(5);

/// The command line of a server and its environment.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The program, built with its failpoints.
    pub program: PathBuf,
    /// The server's data folder.
    pub data: PathBuf,
    /// The URL of its database, if that is not in the data folder.
    pub database: Option<String>,
    /// The address that it listens on, in every life.
    pub address: SocketAddr,
    /// The promise that it breaks on purpose.
    pub mutant: Option<String>,
    /// The options for its limits: [`ONE_MACHINE`], or those that differ from the usual limits.
    pub limits: String,
    /// The maximum number of open files. Without it, the server may open as many as this process.
    pub files: Option<u64>,
}

/// Limits for people who all come from one machine.
pub const ONE_MACHINE: &str =
    "--sockets-each 1000000 --rooms-per-hour 1000000 --sessions-per-hour 1000000";
/// The key that links the servers of a cluster. It protects nothing, so it is no secret.
const KEY: &str = "only-for-servers-of-a-test-on-one-machine";

/// Returns these options together with those of a server of a cluster, to which the other servers
/// connect at `listen`.
pub fn linked(options: &str, name: &str, listen: SocketAddr) -> String {
    format!("{options} --node {name} --cluster-listen {listen} --cluster-key {KEY}")
}

/// A process of a server. It is killed when it is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    address: SocketAddr,
    started: Instant,
}

impl Recipe {
    /// Creates the command line of a server on a free address, with a new folder for its data. By
    /// default, the program is the one next to this program.
    ///
    /// # Errors
    /// Returns an error if there is no program or no free port, or if the folder can't be created.
    pub fn new(name: &str, program: Option<&Path>, limits: impl Into<String>) -> Result<Self> {
        let program = match program {
            Some(program) => program.to_owned(),
            None => env::current_exe()?.with_file_name("senda"),
        };
        let shown = program.display();
        ensure!(program.exists(), "there is no {shown}: build it first");
        let address = free_address()?;
        // The folder is also unique among several servers of one process.
        let name = format!("senda-{name}-{}-{}", std::process::id(), address.port());
        let folder = env::temp_dir().join(name);
        fs::create_dir_all(&folder)?;
        Ok(Self {
            program,
            data: folder.join("data"),
            database: None,
            address,
            mutant: None,
            limits: limits.into(),
            files: None,
        })
    }

    /// Returns the folder of the data, the log and the orders.
    pub fn folder(&self) -> &Path {
        self.data.parent().expect("a folder of its own")
    }

    /// Returns the path of the file with the orders for its failpoints.
    pub fn orders(&self) -> PathBuf {
        self.data.with_extension("orders")
    }

    /// Returns the path of its log.
    pub fn log(&self) -> PathBuf {
        self.data.with_extension("log")
    }

    /// Gives orders to the failpoints of the server, which reads them within a few hundredths of a
    /// second.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn order(&self, orders: &str) -> Result<()> {
        let file = self.orders();
        let new = file.with_extension("new");
        fs::write(&new, orders).context("orders")?;
        // Renaming is atomic, so the server never reads half of the orders.
        fs::rename(new, file).context("orders")
    }

    /// Starts the server with this command line.
    ///
    /// # Errors
    /// Returns an error if the program can't be started.
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
            // The whole swarm comes from one machine, and each person sends another address in a
            // header.
            .args(["--trust-proxy", "--log", "warn"])
            .args(self.limits.split_whitespace())
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
    /// Waits until the server is ready. Returns the time since it was started, or its exit status
    /// if it exited instead.
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

    /// Waits for that time, or until the process has exited.
    pub async fn live(&mut self, time: Duration) -> Option<ExitStatus> {
        // Waiting fails only for a process that is not a child of this one.
        timeout(time, self.child.wait()).await.ok()?.ok()
    }

    /// Returns the resources that the process has used.
    ///
    /// # Errors
    /// Returns an error if it does not run.
    pub fn usage(&self) -> Result<Usage> {
        let id = self.child.id().context("a process that runs")?;
        Ok(Usage::of(id)?)
    }

    /// Sends a signal to the process.
    pub fn signal(&self, signal: Signal) {
        let pid = self.child.id().and_then(|id| i32::try_from(id).ok());
        if let Some(pid) = pid.and_then(Pid::from_raw) {
            // A process that has exited needs no signal.
            let _ = kill_process(pid, signal);
        }
    }

    /// Kills the process and waits until it has exited.
    ///
    /// # Errors
    /// Returns an error if it can't be killed.
    pub async fn kill(&mut self) -> io::Result<()> {
        self.child.kill().await
    }
}

/// A server that runs, with its command line.
#[derive(Debug)]
pub struct RunningServer {
    pub recipe: Recipe,
    pub process: Process,
}

impl RunningServer {
    /// Starts a server, and waits until it is ready.
    ///
    /// # Errors
    /// Returns an error if the program can't be started, or if it does not answer.
    pub async fn start(recipe: Recipe) -> Result<Self> {
        let process = recipe.start()?;
        let mut server = Self { recipe, process };
        server.answer().await?;
        Ok(server)
    }

    /// Stops the server, runs `act` on its folder, and starts the server again. Returns the result
    /// of `act`, and the time until the server is ready.
    ///
    /// # Errors
    /// Returns an error for the same reasons as [`Self::start`], or if `act` does.
    pub async fn restart<T>(
        &mut self,
        act: impl Future<Output = Result<T>>,
    ) -> Result<(T, Duration)> {
        self.process.kill().await?;
        let done = act.await?;
        self.process = self.recipe.start()?;
        Ok((done, self.answer().await?))
    }

    async fn answer(&mut self) -> Result<Duration> {
        let answer = self.process.answer().await;
        answer.map_err(|ended| {
            let log = self.recipe.log();
            anyhow!("a server does not answer: {ended:?}; see {}", log.display())
        })
    }

    /// Returns the address of the server.
    pub fn server(&self) -> Server {
        Server(self.recipe.address)
    }

    /// Stops the server, and deletes its folder.
    ///
    /// # Errors
    /// Returns an error if the server can't be stopped.
    pub async fn end(mut self) -> Result<()> {
        self.process.kill().await?;
        Ok(fs::remove_dir_all(self.recipe.folder())?)
    }
}

/// Returns whether the server at that address reports that it is ready.
async fn is_ready(address: SocketAddr) -> bool {
    let ask = senda_client::request(address, "GET", "/health/ready", &[], b"");
    let answer = timeout(Duration::from_secs(2), ask).await;
    matches!(answer, Ok(Ok(response)) if response.status == 200)
}

/// Returns an address with a port that no process listens on, for a server that keeps it over its
/// lives.
///
/// While no server has the port, the system could give it to any connection that the swarm or
/// another test opens. Those connections come from 127.0.0.1, so the server gets another address
/// where there is one.
///
/// # Errors
/// Returns an error if there is no free port.
pub fn free_address() -> io::Result<SocketAddr> {
    let own = TcpListener::bind("127.0.0.2:0");
    own.or_else(|_| TcpListener::bind("127.0.0.1:0"))?
        .local_addr()
}

/// Returns the lines of the log that report a panic.
pub fn panics(log: &Path) -> Vec<String> {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let panics = text.lines().filter(|line| line.contains("panicked at"));
    panics.map(str::to_owned).collect()
}
