//! Tests the Debian package: installs, upgrades, removes and purges it in a Debian system in a
//! folder. There is no systemd, so the test starts the server itself, as the unit does.

use std::{fs, process::Command};

use anyhow::{Context, Result, ensure};

use super::{
    debian, empty, manual, output,
    program::{self, Program},
    root_folder::{self, RootFolder},
    service::Service,
    version,
};
use crate::tools::{built, run};

/// The oldest Debian whose C library suffices for the program.
const SUITE: &str = "bullseye";
/// The configuration file, and the folder of the data.
const CONFIG: &str = "/etc/senda/senda.toml";
const DATA: &str = "/var/lib/senda";
/// A setting of the operator, which an upgrade may not lose.
const OWN_SETTING: &str = "rooms-per-hour = 17\n";

/// Tests the package, if this machine can.
pub fn test() -> Result<()> {
    let reason = root_folder::why_not();
    let Some((target, reason)) = program::of_this_machine().map(|target| (target, reason)) else {
        println!("the package is not tested: none is built for this kind of machine");
        return Ok(());
    };
    if let Some(reason) = reason {
        println!("the package is not tested: {reason}");
        return Ok(());
    }
    run(&mut built("--bin senda-load"))?;
    manual()?;
    let program = Program::build(target, &version()?)?;
    let folder = empty("target/dist-test")?;
    let older = debian::write(&program, "0.0.1", &folder)?;
    let newer = debian::write(&program, &version()?, &folder)?;
    let system = RootFolder::new(folder.join("root"), SUITE, "adduser")?;
    for (package, name) in [(older, "older.deb"), (newer, "newer.deb")] {
        fs::copy(package, system.path(name))?;
    }
    install(&system)?;
    let rooms = serve(&system)?;
    upgrade(&system, rooms)?;
    remove(&system)
}

/// Installs the package and checks its files.
fn install(system: &RootFolder) -> Result<()> {
    run(&mut system.command("dpkg --install older.deb"))?;
    for path in [
        "/usr/bin/senda",
        "/usr/share/man/man1/senda.1.gz",
        "/usr/share/man/man1/senda-backup.1.gz",
        "/usr/share/bash-completion/completions/senda",
        "/usr/share/zsh/vendor-completions/_senda",
        "/usr/share/fish/vendor_completions.d/senda.fish",
        "/usr/share/doc/senda/copyright",
        "/usr/share/doc/senda/THIRD-PARTY-LICENCES.txt",
        CONFIG,
        DATA,
    ] {
        ensure!(system.has(path), "{path} is missing");
    }
    let files = output(&mut system.command("dpkg --listfiles senda"))?;
    let is_unit = |line: &str| line.ends_with("lib/systemd/system/senda.service");
    ensure!(files.lines().any(is_unit), "the unit is missing: {files}");
    let status = output(&mut system.command("dpkg --status senda"))?;
    let conf_files = status.split("Conffiles:\n").nth(1).unwrap_or_default();
    ensure!(conf_files.contains(CONFIG), "an upgrade may lose {CONFIG}");
    let owner = output(&mut system.command(&format!("stat --format=%U:%a {DATA}")))?;
    ensure!(owner.trim() == "senda:700", "{DATA} belongs to {owner}");
    let printed = output(&mut system.command("senda --version"))?;
    let expected = format!("senda {} (", version()?);
    ensure!(printed.starts_with(&expected), "--version: {printed}");
    let check = format!("senda config --check --config {CONFIG}");
    run(&mut system.command(&check))?;
    every_setting_in_the_file_is_valid(system)
}

/// Checks the configuration file with the settings that it only suggests.
fn every_setting_in_the_file_is_valid(system: &RootFolder) -> Result<()> {
    let text = fs::read_to_string(system.path(CONFIG))?;
    let lines = text.lines().map(|line| match line.strip_prefix("# ") {
        Some(setting) if setting.contains(" = ") => setting,
        _ => line,
    });
    let lines: Vec<&str> = lines.collect();
    fs::write(system.path("/tmp/all.toml"), lines.join("\n"))?;
    run(&mut system.command("senda config --check --config /tmp/all.toml"))?;
    let settings = output(&mut system.command("senda config --config /tmp/all.toml"))?;
    let set = settings.matches("# configuration file").count();
    ensure!(set >= 5, "only {set} of the settings were found");
    Ok(())
}

/// Returns the server's command as the package's user, on a free port of this machine.
fn server(system: &RootFolder) -> Command {
    let words = format!("/usr/bin/senda --config {CONFIG} --listen 127.0.0.1:0");
    system.command_of("senda", &words)
}

/// Starts the server and has games played on it. Returns the number of rooms that it has stored.
fn serve(system: &RootFolder) -> Result<usize> {
    let service = Service::start(server(system))?;
    service.play()?;
    service.stop()?;
    let rooms = rooms(system)?;
    ensure!(rooms >= 1, "no room was stored");
    Ok(rooms)
}

/// Returns the number of rooms in the data, by copying them with the program's own commands.
fn rooms(system: &RootFolder) -> Result<usize> {
    let copy = system.path("/tmp/copy");
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    fs::create_dir(&copy)?;
    let backup = format!("senda backup /tmp/copy/rooms --config {CONFIG}");
    run(&mut system.command(&backup))?;
    let restore = "senda restore /tmp/copy/rooms --data /tmp/copy/data";
    let printed = output(&mut system.command(restore))?;
    let number = printed.split_whitespace().nth(1);
    number
        .and_then(|number| number.parse().ok())
        .with_context(|| format!("no number of rooms: {printed}"))
}

/// Upgrades the package, and checks that the data and the settings of the operator are still there.
fn upgrade(system: &RootFolder, rooms_before: usize) -> Result<()> {
    let config = system.path(CONFIG);
    let text = fs::read_to_string(&config)? + OWN_SETTING;
    fs::write(&config, &text)?;
    run(&mut system.command("dpkg --install newer.deb"))?;
    let status = output(&mut system.command("dpkg-query --show senda"))?;
    ensure!(status.contains(&version()?), "not upgraded: {status}");
    ensure!(
        fs::read_to_string(&config)? == text,
        "the upgrade changed {CONFIG}"
    );
    let rooms = rooms(system)?;
    ensure!(rooms == rooms_before, "the upgrade lost rooms");
    Service::start(server(system))?.stop()
}

/// Removes the package, which leaves the data and the settings, and purges it, which deletes them.
fn remove(system: &RootFolder) -> Result<()> {
    run(&mut system.command("dpkg --remove senda"))?;
    ensure!(!system.has("/usr/bin/senda"), "the program is still there");
    let database = format!("{DATA}/senda.sqlite");
    for path in [CONFIG, &database] {
        ensure!(system.has(path), "removing the package deleted {path}");
    }
    run(&mut system.command("dpkg --purge senda"))?;
    for path in [CONFIG, "/etc/senda", DATA] {
        ensure!(!system.has(path), "{path} is left of the purged package");
    }
    Ok(())
}
