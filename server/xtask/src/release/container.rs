//! Tests of the container that need no container engine: the build's steps refer to existing files,
//! and the image has no root user, no shell and no more rights than it needs.

use std::path::Path;

use super::program::PROFILE;
use crate::{files, root};

/// Returns the instructions of the Dockerfile, with continued lines joined.
fn instructions() -> Vec<(String, String)> {
    let text = files::read("Dockerfile").unwrap();
    let uncommented: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .collect();
    uncommented
        .join("\n")
        .replace("\\\n", " ")
        .lines()
        .filter_map(|line| line.trim().split_once(' '))
        .map(|(name, rest)| (name.to_owned(), rest.trim().to_owned()))
        .collect()
}

/// Returns the instructions of the last stage.
fn last_stage() -> Vec<(String, String)> {
    let all = instructions();
    let from = all.iter().rposition(|(name, _)| name == "FROM").unwrap();
    all[from..].to_vec()
}

/// Returns the arguments of an instruction of the last stage.
fn last(name: &str) -> String {
    let stage = last_stage();
    let (_, rest) = stage.iter().rfind(|(each, _)| each == name).unwrap();
    rest.clone()
}

/// Returns the files and folders of the repository that the build copies.
fn copied() -> Vec<String> {
    let own = |(name, rest): &(String, String)| name == "COPY" && !rest.starts_with("--from");
    let copies = instructions().into_iter().filter(own);
    let sources = copies.flat_map(|(_, rest)| {
        let mut words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
        words.pop();
        words
    });
    sources.collect()
}

/// Returns whether a file of the repository is sent to the engine. It supports the rules that the
/// repository's .dockerignore uses: `*`, and exceptions from it.
fn is_sent(path: &str) -> bool {
    let ignore = files::read(".dockerignore").unwrap();
    let rules = ignore.lines().filter(|line| !line.starts_with('#'));
    let mut rules = rules.filter(|line| !line.is_empty());
    assert_eq!(rules.next(), Some("*"), "everything is left out at first");
    rules.any(|rule| {
        let kept = rule.strip_prefix('!').unwrap();
        Path::new(path).starts_with(kept)
    })
}

#[test]
fn copied_files_exist_and_are_sent_to_the_engine() {
    let copied = copied();
    assert!(!copied.is_empty());
    for source in copied {
        assert!(root().join(&source).exists(), "{source} does not exist");
        assert!(is_sent(&source), "{source} is left out by .dockerignore");
    }
}

#[test]
fn copies_all_files_that_the_build_reads() {
    let copied = copied();
    let manifest: toml::Table = toml::from_str(&files::read("Cargo.toml").unwrap()).unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    let members = members.iter().map(|member| member.as_str().unwrap());
    // Cargo reads every member's manifest; the program embeds the last three.
    for path in members.chain(["Cargo.lock", "docs", "migrations", "web/client"]) {
        let is_copied = copied.iter().any(|copy| Path::new(path).starts_with(copy));
        assert!(is_copied, "{path} is not copied");
    }
}

#[test]
fn sends_no_private_files_to_the_engine() {
    for path in [".git", "data", "target", "web/node_modules", "web/tests"] {
        assert!(!is_sent(path), "{path}");
    }
}

#[test]
fn the_build_creates_the_program_that_is_copied() {
    let runs: Vec<String> = instructions()
        .into_iter()
        .filter(|(name, rest)| name == "RUN" && rest.contains("cargo build"))
        .map(|(_, rest)| rest)
        .collect();
    let [run] = &runs[..] else {
        panic!("one instruction builds");
    };
    let profile = format!("--profile {PROFILE}");
    for words in [&*profile, "--locked", "--package senda", "--bin senda"] {
        assert!(run.contains(words), "{words}");
    }
    let manifest: toml::Table =
        toml::from_str(&files::read("server/app/Cargo.toml").unwrap()).unwrap();
    assert_eq!(manifest["package"]["name"].as_str(), Some("senda"));
    assert!(root().join("server/app/src/main.rs").exists());
    assert!(run.contains(&format!("cp target/{PROFILE}/senda /image/senda")));
    assert!(run.contains("$(ldd /image/senda"), "with its libraries");
    let copies: Vec<String> = last_stage()
        .into_iter()
        .filter(|(name, _)| name == "COPY")
        .map(|(_, rest)| rest)
        .collect();
    assert!(copies.contains(&"--from=build /image /".to_owned()));
}

#[test]
fn the_compiler_has_the_version_of_the_workspace() {
    let manifest: toml::Table = toml::from_str(&files::read("Cargo.toml").unwrap()).unwrap();
    let version = manifest["workspace"]["package"]["rust-version"].clone();
    let version = version.as_str().unwrap();
    let (_, from) = instructions().swap_remove(0);
    assert!(from.starts_with(&format!("rust:{version}-")), "{from}");
}

