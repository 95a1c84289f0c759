//! Writes the Debian package of a release. `package.metadata.deb` in `server/app/Cargo.toml` lists
//! its files, and `server/app/debian` has its scripts and its configuration file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Result, ensure};

use super::{
    PARTS,
    program::{PROFILE, Program},
    toolchain,
};
use crate::{files, root, tools::run};

/// The unit of systemd that people copy by hand.
const UNIT: &str = "docs/examples/systemd/senda.service";
/// The lines of that unit, each with what the package has in its place: the package's own user, and
/// its configuration file.
const CHANGES: [(&str, &str); 6] = [
    (
        "# Senda as a service of systemd. Copy the program to /usr/local/bin and this file to\n\
         # /etc/systemd/system, then `systemctl enable --now senda`.\n",
        "# Senda as a service of systemd. The settings are in /etc/senda/senda.toml.\n",
    ),
    (
        "ExecStart=/usr/local/bin/senda\n",
        "ExecStart=/usr/bin/senda --config /etc/senda/senda.toml\n",
    ),
    (
        "# The database is in /var/lib/senda. Further settings, one to a line:\n\
         Environment=SENDA_DATA=/var/lib/senda\n",
        "",
    ),
    ("# Environment=SENDA_CONFIG=/etc/senda/senda.toml\n", ""),
    (
        "# Environment=SENDA_LISTEN=unix:/run/senda/senda.sock\n",
        "",
    ),
    ("DynamicUser=yes\n", "User=senda\n"),
];

/// Writes the package of a version with a program into a folder, and returns its path.
pub fn write(program: &Program, version: &str, folder: &Path) -> Result<PathBuf> {
    let units = root().join(PARTS).join("debian");
    fs::create_dir_all(&units)?;
    fs::write(units.join("senda.service"), unit(&files::read(UNIT)?)?)?;
    let processor = match program.target.split('-').next() {
        Some("x86_64") => "amd64",
        _ => "arm64",
    };
    let package = folder.join(format!("senda_{version}-1_{processor}.deb"));
    let mut deb = toolchain::cargo_tool("cargo-deb", "3.8.0")?;
    deb.args(["--no-build", "--no-strip", "--quiet"])
        .args(["--manifest-path", "server/app/Cargo.toml"])
        .args(["--profile", PROFILE, "--target", program.target])
        .args(["--deb-version", &debian_version(version)])
        .arg("--output")
        .arg(&package);
    run(&mut deb)?;
    Ok(package)
}

/// Returns the version of a package. Debian puts `1.2.3~rc.1` before `1.2.3`, and `1.2.3-rc.1`
/// after it.
fn debian_version(version: &str) -> String {
    format!("{}-1", version.replacen('-', "~", 1))
}

/// Returns the unit of the package.
fn unit(text: &str) -> Result<String> {
    let mut text = text.to_owned();
    for (from, to) in CHANGES {
        ensure!(text.matches(from).count() == 1, "{UNIT} has no {from}");
        text = text.replace(from, to);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use senda::settings::CommandLine;

    use super::*;
    use crate::release::program::C_LIBRARY;

    #[test]
    fn the_configuration_file_has_only_settings() {
        let command = CommandLine::command();
        let options: Vec<&str> = command
            .get_arguments()
            .filter_map(|argument| argument.get_long())
            .collect();
        let text = files::read("server/app/debian/senda.toml").unwrap();
        let lines = text.lines().map(|line| line.trim_start_matches("# "));
        let keys: Vec<&str> = lines
            .filter_map(|line| Some(line.split_once(" = ")?.0))
            .collect();
        assert!(keys.len() >= 5, "{keys:?}");
        for key in keys {
            assert!(options.contains(&key), "{key}");
        }
    }

    #[test]
    fn the_package_and_the_documentation_name_the_version_of_the_c_library() {
        let (major, minor) = C_LIBRARY;
        let manifest = files::read("server/app/Cargo.toml").unwrap();
        let depends = format!("libc6 (>= {major}.{minor})");
        assert!(manifest.contains(&depends), "{depends}");
        let hosting = files::read("docs/hosting.md").unwrap();
        let words = format!("GNU C library {major}.{minor} or newer");
        assert!(hosting.contains(&words), "{words}");
    }

    #[test]
    fn a_release_candidate_comes_before_its_release() {
        assert_eq!(debian_version("1.2.3"), "1.2.3-1");
        assert_eq!(debian_version("1.2.3-rc.1"), "1.2.3~rc.1-1");
    }

    #[test]
    fn the_service_runs_as_its_own_user_with_the_configuration_file() {
        let unit = unit(&files::read(UNIT).unwrap()).unwrap();
        let lines: Vec<&str> = unit.lines().collect();
        for line in [
            "ExecStart=/usr/bin/senda --config /etc/senda/senda.toml",
            "User=senda",
            "StateDirectory=senda",
            "Type=notify",
        ] {
            assert!(lines.contains(&line), "{line} is missing:\n{unit}");
        }
        assert!(!unit.contains("/usr/local") && !unit.contains("DynamicUser"));
        assert!(!unit.contains("Environment"), "the file would count less");
    }
}
