//! Senda: a server for path-tile board games in the browser.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    process::{self, ExitCode},
};

use anyhow::{Context, anyhow};
use mimalloc::MiMalloc;
use rustix::process::Signal as Refused;
use senda::{
    Server,
    admin::{self, Socket},
    game_file,
    net::{files, listener::Listener, tls::Tls},
    process::{health, telemetry},
    puzzles,
    settings::{Command, CommandLine, RatingsCommand, SettingInForce, Settings, unknown_variables},
};
use senda_store::{DatabaseUrl, Place};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Half of the cost of a move, apart from the kernel's work, is allocating and freeing memory. This
/// allocator takes half the time of the C library's.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The exit code for invalid settings, the same as for an invalid command line.
const BAD_SETTINGS: u8 = 2;

fn main() -> ExitCode {
    let CommandLine {
        command,
        settings,
        in_force,
    } = CommandLine::read();
    let done = match command {
        Some(Command::Config { check }) => return config(&settings, &in_force, check),
        Some(Command::Verify(what)) => return game_file::verify(&what).into(),
        Some(Command::Replay { file }) => return game_file::replay(&file).into(),
        Some(Command::Healthcheck) => healthcheck(&settings),
        Some(Command::Backup { .. }) if settings.database.is_some() => Err(anyhow!(
            "this copies the database of the data folder alone; copy a PostgreSQL database with pg_dump, also while \
             the server uses it"
        )),
        Some(Command::Backup { file }) => backup(&settings.data, &file),
        Some(Command::Restore { .. }) if settings.database.is_some() => Err(anyhow!(
            "this restores the database of the data folder alone; restore a PostgreSQL database with pg_restore"
        )),
        Some(Command::Restore { file, replace }) => restore(&settings.data, &file, replace),
        Some(Command::Export { file }) => export(&settings, &file),
        Some(Command::Import { file }) => import(&settings, &file),
        Some(Command::Ratings(RatingsCommand::Rebuild)) => rebuild_ratings(&settings),
        Some(Command::Admin(command)) => return admin::run(&settings, &command),
        Some(Command::Arena(arena)) => senda_arena::run(&arena),
        Some(Command::Puzzles(command)) => {
            let public_games = settings.public_lobby.then(|| place(&settings));
            puzzles::make(&command, public_games)
        }
        None => {
            if let Err(error) = telemetry::start(&settings) {
                eprintln!("senda: {error}");
                return BAD_SETTINGS.into();
            }
            for variable in unknown_variables() {
                tracing::warn!("{variable}");
            }
            serve(settings)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("senda: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn healthcheck(settings: &Settings) -> anyhow::Result<()> {
    let target = health::target(settings);
    let listen = &target.listen;
    match health::check(&target) {
        Ok(true) => Ok(()),
        Ok(false) => Err(anyhow!("the server on {listen} is not ready")),
        Err(error) => Err(anyhow!("no answer on {listen}: {error}")),
    }
}

/// Prints or checks the settings.
fn config(settings: &Settings, in_force: &[SettingInForce], check: bool) -> ExitCode {
    let log = telemetry::check(settings).map_err(|error| format!("{error:#}"));
    let url = settings.database.as_ref().map(DatabaseUrl::check);
    let url = url.and_then(Result::err);
    let url = url.map(|error| format!("the URL of the database can't be used: {error}"));
    let unknown = unknown_variables().into_iter().filter(|_| check);
    let problems: Vec<String> = log.err().into_iter().chain(url).chain(unknown).collect();
    for problem in &problems {
        eprintln!("senda: {problem}");
    }
    if !problems.is_empty() {
        return BAD_SETTINGS.into();
    }
    if !check {
        let lines = in_force.iter().map(|setting| format!("{setting}\n"));
        // The standard output may be closed.
        let _ = io::stdout().write_all(lines.collect::<String>().as_bytes());
    }
    ExitCode::SUCCESS
}

/// Copies the database to a file, or to the standard output by way of a file in the data folder.
fn backup(data: &Path, file: &Path) -> anyhow::Result<()> {
    if file != Path::new("-") {
        return copy(data, file);
    }
    let between = data.join(format!("backup-{}.part", process::id()));
    let copied = copy(data, &between).and_then(|()| print(&between));
    // If the copy has failed, there may be no such file.
    let _ = fs::remove_file(between);
    copied
}

#[tokio::main(flavor = "current_thread")]
async fn copy(data: &Path, file: &Path) -> anyhow::Result<()> {
    Ok(senda_store::backup(data, file).await?)
}

fn print(file: &Path) -> anyhow::Result<()> {
    let mut file = File::open(file)?;
    io::copy(&mut file, &mut io::stdout()).context("the copy can't be written")?;
    Ok(())
}

/// Restores the database of the data folder from a backup.
#[tokio::main(flavor = "current_thread")]
async fn restore(data: &Path, file: &Path, replace: bool) -> anyhow::Result<()> {
    let restored = senda_store::restore(data, file, replace).await;
    let restored = restored.map_err(|error| anyhow!("{error}"))?;
    let last = restored.last.as_deref().unwrap_or("never");
    let rooms = match restored.rooms {
        1 => "1 room".to_owned(),
        rooms => format!("{rooms} rooms"),
    };
    let data = data.display();
    println!("Restored {rooms} into {data}; the last change is of {last}.");
    if let Some(aside) = restored.aside {
        let aside = aside.display();
        println!("The database that was there is kept as {aside}.");
    }
    Ok(())
}

/// Returns the place of the database of the settings.
fn place(settings: &Settings) -> Place<'_> {
    let url = settings.database.as_ref();
    url.map_or(Place::Folder(&settings.data), Place::Url)
}

/// Writes everything in the database to a file, or to the standard output.
#[tokio::main(flavor = "current_thread")]
async fn export(settings: &Settings, file: &Path) -> anyhow::Result<()> {
    let contents = senda_store::export(place(settings), file).await;
    let contents = contents.map_err(|error| anyhow!("{error}"))?;
    if file != Path::new("-") {
        println!("Exported {contents}.");
    }
    Ok(())
}

/// Copies an export into the database.
#[tokio::main(flavor = "current_thread")]
async fn import(settings: &Settings, file: &Path) -> anyhow::Result<()> {
    let contents = senda_store::import(place(settings), file).await;
    let contents = contents.map_err(|error| anyhow!("{error}"))?;
    println!("Imported {contents}.");
    Ok(())
}

/// Computes all ratings again from the logs.
#[tokio::main(flavor = "current_thread")]
async fn rebuild_ratings(settings: &Settings) -> anyhow::Result<()> {
    let rebuilt = senda_store::rebuild_ratings(place(settings)).await;
    let rebuilt = rebuilt.map_err(|error| anyhow!("{error}"))?;
    println!("Rebuilt {rebuilt}.");
    Ok(())
}

#[tokio::main]
async fn serve(settings: Settings) -> anyhow::Result<()> {
    // A write to a file that may not grow fails, as on a full disk. Without a handler, the signal
    // that comes with it ends the process.
    let _unused = signal(SignalKind::from_raw(Refused::XFSZ.as_raw()))?;
    let stop = Stop::new()?;
    let (listen, metrics_listen) = (settings.listen.clone(), settings.metrics_listen.clone());
    let admin = settings.admin_socket();
    let is_admin_wanted = settings.admin.socket.is_some();
    let files = files::raise()?;
    let tls = Tls::of(&settings.tls)?;
    let server = Server::open(settings).await?;
    let listener = Listener::open(&listen).await.map_err(|error| {
        let advice = Listener::advice(&listen, &error);
        anyhow!("can't listen on {listen}: {error}{advice}")
    })?;
    let listener = listener.with_tls(tls.clone());
    tokio::spawn(async {
        if let Some(tls) = tls {
            tls.keep_current().await;
        }
    });
    if let Some(listen) = metrics_listen {
        let listener = Listener::bind(&listen).await;
        let listener = listener.with_context(|| format!("can't listen on {listen}"))?;
        tracing::info!(address = %listener, "figures for Prometheus are at /metrics");
        server.serve_metrics(listener);
    }
    open_admin(&server, admin, is_admin_wanted)?;
    server.introduce(files);
    // The standard output may be closed.
    let _ = writeln!(io::stdout(), "Senda is listening on {listener}");
    server.run(listener, stop.asked()).await;
    Ok(())
}

/// Opens the operator's socket. Without it the games go on, so it must be there only if the
/// settings name it.
fn open_admin(server: &Server, path: Option<PathBuf>, is_wanted: bool) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    match Socket::open(&path) {
        Ok(socket) => server.serve_admin(socket),
        Err(error) if is_wanted => {
            let path = path.display();
            return Err(error).with_context(|| format!("can't listen on {path} for senda admin"));
        }
        Err(error) => tracing::warn!(
            %error,
            path = %path.display(),
            "senda admin can't be used: name another place with --admin-socket"
        ),
    }
    Ok(())
}

/// The signals that ask the process to stop.
struct Stop {
    interrupt: Signal,
    terminate: Signal,
}

impl Stop {
    fn new() -> io::Result<Self> {
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Self {
            interrupt,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the first signal. A second one ends the process at once.
    async fn asked(mut self) {
        self.next().await;
        tokio::spawn(async move {
            self.next().await;
            process::exit(1);
        });
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
