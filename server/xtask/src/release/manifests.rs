//! Checks the files with which container engines run the image.

use std::process::Command;

use anyhow::{Context, Result};

use super::output;
use crate::{
    root,
    tools::{install_package, run, which},
};

/// The compose files.
const COMPOSE: [&str; 3] = [
    "docker-compose.yml",
    "docs/examples/postgres/docker-compose.yml",
    "docs/examples/several-servers/compose.yml",
];
/// The files for Kubernetes.
const KUBERNETES: [&str; 2] = [
    "docs/examples/kubernetes/senda.yaml",
    "docs/examples/kubernetes/several.yaml",
];
/// The program that checks those, and knows the schemas of all versions of Kubernetes.
const VALIDATE: &str = "kubernetes-validate";

/// Checks all files. A program that is missing is installed, where that is possible.
pub fn check() -> Result<()> {
    compose_files_are_understood()?;
    kubernetes_files_follow_the_schema()
}

/// Checks the compose files with the oldest programs that must understand them, and the schema that
/// docker-compose has inside.
fn compose_files_are_understood() -> Result<()> {
    for (program, before, after) in [
        ("docker-compose", "", "config --quiet"),
        ("podman-compose", "--dry-run", "up --detach"),
    ] {
        if which(program).is_none() && install_package(program, "").is_err() {
            println!("the compose files are not checked by {program}: it is missing");
            continue;
        }
        for file in COMPOSE {
            let path = root().join(file);
            let mut config = Command::new(program);
            config.args(before.split_whitespace()).arg("-f").arg(&path);
            config.args(after.split_whitespace());
            // The variables that the files require.
            for variable in ["POSTGRES_PASSWORD", "SENDA_CLUSTER_KEY", "SENDA_HOST"] {
                config.env(variable, "example");
            }
            output(&mut config).with_context(|| format!("{program} does not accept {file}"))?;
        }
    }
    Ok(())
}

/// Checks the files for Kubernetes by the schema of its newest version. Unknown fields are errors.
fn kubernetes_files_follow_the_schema() -> Result<()> {
    let folder = root().join("target").join(VALIDATE);
    let program = folder.join("bin").join(VALIDATE);
    if !program.exists() {
        let mut venv = Command::new("python3");
        let made = output(venv.args(["-m", "venv"]).arg(&folder));
        let mut pip = Command::new(folder.join("bin/pip"));
        let installed = made.and_then(|_| output(pip.args(["install", "--quiet", VALIDATE])));
        if let Err(error) = installed {
            println!("the files for Kubernetes are not checked: {error}");
            return Ok(());
        }
    }
    let mut validate = Command::new(program);
    run(validate
        .arg("--strict")
        .args(KUBERNETES.map(|file| root().join(file))))
}
