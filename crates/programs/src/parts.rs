//! Decides which files of a program are compiled together, and where the compiler looks for those
//! that they include.
//!
//! Beside the program there are tests, which need a library that is not installed; sources that
//! others include, which would be compiled twice; and sources in another language that belong to
//! it.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

use super::language::Language;
use super::places::PartFiles;
use super::source::{Source, stem, stem_of};
use super::tokens::SourceTokens;
use super::{entry, java};
use referee_base::fault::Fault;
use referee_base::files::joined;

/// The extensions of files in C and related languages that are only included.
const HEADERS: [&str; 11] =
    ["h", "hh", "hpp", "hxx", "h++", "inc", "inl", "ipp", "tcc", "tpp", "def"];

/// The maximum number of different files that a program may include and that are looked for in all
/// its folders: more than its own files and the system's. The more folders, the fewer are looked
/// for in all of them.
const MAX_INCLUDES: usize = 10_000;
const MAX_LOOKUPS: usize = 50 * MAX_INCLUDES;

/// The maximum length of the name of such a file in bytes, which is that of a path.
const MAX_PATH: usize = 4096;

/// The folder of tests, and that of the program, in the layout of Java's tools.
const TESTS: &str = "src/test/";
const PROGRAM: &str = "src/main/";

/// What a program is compiled from; names are those of its author.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The sources in its language.
    pub(super) sources: Vec<String>,
    /// Sources in other languages, with the options before them.
    pub(super) others: Vec<PartFiles>,
    /// The options and folders by which included files are found.
    pub(super) include: Vec<(&'static str, String)>,
}

struct Text<'a> {
    file: &'a str,
    text: String,
}

impl Parts {
    pub(super) fn of(source: &Source) -> Result<Parts, Fault> {
        let (language, sources) = (&source.language, source.sources.clone());
        let files: Vec<(&String, PathBuf)> = source.paths().collect();
        if files.len() < 2 || source.in_place {
            return Ok(Parts { sources, ..Parts::default() });
        }
        let mut texts = Vec::new();
        for (file, path) in &files {
            if sources.contains(file) || language.takes(file) || is_header(file) {
                texts.push(Text { file, text: java::text_of(path)? });
            }
        }
        let mut sources = without_tests(source, sources, &mut texts);
        let mut include = Vec::new();
        if language.includes() {
            let found = Included::of(&texts, &files);
            let is_included = |file: &String| found.files.contains(file) && *file != source.main;
            if !sources.iter().all(is_included) {
                sources.retain(|file| !is_included(file));
            }
            texts.retain(|text| is_header(text.file) || !found.files.contains(text.file));
            include = found.folders.into_iter().collect();
        }
        if language.is_python() {
            sources = imported(&source.main, &texts);
        }
        if language.is_go() {
            sources.retain(|file| folder_of(file) == folder_of(&source.main));
        }
        let others = others(language, &sources, &texts);
        Ok(Parts { sources, others, include })
    }

    /// Returns the same parts with the names of a copy.
    pub(super) fn renamed(self, name: impl Fn(&str) -> String) -> Parts {
        let renamed = |files: Vec<String>| files.iter().map(|file| name(file)).collect();
        let others = self.others.into_iter();
        let others = others.map(|part| PartFiles { files: renamed(part.files), ..part });
        Parts { others: others.collect(), sources: renamed(self.sources), include: self.include }
    }
}

/// Returns whether a file is compiled with sources in a language or included by them, although it
/// is not one of them.
pub(super) fn is_source(language: &Language, file: &str) -> bool {
    language.takes(file) || language.includes() && is_header(file)
}

fn is_header(file: &str) -> bool {
    let extension = file.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|own| HEADERS.iter().any(|known| known.eq_ignore_ascii_case(own)))
}

