//! Runs a private PostgreSQL: from the system's programs, in a temporary folder, on a local port.
//! Unless its settings say otherwise, its commits are durable as in production.

use std::{
    fs::{self, File},
    net::SocketAddr,
    os::unix::{
        fs::{PermissionsExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Signal, getuid, kill_process};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::server::free_address;
use crate::processes::{children, is_running};

/// The variable with the folder of PostgreSQL's programs. Without it the newest Debian package is
/// used.
pub const PROGRAMS: &str = "SENDA_POSTGRES";
/// The variable with the URL of a database that tests may use to create others.
pub const DATABASE: &str = "SENDA_TEST_DATABASE";

/// The folder of PostgreSQL's versions on Debian.
const DEBIAN: &str = "/usr/lib/postgresql";
/// The name of the superuser.
const USER: &str = "senda";
/// The password of the superuser. It protects nothing, but no output may show it.
const PASSWORD: &str = "only-for-tests";
/// The timeout for PostgreSQL to start, and for its processes to end once they are killed.
const PATIENCE: Duration = Duration::from_mins(1);
/// The time in which PostgreSQL should stop before it is killed. It kills its own processes five
/// seconds after it was told to stop at once.
const GRACE: Duration = Duration::from_secs(10);
/// The interval at which the start or the stop is polled.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// The id of the user that PostgreSQL runs as if the system has no `postgres` user. PostgreSQL
/// refuses to run as root.
const NOBODY: u32 = 65_534;

/// A running PostgreSQL. Dropping it stops the server and deletes its folder.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    address: SocketAddr,
    /// The id of the user that it runs as, if that is not the user of this process.
    user: Option<u32>,
    settings: Vec<String>,
    server: Option<Child>,
}

impl Postgres {
    /// Creates a database cluster and starts it, with additional settings such as `fsync=off`.
    ///
    /// # Errors
    /// Returns an error if PostgreSQL's programs are missing, or if it does not start.
    pub fn start(settings: &[&str]) -> Result<Self> {
        let settings = settings.iter().map(|&setting| setting.to_owned()).collect();
        let mut postgres = Self::nowhere(settings)?;
        postgres.make()?;
        postgres.begin()?;
        Ok(postgres)
    }

    /// Creates a standby that replicates from the server at the address `way`, and starts it.
    ///
    /// # Errors
    /// Returns an error if PostgreSQL's programs are missing, if the other server can't be reached,
    /// or if the standby does not start.
    pub fn follow(way: SocketAddr) -> Result<Self> {
        let mut standby = Self::nowhere(Vec::new())?;
        chown(&standby.folder, standby.user, None)?;
        let mut copy = standby.command("pg_basebackup");
        copy.args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync"])
            .arg(format!("--dbname={}", standby.url_by(way, "")))
            .arg("--pgdata")
            .arg(standby.data());
        succeeds(&mut copy)?;
        standby.begin()?;
        Ok(standby)
    }

    fn nowhere(settings: Vec<String>) -> Result<Self> {
        let address = free_address()?;
        let name = format!("senda-postgres-{}-{}", std::process::id(), address.port());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder)?;
        Ok(Self {
            programs: programs()?,
            folder,
            address,
            user: getuid()
                .is_root()
                .then(|| user("postgres").unwrap_or(NOBODY)),
            settings,
            server: None,
        })
    }

    /// Returns the URL of one of its databases.
    pub fn url(&self, database: &str) -> String {
        self.url_by(self.address, database)
    }

    /// Returns the URL of one of its databases at the address `way`, such as that of a proxy.
    pub fn url_by(&self, way: SocketAddr, database: &str) -> String {
        format!("postgres://{USER}:{PASSWORD}@{way}/{database}")
    }

    /// Returns the id of its main process while it runs.
    pub fn id(&self) -> Option<u32> {
        self.server.as_ref().map(Child::id)
    }

    /// Returns the address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Creates a database with that name.
    ///
    /// # Errors
    /// Returns an error if the database exists already.
    pub async fn create(&self, database: &str) -> Result<()> {
        let mut connection = PgConnection::connect(&self.url("postgres")).await?;
        let create = AssertSqlSafe(format!("create database {database}"));
        sqlx::query(create).execute(&mut connection).await?;
        Ok(connection.close().await?)
    }

    /// Waits until a standby replicates, and then turns synchronous replication on: each commit
    /// waits until the standby has it too.
    ///
    /// # Errors
    /// Returns an error if no standby replicates.
    pub async fn wait_for_standby(&self) -> Result<()> {
        let mut connection = PgConnection::connect(&self.url("postgres")).await?;
        let began = Instant::now();
        let following = "select count(*) from pg_stat_replication where state = 'streaming'";
        while sqlx::query_scalar::<_, i64>(following)
            .fetch_one(&mut connection)
            .await?
            == 0
        {
            ensure!(began.elapsed() < PATIENCE, "no standby follows");
            tokio::time::sleep(LOOK_EVERY).await;
        }
        for statement in [
            "alter system set synchronous_standby_names = '*'",
            "select pg_reload_conf()",
        ] {
            sqlx::query(statement).execute(&mut connection).await?;
        }
        Ok(connection.close().await?)
    }

    /// Makes it speak TLS with that certificate and that key, both in PEM, to clients that ask for
    /// it.
    ///
    /// # Errors
    /// Returns an error if it does not accept the certificate.
    pub async fn speak_tls(&self, certificate: &str, key: &str) -> Result<()> {
        for (name, contents) in [("server.crt", certificate), ("server.key", key)] {
            let path = self.data().join(name);
            fs::write(&path, contents)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
            chown(&path, self.user, self.user)?;
        }
        let mut connection = PgConnection::connect(&self.url("postgres")).await?;
        for statement in ["alter system set ssl = on", "select pg_reload_conf()"] {
            sqlx::query(statement).execute(&mut connection).await?;
        }
        connection.close().await?;
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            let url = format!("{}?sslmode=require", self.url("postgres"));
            if let Ok(connection) = PgConnection::connect(&url).await {
                return Ok(connection.close().await?);
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        bail!("PostgreSQL speaks no TLS; see {}", self.log().display())
    }

    /// Promotes a standby to a primary.
    ///
    /// # Errors
    /// Returns an error if the standby does not become a primary.
    pub async fn promote(&self) -> Result<()> {
        let mut connection = PgConnection::connect(&self.url("postgres")).await?;
        let promote = sqlx::query_scalar("select pg_promote()");
        let done: bool = promote.fetch_one(&mut connection).await?;
        ensure!(done, "the standby does not take over");
        Ok(connection.close().await?)
    }

    /// Stops it as a crash of its machine would, and starts it again. Unlike in a crash, data that
    /// the operating system has not written to disk yet is kept.
    ///
    /// # Errors
    /// Returns an error if it does not stop or start.
    pub fn crash(&mut self) -> Result<()> {
        self.stop_at_once()?;
        self.begin()
    }

    /// Stops it as a crash of its machine would. Unlike in a crash, data that the operating system
    /// has not written to disk yet is kept.
    ///
    /// # Errors
    /// Returns an error if it does not stop.
    pub fn stop_at_once(&mut self) -> Result<()> {
        self.end(Signal::QUIT)
    }

    /// Returns the path of its log file.
    pub fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn make(&self) -> Result<()> {
        let password = self.folder.join("password");
        fs::write(&password, PASSWORD)?;
        for path in [&self.folder, &password] {
            chown(path, self.user, None)?;
        }
        let mut make = self.command("initdb");
        make.args(["--auth-local=trust", "--auth-host=scram-sha-256"])
            .args(["--encoding=UTF8", "--locale=C", "--no-instructions"])
            .args(["--no-sync", "--username", USER, "--pgdata"])
            .arg(self.data())
            .arg("--pwfile")
            .arg(&password);
        succeeds(&mut make)
    }

    fn begin(&mut self) -> Result<()> {
        let log = File::options().create(true).append(true).open(self.log())?;
        let port = self.address.port().to_string();
        let listen = format!("listen_addresses={}", self.address.ip());
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data()).args(["-p", &port]);
        let own = [&*listen, "unix_socket_directories=", "max_connections=200"];
        let given = self.settings.iter().map(String::as_str);
        for setting in own.into_iter().chain(given) {
            command.args(["-c", setting]);
        }
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        self.server = Some(command.spawn().context("postgres")?);
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            let server = self.server.as_mut().context("a server")?;
            if let Some(status) = server.try_wait()? {
                bail!(
                    "PostgreSQL ended with {status}; see {}",
                    self.log().display()
                );
            }
            if self.answers(&port)? {
                return Ok(());
            }
            sleep(LOOK_EVERY);
        }
        bail!("PostgreSQL does not begin; see {}", self.log().display())
    }

    fn answers(&self, port: &str) -> Result<bool> {
        let host = self.address.ip().to_string();
        let mut asking = self.command("pg_isready");
        asking.args(["--quiet", "--host", &host, "--port", port]);
        Ok(asking.status().context("pg_isready")?.success())
    }

    /// Tells it to stop. If it does not, all its processes are killed: a server that is said to be
    /// gone may not commit anything any more.
    fn end(&mut self, signal: Signal) -> Result<()> {
        let Some(mut server) = self.server.take() else {
            return Ok(());
        };
        let all = id(server.id())?;
        kill_process(all, signal)?;
        if is_true_within(GRACE, || Ok(server.try_wait()?.is_some()))? {
            return Ok(());
        }
        // While it is halted, it starts no further process.
        kill_process(all, Signal::STOP)?;
        let rest = children(server.id())?;
        for &child in &rest {
            // A process that has ended meanwhile needs no signal.
            let _ = kill_process(id(child)?, Signal::KILL);
        }
        server.kill()?;
        server.wait()?;
        let are_gone = || Ok(!rest.iter().any(|&child| is_running(child)));
        ensure!(
            is_true_within(PATIENCE, are_gone)?,
            "PostgreSQL's processes do not end"
        );
        Ok(())
    }

    /// Returns a command for one of its programs, to run as the right user.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        // The folder that this process was started in may be closed to that user, and PostgreSQL
        // needs nothing in it.
        command.current_dir(&self.folder);
        if let Some(user) = self.user {
            command.uid(user).gid(user);
        }
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // A server that does not stop is killed. A folder that can't be deleted stays in the
        // system's temporary folder.
        let _ = self.end(Signal::INT);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Returns the id of a process in the form that signals need.
