//! The real program in a process of its own.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, ChildStderr, Command, ExitStatus, Stdio},
};

use crate::database;

/// The real program in a process of its own, which is killed when the test ends.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

/// Removes the variables of the tests, which the server would report as unknown settings.
pub fn without_settings(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"SENDA_") {
            command.env_remove(name);
        }
    }
}

impl Process {
    pub fn start(folder: &Path) -> Self {
        Self::of(Self::command(folder))
    }

    /// Starts a process on an SQLite database in that folder, even if the other tests use
    /// PostgreSQL.
    pub fn start_in_file(folder: &Path) -> Self {
        let mut command = Self::command(folder);
        command.env_remove("SENDA_DATABASE");
        Self::of(command)
    }

    /// Starts a process through another program that replaces itself with the server. Its log can
    /// be read.
    pub fn start_by(mut starter: Command, folder: &Path) -> Self {
        let command = Self::command(folder);
        without_settings(&mut starter);
        starter
            .arg(command.get_program())
            .args(command.get_args())
            .stderr(Stdio::piped());
        Self::of(starter)
    }

    /// Starts a process with that command, and reads the address from its first line of output.
    pub fn of(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .trim()
            .rsplit_once("://")
            .expect("an address")
            .1
            .parse()
            .unwrap();
        Self { child, address }
    }

    pub fn command(folder: &Path) -> Command {
        Self::command_that_logs("warn", folder)
    }

    pub fn command_that_logs(level: &str, folder: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
        command
            .env_clear()
            .args(["--listen", "127.0.0.1:0", "--log", level, "--data"])
            .arg(folder)
            .envs(database::url(folder).map(|url| ("SENDA_DATABASE", url)));
        command
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the stream of the process's log.
    pub fn take_stderr(&mut self) -> ChildStderr {
        self.child.stderr.take().unwrap()
    }

    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits until the process has ended.
    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Sends the process the signal to stop.
    pub fn terminate(&self) {
        self.signal("-TERM");
    }

    pub fn signal(&self, signal: &str) {
        let done = Command::new("kill")
            .args([signal, &self.id().to_string()])
            .status();
        assert!(done.unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // In most tests the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
