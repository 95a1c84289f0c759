//! Runs a server that a test has installed, and plays on it.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    root,
    tools::{beside, run},
};

/// The time that a server has to stop: that of docker-compose.yml and of the unit of systemd.
const GRACE: Duration = Duration::from_secs(20);
/// The file of the report about the games that were played.
const REPORT: &str = "target/dist-parts/games.json";

/// A server in a process of its own, which is killed at the end.
pub struct Service {
    process: Child,
    /// The URL at which it is reached.
    pub url: String,
}

impl Service {
    /// Starts a server, and waits until it prints its address.
    pub fn start(mut command: Command) -> Result<Self> {
        command.stdout(Stdio::piped());
        let process = command.spawn().context("can't start the server")?;
        let mut service = Self {
            process,
            url: String::new(),
        };
        let stdout = service.process.stdout.take().context("its output")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let (_, url) = line
            .trim()
            .rsplit_once(' ')
            .context("the server has stopped before it printed an address")?;
        url.clone_into(&mut service.url);
        Ok(service)
    }

    /// Has a swarm play games on the server until at least one ended. The swarm checks all messages
    /// that it is sent.
    pub fn play(&self) -> Result<()> {
        let report = root().join(REPORT);
        report.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut swarm = Command::new(beside("senda-load")?);
        swarm
            .args(["--url", &self.url, "--json", REPORT])
            .args(["--rooms", "2", "--players", "2", "--think-ms", "250"])
            .args(["--seconds", "5"])
            .current_dir(root());
        run(&mut swarm)?;
        let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(report)?)?;
        let ended = report["totals"]["ended"].as_u64();
        ensure!(ended >= Some(1), "no game was played to its end");
        Ok(())
    }

    /// Stops the server as a service manager does, and fails if that takes too long.
    pub fn stop(mut self) -> Result<()> {
        let id = self.process.id().to_string();
        run(Command::new("kill").args(["-TERM", &id]))?;
        let begin = Instant::now();
        while begin.elapsed() < GRACE {
            if let Some(status) = self.process.try_wait()? {
                ensure!(status.success(), "the server ended with {status}");
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        bail!("the server did not stop within {} s", GRACE.as_secs());
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // The process may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
