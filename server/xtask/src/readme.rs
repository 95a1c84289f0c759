//! Tests that the statements of README.md and the linked documents about the program are true.

use std::path::Path;

use clap::CommandFactory;
use senda::settings::CommandLine;

use crate::{architecture, files, root};

/// The folders that tests and tools write, which are not in the repository.
const WRITTEN: [&str; 2] = ["server/fuzz/artifacts", "web/tests/output"];

/// Returns the rows of the table of settings, as the program defines them.
fn rows() -> Vec<String> {
    let command = CommandLine::command();
    let arguments = command.get_arguments();
    let settings = arguments.filter(|argument| argument.get_env().is_some());
    settings
        .map(|setting| {
            let option = setting.get_long().unwrap();
            let variable = setting.get_env().unwrap().to_str().unwrap();
            let default: Vec<&str> = setting
                .get_default_values()
                .iter()
                .map(|value| value.to_str().unwrap())
                .filter(|_| setting.get_action().takes_values())
                .collect();
            let default = match default[..] {
                [] => String::new(),
                _ => format!("`{}`", default.join(" ")),
            };
            let what = setting.get_help().unwrap().to_string();
            format!("| `--{option}` | `{variable}` | {default} | {what} |")
        })
        .collect()
}

/// Returns the pages in the root folder, in `docs/` and in `docs/decisions/`, each with its path.
fn documents() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for folder in ["", "docs/", "docs/decisions/"] {
        for entry in root().join(folder).read_dir().unwrap() {
            let path = format!("{folder}{}", entry.unwrap().file_name().display());
            if Path::new(&path).extension().is_some_and(|end| end == "md") {
                let text = files::read(&path).unwrap();
                pages.push((path, text));
            }
        }
    }
    pages
}

/// Returns whether a text is a path from the root folder.
fn is_path(text: &str) -> bool {
    let folders = ["server/", "web/", "migrations/", "docs/"];
    folders.iter().any(|folder| text.starts_with(folder)) && !text.contains([' ', '*'])
}

/// Returns whether a path exists. `GAME` in it stands for each of the games.
fn exists(path: &str) -> bool {
    if WRITTEN.iter().any(|folder| path.starts_with(folder)) {
        return true;
    }
    let games = architecture::games().unwrap();
    games.iter().all(|game| {
        let path = path.replace("GAME", game);
        root().join(path).exists()
    })
}

/// Returns whether a folder contains a file, at any depth.
fn contains(folder: &Path, file: &str) -> bool {
    folder.join(file).exists()
        || folder.read_dir().unwrap().any(|entry| {
            let path = entry.unwrap().path();
            path.is_dir() && contains(&path, file)
        })
}

#[test]
fn the_readme_is_short() {
    let lines = files::read("README.md").unwrap().lines().count();
    assert!(lines <= 120, "{lines} lines: move something to docs/");
}

#[test]
fn links_in_the_documents_refer_to_existing_files() {
    assert!(documents().len() > 20);
    let mut links = 0;
    for (path, text) in documents() {
        let folder = root().join(&path).parent().unwrap().to_owned();
        for target in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if !target.contains("://") {
                let file = target.split('#').next().unwrap();
                assert!(
                    file.is_empty() || folder.join(file).exists(),
                    "{path}: {target}"
                );
                links += 1;
            }
        }
    }
    assert!(links > 100, "{links}");
}

#[test]
fn paths_in_the_documents_exist() {
    let mut paths = 0;
    for (page, text) in documents() {
        // Code blocks have examples of other folders.
        let prose = text.split("```").step_by(2).collect::<Vec<_>>().join(" ");
        let words: Vec<&str> = prose.split_whitespace().collect();
        let prose = words.join(" ");
        let code = prose.split('`').skip(1).step_by(2);
        let linked = prose.split('[').skip(1).filter_map(|rest| {
            let (text, _) = rest.split_once("](")?;
            Some(text)
        });
        for path in code.chain(linked).filter(|text| is_path(text)) {
            assert!(exists(path), "{page}: {path}");
            paths += 1;
        }
    }
    assert!(paths > 100, "{paths}");
}

