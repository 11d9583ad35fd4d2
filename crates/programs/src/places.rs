//! The placeholders in commands of languages, and their values: files of a program, folders, the
//! memory limit.

use std::ffi::OsStr;
use std::path::Path;

// The placeholders.
pub(super) const SOURCES: &str = "{sources}"; // all files of the language
pub(super) const PARTS: &str = "{parts}"; // sources in other languages
pub(super) const INCLUDE: &str = "{include}"; // the folders of included files
pub(super) const LIBRARY: &str = "{library}"; // the library of a program
pub(super) const STATIC: &str = "{static}"; // the option to link statically
pub(super) const MAIN: &str = "{main}"; // the file that is started
pub(super) const STEM: &str = "{stem}"; // its name without extension
pub(super) const CLASS: &str = "{class}"; // the main class

/// Returns the name of the file that the compiler writes; the usual one may be that of a folder of
/// the program.
pub(super) fn compiled_name(is_taken: bool) -> &'static str {
    if is_taken { "program.compiled" } else { "program" }
}

/// Sources in another language that are compiled with those of a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Their extension.
    pub extension: String,
    /// The options before them.
    pub options: Vec<String>,
}

/// The files of a program that are such a part.
#[derive(Debug, Clone, Default)]
pub struct PartFiles {
    /// The options before them.
    pub options: Vec<String>,
    /// The files, relative to the folder.
    pub files: Vec<String>,
}

impl Part {
    /// Parses an extension, and options after it.
    pub fn read(text: &str) -> Part {
        let mut words = text.split_whitespace().map(String::from);
        Part { extension: words.next().unwrap_or_default(), options: words.collect() }
    }

    /// Returns whether a file is of this kind.
    pub fn is_of(&self, file: &str) -> bool {
        Path::new(file).extension().and_then(OsStr::to_str) == Some(&self.extension)
    }
}

/// The values of placeholders in commands; [`Places::substitute`] substitutes them.
#[derive(Debug, Clone, Default)]
pub struct Places<'a> {
    /// The folder of all files, as the command sees it.
    pub folder: &'a str,
    /// The main file, relative to the folder.
    pub main: &'a str,
    /// All files of the language, relative to the folder.
    pub sources: &'a [String],
    /// Sources in other languages.
    pub parts: &'a [PartFiles],
    /// The options and folders, relative to the folder, by which included files are found.
    pub include: &'a [(&'static str, String)],
    /// The edition of the language.
    pub edition: &'a str,
    /// The library that belongs to the program: its name.
    pub library: Option<&'a str>,
    /// The main class, with its package, if one was found.
    pub class: &'a str,
    /// The memory limit, in MiB.
    pub memory: u64,
    /// Whether programs are linked statically.
    pub is_static: bool,
    /// Whether a folder has the usual name of the file that the compiler writes.
    pub is_taken: bool,
}

impl Places<'_> {
    /// Substitutes the placeholders of a command. A word `{sources}` becomes one word for each
    /// source, and `{static}` becomes `-static`, or nothing.
    pub fn substitute(&self, command: &[String]) -> Vec<String> {
        let mut filled = Vec::new();
        for word in command {
            match word.as_str() {
                SOURCES => {
                    filled.extend(self.sources.iter().map(|source| self.inside(source)));
                }
                PARTS => {
                    for PartFiles { options, files } in self.parts {
                        filled.extend(options.iter().cloned());
                        filled.extend(files.iter().map(|file| self.inside(file)));
                    }
                }
                INCLUDE => {
                    for (option, folder) in self.include {
                        filled.extend([option.to_string(), self.inside(folder)]);
                    }
                }
                LIBRARY => {
                    let word = |name| format!("--extern={name}={}", self.rlib(name));
                    filled.extend(self.library.map(word));
                }
                STATIC => filled.extend(self.is_static.then(|| "-static".to_string())),
                word => filled.push(self.fill(word)),
            }
        }
        filled
    }

    /// Returns the path of a file of the folder, as the command sees it.
    fn inside(&self, file: &str) -> String {
        format!("{}/{file}", self.folder)
    }

    fn rlib(&self, name: &str) -> String {
        self.inside(&format!("lib{name}.rlib"))
    }

    /// Substitutes the placeholders in a word, from left to right: values are not searched for
    /// others.
    fn fill(&self, word: &str) -> String {
        let (mut filled, mut rest) = (String::new(), word);
        while let Some((before, after)) = rest.split_once('{') {
            filled += before;
            let known =
                after.split_once('}').and_then(|(name, after)| Some((self.value(name)?, after)));
            match known {
                Some((value, after)) => {
                    filled += &value;
                    rest = after;
                }
                None => {
                    filled.push('{');
                    rest = after;
                }
            }
        }
        filled + rest
    }

    fn value(&self, name: &str) -> Option<String> {
        Some(match name {
            "main" => self.inside(self.main),
            "stem" => self.main.rsplit_once('.').map_or(self.main, |(stem, _)| stem).to_string(),
            "class" => self.class.to_string(),
            "edition" => self.edition.to_string(),
            "crate" => self.library?.to_string(),
            "rlib" => self.rlib(self.library?),
            "program" => self.inside(compiled_name(self.is_taken)),
            "folder" => self.folder.to_string(),
            "memory" => self.memory.to_string(),
            _ => return None,
        })
    }
}
