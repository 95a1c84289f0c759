//! Tests that implausible settings are rejected or reported in the log.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    process::Command,
};

use crate::{process::Process, world::Folder};

/// Returns the error message of a server for arguments and variables that it rejects.
#[track_caller]
fn refused(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let folder = Folder::new();
    let mut command = Process::command(folder.path());
    // If an argument occurs twice, the last one counts.
    command.args(arguments).envs(variables.iter().copied());
    let output = command.output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(2),
        "{arguments:?} {variables:?}: {output:?}"
    );
    assert!(output.stdout.is_empty(), "it never listened");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn implausible_settings_are_rejected() {
    for (variable, value, words) in [
        ("SENDA_TRUST_PROXY", "172.16.0.0/33", "172.16.0.0/12"),
        ("SENDA_TRUST_PROXY", "caddy", "172.16.0.0/12"),
        ("SENDA_ALLOW_PRIVATE_ADDRESSES", "10.0.0.0/8", "10.0.0.0/8"),
        ("SENDA_HSTS", "31536000", "31536000"),
        ("SENDA_SOCKETS", "0", "from 1"),
        ("SENDA_SOCKETS_EACH", "0", "from 1"),
        ("SENDA_ROOMS", "0", "from 1"),
        ("SENDA_FOLLOW_FROM", "0", "from 1"),
        ("SENDA_BACKUP_EVERY", "24", "such as 12h or 1d"),
        ("SENDA_BACKUP_KEEP", "0", "from 1"),
        ("SENDA_KEEP_FINISHED_DAYS", "1y", "number of days"),
        ("SENDA_CLUSTER_LISTEN", "7000", "such as 10.0.0.1:7000"),
        (
            "SENDA_PUBLIC_URL",
            "https://senda.example:99999",
            "such as https",
        ),
    ] {
        let said = refused(&[], &[(variable, value)]);
        assert!(said.contains(words), "{variable}={value}: {said}");
    }
    for (arguments, words) in [
        (["--sockets", "0"], "from 1"),
        (["--rooms", "0"], "from 1"),
        (["--trust-proxy=maybe", "--hsts"], "172.16.0.0/12"),
    ] {
        let said = refused(&arguments, &[]);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn an_invalid_log_level_is_rejected() {
    for log in [
        "verbose",
        "senda",
        "info,verbose",
        "senda=loud",
        "debug;info",
        ",",
    ] {
        let folder = Folder::new();
        let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
        command
            .env_clear()
            .args(["--listen", "127.0.0.1:0", "--log", log, "--data"]);
        let output = command.arg(folder.path()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{log}: {said}");
        assert!(said.contains("can't be understood"), "{log}: {said}");
    }
}

#[test]
fn a_misspelt_variable_is_logged_with_the_intended_one() {
    let folder = Folder::new();
    let mut starter = Command::new("env");
    starter.args([
        "SENDA_PUBLC_URL=https://play.example.org",
        "SENDA_COLOUR=green",
        // Kubernetes sets such variables for a service of that name.
        "SENDA_PORT=tcp://10.0.0.1:8080",
        "SENDA_SERVICE_HOST=10.0.0.1",
        "SENDA_TRUST_PROXY=172.16.0.0/12",
    ]);
    let mut process = Process::start_by(starter, folder.path());
    process.terminate();
    let log: Vec<_> = BufReader::new(process.take_stderr())
        .lines()
        .map(Result::unwrap)
        .collect();
    let lines = |name: &str| log.iter().filter(|line| line.contains(name)).count();
    assert_eq!(
        lines("SENDA_PUBLC_URL is no setting and has no effect; SENDA_PUBLIC_URL may be meant"),
        1,
        "{log:?}"
    );
    assert_eq!(
        lines("SENDA_COLOUR is no setting and has no effect"),
        1,
        "{log:?}"
    );
    assert_eq!(lines("may be meant"), 1, "{log:?}");
    assert_eq!(lines("no setting"), 2, "{log:?}");
}

#[test]
fn a_health_check_uses_the_address_of_the_running_server() {
    let folder = Folder::new();
    // The program must run only once, as in a container.
    let program = folder.path().join("senda");
    fs::copy(env!("CARGO_BIN_EXE_senda"), &program).unwrap();
    let healthy = |arguments: &[&str]| {
        let mut check = Command::new(&program);
        let check = check.env_clear().arg("healthcheck").args(arguments);
        // The image's own address, where nothing listens here.
        let output = check.env("SENDA_LISTEN", "127.0.0.1:9").output().unwrap();
        output.status.success()
    };
    assert!(!healthy(&[]));
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = free.local_addr().unwrap().to_string();
    drop(free);
    let mut server = Command::new(&program);
    server
        .env_clear()
        .args(["--listen", &listen, "--log", "warn", "--data"])
        .arg(folder.path().join("data"));
    let process = Process::of(server);
    assert!(healthy(&[]), "it sees the command line of the server");
    assert!(
        !healthy(&["--listen", "127.0.0.1:9"]),
        "it does as it is told"
    );
    process.kill();
}

/// Runs the program with a configuration file of this content, and returns its exit code and its
/// output.
fn configured(file: &str, arguments: &[&str], variables: &[(&str, &str)]) -> (i32, String, String) {
    let folder = Folder::new();
    let path = folder.path().join("senda.toml");
    fs::write(&path, file).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
    command.env_clear().env("SENDA_CONFIG", &path);
    command.args(arguments).envs(variables.iter().copied());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}

#[test]
fn an_option_wins_over_a_variable_and_both_over_the_file() {
    let file = "sockets = 1\nrooms = 2\nsockets-each = 3\nhsts = true\nlog = \"warn\"\n\
        push-hosts = [\"ntfy.example\", \"*.push.example\"]\n\
        database = \"postgres://senda:hush@db.example/senda\"";
    let variables = [
        ("SENDA_ROOMS", "20"),
        ("SENDA_SOCKETS_EACH", "30"),
        ("SENDA_LOG", ""),
    ];
    let (code, said, errors) = configured(file, &["--sockets-each=300", "config"], &variables);
    assert_eq!((code, errors.as_str()), (0, ""));
    for line in [
        "sockets = 1 # configuration file",
        "rooms = 20 # environment",
        "sockets-each = 300 # command line",
        "hsts = true # configuration file",
        "log = \"warn\" # configuration file",
        "push-hosts = \"ntfy.example,*.push.example\" # configuration file",
        "listen = \"127.0.0.1:8080\" # default",
        "# database: a secret # configuration file",
        "# node: none",
    ] {
        assert!(said.lines().any(|one| one == line), "{line}\n{said}");
    }
    assert!(!said.contains("hush"));
    // The output is a configuration file with the same settings.
    let (code, again, _) = configured(&said, &["config"], &[]);
    assert_eq!(code, 0);
    assert!(
        again.contains("sockets-each = 300 # configuration file"),
        "{again}"
    );
}

#[test]
fn an_invalid_configuration_file_is_rejected_in_a_sentence() {
    for (file, words) in [
        ("listen", "is not valid TOML"),
        ("lisen = \"127.0.0.1:1\"", "lisen in the configuration file"),
        ("lisen = \"127.0.0.1:1\"", "no setting; listen may be meant"),
        ("config = \"other.toml\"", "no setting"),
        ("[server]\nlisten = \"127.0.0.1:1\"", "no setting"),
        ("sockets = 1.5", "must be a string, a number"),
        ("sockets = 0", "in the configuration file"),
        ("sockets = 0", "a number from 1"),
        ("hsts = \"perhaps\"", "--hsts"),
        ("node = \"a\"", "--database"),
        (
            "cluster-key-file = \"/nowhere\"",
            "the file of the key can't be read",
        ),
        (
            "database-file = \"/nowhere\"",
            "the database's URL can't be read",
        ),
        ("log = \"verbose\"", "can't be understood"),
    ] {
        let (code, said, errors) = configured(file, &["config", "--check"], &[]);
        assert_eq!((code, said.as_str()), (2, ""), "{file}: {errors}");
        assert!(errors.contains(words), "{file}: {errors}");
    }
    let gone = [("SENDA_CONFIG", "/nowhere/senda.toml")];
    let (code, _, errors) = configured("", &["config"], &gone);
    assert_eq!(code, 2);
    assert!(
        errors.contains("/nowhere/senda.toml can't be read"),
        "{errors}"
    );
}

#[test]
fn a_check_of_the_settings_also_refuses_misspelt_variables() {
    let misspelt = [("SENDA_PUBLC_URL", "https://play.example.org")];
    let (code, _, errors) = configured("", &["config", "--check"], &misspelt);
    assert_eq!(code, 2);
    assert!(errors.contains("SENDA_PUBLIC_URL may be meant"), "{errors}");
    let (code, said, errors) = configured("", &["config", "--check"], &[]);
    assert_eq!((code, said.as_str(), errors.as_str()), (0, "", ""));
}

#[test]
fn an_incomplete_address_to_listen_on_is_rejected_with_both_that_may_be_meant() {
    for text in ["8081", ":8081", "localhost:8081"] {
        let (code, _, said) = configured("", &["--listen", text, "config"], &[]);
        assert_eq!(code, 2);
        assert!(said.contains("127.0.0.1:8081 for this machine"), "{said}");
        assert!(said.contains("0.0.0.0:8081 for all"), "{said}");
    }
}

/// Checks that each argument is rejected with an error message that contains these words.
#[track_caller]
fn expect_answers(answers: &[(&str, &str)]) {
    for (argument, expected) in answers {
        let (code, said, errors) = configured("", &[argument, "config", "--check"], &[]);
        assert_eq!((code, said.as_str()), (2, ""), "{argument}: {errors}");
        assert!(errors.contains(expected), "{argument}: {errors}");
    }
}

#[test]
fn a_wrong_address_of_the_server_or_its_proxies_is_answered_with_what_is_expected() {
    expect_answers(&[
        (
            "--public-url=play.example.org",
            "such as https://senda.example",
        ),
        (
            "--public-url=https://play.example.org/senda/?x",
            "a host and, if the server shares it with other programs, a path",
        ),
        (
            "--public-url=https://a.example,http://a.example",
            "have the same host: name only the one that browsers shall use",
        ),
        (
            "--public-url=https://a.example/senda/,http://table.lan",
            "all addresses need the same path",
        ),
        (
            "--public-url=https://a.example,table.lan",
            "such as https://senda.example",
        ),
        (
            "--public-url=https://play.example.org//senda/",
            "letters, digits, hyphens, dots, underscores and tildes between slashes",
        ),
        (
            "--public-url=https://play.example.org/api/",
            "can't contain /api, which is a path of Senda's own",
        ),
        (
            "--public-url=ftp://play.example.org",
            "expected http:// or https://",
        ),
        ("--trust-proxy=nginx", "such as 127.0.0.1,172.16.0.0/12"),
        (
            "--client-header=CF-Connecting-IP",
            "has an effect only with --trust-proxy",
        ),
        (
            "--client-header=X-Forwarded-For",
            "a header with one address, such as CF-Connecting-IP",
        ),
        (
            "--security-contact=example.org",
            "such as security@example.org or https://example.org/security",
        ),
        (
            "--trust-proxy=10.0.0.0/33",
            "neither true nor false nor a network",
        ),
    ]);
}

#[test]
fn a_value_without_sense_is_answered_with_what_is_expected() {
    expect_answers(&[
        ("--listen=http://0.0.0.0:8080", "0.0.0.0:8080 for all"),
        ("--listen=0.0.0.0", "an IP address and a port"),
        ("--listen=127.0.0.1:99999", "an IP address and a port"),
        ("--listen=/run/senda.sock", "unix:/run/senda/senda.sock"),
        ("--metrics-listen=9100", "127.0.0.1:9100 for this machine"),
        (
            "--imprint-url=imprint.html",
            "such as https://example.org/imprint",
        ),
        ("--privacy-url=javascript:alert(1)", "the address of a page"),
        (
            "--database=mysql://ana@db/senda",
            "it must begin with postgres://",
        ),
        (
            "--database=postgres://ana@db:many/senda",
            "a part of it makes no sense",
        ),
        ("--log=verbose", "expected error, warn, info"),
        ("--log-format=xml", "text, json"),
        ("--sockets=0", "a number from 1"),
        ("--sockets=1e9", "a number from 1"),
        ("--sockets-each=many", "a number from 1"),
        ("--rooms=0", "a number from 1"),
        ("--rooms-per-hour=00", "a number from 1"),
        ("--sessions-per-hour=+0", "a number from 1"),
        ("--bot-threads=0", "a number from 1"),
        ("--bot-pace=5", "such as 600-1500"),
        ("--bot-pace=1500-600", "the smaller first"),
        ("--backup-every=5s", "such as 12h or 1d"),
        ("--backup-keep=0", "a number from 1"),
        ("--create=everyone", "anyone, code, nobody"),
        ("--create=code", "--create-code or --create-code-file"),
        ("--create-code=x", "at least 6 characters"),
        ("--public-lobby=maybe", "on or off"),
        (
            "--push-hosts=https://ntfy.example",
            "a host such as push.example",
        ),
        ("--node=a b", "letters, digits, hyphens"),
        ("--cluster-listen=0.0.0.0:1", "--node"),
        ("--lisen=0.0.0.0:80", "--listen"),
    ]);
    let variables = [("SENDA_HSTS", "maybe")];
    let (code, _, errors) = configured("", &["config", "--check"], &variables);
    assert_eq!(code, 2);
    assert!(errors.contains("on or off"), "{errors}");
}

#[test]
fn an_invalid_secret_is_not_displayed() {
    let secret = "hush-hush";
    let file = format!("cluster-key = \"{secret}\"");
    for (file, arguments, variables) in [
        (file.as_str(), &["config"][..], &[][..]),
        ("", &["--cluster-key", secret, "config"], &[]),
        ("", &["config"], &[("SENDA_CLUSTER_KEY", secret)]),
    ] {
        let (code, said, errors) = configured(file, arguments, variables);
        assert_eq!((code, said.as_str()), (2, ""));
        assert!(errors.contains("--cluster-key"), "{errors}");
        assert!(!errors.contains(secret), "{errors}");
    }
}

#[test]
fn the_version_is_that_of_the_release() {
    let folder = Folder::new();
    let output = Process::command(folder.path()).arg("--version").output();
    let output = String::from_utf8(output.unwrap().stdout).unwrap();
    // Release builds add the commit in brackets.
    let version = output.split_whitespace().nth(1);
    assert_eq!(version, Some(env!("CARGO_PKG_VERSION")), "{output}");
}
