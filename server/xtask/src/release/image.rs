//! Tests the image: builds the Dockerfile, and runs its result as docker-compose.yml does. There is
//! no container engine on most machines of developers, so buildah builds, and the kernel's own
//! namespaces restrict the server.

mod build;
mod running;

use std::{
    fs::{self, File},
    os::unix::fs::chown,
    path::{Path, PathBuf},
    process::Stdio,
    time::Instant,
};

use anyhow::{Context, Result, ensure};

use self::{
    build::Image,
    running::{Container, write_program},
};
use super::{manifests, output, root_folder};
use crate::{
    effort::Effort,
    root,
    tools::{browser_tests, built, install_package, run, which},
};

/// The maximum size of the image in bytes.
const MAX_BYTES: u64 = 30_000_000;
/// The database of an earlier release.
const OLDER: &str = "server/app/tests/fixtures/2026-11/senda.sqlite";
/// The user that the image names, and one that an operator chooses with `--user`.
const USER: u32 = 65_532;
const OTHER_USER: u32 = 1_000;

/// Tests the image, if this machine can build it.
pub fn test() -> Result<()> {
    const BUILDAH: &str = "buildah is missing: `sudo apt-get install buildah`";
    let reason = root_folder::why_not().or_else(|| {
        let is_there = which("buildah").is_some() || install_package("buildah", BUILDAH).is_ok();
        (!is_there).then_some(BUILDAH)
    });
    manifests::check()?;
    if let Some(reason) = reason {
        println!("the image is not tested: {reason}");
        return Ok(());
    }
    run(&mut built("--bin senda-load --example prepare"))?;
    let image = timed("the image is built", Image::build)?;
    has_only_the_program(&image)?;
    says_how_it_runs(&image)?;
    plays_and_moves_to_another_volume(&image)?;
    timed("two browsers play through a proxy with TLS", || {
        plays_behind_a_proxy(&image)
    })?;
    timed("an older database is updated", || {
        updates_an_older_database(&image)
    })?;
    timed("the server runs as other users", || {
        runs_as_any_user(&image)
    })
}

/// Prints how long a step took that a newcomer would take as well.
fn timed<T>(step: &str, run: impl FnOnce() -> Result<T>) -> Result<T> {
    let begin = Instant::now();
    let result = run()?;
    println!("{:>8.1} s: {step}", begin.elapsed().as_secs_f64());
    Ok(result)
}

/// Lists the files of the image, and checks that there is little beside the program.
fn has_only_the_program(image: &Image) -> Result<()> {
    let mut bytes = 0;
    for path in files_below(image.root())? {
        let size = fs::symlink_metadata(&path)?.len();
        bytes += size;
        println!("{size:>10} /{}", path.strip_prefix(image.root())?.display());
        let name = path.file_name().unwrap_or_default();
        let is_shell = ["sh", "bash", "dash", "busybox"]
            .iter()
            .any(|shell| name == *shell);
        ensure!(!is_shell, "the image has a shell: {}", path.display());
    }
    println!("{bytes:>10} in total");
    ensure!(bytes <= MAX_BYTES, "the image has {bytes} bytes");
    Ok(())
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() && !path.is_symlink() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Checks what the image tells an engine.
fn says_how_it_runs(image: &Image) -> Result<()> {
    let config = image.config()?;
    for (key, expected) in [
        ("User", "\"65532:65532\""),
        ("Entrypoint", "[\"/senda\"]"),
        ("StopSignal", "\"SIGTERM\""),
        ("Volumes", "{\"/data\":{}}"),
        ("ExposedPorts", "{\"8080/tcp\":{}}"),
    ] {
        let found = config[key].to_string();
        ensure!(found == expected, "{key} of the image is {found}");
    }
    let check = config["Healthcheck"]["Test"].to_string();
    ensure!(check == "[\"CMD\",\"/senda\",\"healthcheck\"]", "{check}");
    Ok(())
}

/// Plays games in a new volume, backs it up while the server runs, and restores it into another
/// volume.
fn plays_and_moves_to_another_volume(image: &Image) -> Result<()> {
    let volume = image.volume("data")?;
    let container = Container::of(image, &volume, USER);
    let service = timed("the server starts", || container.start())?;
    timed("games are played", || service.play())?;
    run(&mut container.command(&["healthcheck"], &service.url))?;
    let copy = image.folder().join("copy");
    let mut backup = container.command(&["backup", "-"], &service.url);
    timed("a backup is made", || {
        run(backup.stdout(File::create(&copy)?))
    })?;
    timed("the server stops", || service.stop())?;
    let mut unhealthy = container.command(&["healthcheck"], "http://127.0.0.1:9");
    let unhealthy = unhealthy.stderr(Stdio::null()).status()?;
    ensure!(!unhealthy.success(), "a stopped server is healthy");

    let other = image.volume("other")?;
    let container = Container::of(image, &other, USER);
    let mut restore = container.command(&["restore", "-"], "");
    let printed = timed("the backup is restored into a new volume", || {
        output(restore.stdin(File::open(&copy)?))
    })?;
    let rooms = printed.split_whitespace().nth(1).context("a number")?;
    ensure!(rooms != "0", "no room was restored: {printed}");
    let service = container.start()?;
    service.play()?;
    service.stop()
}

/// Has two browsers play behind Caddy, with the configuration in docs/hosting.md.
fn plays_behind_a_proxy(image: &Image) -> Result<()> {
    if which("caddy").is_none() {
        install_package("caddy", "caddy is missing: `sudo apt-get install caddy`")?;
    }
    let mut browsers = browser_tests(Effort::Deep)?;
    browsers.args(["--", "recipes.test.js", "--grep", "through caddy, over"]);
    run(browsers.env("SENDA_PROGRAM", write_program(image, USER)?))
}

/// Starts the server on the database of an earlier release, goes back to the copy that it made
/// before the update, and starts again.
fn updates_an_older_database(image: &Image) -> Result<()> {
    let volume = image.foreign_folder("older", USER)?;
    let database = volume.join("senda.sqlite");
    fs::copy(root().join(OLDER), &database).context(OLDER)?;
    chown(&database, Some(USER), Some(USER))?;
    let container = Container::of(image, &volume, USER);
    container.start()?.stop()?;
    let names = fs::read_dir(&volume)?.map(|entry| Ok(entry?.file_name().into_string()));
    let names: Result<Vec<_>> = names.collect();
    let copies = names?.into_iter().flatten();
    let mut copies = copies.filter(|name| name.starts_with("before-update-"));
    let copy = copies
        .next()
        .context("no copy was made before the update")?;
    let copy = format!("/data/{copy}");
    run(&mut container.command(&["restore", &copy, "--replace"], ""))?;
    container.start()?.stop()
}

/// Starts the server as another user, with a new volume, with a folder of that user, and with one
/// that belongs to a different user.
fn runs_as_any_user(image: &Image) -> Result<()> {
    let new = image.volume("new")?;
    Container::of(image, &new, OTHER_USER).start()?.stop()?;
    let own = image.foreign_folder("own", OTHER_USER)?;
    Container::of(image, &own, OTHER_USER).start()?.stop()?;
    let foreign = image.foreign_folder("foreign", OTHER_USER)?;
    let container = Container::of(image, &foreign, USER);
    let refused = container.command(&[], "http://127.0.0.1:0").output()?;
    let sentence = String::from_utf8_lossy(&refused.stderr);
    ensure!(
        !refused.status.success(),
        "the server runs without its data"
    );
    ensure!(
        sentence.contains("can't be used") && sentence.contains("65532"),
        "the sentence does not say whose folder it must be: {sentence}"
    );
    Ok(())
}
