//! The settings of a `Cargo.toml` for a program in Rust: its edition, and the library that belongs
//! to it.
//!
//! Cargo itself is not called: there are no other crates here, and its other settings are up to the
//! judge.

use referee_base::document::Table;
use referee_base::files;

use super::MAX_BYTES;
use super::source::Source;

/// The name of a project's file.
const PROJECT: &str = "Cargo.toml";

/// The editions of Rust; the last is that of programs which do not state theirs.
const EDITIONS: [&str; 4] = ["2015", "2018", "2021", "2024"];

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
        let folders = source.main.match_indices('/').rev().map(|(at, _)| &source.main[..=at]);
        let project = folders.chain([""]).find_map(|folder| {
            let path = format!("{folder}{PROJECT}");
            source.files.contains(&path).then_some((folder, source.folder.join(path)))
        });
        let read = project.and_then(|(folder, path)| {
            let text = files::read_at_most(&path, MAX_BYTES).ok()?;
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
        let known = EDITIONS.into_iter().find(|known| edition.as_deref() == Some(known));
        let [.., last] = EDITIONS;
        let file = said(&mut lib, "path").unwrap_or("src/lib.rs".into());
        let file = format!("{folder}{file}");
        let name = said(&mut lib, "name").or_else(|| said(&mut package, "name"));
        let name = name.map(|name| name.replace('-', "_")).filter(|name| is_name(name));
        let library = name.filter(|_| has(&file)).map(|name| (name, file));
        CargoProject { edition: known.unwrap_or(last), library }
    }
}

/// Returns whether a string can be the name of a crate.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

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
