//! Tests of a disk that is full or refuses writes. The rooms that must write stop and report it,
//! nothing is published that is not stored, and all rooms continue when the disk works again.

use std::{
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::json;

use crate::{
    client::{Browser, ask, settings},
    game::Table,
    process::Process,
    world::{Folder, database},
};

/// A way to fill the disk of a process and to free it again.
trait Disk {
    fn fill(&mut self, process: &Process);
    fn free(&mut self, process: &Process);
}

/// The kernel refuses writes beyond the first byte of any file.
struct Limited;

impl Limited {
    fn start(folder: &Path) -> Process {
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$0\" \"$@\""]);
        Process::start_by(shell, folder)
    }

    fn limit(process: &Process, most: &str) {
        let done = Command::new("prlimit")
            .args(["--pid", &process.id().to_string()])
            .arg(format!("--fsize={most}"))
            .status();
        assert!(done.unwrap().success());
    }
}

impl Disk for Limited {
    fn fill(&mut self, process: &Process) {
        Self::limit(process, "1:unlimited");
    }

    fn free(&mut self, process: &Process) {
        Self::limit(process, "unlimited:unlimited");
    }
}

/// A small file system in memory, in a mount namespace of the process.
pub struct Small {
    filler: PathBuf,
}

impl Small {
    const MOUNT: &str = "mount -t tmpfs -o size=2m,mode=0700 tmpfs";

    pub fn is_allowed(folder: &Path) -> bool {
        Command::new("unshare")
            .args(["-rm", "sh", "-c", &format!("{} \"$0\"", Self::MOUNT)])
            .arg(folder)
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }

    fn start(folder: &Path) -> (Self, Process) {
        let mut shell = Command::new("unshare");
        let line = format!("{} \"$FOLDER\" && exec \"$0\" \"$@\"", Self::MOUNT);
        shell.env("FOLDER", folder).args(["-rm", "sh", "-c", &line]);
        let process = Process::start_by(shell, folder);
        let root = PathBuf::from(format!("/proc/{}/root", process.id()));
        let inside = root.join(folder.strip_prefix("/").unwrap());
        let filler = inside.join("filler");
        (Self { filler }, process)
    }
}

impl Disk for Small {
    fn fill(&mut self, _: &Process) {
        use std::io::Write;
        let mut file = std::fs::File::create(&self.filler).unwrap();
        while file.write_all(&[0; 1_024]).is_ok() {}
    }

    fn free(&mut self, _: &Process) {
        std::fs::remove_file(&self.filler).unwrap();
    }
}

async fn is_ready(process: &Process) -> bool {
    ask(process.address, "GET", "/health/ready", &[], b"")
        .await
        .status
        == 200
}

async fn rooms_wait_for(mut disk: impl Disk, mut process: Process) {
    let mut complaints = process.take_stderr();
    let mut table = Table::gather(process.address, 2, 1).await;
    let calm = Table::gather(process.address, 2, 0).await;
    table.start().await;
    table.play().await;
    assert!(is_ready(&process).await);

    disk.fill(&process);
    let before = table.players[0].1.version;
    let (turn, decision) = table.decision();
    table.players[turn].1.order(decision.clone()).await;
    for (_, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        assert_eq!(tab.closed().await, 4004);
        assert_eq!(tab.version, before, "nobody was told");
    }
    assert!(!is_ready(&process).await);
    let path = format!("/api/rooms/{}", table.room);
    for _ in 0..20 {
        let reply = ask(process.address, "GET", &path, &[], b"").await;
        assert_eq!(reply.problem(), (503, "no_storage".to_owned()));
        assert!(reply.header("retry-after").is_some());
    }
    let host = &calm.players[0].0;
    let room = json!({ "settings": settings() });
    let reply = host.send("POST", "/api/rooms", &room).await;
    assert_eq!(reply.problem(), (503, "no_storage".to_owned()));
    // A room that has nothing to store is not affected.
    table.watchers[0].0.enter(&calm.room).await;

    disk.free(&process);
    while !is_ready(&process).await {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for (browser, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        *tab = browser.enter(&table.room).await;
        assert_eq!(tab.version, before);
    }
    table.players[turn].1.must(decision).await;
    table.see(before + 1).await;
    table.play_out().await;

    process.kill();
    let mut said = String::new();
    complaints.read_to_string(&mut said).unwrap();
    assert_eq!(
        said.matches("nothing can be stored now").count(),
        1,
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[tokio::test]
async fn rooms_survive_a_disk_that_refuses_writes() {
    let folder = Folder::new();
    let process = Limited::start(folder.path());
    rooms_wait_for(Limited, process).await;
}

/// Limits the size of all files from the start, as an operator limits a service.
#[tokio::test]
async fn a_file_size_limit_does_not_end_the_process() {
    let folder = Folder::new();
    let mut shell = Command::new("sh");
    // The limit, in blocks of half a KiB, leaves room for the first tables and some records.
    shell.args(["-c", "ulimit -f 912; exec \"$0\" \"$@\""]);
    let process = Process::start_by(shell, folder.path());
    let browser = Browser::arrive(process.address, "Ana").await;
    let room = browser.room(settings()).await;
    let mut tab = browser.enter(&room).await;
    let code = 'stops: loop {
        let name = json!({ "type": "name", "name": format!("Ana {}", tab.version) });
        let id = tab.order(name).await;
        // All messages are read, so that the close code is not behind a connection that has ended.
        loop {
            match tab.read().await {
                Ok(message) if message["id"] == *id => {
                    // If the disk is faster than the rate limit of a client, the client waits as it
                    // is told to.
                    if message["type"] == "nak" {
                        tokio::time::sleep(Duration::from_millis(200)).await;
                    }
                    break;
                }
                Ok(_) => {}
                Err(code) => break 'stops code,
            }
        }
    };
    assert_eq!(code, 4004, "the room stops, and says why");
    let live = ask(process.address, "GET", "/health/live", &[], b"").await;
    assert_eq!(live.status, 200);
}

/// Another program has locked the database: no write fails yet, but none can succeed either.
#[tokio::test]
async fn readiness_fails_soon_after_writes_block() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let browser = Browser::arrive(process.address, "Ana").await;
    let room = browser.room(settings()).await;
    let mut tab = browser.enter(&room).await;
    assert!(is_ready(&process).await);
    let mut other = database(folder.path()).await;
    let holds = sqlx::query("begin immediate");
    holds.execute(&mut other).await.unwrap();
    tab.order(json!({ "type": "name", "name": "Held up" }))
        .await;
    let asked = Instant::now();
    while is_ready(&process).await {
        assert!(asked.elapsed() < Duration::from_secs(2), "still ready");
    }
    assert!(asked.elapsed() < Duration::from_millis(2_500));
    sqlx::query("rollback").execute(&mut other).await.unwrap();
    while !is_ready(&process).await {
        assert!(asked.elapsed() < Duration::from_secs(20), "never again");
    }
}

#[tokio::test]
async fn rooms_survive_a_full_disk() {
    let folder = Folder::new();
    if !Small::is_allowed(folder.path()) {
        // Mounting needs privileges; the other tests of a full disk do not.
        eprintln!("no file system can be mounted here");
        return;
    }
    let (disk, process) = Small::start(folder.path());
    rooms_wait_for(disk, process).await;
}
