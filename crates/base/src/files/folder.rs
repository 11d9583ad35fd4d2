//! Files that appear in a folder together.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::everyone;
use super::temporary::{BESIDE, TemporaryFolder};
use super::whole::{Existing, nearest_folder};
use crate::fault::Fault;

/// Files that appear in a folder once all of them are complete.
pub struct WholeFolder {
    path: PathBuf,
    existing: Existing,
    /// Contains them until then.
    staged: TemporaryFolder,
}

impl WholeFolder {
    /// Begins writing. Other files in the folder are kept.
    ///
    /// # Errors
    /// The folder is not empty and is to be kept; the path is not a folder; it cannot
    /// be written to.
    pub fn begin(path: &Path, existing: Existing) -> Result<WholeFolder, Fault> {
        // Without the slash that may end it: `file/` cannot be found.
        let path = path.components().as_path();
        if path.symlink_metadata().is_ok() && !path.is_dir() {
            return Err(Fault::no_folder(path));
        }
        let home = nearest_folder(path)?;
        TemporaryFolder::remove_what_was_left_in(home);
        let is_shown = |entry: &fs::DirEntry| {
            !entry.file_name().as_encoded_bytes().starts_with(BESIDE.as_bytes())
        };
        let has_entries =
            || path.read_dir().is_ok_and(|entries| entries.flatten().any(|entry| is_shown(&entry)));
        if existing == Existing::Keep && has_entries() {
            let fault = Fault::bad_input("this folder is not empty").at(path);
            let help = "name another folder; --force adds to this one, and overwrites files";
            return Err(fault.help(help));
        }
        let staged = TemporaryFolder::beside(home)
            .map_err(|error| Fault::cannot_write(path, &error.kind().into()))?;
        Ok(WholeFolder { path: path.to_path_buf(), existing, staged })
    }

    /// Writes a file; `below` is its path in the folder, with `/` between parts.
    ///
    /// # Errors
    /// The system cannot write it.
    pub fn write(&self, below: &str, bytes: &[u8]) -> io::Result<()> {
        self.copy(below, &mut &bytes[..])
    }

    /// Writes a file from a reader, to the end of its content.
    ///
    /// # Errors
    /// The system cannot read or write it.
    pub fn copy(&self, below: &str, content: &mut dyn Read) -> io::Result<()> {
        io::copy(content, &mut File::create(self.place(below)?)?).map(drop)
    }

    /// Opens a file to append to it; creates it if there is none.
    ///
    /// # Errors
    /// The system cannot open it.
    pub fn append(&self, below: &str) -> io::Result<File> {
        File::options().append(true).create(true).open(self.place(below)?)
    }

    /// Returns where a file is until it is complete, in a folder that exists.
    fn place(&self, below: &str) -> io::Result<PathBuf> {
        let path = self.staged.path().join(below);
        fs::create_dir_all(path.parent().unwrap_or(self.staged.path()))?;
        Ok(path)
    }

    /// Removes a file, if it was written.
    pub fn discard(&self, below: &str) {
        // A missing file need not be removed. One that cannot be removed is, at worst, kept.
        let _ = fs::remove_file(self.staged.path().join(below));
    }

    /// Writes an executable script from a reader, as [`copy`](Self::copy) does.
    ///
    /// # Errors
    /// The system cannot read or write it.
    pub fn copy_script(&self, below: &str, content: &mut dyn Read) -> io::Result<()> {
        self.copy(below, content)?;
        everyone::permit(&self.staged.path().join(below), 0o755)
    }

    /// Moves all files to their final names.
    ///
    /// # Errors
    /// A file already exists and is to be kept; the system cannot rename the files.
    pub fn finish(self) -> Result<(), Fault> {
        let files = self.staged.path();
        let staged = walkdir::WalkDir::new(files).sort_by_file_name();
        for entry in staged.into_iter().filter_map(Result::ok) {
            let below = entry.path().strip_prefix(files).unwrap_or(Path::new(""));
            let to = self.path.join(below);
            if entry.file_type().is_dir() {
                fs::create_dir_all(&to).map_err(|error| Fault::cannot_write(&to, &error))?;
                continue;
            }
            if self.existing == Existing::Keep && to.symlink_metadata().is_ok() {
                return Err(Fault::would_overwrite(&to));
            }
            fs::rename(entry.path(), &to).map_err(|error| Fault::cannot_write(&to, &error))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultClass;

    #[test]
    fn a_file_is_no_folder_even_with_a_slash() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let begun = WholeFolder::begin(&file.join(""), Existing::Replace);
        let fault = begun.map(drop).unwrap_err();
        assert_eq!(fault.class, FaultClass::BadInput);
        assert_eq!(fault.path.as_deref(), Some(&*file));
    }
}
