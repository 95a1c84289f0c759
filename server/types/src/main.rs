//! Generates the client's files from the server's code: the types of the protocol's messages, and
//! the options that a host can choose before a game. `--check` only reports whether they are up to
//! date.

mod declarations;
mod generated;
mod presets;

fn main() -> anyhow::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => generated::write(),
        ["--check"] => generated::check(),
        _ => anyhow::bail!("senda-types [--check]"),
    }
}
