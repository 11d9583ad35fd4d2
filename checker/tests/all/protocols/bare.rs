//! The validator as built by an exported package.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use super::icpc::assert_icpc;
use super::{Folder, stderr};

/// An exported package compiles the sources of this crate without Cargo.
#[test]
fn a_bare_rustc_compiles_the_same_validator() {
    let folder = Folder::new("bare");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let library = folder.path("libreferee_checker.rlib");
    let program = folder.path("validator").with_extension(std::env::consts::EXE_EXTENSION);
    let compile = |arguments: &[&OsStr]| {
        let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
        let compiled = Command::new(rustc).args(["--edition", "2024"]).args(arguments).output();
        let compiled = compiled.expect("rustc starts");
        assert!(compiled.status.success(), "{}", stderr(&compiled));
    };
    let words = |words: &'static [&'static str]| words.iter().map(OsStr::new);
    let mut of_library: Vec<&OsStr> =
        words(&["--crate-type", "rlib", "--crate-name", "referee_checker"]).collect();
    let source = sources.join("lib.rs");
    of_library.extend([OsStr::new("-o"), library.as_os_str(), source.as_os_str()]);
    compile(&of_library);
    let mut external = std::ffi::OsString::from("referee_checker=");
    external.push(&library);
    let source = sources.join("main.rs");
    compile(&[
        OsStr::new("--extern"),
        &external,
        OsStr::new("-o"),
        program.as_os_str(),
        source.as_os_str(),
    ]);
    assert_icpc(&program, &folder);
}
