//! The folder of the tool itself within a folder that somebody else may have made, such as `.referee` beside a problem.
//!
//! What lies there may have come with the problem. A link there would have the tool write to any file of its caller, and a
//! pipe or a device would have it wait or read for ever. So the folder is opened as such and not as a link, its files are opened
//! beneath it and not through links, and they must be regular files with one name.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::fault::Fault;

/// A folder of the tool that is open.
#[derive(Debug)]
pub struct OwnFolder {
    path: PathBuf,
    #[cfg(unix)]
    folder: rustix::fd::OwnedFd,
}

/// What a file is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum For {
    /// It is read.
    Reading,
    /// It is made where it is not there, read and appended to.
    Appending,
}

impl OwnFolder {
    /// Opens the folder, and makes it where it is not there, with the folders above it.
    ///
    /// # Errors
    /// It is a link, or something else than a folder; it cannot be made or opened.
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
    /// It is a link, or something else than a folder; it cannot be opened.
    pub fn open(path: &Path) -> Result<OwnFolder, Fault> {
        match path.symlink_metadata() {
            Ok(found) if found.is_symlink() => return Err(is_link(path)),
            Ok(found) if !found.is_dir() => {
                return Err(Fault::bad_input("this is no folder").at(path));
            }
            Ok(_) => {}
            Err(error) => return Err(Fault::cannot_read(path, &error)),
        }
        #[cfg(unix)]
        {
            use rustix::fs::{CWD, Mode, OFlags, openat};
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let folder = openat(CWD, path, flags, Mode::empty())
                .map_err(|error| Fault::cannot_read(path, &error.into()))?;
            Ok(OwnFolder { path: path.to_path_buf(), folder })
        }
        #[cfg(not(unix))]
        Ok(OwnFolder { path: path.to_path_buf() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens one of its files.
    ///
    /// # Errors
    /// It is a link, is no regular file, has a second name outside, or cannot be opened.
    pub fn file(&self, name: &str, purpose: For) -> Result<File, Fault> {
        let path = self.path.join(name);
        let cannot_open = |error: io::Error| match (path.symlink_metadata(), purpose) {
            (Ok(found), _) if found.is_symlink() => is_link(&path),
            (_, For::Reading) => Fault::cannot_read(&path, &error),
            (_, For::Appending) => Fault::cannot_write(&path, &error),
        };
        let file = self.open_file(name, purpose).map_err(cannot_open)?;
        let found = file.metadata().map_err(cannot_open)?;
        if !found.is_file() {
            return Err(Fault::no_file(&path));
        }
        #[cfg(unix)]
        if std::os::unix::fs::MetadataExt::nlink(&found) > 1 {
            let fault = Fault::bad_input("this file has another name elsewhere, a hard link");
            return Err(fault.at(&path).help("remove it; what it is for is made anew"));
        }
        Ok(file)
    }

    /// Has git ignore the folder, if nobody has said otherwise.
    ///
    /// # Errors
    /// The system cannot write it.
    pub fn ignored_by_git(&self) -> Result<(), Fault> {
        const NAME: &str = ".gitignore";
        let written = match self.create_file(NAME) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
            Ok(mut file) => file.write_all(b"*\n"),
        };
        written.map_err(|error| Fault::cannot_write(&self.path.join(NAME), &error))
    }

    #[cfg(unix)]
    fn open_file(&self, name: &str, purpose: For) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags, openat};
        let flags = match purpose {
            For::Reading => OFlags::RDONLY,
            For::Appending => OFlags::RDWR | OFlags::APPEND | OFlags::CREATE,
        };
        let harmless = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(openat(&self.folder, name, flags | harmless, Mode::from_raw_mode(0o666))?.into())
    }

    #[cfg(unix)]
    fn create_file(&self, name: &str) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags, openat};
        // With these two flags, even a link that leads nowhere is something that is there.
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        Ok(openat(&self.folder, name, flags, Mode::from_raw_mode(0o666))?.into())
    }

    #[cfg(not(unix))]
    fn open_file(&self, name: &str, purpose: For) -> io::Result<File> {
        let path = self.path.join(name);
        if path.is_symlink() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        match purpose {
            For::Reading => File::open(path),
            For::Appending => File::options().read(true).append(true).create(true).open(path),
        }
    }

    #[cfg(not(unix))]
    fn create_file(&self, name: &str) -> io::Result<File> {
        File::create_new(self.path.join(name))
    }
}

fn is_link(path: &Path) -> Fault {
    Fault::bad_input("this is a link, and no link is followed here")
        .at(path)
        .help("remove it; what it is for is made anew")
}
