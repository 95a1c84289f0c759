//! Finds the tools that the tests need in addition to Rust, and installs them on a fresh Debian
//! machine.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

use crate::{effort::Effort, root};

/// The oldest version of Node.js whose test runner and modules suffice for the tests.
const NODE: u32 = 20;
/// The browsers that the tests can use, by the name of Debian's package and program. The headless
/// one halves the time of the tests.
const BROWSERS: [&str; 2] = ["chromium-headless-shell", "chromium"];

/// The browsers of other makers that the deep tests drive: the program, and Debian's package with
/// it. `WebKitGTK`'s browser needs a display, which Xvfb simulates.
const OTHER_BROWSERS: [(&str, &str); 3] = [
    ("firefox-esr", "firefox-esr"),
    ("WebKitWebDriver", "webkit2gtk-driver"),
    ("Xvfb", "xvfb"),
];

/// Returns a command that runs in the root folder of the repository. Blanks separate its words.
pub fn command(words: &str) -> Command {
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().expect("program"));
    command.args(words).current_dir(root());
    command
}

/// Returns the command that runs one of the client's scripts.
pub fn npm(script: &str) -> Command {
    let mut command = command("npm run --silent");
    command.arg(script).current_dir(root().join("web"));
    command
}

/// Returns the command that runs the tests in browsers. The caller names the server's program, and
/// builds the example `prepare`.
pub fn browser_tests(effort: Effort) -> Result<Command> {
    let chromium = chromium().context("Chromium is missing; `cargo xtask test --only tools`")?;
    let mut tests = npm("browser");
    tests
        .envs([effort.environment()])
        .env("SENDA_PREPARE", beside("examples")?.join("prepare"))
        .env("CHROMIUM", chromium);
    Ok(tests)
}

/// Runs a command, with its output passed through.
pub fn run(command: &mut Command) -> Result<()> {
    let program = command.get_program().display().to_string();
    let status = command.status();
    let status = status.with_context(|| format!("can't start {program}"))?;
    let words = command.get_args().map(|word| word.to_string_lossy());
    let words: Vec<_> = words.collect();
    ensure!(
        status.success(),
        "{program} {} ended with {status}",
        words.join(" ")
    );
    Ok(())
}

/// Returns the command that builds programs in the same way as the tests. It includes a test, so
/// that libraries keep the features that tests need and nothing is built twice.
pub fn built(what: &str) -> Command {
    command(&format!(
        "cargo build --workspace --locked {what} --test mutants"
    ))
}

/// Returns the command that runs tests: with cargo-nextest, if it is installed.
pub fn tests() -> &'static str {
    if which("cargo-nextest").is_some() {
        "cargo nextest run"
    } else {
        "cargo test"
    }
}

/// Returns the path of a program in the same folder as this one.
pub fn beside(name: &str) -> Result<PathBuf> {
    Ok(env::current_exe().context("xtask")?.with_file_name(name))
}

/// Ensures that Node.js, Chromium, PostgreSQL, Python, Valgrind and the packages of
/// web/package.json are installed, and for deep tests Firefox and `WebKitGTK`.
pub fn install(effort: Effort) -> Result<()> {
    node()?;
    if effort == Effort::Deep {
        other_browsers()?;
    }
    if chromium().is_none() {
        let needs = "the browser tests need Chromium: `sudo apt-get install chromium-headless-shell`, or name one in \
                     the environment variable CHROMIUM";
        install_package(BROWSERS[0], needs)?;
    }
    if !has_postgres() {
        let needs = "the tests of the store need PostgreSQL: `sudo apt-get install postgresql`, or name the folder of \
                     its programs in the environment variable SENDA_POSTGRES";
        install_postgres(needs)?;
    }
    if which("python3").is_none() {
        let needs = "an example in Python is run: `sudo apt-get install python3`";
        install_package("python3", needs)?;
    }
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) && which("valgrind").is_none() {
        let needs = "instructions are counted with Valgrind: `sudo apt-get install valgrind`";
        install_package("valgrind", needs)?;
    }
    if !installed()? {
        let mut install = command("npm ci");
        install.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        run(install.current_dir(root().join("web")))?;
    }
    Ok(())
}