/// Leaves out the sources that are tests, unless there are no others. The main source is none, if
/// it is known: what it includes may lie between `#ifdef` and `#endif`.
fn without_tests(source: &Source, mut sources: Vec<String>, texts: &mut Vec<Text>) -> Vec<String> {
    let is_laid_out = sources.iter().any(|file| file.contains(PROGRAM));
    let is_main = |file: &str| source.is_main_known && *file == source.main;
    let is_test = |text: &Text| {
        let tests = source.language.tests.as_ref();
        let has_pattern = |text: &str| tests.is_some_and(|tests| tests.is_match(text));
        !is_main(text.file) && (is_laid_out && text.file.contains(TESTS) || has_pattern(&text.text))
    };
    let tests: BTreeSet<String> = texts
        .iter()
        .filter(|text| !is_header(text.file) && is_test(text))
        .map(|text| text.file.to_string())
        .collect();
    if sources.iter().any(|file| !tests.contains(file)) {
        sources.retain(|file| !tests.contains(file));
        texts.retain(|text| !tests.contains(text.file));
    }
    sources
}

/// The files of a program that its sources include.
#[derive(Default)]
struct Included {
    files: BTreeSet<String>,
    /// The options and folders by which the compiler finds those that are not beside the file that
    /// includes them.
    folders: BTreeSet<(&'static str, String)>,
}

impl Included {
    fn of(texts: &[Text], files: &[(&String, PathBuf)]) -> Included {
        let mut included = Included::default();
        let folders = folders(files);
        let files: HashSet<&String> = files.iter().map(|(file, _)| *file).collect();
        let is_there = |name: &String| files.contains(name);
        let mut searches = MAX_LOOKUPS / folders.len();
        let mut known = HashSet::new();
        for Text { file, text } in texts {
            for (is_quoted, name) in includes(text) {
                let from = if is_quoted { folder_of(file) } else { "" };
                let is_too_much = known.len() == MAX_INCLUDES || name.len() > MAX_PATH;
                if is_too_much || !known.insert((is_quoted, from, name.clone())) {
                    continue;
                }
                let own = is_quoted.then(|| joined(from, &name)).flatten();
                if let Some(found) = own.filter(is_there) {
                    included.files.insert(found);
                    continue;
                }
                let Some(left) = searches.checked_sub(1) else { continue };
                searches = left;
                let found = folders
                    .iter()
                    .find_map(|folder| Some((folder, joined(folder, &name).filter(is_there)?)));
                if let Some((folder, found)) = found {
                    // The system's own file with that name comes first, unless the name is quoted.
                    let option = if is_quoted { "-iquote" } else { "-idirafter" };
                    included.folders.insert((option, folder.clone()));
                    included.files.insert(found);
                }
            }
        }
        included
    }
}

/// Returns the folders of files and all folders above them; the folder of all files is the empty
/// string.
fn folders(files: &[(&String, PathBuf)]) -> BTreeSet<String> {
    let mut folders = BTreeSet::from([String::new()]);
    for (file, _) in files {
        let mut folder = folder_of(file);
        while !folder.is_empty() && folders.insert(folder.to_string()) {
            folder = folder_of(folder);
        }
    }
    folders
}

/// Returns the folder of a file, relative to that of all files.
pub(super) fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the names that a source in C includes, each with whether it is quoted.
fn includes(text: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    let mut tokens = SourceTokens::of(text);
    let mut last = "";
    while let Some(token) = tokens.next() {
        if last == "#" && matches!(token, "include" | "import") {
            match tokens.next() {
                Some("<") => {
                    let name: String = tokens.by_ref().take_while(|token| *token != ">").collect();
                    found.push((false, name));
                }
                Some(name) if name.starts_with('"') => {
                    found.push((true, name.trim_matches('"').to_string()));
                }
                _ => {}
            }
        }
        last = token;
    }
    found
}

/// Returns the main source in Python, those that it imports, and those that they import.
fn imported(main: &str, texts: &[Text]) -> Vec<String> {
    let module = |file: &str| match stem_of(file).as_str() {
        "__init__" => folder_of(file).rsplit('/').next().unwrap_or_default().to_string(),
        _ => stem(file).to_string(),
    };
    let is_other = |text: &&Text| text.file != main;
    let mut left: Vec<(String, &str)> =
        texts.iter().filter(is_other).map(|text| (module(text.file), text.file)).collect();
    let mut reached = vec![main];
    let mut next = 0;
    while let Some(file) = reached.get(next) {
        let text = texts.iter().find(|text| text.file == *file);
        let names = text.map(|text| entry::imported(&text.text)).unwrap_or_default();
        let found = left.extract_if(.., |(module, _)| names.contains(module.as_str()));
        reached.extend(found.map(|(_, file)| file));
        next += 1;
    }
    reached.into_iter().map(String::from).collect()
}

/// Returns the sources in other languages that belong to a program: not those that a compiler has
/// made of another source, nor other programs.
fn others(language: &Language, sources: &[String], texts: &[Text]) -> Vec<PartFiles> {
    let path = |file: &str| file.rsplit_once('.').map_or(file, |(path, _)| path).to_string();
    let starts = |text: &&Text| entry::starts("c", &text.text) == Some(true);
    let has_main = texts
        .iter()
        .filter(|text| sources.iter().any(|file| file == text.file))
        .any(|text| starts(&text));
    let files = language.parts.iter().map(|part| {
        let own = texts.iter().filter(|text| part.is_of(text.file));
        let own = own.filter(|text| !(has_main && starts(text)));
        let is_made = |file: &str| {
            texts.iter().any(|other| {
                other.file != file && path(other.file) == path(file) && !is_header(other.file)
            })
        };
        let own = own.filter(|text| !is_made(text.file)).map(|text| text.file.to_string());
        PartFiles { options: part.options.clone(), files: own.collect() }
    });
    files.filter(|part| !part.files.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_included_is_found_outside_of_comments() {
        let text = "#include <bits/stdc++.h>\n# include \"a b.h\"\n// #include \"no.h\"\n/*\n#include \"nor.h\"\n*/\n\
             #include MACRO\nchar *s = \"#include\";\n#import <Foundation/Foundation.h>\n#include";
        let expected = [
            (false, "bits/stdc++.h".to_string()),
            (true, "a b.h".to_string()),
            (false, "Foundation/Foundation.h".to_string()),
        ];
        assert_eq!(includes(text), expected);
    }

    /// To look for each include among all files of each folder would take minutes.
    #[test]
    fn what_is_not_there_is_looked_for_in_many_folders() {
        let names: Vec<String> = (0..999).map(|at| format!("{at}/a.h")).collect();
        let files: Vec<(&String, PathBuf)> =
            names.iter().map(|name| (name, PathBuf::from(name))).collect();
        let text: String = (0..200).map(|at| format!("#include \"{at}.h\"\n")).collect();
        let text = text.repeat(100) + "#include \"a.h\"\n";
        let found = Included::of(&[Text { file: "main.c", text }], &files);
        assert_eq!(found.files, BTreeSet::from(["0/a.h".to_string()]));
        assert_eq!(found.folders, BTreeSet::from([("-iquote", "0".to_string())]));
    }

    /// So would it take to look for many includes, or for one with a long name, in more folders
    /// than there are files.
    #[test]
    fn what_is_not_there_is_looked_for_in_deep_folders() {
        let names: Vec<String> =
            (0..999).map(|at| format!("{at}/{}a.h", "a/".repeat(20))).collect();
        let files: Vec<(&String, PathBuf)> =
            names.iter().map(|name| (name, PathBuf::from(name))).collect();
        let text: String = (0..10_000).map(|at| format!("#include \"{at}.h\"\n")).collect();
        for text in [text, format!("#include \"{}.h\"\n", "a".repeat(1 << 20))] {
            let found = Included::of(&[Text { file: "main.c", text }], &files);
            assert_eq!((found.files, found.folders), (BTreeSet::new(), BTreeSet::new()));
        }
    }

    /// To look for each module among all that are reached would take a minute.
    #[test]
    fn all_modules_may_import_all_others() {
        let folder = "a/".repeat(90);
        let names: Vec<String> = (1000..2000).map(|at| format!("{folder}m{at}.py")).collect();
        let text: String = (1000..2000).map(|at| format!("import m{at}\n")).collect();
        let texts: Vec<Text> = names.iter().map(|file| Text { file, text: text.clone() }).collect();
        assert_eq!(imported(&names[0], &texts), names);
    }

    #[test]
    fn names_are_joined_below_the_folder() {
        for (folder, name, expected) in [
            ("", "a.h", Some("a.h")),
            ("src/x", "../a.h", Some("src/a.h")),
            ("src", "./b//a.h", Some("src/b/a.h")),
            ("src", "../../a.h", None),
            ("src", "/etc/a.h", None),
        ] {
            assert_eq!(joined(folder, name).as_deref(), expected, "{folder} {name}");
        }
    }
}
