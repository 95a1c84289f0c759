//! Generates files from the server's code: the types of the protocol's messages and the options
//! that a host can choose before a game, for the client, and the descriptions of the API. `--check`
//! only reports whether they are up to date.

mod api;
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
