//! Runs the image with the restrictions of docker-compose.yml.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Result;

use super::{super::service::Service, build::Image};

/// The steps before the program starts, in namespaces of their own: the files of the image are
/// read-only, the volume is at `/data`, and `/tmp` is in memory. The program has no capabilities,
/// since it runs as a user other than root and may gain no privileges. `$1` is the folder of the
/// image, `$2` the volume and `$3` the user.
const STEPS: &str = "mount --bind \"$1\" \"$1\" \
    && mount --options remount,bind,ro \"$1\" \
    && mount --bind \"$2\" \"$1/data\" \
    && mount --types tmpfs tmpfs \"$1/tmp\" \
    && image=$1 user=$3 && shift 3 \
    && exec setpriv --no-new-privs \
       chroot --userspec=\"$user:$user\" --groups= \"$image\" \"$@\"";

/// A script that takes the arguments of the servers of browser tests: `--listen ADDRESS`, then
/// `--data FOLDER`, then any others. The folder becomes the volume.
const SCRIPT: &str = "#!/bin/sh\n\
    set -e\n\
    listen=$2 volume=$4\n\
    shift 4\n\
    chown \"$user:$user\" \"$volume\"\n\
    exec env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin \\\n\
      unshare --mount sh -c \"$steps\" sh \"$image\" \"$volume\" \"$user\" \\\n\
      /senda --listen \"$listen\" --data /data \"$@\"\n";

/// An image with a volume and a user.
pub struct Container {
    root: PathBuf,
    volume: PathBuf,
    user: u32,
}

impl Container {
    /// Returns a container that has not been started.
    pub fn of(image: &Image, volume: &Path, user: u32) -> Self {
        Self {
            root: image.root().to_owned(),
            volume: volume.to_owned(),
            user,
        }
    }

    /// Starts the server on a free port of this machine.
    pub fn start(&self) -> Result<Service> {
        Service::start(self.command(&[], "http://127.0.0.1:0"))
    }

    /// Returns a command of the program in the container, for the server at that URL.
    pub fn command(&self, words: &[&str], url: &str) -> Command {
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", STEPS, "sh"]);
        command.arg(&self.root).arg(&self.volume);
        command.arg(self.user.to_string()).arg("/senda").args(words);
        command
            .env_clear()
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        let listen = url.strip_prefix("http://").unwrap_or("0.0.0.0:8080");
        command
            .env("SENDA_LISTEN", listen)
            .env("SENDA_DATA", "/data");
        command
    }
}

/// Writes a program for the browser tests that runs the image as that user.
pub fn write_program(image: &Image, user: u32) -> Result<PathBuf> {
    let path = image.folder().join("senda");
    let (head, rest) = SCRIPT.split_once('\n').expect("two lines");
    let image = image.root().display();
    let values = format!("image='{image}'\nuser={user}\nsteps='{STEPS}'\n");
    fs::write(&path, format!("{head}\n{values}{rest}"))?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    Ok(path)
}
