//! The compiled form of a program as a hash: two programs of the same form behave alike on every
//! input.
//!
//! Programs in C, C++ and Rust are compared by their optimized binaries. These contain no differing
//! paths, as all are compiled under the same name in the same folder of a sandbox. Rust's binaries
//! contain the positions of possible panics, so some equal programs differ. Programs in Java are
//! compared by their class files, compiled without line tables; programs in Python by their byte
//! code without lines, as computed by their own interpreter. Source: M. Papadakis et al., "Trivial
//! compiler equivalence", ICSE 2015.

use std::fs;
use std::path::Path;

use referee_base::digest::{ContentHash, Digest, from_hex};
use referee_programs::{Builder, Program, files_below};
use referee_sandbox::Run;
use referee_tokens::Grammar;

/// A script that prints the hash of the byte code of files, without source positions.
const PYTHON: &str = include_str!("form.py");

/// The length of a hash in hexadecimal digits, with a line break.
const PRINTED: u64 = 65;

/// The version of the definition of a form: changing how programs are compared changes all keys.
const VERSION: &[u8] = b"mutant 2";

/// Returns the key under which the form of a program is kept in the record of runs, so that a
/// mutant with recorded runs is not compiled again.
pub(super) fn key(content: &ContentHash, toolchain: &ContentHash) -> ContentHash {
    let mut digest = Digest::new();
    digest.add(VERSION);
    digest.add(content);
    digest.add(toolchain);
    digest.number()
}

/// Returns the form of a compiled program; `None` if it cannot be determined, in which case the
/// program equals no other.
pub(super) fn of(program: &Program, grammar: Grammar, builder: &Builder) -> Option<ContentHash> {
    match grammar {
        Grammar::C | Grammar::Rust => {
            Some(Digest::of(&fs::read(program.folder().join("program")).ok()?))
        }
        Grammar::Java => classes(program.folder()),
        Grammar::Python => byte_code(program, builder),
        // Other languages have no mutants.
        _ => None,
    }
}

/// Returns the form of a program in Java; `None` without class files, as in an archive of them.
fn classes(folder: &Path) -> Option<ContentHash> {
    let mut files = files_below(folder, None).ok()?;
    files.retain(|file| file.ends_with(".class"));
    let mut digest = Digest::new();
    for file in &files {
        digest.add(file.as_bytes());
        digest.add(&fs::read(folder.join(file)).ok()?);
    }
    (!files.is_empty()).then(|| digest.number())
}

fn byte_code(program: &Program, builder: &Builder) -> Option<ContentHash> {
    let inside = builder.executor.inside(program.folder());
    let mut run: Run = program.run(builder.limits, &inside);
    run.command.truncate(1);
    // No installed packages are needed, and searching for them takes most of the start-up time.
    run.command.extend(["-I", "-S", "-c", PYTHON].map(Into::into));
    run.command.extend(program.sources().iter().map(|file| format!("{inside}/{file}").into()));
    let (ended, said) = builder.executor.run_and_read(&run, PRINTED).ok()?;
    let said = String::from_utf8(said).ok()?;
    from_hex(said.trim_end()).filter(|_| ended.succeeded())
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_base::files::TemporaryFolder;

    #[test]
    fn programs_without_class_files_equal_no_others() {
        let folder = TemporaryFolder::new().unwrap();
        fs::write(folder.path().join("main.jar"), "one").unwrap();
        assert_eq!(classes(folder.path()), None);
        fs::write(folder.path().join("Main.class"), "one").unwrap();
        let one = classes(folder.path());
        assert!(one.is_some());
        fs::write(folder.path().join("Main.class"), "other").unwrap();
        assert_ne!(classes(folder.path()), one);
    }
}
