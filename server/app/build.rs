//! Declares to cargo the folders that are embedded in the binary.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Debug builds read the client from its folder at run time; other builds embed a copy.
    if std::env::var_os("PROFILE").is_some_and(|profile| profile != "debug") {
        println!("cargo:rerun-if-changed=../../web/client");
    }
}
