//! Makes a Debian system in a folder, in which a test installs packages and starts programs.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::tools::{install_package, is_root, which};

/// A Debian system in a folder. It shares the kernel and the network of this machine, and has its
/// own users, packages and files. The folder is deleted at the end.
pub struct RootFolder(PathBuf);

/// Returns the reason for which this machine can't have such systems, if there is one. As root on
/// Debian, it installs what is missing.
pub fn why_not() -> Option<&'static str> {
    const NEEDS: &str = "only root can change the root folder of a program";
    const DEBOOTSTRAP: &str = "debootstrap is missing: `sudo apt-get install debootstrap`";
    if !is_root() {
        return Some(NEEDS);
    }
    let is_there = which("debootstrap").is_some();
    let is_there = is_there || install_package("debootstrap", DEBOOTSTRAP).is_ok();
    (!is_there).then_some(DEBOOTSTRAP)
}

impl RootFolder {
    /// Installs the essential packages of a version of Debian and these further ones.
    pub fn new(folder: PathBuf, suite: &str, packages: &str) -> Result<Self> {
        let system = Self(folder);
        system.remove()?;
        fs::create_dir_all(&system.0)?;
        let mut debootstrap = Command::new("debootstrap");
        debootstrap
            .args(["--variant=minbase", &format!("--include={packages}"), suite])
            .arg(&system.0);
        let output = debootstrap.output().context("debootstrap")?;
        let log = String::from_utf8_lossy(&output.stdout);
        let last: Vec<&str> = log.lines().rev().take(3).collect();
        anyhow::ensure!(output.status.success(), "debootstrap: {}", last.join("; "));
        Ok(system)
    }

    /// Returns the path of a file of the system on this machine.
    pub fn path(&self, path: &str) -> PathBuf {
        self.0.join(path.trim_start_matches('/'))
    }

    /// Returns whether the system has a file or a folder.
    pub fn has(&self, path: &str) -> bool {
        self.path(path).exists()
    }

    /// Returns a command of the system, run by its root. Blanks separate its words.
    pub fn command(&self, words: &str) -> Command {
        self.command_of("root", words)
    }

    /// Returns a command of the system, run by one of its users with the group of the same name.
    pub fn command_of(&self, user: &str, words: &str) -> Command {
        let mut command = Command::new("chroot");
        command.arg(format!("--userspec={user}:{user}"));
        command.arg(&self.0).args(words.split_whitespace());
        command.current_dir("/").env_clear();
        command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    }

    fn remove(&self) -> Result<()> {
        if Path::new(&self.0).exists() {
            fs::remove_dir_all(&self.0).context("the folder of the system")?;
        }
        Ok(())
    }
}

impl Drop for RootFolder {
    fn drop(&mut self) {
        // The next run deletes a folder that can't be deleted now.
        let _ = self.remove();
    }
}
