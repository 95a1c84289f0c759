//! Runs the image with the restrictions of docker-compose.yml.

use std::{
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
