//! Tests that the statements of README.md and the linked documents about the program are true.

use clap::CommandFactory;
use senda::settings::CommandLine;

use crate::{files, root};

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

/// Returns README.md, ARCHITECTURE.md and all of `docs/`, each with its path.
fn documents() -> impl Iterator<Item = (String, String)> {
    let folder = root().join("docs").read_dir().unwrap();
    let files = folder.map(|entry| entry.unwrap().path());
    let docs = files.filter(|file| file.extension().is_some_and(|end| end == "md"));
    let paths = docs.map(|file| format!("docs/{}", file.file_name().unwrap().display()));
    let all = ["README.md", "ARCHITECTURE.md"].map(String::from);
    all.into_iter().chain(paths).map(|path| {
        let text = files::read(&path).unwrap();
        (path, text)
    })
}

#[test]
fn the_readme_is_short() {
    let lines = files::read("README.md").unwrap().lines().count();
    assert!(lines <= 120, "{lines} lines: move something to docs/");
}

#[test]
fn links_in_the_documents_refer_to_existing_files() {
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
    assert!(links > 10, "{links}");
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
