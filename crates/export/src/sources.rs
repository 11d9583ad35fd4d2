//! The checker's own sources, which are the validators of an exported package.
//!
//! Judges treat folders inside a program's folder differently: some reject them, some flatten them.
//! So the library is exported as one file: each submodule with its own file is inlined where it is
//! declared. Nothing else changes. A script builds it with only a Rust compiler.

use std::fmt::Write;

use super::embedded::CHECKER;
use super::{ExportedProgram, File, FileContent};

/// Returns the program that checks outputs of a problem.
pub fn output_validator(problem: &str) -> ExportedProgram {
    program("output_validator", problem, "main.rs")
}

/// Returns the program that checks inputs of a problem against their grammar.
pub fn input_validator(problem: &str) -> ExportedProgram {
    program("grammar", problem, "bin/referee-input-validator.rs")
}

fn program(name: &str, problem: &str, main: &str) -> ExportedProgram {
    let build = File {
        is_executable: true,
        ..File::new("build", FileContent::Made(BUILD.replace("NAME", problem)))
    };
    let main = source(main).unwrap_or_default();
    let files = vec![
        build,
        File::new("main.rs", FileContent::Embedded(main.as_bytes())),
        File::new("referee_checker.rs", FileContent::Made(library())),
    ];
    ExportedProgram { name: name.into(), files }
}

const BUILD: &str = "\
#!/bin/sh
# Builds this validator. Needs nothing but a Rust compiler, 1.89 or newer.
set -e
cd \"$(dirname \"$0\")\"
if ! command -v rustc > /dev/null; then
    echo 'there is no rustc on this machine, which this validator is built with' >&2
    exit 1
fi
rustc --edition 2024 -O --crate-type rlib --crate-name referee_checker \\
    -o libreferee_checker.rlib referee_checker.rs
REFEREE_PROBLEM=NAME rustc --edition 2024 -O --extern referee_checker=libreferee_checker.rlib -o run main.rs
";

/// Returns the whole library as one file.
pub fn library() -> String {
    let mut text = String::new();
    put_module(&mut text, source("lib.rs").unwrap_or_default(), "");
    text
}

/// Appends a module, with its submodules from `folder` inlined.
fn put_module(text: &mut String, module: &str, folder: &str) {
    for line in module.lines() {
        let outside = line.strip_suffix(';').and_then(|line| {
            let (before, name) = line.split_once("mod ")?;
            let is_module = matches!(before, "" | "pub " | "pub(crate) ");
            is_module.then(|| inner(folder, name)).flatten()
        });
        let Some((source, folder)) = outside else {
            let _ = writeln!(text, "{line}");
            continue;
        };
        let _ = writeln!(text, "{} {{", line.trim_end_matches(';'));
        put_module(text, source, &folder);
        text.push_str("}\n");
    }
}

/// Returns the text of a module, and the folder of its submodules.
fn inner(folder: &str, name: &str) -> Option<(&'static str, String)> {
    let own = format!("{folder}{name}/");
    let text = source(&format!("{folder}{name}.rs")).or_else(|| source(&format!("{own}mod.rs")));
    Some((text?, own))
}

fn source(path: &str) -> Option<&'static str> {
    let (_, bytes) = CHECKER.iter().find(|(name, _)| *name == path)?;
    std::str::from_utf8(bytes).ok()
}
