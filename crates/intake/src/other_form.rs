//! Converts programs that are not in the usual form of their language: a source that a mail program
//! or a browser has renamed to `main.py.txt`, and notebooks.
//!
//! They are converted in a copy, and what was handed in stays as it is. This is done only if no
//! file is a program as it is. Modules that read no input are none beside a notebook that imports
//! one; any other notebook beside a program is a draft of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use fancy_regex::Regex;
use referee_base::fault::Fault;
use referee_base::files::{self, TemporaryFolder};
use referee_programs::language::Languages;
use referee_programs::{imported_by_python, own_files};

use crate::notebook::{self, NotebookCode, USUAL};

/// The extensions that systems add to that of a source.
const BEHIND: [&str; 3] = ["txt", "text", "download"];

/// The extension of notebooks.
const NOTEBOOK: &str = "ipynb";

/// How a program in Python reads its input, or shows otherwise that it is started.
static STARTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[=(,]\s*input\b|\b((raw_)?input\s*\(|stdin\b|open\(\s*0\b|__main__\b)")
        .expect("a pattern of our own")
});

/// The largest file that is read, in bytes: a notebook contains its pictures.
const MAX_BYTES: u64 = 64 << 20;

/// A copy of what was handed in, in which programs have the form of their language.
pub(crate) struct Readable {
    /// The copy.
    pub(crate) folder: TemporaryFolder,
    /// The original names of the converted files, by their present names.
    pub(crate) names: BTreeMap<String, String>,
}

/// Returns a copy of the files at a path in which programs have the form of their language; `None`
/// if none is to be converted.
///
/// # Errors
/// A notebook is not one, or has no code; a file cannot be read or copied.
pub(crate) fn readable(path: &Path, languages: &Languages) -> Result<Option<Readable>, Fault> {
    if path.is_symlink() {
        return Ok(None);
    }
    let (folder, files) = if path.is_dir() {
        (path.to_path_buf(), own_files(path, None)?)
    } else {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        (path.parent().unwrap_or(path).to_path_buf(), vec![name.to_string()])
    };
    let has_language = |file: &&String| languages.of_file(&folder.join(file)).is_some();
    let sources: Vec<&String> = files.iter().filter(has_language).collect();
    let names = longer(&files, languages);
    if sources.is_empty() && !names.is_empty() {
        let copy = TemporaryFolder::new()?;
        for file in &files {
            let name = names.iter().find(|(_, old)| *old == file).map_or(file, |(new, _)| new);
            write(copy.path(), name, &files::read_at_most(&folder.join(file), MAX_BYTES)?)?;
        }
        return Ok(Some(Readable { folder: copy, names }));
    }
    let notebooks: Vec<_> = files.iter().filter(|file| has_extension(file, NOTEBOOK)).collect();
    if notebooks.is_empty() || !are_modules(&folder, &sources)? {
        return Ok(None);
    }
    let mut codes = BTreeMap::new();
    for file in notebooks {
        let place = folder.join(file);
        let text = files::read_at_most(&place, MAX_BYTES)?;
        match notebook::code(&text, languages) {
            Ok(code) if sources.is_empty() || imports_one(&code, &sources) => {
                codes.insert(file, code);
            }
            Err(message) if sources.is_empty() => {
                return Err(Fault::bad_input(message).at(&place));
            }
            Ok(_) | Err(_) => {}
        }
    }
    if codes.is_empty() {
        return Ok(None);
    }
    let (copy, mut names) = (TemporaryFolder::new()?, BTreeMap::new());
    for file in &files {
        let Some(code) = codes.get(file) else {
            write(copy.path(), file, &files::read_at_most(&folder.join(file), MAX_BYTES)?)?;
            continue;
        };
        let name = script_name(file, &code.extension, &files);
        write(copy.path(), &name, code.text.as_bytes())?;
        names.insert(name, file.clone());
    }
    Ok(Some(Readable { folder: copy, names }))
}

/// Returns whether none of these sources reads the input, or shows otherwise that it is started.
fn are_modules(folder: &Path, sources: &[&String]) -> Result<bool, Fault> {
    for file in sources {
        let bytes = files::read_at_most(&folder.join(file), MAX_BYTES)?;
        if STARTED.is_match(&*String::from_utf8_lossy(&bytes)).unwrap_or(true) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether a notebook imports one of these sources.
fn imports_one(code: &NotebookCode, sources: &[&String]) -> bool {
    let imported = imported_by_python(&code.text);
    let stem = |file: &str| Path::new(file).file_stem()?.to_str().map(String::from);
    let is_imported = |file: &&String| stem(file).is_some_and(|stem| imported.contains(&*stem));
    code.extension == USUAL && sources.iter().any(is_imported)
}

/// Returns the name of a notebook as a script: its own, unless that is taken by the module that it
/// imports.
fn script_name(notebook: &str, extension: &str, files: &[String]) -> String {
    let mut stem = notebook[..notebook.len() - NOTEBOOK.len() - 1].to_string();
    loop {
        let name = format!("{stem}.{extension}");
        if !files.contains(&name) {
            return name;
        }
        stem.push_str("_notebook");
    }
}

/// Returns the files whose names got such an extension, by their names without it.
fn longer(files: &[String], languages: &Languages) -> BTreeMap<String, String> {
    let shorter = |file: &String| {
        let end = BEHIND.iter().find(|end| has_extension(file, end))?;
        let name = &file[..file.len() - end.len() - 1];
        let extension = Path::new(name).extension()?.to_str()?;
        languages.of_extension(extension)?;
        let is_taken = files.iter().any(|other| other == name);
        (!is_taken).then(|| (name.to_string(), file.clone()))
    };
    files.iter().filter_map(shorter).collect()
}

fn has_extension(file: &str, extension: &str) -> bool {
    let own = Path::new(file).extension().and_then(|own| own.to_str());
    own.is_some_and(|own| own.eq_ignore_ascii_case(extension))
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Fault> {
    let path = folder.join(name);
    let made = fs::create_dir_all(path.parent().unwrap_or(folder));
    let written = made.and_then(|()| fs::write(&path, bytes));
    written.map_err(|error| Fault::cannot_write(&path, &error))
}