fn id(pid: u32) -> Result<Pid> {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    pid.context("the id of a process")
}

/// Waits until something is true, and returns whether it was in that time.
fn is_true_within(time: Duration, mut is_true: impl FnMut() -> Result<bool>) -> Result<bool> {
    let began = Instant::now();
    while began.elapsed() < time {
        if is_true()? {
            return Ok(true);
        }
        sleep(LOOK_EVERY);
    }
    Ok(false)
}

/// Runs a command to its end, and returns what it writes as an error unless it succeeds.
fn succeeds(command: &mut Command) -> Result<()> {
    let program = command.get_program().display().to_string();
    let output = command.output().with_context(|| program.clone())?;
    let words = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program}: {words}");
    Ok(())
}

/// Returns the folder of PostgreSQL's programs.
fn programs() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os(PROGRAMS) {
        return Ok(named.into());
    }
    let folder = |version: u32| Path::new(DEBIAN).join(version.to_string()).join("bin");
    let versions = fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let newest = versions
        .filter_map(|version| version.file_name().to_str()?.parse::<u32>().ok())
        .filter(|version| folder(*version).join("initdb").is_file())
        .max();
    newest.map(folder).with_context(|| {
        format!("PostgreSQL is missing: `sudo apt-get install postgresql`, or name the folder of its programs in {PROGRAMS}")
    })
}

/// Returns the id of a user of this machine.
fn user(name: &str) -> Option<u32> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let user = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        (fields.next() == Some(name)).then(|| fields.nth(1))?
    });
    user?.parse().ok()
}
