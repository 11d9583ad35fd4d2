//! The names under which a program's files are copied for its tools.
//!
//! A name means nothing to the judge, but tools interpret it: a crate is named after its file, a
//! file called `random.py` is imported in place of the library, `x_windows.go` is compiled on
//! Windows only, and a name of 255 bytes leaves no room for a suffix. So the main file is called
//! `main`, unless something else in the program may refer to it by its name. Extensions are in the
//! usual case, unless something else contains the whole name.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use super::java;
use super::python_package::Module;
use super::source::{MAIN, Source, stem};
use referee_base::fault::Fault;

/// How many bytes are searched for the names of sources. Where there is more to search, as for the
/// names of a thousand sources, each of which has its extension in capitals, all keep theirs.
const MAX_SEARCHED: usize = 1 << 30;

/// The names of those files that are renamed in a copy.
#[derive(Debug, Default)]
pub(super) struct CopyNames {
    changed: HashMap<String, String>,
    /// The folder that all files are put in, with a slash, if they are a package.
    folder: String,
}

impl CopyNames {
    pub(super) fn of(source: &Source) -> Result<CopyNames, Fault> {
        let mut names = CopyNames { folder: nested(source)?, ..CopyNames::default() };
        // A driver and the files that it calls refer to each other by their names.
        if source.in_place || source.language.keeps_names || source.has_driver() {
            return Ok(names);
        }
        let is_other =
            |file: &&String| wanted(source, file, false).is_some_and(|name| name != **file);
        let others: Vec<&String> = source.sources.iter().filter(is_other).collect();
        if others.is_empty() {
            return Ok(names);
        }
        // Where there is only one source, no other can mean it.
        let may_be_meant =
            |file: &String| source.sources.len() > 1 && source.sources.contains(file);
        let mut texts = Vec::new();
        for (file, path) in source.paths().filter(|(file, _)| may_be_meant(file)) {
            texts.push((file, java::text_of(&path)?.to_lowercase()));
        }
        let size: usize = texts.iter().map(|(_, text)| text.len()).sum();
        if size.saturating_mul(others.len()) > MAX_SEARCHED {
            return Ok(names);
        }
        for file in others {
            let is_meant = |name: &str| {
                let name = name.to_lowercase();
                texts.iter().any(|(other, text)| *other != file && text.contains(&name))
            };
            let is_taken = |name: &str| {
                source.files.iter().any(|other| other.eq_ignore_ascii_case(name) && other != file)
            };
            let name = wanted(source, file, is_meant(stem(file)));
            if let Some(name) = name.filter(|name| !is_meant(split(file).1) && !is_taken(name)) {
                names.changed.insert(file.clone(), name);
            }
        }
        Ok(names)
    }

    pub(super) fn name(&self, file: &str) -> String {
        let name = self.changed.get(file).map_or(file, String::as_str);
        format!("{}{name}", self.folder)
    }
}

/// Returns the folder that all files are put in, if the main one is in a package that would
/// otherwise have no folder.
fn nested(source: &Source) -> Result<String, Fault> {
    let may_be_package = source.language.is_python() && !source.in_place && source.files.len() > 1;
    if !may_be_package || source.has_driver() || source.main.contains('/') {
        return Ok(String::new());
    }
    let text = java::text_of(&source.folder.join(&source.main))?;
    let folder = format!("{}/", source.package());
    let files: Vec<String> = source.files.iter().map(|file| format!("{folder}{file}")).collect();
    let main = format!("{folder}{}", source.main);
    let is_module = Module::of(&main, &text, &files);
    Ok(is_module.map(|_| folder).unwrap_or_default())
}

/// Returns the name that a source should have: the main file gets a neutral one, unless others
/// refer to it by its own, and every file gets its extension as the tools know it, which on some
/// systems is in upper case.
fn wanted(source: &Source, file: &str, is_meant: bool) -> Option<String> {
    let extension = source.language.extension(file)?;
    let (above, _) = split(file);
    let is_main = file == source.main && source.is_main_known;
    let stem = if is_main && !is_meant { MAIN } else { stem(file) };
    Some(format!("{above}{stem}.{extension}"))
}

/// Splits a path into the folders above, with the last slash, and the name.
fn split(file: &str) -> (&str, &str) {
    file.split_at(file.rfind('/').map_or(0, |at| at + 1))
}

/// Replaces the name of a file in the copy by its own name, in the output of a tool that works in
/// the copy.
pub(super) fn with_own_name<'a>(said: &'a [u8], copied: &str, own: &str) -> Cow<'a, [u8]> {
    let (copied, own) = (format!("./{copied}"), format!("./{own}"));
    if copied == own {
        return Cow::Borrowed(said);
    }
    let (mut text, mut rest) = (Vec::new(), said);
    while let Some(at) = rest.windows(copied.len()).position(|part| part == copied.as_bytes()) {
        text.extend_from_slice(&rest[..at]);
        text.extend_from_slice(own.as_bytes());
        rest = &rest[at + copied.len()..];
    }
    text.extend_from_slice(rest);
    Cow::Owned(text)
}

/// Returns whether the tools of a program's language would look for settings in a file with this
/// name.
pub(super) fn is_setting(source: &Source, file: &str) -> bool {
    let name = Path::new(file).file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| source.language.settings.iter().any(|setting| setting == name))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::language::Languages;
    use super::*;

    /// To look for each of these names in all of the text would take minutes.
    #[test]
    fn many_names_in_capitals_beside_much_text_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let renamed = |count: usize, size: usize| {
            let sources: Vec<String> = (0..count).map(|at| format!("aab{at}.CPP")).collect();
            for source in &sources {
                fs::write(folder.path().join(source), "").unwrap();
            }
            fs::write(folder.path().join(&sources[1]), "a".repeat(size)).unwrap();
            let language = Languages::shipped().of_extension("cpp").unwrap().clone();
            let source = Source {
                folder: folder.path().to_path_buf(),
                files: sources.clone(),
                sources,
                language,
                ..Source::default()
            };
            CopyNames::of(&source).unwrap().changed.len()
        };
        assert_eq!((renamed(3, 9), renamed(1000, 4 << 20)), (3, 0));
    }
}
