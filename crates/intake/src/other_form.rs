//! Converts programs that are not in the usual form of their language: a source that a mail program
//! or a browser has renamed to `main.py.txt`, and notebooks.
//!
//! They are converted in a copy, and what was handed in stays as it is. This is done only if no
//! file is a program as it is.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use referee_base::fault::Fault;
use referee_base::files::{self, TemporaryFolder};
use referee_programs::language::Languages;
use referee_programs::own_files;

use crate::notebook;

/// The extensions that systems add to that of a source.
const BEHIND: [&str; 3] = ["txt", "text", "download"];

/// The extension of notebooks.
const NOTEBOOK: &str = "ipynb";

/// The largest file that is read, in bytes: a notebook contains its pictures.
const LARGEST: u64 = 64 << 20;

/// A copy of what was handed in, in which programs have the form of their language.
pub(crate) struct Readable {
    /// The copy.
    pub(crate) folder: TemporaryFolder,
    /// The original names of the converted files, by their present names.
    pub(crate) names: BTreeMap<String, String>,
}

/// Returns a copy of the files at a path in which programs have the form of their language; `None`
/// if a file already has it, or none can be converted.
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
    if files.iter().any(|file| languages.of_file(&folder.join(file)).is_some()) {
        return Ok(None);
    }
    let names = longer(&files, languages);
    if !names.is_empty() {
        let copy = TemporaryFolder::new()?;
        for file in &files {
            let name = names.iter().find(|(_, old)| *old == file).map_or(file, |(new, _)| new);
            write(copy.path(), name, &files::read_at_most(&folder.join(file), LARGEST)?)?;
        }
        return Ok(Some(Readable { folder: copy, names }));
    }
    let notebooks = files.iter().filter(|file| has_extension(file, NOTEBOOK));
    let notebooks: Vec<&String> = notebooks.collect();
    if notebooks.is_empty() {
        return Ok(None);
    }
    let (copy, mut names) = (TemporaryFolder::new()?, BTreeMap::new());
    for file in notebooks {
        let place = folder.join(file);
        let text = files::read_at_most(&place, LARGEST)?;
        let code = notebook::code(&text, languages);
        let code = code.map_err(|message| Fault::bad_input(message).at(&place))?;
        let name = PathBuf::from(file).with_extension(&code.extension);
        let name = name.to_string_lossy().into_owned();
        write(copy.path(), &name, code.text.as_bytes())?;
        names.insert(name, file.clone());
    }
    Ok(Some(Readable { folder: copy, names }))
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
    let cannot_write = |error: &std::io::Error| Fault::cannot_write(&path, error);
    if let Some(above) = path.parent() {
        fs::create_dir_all(above).map_err(|error| cannot_write(&error))?;
    }
    fs::write(&path, bytes).map_err(|error| cannot_write(&error))
}