fn other_browsers() -> Result<()> {
    let needs = "the deep tests need Firefox, WebKitGTK and a display without a screen: \
                 `sudo apt-get install firefox-esr webkit2gtk-driver xvfb`";
    for (program, package) in OTHER_BROWSERS {
        if which(program).is_none() {
            install_package(package, needs)?;
        }
    }
    Ok(())
}

/// Returns the program with that name on the `PATH`.
pub fn which(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// Returns the number of processor cores for the tests; at least one.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the path of the browser: the one that `CHROMIUM` names, or Debian's.
pub fn chromium() -> Option<PathBuf> {
    match env::var_os("CHROMIUM") {
        Some(path) => Some(path.into()).filter(|path: &PathBuf| path.is_file()),
        None => BROWSERS.into_iter().find_map(which),
    }
}

fn node() -> Result<()> {
    let needs = format!(
        "the tests of the client need Node.js {NODE} or newer with npm: https://nodejs.org/en/download"
    );
    let Ok(output) = Command::new("node").arg("--version").output() else {
        bail!("{needs}");
    };
    let version = String::from_utf8_lossy(&output.stdout);
    let major = version.trim_start_matches('v').split('.').next();
    let major = major.and_then(|major| major.parse::<u32>().ok());
    ensure!(major.is_some_and(|major| major >= NODE), "{needs}");
    ensure!(which("npm").is_some(), "{needs}");
    Ok(())
}

/// Returns whether `senda-postgres` can find the programs of PostgreSQL.
fn has_postgres() -> bool {
    let versions = Path::new("/usr/lib/postgresql").read_dir();
    let mut versions = versions.into_iter().flatten().flatten();
    env::var_os("SENDA_POSTGRES").is_some()
        || versions.any(|version| version.path().join("bin/initdb").is_file())
}

/// Installs the programs of PostgreSQL. Without the setting, Debian's package would also create a
/// database cluster and start it.
fn install_postgres(needs: &'static str) -> Result<()> {
    let settings = Path::new("/etc/postgresql-common/createcluster.d");
    if is_root() {
        fs::create_dir_all(settings).context(needs)?;
        let none = settings.join("no-main-cluster.conf");
        fs::write(none, "create_main_cluster = false\n").context(needs)?;
    }
    install_package("postgresql", needs)
}

/// Returns whether the user is root.
pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Installs a package of Debian, if the user is root and apt-get exists.
pub fn install_package(package: &str, needs: &'static str) -> Result<()> {
    if !is_root() || which("apt-get").is_none() {
        bail!("{needs}");
    }
    run(&mut command("apt-get update --quiet=2")).context(needs)?;
    run(command("apt-get install --quiet=2 --yes").arg(package)).context(needs)
}

/// Returns whether `node_modules` matches the lock file; npm keeps a copy of the lock file there.
fn installed() -> Result<bool> {
    let read = |path: &Path| -> Result<serde_json::Value> {
        let text = fs::read_to_string(path).context("package-lock.json")?;
        Ok(serde_json::from_str(&text)?)
    };
    let web = root().join("web");
    let Ok(there) = read(&web.join("node_modules/.package-lock.json")) else {
        return Ok(false);
    };
    let wanted = read(&web.join("package-lock.json"))?;
    let packages = there["packages"].as_object().context("packages")?;
    Ok(packages
        .iter()
        .all(|(name, package)| wanted["packages"][name]["version"] == package["version"])
        && wanted["packages"].as_object().is_some_and(|all| {
            all.iter().all(|(name, package)| {
                name.is_empty() || package["optional"] == true || packages.contains_key(name)
            })
        }))
}
