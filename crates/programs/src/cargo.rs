//! The settings of a `Cargo.toml` for a program in Rust: its edition, and the library that belongs
//! to it.
//!
//! Cargo itself is not called: there are no other crates here, and its other settings are up to the
//! judge.

use referee_base::document::Table;
use referee_base::files;

use super::source::Source;

/// The name of a project's file.
const PROJECT: &str = "Cargo.toml";

/// The maximum size of such a file in bytes: parsing takes a hundred times as much memory.
const MAX_BYTES: u64 = 64 << 10;

/// The editions of Rust, each with the minor version of the first compiler that has it; the last is
/// that of programs which do not state theirs.
const EDITIONS: [(&str, u32); 4] = [("2015", 0), ("2018", 31), ("2021", 56), ("2024", 85)];

/// The facts of a project.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CargoProject {
    /// The edition of its language.
    pub(super) edition: &'static str,
    /// The name of its library, and the main file of the library.
    pub(super) library: Option<(String, String)>,
}

impl CargoProject {
    /// Reads the project of a program: the nearest one above its main file. Anything invalid counts
    /// as missing.
    pub(super) fn of(source: &Source) -> CargoProject {
        let read = source.nearest_folder_with(PROJECT).and_then(|folder| {
            let path = source.folder.join(folder).join(PROJECT);
            let text = files::read_whole(&path, MAX_BYTES).ok()?;
            Some((folder, String::from_utf8(text).ok()?))
        });
        let (folder, text) = read.unwrap_or_default();
        let has = |file: &str| source.files.iter().any(|own| own == file) && file != source.main;
        CargoProject::parse(folder, &text, has)
    }

    fn parse(folder: &str, text: &str, has: impl Fn(&str) -> bool) -> CargoProject {
        let mut document = Table::parse(text).ok();
        let mut table = |name| document.as_mut().and_then(|document| document.table(name).ok()?);
        let (mut package, mut lib) = (table("package"), table("lib"));
        let said = |table: &mut Option<Table>, key| {
            table.as_mut().and_then(|table| Some(table.text(key).ok()??.0))
        };
        let edition = said(&mut package, "edition");
        let mut known = EDITIONS.into_iter().map(|(known, _)| known);
        let known = known.find(|known| edition.as_deref() == Some(known));
        let [.., (last, _)] = EDITIONS;
        let file = said(&mut lib, "path").unwrap_or("src/lib.rs".into());
        let file = format!("{folder}{file}");
        let name = said(&mut lib, "name").or_else(|| said(&mut package, "name"));
        let name = name.map(|name| name.replace('-', "_")).filter(|name| is_name(name));
        let library = name.filter(|_| has(&file)).map(|name| (name, file));
        CargoProject { edition: known.unwrap_or(last), library }
    }
}

/// Returns the edition with which a program is compiled: its own, or the last one that an older
/// compiler has. Its version is given as it prints that: `rustc 1.75.0 (82e1608df 2023-12-21)`.
pub(super) fn edition_for(edition: &'static str, version: Option<&str>) -> &'static str {
    let minor = version.and_then(|version| version.strip_prefix("rustc 1.")?.split('.').next());
    let Some(minor) = minor.and_then(|minor| minor.parse::<u32>().ok()) else { return edition };
    let known = EDITIONS.into_iter().filter(|(_, since)| *since <= minor).map(|(known, _)| known);
    known.max().map_or(edition, |last| edition.min(last))
}

/// Returns whether a string can be the name of a crate.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_compiler_gets_an_edition_that_it_has() {
        for (edition, version, expected) in [
            ("2024", Some("rustc 1.95.0 (59807616e 2026-04-14)"), "2024"),
            ("2024", Some("rustc 1.85.0"), "2024"),
            ("2024", Some("rustc 1.75.0 (82e1608df 2023-12-21)"), "2021"),
            ("2021", Some("rustc 1.48.0"), "2018"),
            ("2018", Some("rustc 1.75.0"), "2018"),
            ("2024", Some("another compiler"), "2024"),
            ("2024", None, "2024"),
        ] {
            assert_eq!(edition_for(edition, version), expected, "{edition} {version:?}");
        }
    }

    #[test]
    fn a_large_project_counts_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let source = Source {
            folder: folder.path().to_path_buf(),
            files: vec![PROJECT.into()],
            ..Source::default()
        };
        for (lines, edition) in [(0, "2015"), (20_000, "2024")] {
            let text = "[package]\nedition = '2015'\n".to_string() + &"# a\n".repeat(lines);
            std::fs::write(folder.path().join(PROJECT), text).unwrap();
            assert_eq!(CargoProject::of(&source).edition, edition, "{lines}");
        }
    }

    #[test]
    fn edition_and_library_are_those_of_the_project() {
        let lib = |name: &str, file: &str| Some((name.to_string(), file.to_string()));
        for (folder, text, edition, library) in [
            ("", "", "2024", None),
            ("", "not = toml = at all", "2024", None),
            (
                "",
                "[package]\nname = 'my-war'\nedition = '2021'\n",
                "2021",
                lib("my_war", "src/lib.rs"),
            ),
            ("", "[package]\nname = 'war'\nedition = '3000'\n", "2024", lib("war", "src/lib.rs")),
            (
                "",
                "[package]\nname = 'war'\nedition.workspace = true\n",
                "2024",
                lib("war", "src/lib.rs"),
            ),
            ("", "[package]\nname = '-x=y'\n", "2024", None),
            (
                "a/",
                "[package]\nname = 'war'\n[lib]\nname = 'other'\n",
                "2024",
                lib("other", "a/src/lib.rs"),
            ),
            (
                "a/",
                "[package]\nname = 'war'\n[lib]\npath = 'code/war.rs'\n",
                "2024",
                lib("war", "a/code/war.rs"),
            ),
            ("a/", "[package]\nname = 'war'\n[lib]\npath = 'none.rs'\n", "2024", None),
        ] {
            let has = |file: &str| file != "a/none.rs";
            let project = CargoProject::parse(folder, text, has);
            assert_eq!((project.edition, project.library), (edition, library), "{text}");
        }
    }
}