#[test]
fn the_last_stage_has_no_root_and_needs_no_shell() {
    let (_, base) = last_stage().swap_remove(0);
    assert_eq!(base, "scratch");
    assert_eq!(last("USER"), "65532:65532");
    assert!(last_stage().iter().all(|(name, _)| name != "RUN"));
    assert_eq!(last("ENTRYPOINT"), r#"["/senda"]"#);
    assert!(last("HEALTHCHECK").ends_with(r#"CMD ["/senda", "healthcheck"]"#));
}

#[test]
fn the_rooms_are_kept_in_a_volume_that_the_program_may_write() {
    assert_eq!(last("VOLUME"), r#"["/data"]"#);
    assert_eq!(last("EXPOSE"), "8080");
    assert_eq!(last("ENV"), "SENDA_LISTEN=0.0.0.0:8080 SENDA_DATA=/data");
    let build = instructions()
        .into_iter()
        .find(|(_, rest)| rest.contains("cargo build"));
    let (_, build) = build.unwrap();
    assert!(
        build.contains("mkdir --mode=777 /image/data"),
        "for any --user"
    );
}

/// Verifies compatibility with Debian 12, which has Docker 20.10 and docker-compose 1.29. Those
/// support neither `BuildKit`'s extensions of the format nor the newer keys.
#[test]
fn old_engines_understand_the_files() {
    let dockerfile = files::read("Dockerfile").unwrap();
    assert!(!dockerfile.contains("syntax="));
    for (name, rest) in instructions() {
        for option in ["--mount", "--chmod", "--link", "<<"] {
            assert!(!rest.contains(option), "{name} {rest}");
        }
    }
    for path in COMPOSE_FILES {
        let text = files::read(path).unwrap();
        for key in [
            "required:",
            "include:",
            "name:",
            "develop:",
            "!override",
            "!reset",
        ] {
            let lines = text.lines().map(str::trim_start);
            let keys = lines.filter(|line| !line.starts_with('#'));
            assert_eq!(
                keys.filter(|line| line.starts_with(key)).count(),
                0,
                "{path}: {key}"
            );
        }
    }
}

/// The paths of all compose files.
const COMPOSE_FILES: [&str; 3] = [
    COMPOSE,
    POSTGRES,
    "docs/examples/several-servers/compose.yml",
];
/// The compose file with the data folder in a volume.
const COMPOSE: &str = "docker-compose.yml";
/// The compose file with a PostgreSQL server.
const POSTGRES: &str = "docs/examples/postgres/docker-compose.yml";

/// Returns the lines of a file's services, without trailing blanks.
fn services(path: &str) -> Vec<String> {
    let text = files::read(path).unwrap();
    let lines = text.lines().skip_while(|line| *line != "services:").skip(1);
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with(' '));
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// Returns the names of the services in a file.
fn names(path: &str) -> Vec<String> {
    let names = services(path).into_iter().filter_map(|line| {
        let name = line.strip_prefix("  ")?.strip_suffix(':')?;
        (!name.starts_with([' ', '#'])).then(|| name.to_owned())
    });
    names.collect()
}

/// Returns the lines of one service in a file.
fn service(path: &str, name: &str) -> Vec<String> {
    let head = format!("  {name}:");
    let lines = services(path).into_iter().skip_while(|line| *line != head);
    let lines = lines.skip(1);
    lines
        .take_while(|line| line.is_empty() || line.starts_with("   "))
        .collect()
}

/// Returns the values of a key of a service, which has a list or a single value.
fn under(path: &str, name: &str, key: &str) -> Vec<String> {
    let service = service(path, name);
    let head = format!("    {key}:");
    let at = service.iter().position(|line| line.starts_with(&head));
    let at = at.unwrap_or_else(|| panic!("{key} is missing"));
    let value = service[at][head.len()..].trim();
    if !value.is_empty() {
        return vec![value.to_owned()];
    }
    let lines = service[at + 1..].iter().map(|line| line.trim_start());
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines
        .map_while(|line| line.strip_prefix("- "))
        .map(|item| item.trim_matches('"').to_owned())
        .collect()
}

#[test]
fn the_service_has_no_more_rights_than_it_needs() {
    assert_eq!(names(COMPOSE), ["senda"]);
    for path in [COMPOSE, POSTGRES] {
        let under = |key| under(path, "senda", key);
        assert_eq!(under("read_only"), ["true"]);
        assert_eq!(under("cap_drop"), ["ALL"]);
        assert_eq!(under("security_opt"), ["no-new-privileges:true"]);
        assert_eq!(under("tmpfs"), ["/tmp"]);
        assert_eq!(under("restart"), ["unless-stopped"]);
        assert_eq!(under("ports"), ["127.0.0.1:8080:8080"], "for a proxy");
        assert!(
            services(path)
                .iter()
                .all(|line| !line.contains("privileged:"))
        );
    }
}

#[test]
fn the_service_keeps_the_rooms_in_a_named_volume() {
    assert_eq!(under(COMPOSE, "senda", "volumes"), ["data:/data"]);
    let text = files::read(COMPOSE).unwrap();
    assert!(text.ends_with("\nvolumes:\n  data:\n"));
    for line in ["# - ./senda-data:/data", "# user: \"1000:1000\""] {
        let offered = service(COMPOSE, "senda");
        assert!(offered.iter().any(|each| each.trim() == line), "{line}");
    }
}

#[test]
fn a_missing_database_setting_fails_and_only_the_program_reaches_the_database() {
    assert_eq!(names(POSTGRES), ["senda", "postgres"]);
    let of = |key| under(POSTGRES, "postgres", key);
    assert_eq!(of("volumes"), ["postgres:/var/lib/postgresql/data"]);
    assert_eq!(of("security_opt"), ["no-new-privileges:true"]);
    let ports = |line: &String| line.trim_start().starts_with("ports:");
    assert!(!service(POSTGRES, "postgres").iter().any(ports));
    let given = |path: &str, start: &str| {
        let lines = service(path, "senda");
        lines.iter().any(|line| line.trim().starts_with(start))
    };
    // Without the password no service starts. A password variable that is left over in the
    // environment stops the file without PostgreSQL.
    let required = "SENDA_DATABASE: postgres://senda:${POSTGRES_PASSWORD:?";
    assert!(given(POSTGRES, required));
    assert!(given(COMPOSE, "SENDA_DATABASE: ${SENDA_DATABASE:-}"));
}
