//! Programs in Go that import packages of their own module.
//!
//! The compiler is called without modules, so that no `go.mod` demands another version of it. It
//! then looks for packages in the folder `go/src` of its home folder, which is that of the program.

use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::copy::make_folders;
use super::java;
use super::source::Source;
use referee_base::fault::Fault;

const MODULE: &str = "go.mod";

/// The maximum length of the name of a module in bytes: each part of it is the name of a folder.
const MAX_NAME: usize = 255;

/// Adds a link to the module of a program, which is the nearest one above its main file, to the
/// `folder` of its copy.
pub(super) fn link(source: &Source, folder: &Path) -> Result<(), Fault> {
    let Some(root) = source.nearest_folder_with(MODULE) else { return Ok(()) };
    let text = java::text_of(&source.folder.join(root).join(MODULE))?;
    let Some(name) = name_of(&text) else { return Ok(()) };
    let link = format!("go/src/{name}");
    make_folders(folder, &link)?;
    let link_path = folder.join(&link);
    match symlink("../".repeat(link.matches('/').count()) + root, &link_path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            Err(Fault::cannot_write(&link_path, &error))
        }
        _ => Ok(()),
    }
}

/// Returns the name of a module, if it is valid.
fn name_of(text: &str) -> Option<&str> {
    let name = text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        words.next().filter(|first| *first == "module").and(words.next())
    });
    let is_part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|letter| letter.is_ascii_alphanumeric() || "-._~".contains(letter))
    };
    let name = name.map(|name| name.trim_matches('"')).filter(|name| name.len() <= MAX_NAME);
    name.filter(|name| name.split('/').all(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_where_the_compiler_looks_for_it() {
        let (given, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for folder in [&given, &copy] {
            std::fs::create_dir_all(folder.path().join("all/war")).unwrap();
            std::fs::write(folder.path().join("all/go.mod"), "module x.org/war\n").unwrap();
        }
        let files = ["all/go.mod", "all/war/main.go"].map(String::from);
        let main = files[1].clone();
        let folder = given.path().to_path_buf();
        let source = Source { folder, main, files: files.into(), ..Source::default() };
        // A folder is compiled in again if a constant changes.
        for _ in 0..2 {
            link(&source, copy.path()).unwrap();
        }
        let module = std::fs::read(copy.path().join("go/src/x.org/war/go.mod")).unwrap();
        assert_eq!(module, b"module x.org/war\n");
    }

    #[test]
    fn a_module_is_named_in_its_file() {
        for (text, expected) in [
            ("module war\n\ngo 1.22\n", Some("war")),
            (
                "// first\n  module\t\"example.com/war-1/v2\" // ours\r\n",
                Some("example.com/war-1/v2"),
            ),
            ("modules war\n", None),
            ("module", None),
            ("module ../../etc", None),
            ("module /etc", None),
            ("", None),
            (&format!("module {}", "a/".repeat(3000) + "a"), None),
        ] {
            assert_eq!(name_of(text), expected, "{text}");
        }
    }
}
