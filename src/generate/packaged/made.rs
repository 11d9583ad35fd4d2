//! The files of a case under construction, each with its source.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use referee_base::digest;
use referee_base::document::DocumentError;

use super::beside::Beside;
use super::cache::Entry;
use referee_base::fault::Fault;
use referee_base::files;
use referee_package::generators::command::NAME;
use referee_package::generators::{Ending, endings};

/// The maximum number of bytes of a file that are read as text.
const SEARCHED: u64 = 64 << 20;

/// The files of a case.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub(super) files: BTreeMap<Ending, Content>,
    /// Warnings about the case.
    pub(super) warnings: Vec<DocumentError>,
    /// A fingerprint that is equal for cases that test the same.
    pub(super) core: Option<String>,
    /// Existing files that belong to the case.
    pub(super) beside: Beside,
    /// Keeps the files on disk as long as they are needed.
    entries: Vec<Entry>,
}

/// The content of a file of a case.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Content {
    /// The content of a file elsewhere.
    File(PathBuf),
    /// This text.
    Text(String),
    /// A link to another file of the case.
    Link(Ending),
}

impl Made {
    /// Adds the files of a cache entry.
    pub(super) fn take(&mut self, entry: Entry) {
        for ending in endings() {
            let name = format!("{NAME}.{ending}");
            if entry.files.iter().any(|file| file.name == name) {
                self.files.insert(ending, Content::File(entry.path(&name)));
            }
        }
        self.entries.push(entry);
    }

    /// Returns the content of a file, following links.
    fn content(&self, ending: Ending) -> Option<&Content> {
        match self.files.get(ending)? {
            // Links to links are refused when rules are read; copied ones are followed only once.
            Content::Link(target) => self.files.get(target),
            content => Some(content),
        }
    }

    /// Opens one of the files, for a program to read.
    pub(super) fn open(&self, ending: Ending) -> Result<File, Fault> {
        match self.content(ending) {
            Some(Content::File(path)) => files::open(path),
            Some(Content::Text(text)) => {
                let cannot_hold = |error| Fault::judge(format!("cannot hold an input: {error}"));
                held(text.as_bytes()).map_err(cannot_hold)
            }
            _ => Err(Fault::bad_input(format!("its `{ending}` is a link to nothing"))),
        }
    }

    /// Returns the path of one of the files; a text is first written into a folder, as `testcase` with its extension.
    pub(super) fn lay_out(&self, ending: Ending, folder: &Path) -> Result<PathBuf, Fault> {
        match self.content(ending) {
            Some(Content::File(path)) => Ok(path.clone()),
            Some(Content::Text(text)) => {
                let path = folder.join(format!("{NAME}.{ending}"));
                let written = fs::write(&path, text);
                written.map(|()| path.clone()).map_err(|error| Fault::cannot_write(&path, &error))
            }
            _ => Err(Fault::bad_input(format!("its `{ending}` is a link to nothing"))),
        }
    }

    /// Returns the hash of one of the files.
    pub(super) fn digest(&self, ending: Ending) -> Result<String, Fault> {
        if let Some(Content::File(path)) = self.content(ending)
            && let Some(known) = self
                .entries
                .iter()
                .find_map(|entry| entry.files.iter().find(|file| entry.path(&file.name) == *path))
        {
            return Ok(known.sha256.clone());
        }
        let digest = digest::sha256_of(&mut self.open(ending)?);
        let cannot_read = |error| Fault::judge(format!("cannot read its `{ending}`: {error}"));
        digest.map(|(_, hash)| hash).map_err(cannot_read)
    }

    /// Returns the beginning of one of the files as text.
    pub(super) fn text(&self, ending: Ending) -> Result<String, Fault> {
        let mut bytes = Vec::new();
        let read = self.open(ending)?.take(SEARCHED).read_to_end(&mut bytes);
        read.map_err(|error| Fault::judge(format!("cannot read its `{ending}`: {error}")))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Returns a temporary file with these bytes, positioned at its start.
pub(super) fn held(bytes: &[u8]) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}

/// Returns the path of a file of a case.
pub(super) fn with_ending(case: &Path, ending: &str) -> PathBuf {
    let mut path = case.as_os_str().to_os_string();
    path.push(".");
    path.push(ending);
    path.into()
}
