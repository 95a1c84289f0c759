//! Tells cargo which folders end up inside of the binary.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../migrations");
    // Debug builds read the client from its folder at run time; only others hold a copy.
    if std::env::var_os("PROFILE").is_some_and(|profile| profile != "debug") {
        println!("cargo:rerun-if-changed=../../web/client");
    }
}