/// A page may name a file by “`file.rs` in `folder`”.
#[test]
fn files_in_the_documents_are_in_the_named_folders() {
    let mut files = 0;
    for (page, text) in documents() {
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        let pairs: Vec<&str> = text.split("` in ").collect();
        for pair in pairs.windows(2) {
            let (_, file) = pair[0].rsplit_once('`').unwrap();
            let folder = pair[1].split(['`', '[', ']']).nth(1).unwrap_or_default();
            let is_named = pair[1].starts_with(['`', '[']) && is_path(folder);
            if is_named && file.contains('.') {
                let is_there = contains(&root().join(folder), file);
                assert!(is_there, "{page}: {file} in {folder}");
                files += 1;
            }
        }
    }
    assert!(files > 20, "{files}");
}

#[test]
fn the_map_is_short_and_names_every_folder() {
    let map = files::read("ARCHITECTURE.md").unwrap();
    let words = map.split_whitespace().count();
    assert!(words <= 1_800, "{words} words: move something to docs/");
    for entry in root().join("server/app/src").read_dir().unwrap() {
        let entry = entry.unwrap();
        let row = format!("| `{}/` |", entry.file_name().display());
        assert!(!entry.path().is_dir() || map.contains(&row), "{row}");
    }
    for entry in root().join("server").read_dir().unwrap() {
        let folder = format!("server/{}", entry.unwrap().file_name().display());
        let link = format!("[{folder}]({folder})");
        let is_crate = root().join(&folder).join("Cargo.toml").exists();
        assert!(!is_crate || map.contains(&link), "{link}");
    }
}

#[test]
fn the_table_of_settings_matches_the_program() {
    let hosting = files::read("docs/hosting.md").unwrap();
    let table: Vec<&str> = hosting
        .lines()
        .skip_while(|line| !line.starts_with("| option |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let rows = rows();
    assert!(rows.len() > 4);
    assert_eq!(table, rows, "expected:\n{}\n", rows.join("\n"));
}

#[test]
fn the_examples_use_only_existing_settings() {
    // The variables of the examples themselves.
    const OWN: [&str; 2] = ["SENDA_HOST", "SENDA_TOKEN"];
    let rows = rows().concat();
    let mut variables = 0;
    for path in files::below("docs/examples", &|_| false).unwrap() {
        let text = files::read(&path).unwrap();
        let words = text.split(|letter: char| !letter.is_ascii_uppercase() && letter != '_');
        let words = words.filter(|word| word.starts_with("SENDA_"));
        for variable in words.filter(|word| !OWN.contains(word)) {
            assert!(
                rows.contains(&format!("| `{variable}` |")),
                "{path}: {variable}"
            );
            variables += 1;
        }
    }
    assert!(variables > 10);
}

#[test]
fn the_picture_of_the_readme_exists() {
    let readme = files::read("README.md").unwrap();
    let (_, rest) = readme.split_once("![").unwrap();
    let (_, rest) = rest.split_once("](").unwrap();
    let (picture, _) = rest.split_once(')').unwrap();
    assert!(root().join(picture).is_file(), "{picture}");
}

#[test]
fn continuous_integration_runs_the_command_of_the_readme() {
    let command = "cargo xtask test";
    assert!(
        files::read("README.md")
            .unwrap()
            .contains(&format!("```\n{command}\n```"))
    );
    assert!(
        files::read(".ci/run")
            .unwrap()
            .ends_with(&format!("\n{command}\n"))
    );
}

/// Cargo runs a package with several programs only if the command names one of them.
#[test]
fn the_commands_of_the_documents_run_existing_programs() {
    let all: String = documents()
        .into_iter()
        .map(|(_, text)| text.replace('\n', " "))
        .collect();
    let mut packages = 0;
    for command in all.split("cargo run ").skip(1) {
        let words = command.split([' ', '`']).take_while(|&word| word != "--");
        let words: Vec<&str> = words.collect();
        let after = |option| words.iter().skip_while(move |&&word| word != option).nth(1);
        let Some(package) = after("--package") else {
            continue;
        };
        let folder = format!("server/{}", package.trim_start_matches("senda-"));
        let manifest = files::read(&format!("{folder}/Cargo.toml")).unwrap();
        let manifest: toml::Table = toml::from_str(&manifest).unwrap();
        assert_eq!(manifest["package"]["name"].as_str(), Some(*package));
        let main = manifest["package"].get("default-run");
        let program = after("--bin")
            .copied()
            .or(main.and_then(toml::Value::as_str));
        let program = program.unwrap_or_else(|| panic!("which program of {package}?"));
        let file = format!("{folder}/src/bin/{program}.rs");
        assert!(
            program == *package || root().join(&file).is_file(),
            "{file}"
        );
        packages += 1;
    }
    assert!(packages >= 2);
}
