//! Builds the image with buildah, which needs no engine.

use std::{
    fs,
    os::unix::fs::{PermissionsExt, chown},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use serde_json::Value;

use super::super::{empty, output, root_folder::RootFolder};
use crate::{
    root,
    tools::{command, run},
};

/// The folder of the test.
const FOLDER: &str = "target/image-test";
/// The folder of the program's build, which later builds of the image use again.
const BUILD: &str = "target/image-build";
/// The names of the images that the test makes.
const BASE: &str = "localhost/senda-test-base";
const NAME: &str = "localhost/senda-test";
/// The path of the compiler in the base.
const COMPILER: &str = "/usr/local/rust";

/// The image, with its files in a folder of this machine.
pub struct Image {
    folder: PathBuf,
    container: String,
    root: PathBuf,
}

/// Returns a command of buildah. Its storage needs nothing from the kernel.
fn buildah(words: &str) -> Command {
    let mut buildah = command(&format!("buildah {words}"));
    buildah.env("STORAGE_DRIVER", "vfs");
    buildah
}

impl Image {
    /// Builds the Dockerfile unchanged, on a stand-in for its base: Debian's packages, and the
    /// compiler of this machine.
    pub fn build() -> Result<Self> {
        let folder = empty(FOLDER)?;
        make_base(&folder)?;
        let commit = output(&mut command("git rev-parse --short=12 HEAD"))?;
        let work = root().canonicalize()?.join(BUILD);
        fs::create_dir_all(&work)?;
        let libraries = libraries()?;
        let mut build = buildah("bud --isolation chroot --format docker --layers=false");
        build
            .args(["--from", BASE, "--tag", NAME])
            .arg(format!("--build-arg=GIT_COMMIT={}", commit.trim()))
            .arg(format!("--volume={}:/senda/target", work.display()))
            .arg(format!(
                "--volume={}:/usr/local/cargo/registry",
                libraries.display()
            ))
            .arg(".");
        run(&mut build)?;
        let container = output(&mut buildah(&format!("from {NAME}")))?;
        let container = container.trim().to_owned();
        let path = output(&mut buildah(&format!("mount {container}")))?;
        let root = PathBuf::from(path.trim());
        // An engine creates the folder of a tmpfs that the image doesn't have.
        fs::create_dir_all(root.join("tmp"))?;
        Ok(Self {
            folder,
            container,
            root,
        })
    }

    /// Returns the folder of the test.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the folder with the files of the image.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns what the image tells an engine about how it is run.
    pub fn config(&self) -> Result<Value> {
        let config = output(&mut buildah(&format!("inspect {}", self.container)))?;
        let config: Value = serde_json::from_str(&config)?;
        Ok(config["Docker"]["config"].clone())
    }

    /// Returns a new volume, with the owner and the permissions that an engine copies
    /// from the image.
    pub fn volume(&self, name: &str) -> Result<PathBuf> {
        let folder = self.folder.join(name);
        fs::create_dir(&folder)?;
        let copied = fs::metadata(self.root.join("data"))?.permissions();
        fs::set_permissions(&folder, copied)?;
        Ok(folder)
    }

    /// Returns a new folder that belongs to a user, and is closed to others.
    pub fn foreign_folder(&self, name: &str, user: u32) -> Result<PathBuf> {
        let folder = self.folder.join(name);
        fs::create_dir(&folder)?;
        chown(&folder, Some(user), Some(user))?;
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        Ok(folder)
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        // The next test makes images of the same names.
        let _ = buildah(&format!("rm {}", self.container)).output();
        let _ = buildah(&format!("rmi --force {NAME} {BASE}")).output();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Makes the stand-in for the base of the Dockerfile.
fn make_base(folder: &Path) -> Result<()> {
    let packages = "gcc,libc6-dev,ca-certificates";
    let system = RootFolder::new(folder.join("base"), "bookworm", packages)?;
    let compiler = output(&mut command("rustc --print sysroot"))?;
    let mut copy = Command::new("cp");
    copy.args(["--recursive", compiler.trim()]);
    run(copy.arg(system.path(COMPILER)))?;
    let container = output(&mut buildah("from scratch"))?;
    let container = container.trim();
    let mut add = buildah(&format!("add --quiet {container}"));
    run(add.arg(system.path("/")).arg("/"))?;
    let path = format!("PATH={COMPILER}/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    run(&mut buildah(&format!(
        "config --env {path} --env CARGO_HOME=/usr/local/cargo {container}"
    )))?;
    run(&mut buildah(&format!(
        "commit --rm --quiet {container} {BASE}"
    )))
}

/// Returns the folder of the libraries' sources that this machine has.
fn libraries() -> Result<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let registry = home.context("CARGO_HOME")?.join("registry");
    fs::create_dir_all(&registry)?;
    Ok(registry)
}
