//! The files of a case under construction, each with its source.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use referee_base::digest;
use referee_base::document::DocumentError;

use super::cache::CacheEntry;
use referee_base::fault::Fault;
use referee_base::files;
use referee_package::generators::command::NAME;
use referee_package::generators::{Extension, extensions};

/// The maximum number of bytes of a file that are read as text.
pub(super) const SEARCHED: u64 = 64 << 20;

/// The files of a case.
#[derive(Debug, Default)]
pub(super) struct MadeFiles {
    pub(super) files: BTreeMap<Extension, MadeContent>,
    /// Warnings about the case.
    pub(super) warnings: Vec<DocumentError>,
    /// A fingerprint that is equal for cases that test the same.
    pub(super) core: Option<String>,
    /// Keeps the files on disk while they are needed.
    entries: Vec<CacheEntry>,
}

/// The content of a file of a case.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum MadeContent {
    /// The content of a file elsewhere.
    File(PathBuf),
    /// This text.
    Text(String),
    /// A link to another file of the case.
    Link(Extension),
}

impl MadeFiles {
    /// Adds the files of a cache entry.
    pub(super) fn take(&mut self, entry: CacheEntry) {
        for extension in extensions() {
            let name = format!("{NAME}.{extension}");
            if entry.files.iter().any(|file| file.name == name) {
                self.files.insert(extension, MadeContent::File(entry.path(&name)));
            }
        }
        self.entries.push(entry);
    }

    /// Returns the content of a file, following links.
    fn content(&self, extension: Extension) -> Option<&MadeContent> {
        let mut content = self.files.get(extension)?;
        // A link of a rule and a copied one may lead to each other.
        for _ in extensions() {
            let MadeContent::Link(target) = content else { break };
            content = self.files.get(target)?;
        }
        Some(content)
    }

    /// Opens one of the files, for a program to read.
    pub(super) fn open(&self, extension: Extension) -> Result<File, Fault> {
        match self.content(extension) {
            Some(MadeContent::File(path)) => files::open(path),
            Some(MadeContent::Text(text)) => {
                let cannot_hold = |error| Fault::judge(format!("cannot hold an input: {error}"));
                held(text.as_bytes()).map_err(cannot_hold)
            }
            _ => Err(Fault::bad_input(format!("its `{extension}` is a link to nothing"))),
        }
    }

    /// Returns the path of one of the files. A text is first written to a folder, as `testcase`
    /// with its extension.
    pub(super) fn lay_out(&self, extension: Extension, folder: &Path) -> Result<PathBuf, Fault> {
        if let Some(MadeContent::File(path)) = self.content(extension) {
            return Ok(path.clone());
        }
        let (path, mut text) = (folder.join(format!("{NAME}.{extension}")), self.open(extension)?);
        let written = File::create(&path).and_then(|mut file| io::copy(&mut text, &mut file));
        written.map(|_| path.clone()).map_err(|error| Fault::cannot_write(&path, &error))
    }

    /// Returns the hash of one of the files.
    pub(super) fn digest(&self, extension: Extension) -> Result<String, Fault> {
        if let Some(MadeContent::File(path)) = self.content(extension)
            && let Some(known) = self
                .entries
                .iter()
                .find_map(|entry| entry.files.iter().find(|file| entry.path(&file.name) == *path))
        {
            return Ok(known.sha256.clone());
        }
        let digest = digest::sha256_of(&mut self.open(extension)?);
        let cannot_read = |error| Fault::judge(format!("cannot read its `{extension}`: {error}"));
        digest.map(|(_, hash)| hash).map_err(cannot_read)
    }

    /// Returns the beginning of one of the files as text.
    pub(super) fn text(&self, extension: Extension) -> Result<String, Fault> {
        let mut bytes = Vec::new();
        let read = self.open(extension)?.take(SEARCHED).read_to_end(&mut bytes);
        read.map_err(|error| Fault::judge(format!("cannot read its `{extension}`: {error}")))?;
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
pub(super) fn with_extension(case: &Path, extension: &str) -> PathBuf {
    let mut path = case.as_os_str().to_os_string();
    path.push(".");
    path.push(extension);
    path.into()
}
