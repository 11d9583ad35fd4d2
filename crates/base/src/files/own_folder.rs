//! The tool's own folder within a folder that may come from elsewhere, such as `.referee` beside a
//! problem.
//!
//! Its content may have come with the problem. A link there could make the tool write to any file
//! of its caller, and a pipe or a device could make it wait or read forever. So the folder is
//! opened without following links, its files are opened relative to it and without following links,
//! and they must be regular files without further hard links.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::fault::Fault;

/// An open folder of the tool.
#[derive(Debug)]
pub struct OwnFolder {
    path: PathBuf,
    folder: rustix::fd::OwnedFd,
}

/// How a file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenMode {
    /// Reading.
    Reading,
    /// Reading and appending; the file is created if it does not exist.
    Appending,
}

impl OwnFolder {
    /// Opens the folder; creates it, and its parents, if it does not exist.
    ///
    /// # Errors
    /// The path is a link or not a folder; it cannot be created or opened.
    pub fn make(path: &Path) -> Result<OwnFolder, Fault> {
        let is_there = path.symlink_metadata().is_ok();
        if !is_there {
            fs::create_dir_all(path).map_err(|error| Fault::cannot_write(path, &error))?;
        }
        OwnFolder::open(path)
    }

    /// Opens the folder.
    ///
    /// # Errors
    /// The path is a link or not a folder; it cannot be opened.
    pub fn open(path: &Path) -> Result<OwnFolder, Fault> {
        match path.symlink_metadata() {
            Ok(found) if found.is_symlink() => return Err(is_link(path)),
            Ok(found) if !found.is_dir() => {
                return Err(Fault::bad_input("this is not a folder").at(path));
            }
            Ok(_) => {}
            Err(error) => return Err(Fault::cannot_read(path, &error)),
        }
        use rustix::fs::{CWD, Mode, OFlags, openat};
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let folder = openat(CWD, path, flags, Mode::empty())
            .map_err(|error| Fault::cannot_read(path, &error.into()))?;
        Ok(OwnFolder { path: path.to_path_buf(), folder })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a file in the folder.
    ///
    /// # Errors
    /// The file is a link, is not a regular file, has another hard link, or cannot be opened.
    pub fn file(&self, name: &str, mode: OpenMode) -> Result<File, Fault> {
        let path = self.path.join(name);
        let cannot_open = |error: io::Error| match (path.symlink_metadata(), mode) {
            (Ok(found), _) if found.is_symlink() => is_link(&path),
            (_, OpenMode::Reading) => Fault::cannot_read(&path, &error),
            (_, OpenMode::Appending) => Fault::cannot_write(&path, &error),
        };
        let file = self.open_file(name, mode).map_err(cannot_open)?;
        let found = file.metadata().map_err(cannot_open)?;
        if !found.is_file() {
            return Err(Fault::no_file(&path));
        }
        if std::os::unix::fs::MetadataExt::nlink(&found) > 1 {
            let fault = Fault::bad_input("this file has another name elsewhere, a hard link");
            return Err(fault.at(&path).help("remove it; it is generated again"));
        }
        Ok(file)
    }

    /// Creates a file of that name, for writing.
    ///
    /// # Errors
    /// There is one already, or it cannot be created.
    pub fn create(&self, name: &str) -> Result<File, Fault> {
        self.create_file(name).map_err(|error| Fault::cannot_write(&self.path.join(name), &error))
    }

    /// Returns the names in the folder that are valid UTF-8, sorted.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn names(&self) -> Result<Vec<String>, Fault> {
        let cannot_read = |error| Fault::cannot_read(&self.path, &error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(cannot_read)? {
            names.extend(entry.map_err(cannot_read)?.file_name().into_string());
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Removes a file, which may be gone already.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), Fault> {
        let removed = rustix::fs::unlinkat(&self.folder, name, rustix::fs::AtFlags::empty())
            .map_err(io::Error::from);
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Fault::cannot_write(&self.path.join(name), &error))
            }
            _ => Ok(()),
        }
    }

    /// Makes git ignore the folder, unless it has a `.gitignore` already.
    ///
    /// # Errors
    /// The system cannot write the file.
    pub fn ignored_by_git(&self) -> Result<(), Fault> {
        const NAME: &str = ".gitignore";
        let written = match self.create_file(NAME) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
            Ok(mut file) => file.write_all(b"*\n"),
        };
        written.map_err(|error| Fault::cannot_write(&self.path.join(NAME), &error))
    }

    fn open_file(&self, name: &str, mode: OpenMode) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags, openat};
        let flags = match mode {
            OpenMode::Reading => OFlags::RDONLY,
            OpenMode::Appending => OFlags::RDWR | OFlags::APPEND | OFlags::CREATE,
        };
        let harmless = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(openat(&self.folder, name, flags | harmless, Mode::from_raw_mode(0o666))?.into())
    }

    fn create_file(&self, name: &str) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags, openat};
        // With these two flags, even a dangling link counts as an existing file.
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        Ok(openat(&self.folder, name, flags, Mode::from_raw_mode(0o666))?.into())
    }
}

fn is_link(path: &Path) -> Fault {
    Fault::bad_input("this is a link, and links are not followed here")
        .at(path)
        .help("remove it; it is generated again")
}
