//! Copies a program's files with permissions of their own: it may run as another user than the owner of the files or the caller.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use referee_base::fault::Fault;
use referee_base::files::{self, everyone};
use referee_package::constants::{Constants, substitute};

/// A file of a program to be copied into a folder.
pub(super) struct Copied<'a> {
    /// Its path.
    pub(super) from: &'a Path,
    /// Its name in the folder, which may contain folders.
    pub(super) name: &'a str,
    /// Whether it is made executable, whatever its contents.
    pub(super) is_program: bool,
}

impl Copied<'_> {
    /// Copies it with constants substituted, and returns the path of the copy. Every user may read it, and run it if it is a program.
    ///
    /// # Errors
    /// It cannot be read, or the disk is full.
    pub(super) fn put_into(&self, folder: &Path, constants: &Constants) -> Result<PathBuf, Fault> {
        let to = folder.join(self.name);
        make_folders(folder, self.name)?;
        let from = files::open(self.from)?;
        let was_program = is_marked(&from);
        let mut start = Vec::new();
        let cannot_read = |error| Fault::cannot_read(self.from, &error);
        (&from).take(4).read_to_end(&mut start).map_err(cannot_read)?;
        let is_program = self.is_program || was_program || looks_like_a_program(&start);
        let mut content = (&*start).chain(from);
        let cannot_write = |error| Fault::cannot_write(&to, &error);
        let mut copy = File::create(&to).map_err(cannot_write)?;
        if constants.is_empty() {
            pour(&mut content, &mut copy, &cannot_read, &cannot_write)?;
        } else {
            let mut text = Vec::new();
            content.read_to_end(&mut text).map_err(cannot_read)?;
            copy.write_all(&substitute(&text, constants)).map_err(cannot_write)?;
        }
        let mode = if is_program { 0o755 } else { 0o644 };
        everyone::permit(&to, mode).map_err(cannot_write)?;
        Ok(to)
    }
}

/// Creates the folders that a name contains, if they do not exist.
fn make_folders(folder: &Path, name: &str) -> Result<(), Fault> {
    let mut at = folder.to_path_buf();
    let (above, _) = name.rsplit_once('/').unwrap_or_default();
    for part in above.split('/').filter(|part| !part.is_empty()) {
        at.push(part);
        let made = match fs::create_dir(&at) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && at.is_dir() => continue,
            made => made.and_then(|()| everyone::permit(&at, 0o755)),
        };
        made.map_err(|error| Fault::cannot_write(&at, &error))?;
    }
    Ok(())
}

/// Copies a whole reader, and tells on which side an error occurred.
fn pour(
    from: &mut dyn Read,
    to: &mut dyn Write,
    cannot_read: &dyn Fn(io::Error) -> Fault,
    cannot_write: &dyn Fn(io::Error) -> Fault,
) -> Result<(), Fault> {
    let mut block = vec![0; 64 << 10];
    loop {
        match from.read(&mut block) {
            Ok(0) => return Ok(()),
            Ok(count) => to.write_all(&block[..count]).map_err(cannot_write)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(cannot_read(error)),
        }
    }
}

/// The access time given to everything in a folder, as far as the file system allows: in 2038, the last year that all file systems can
/// store.
const READ_LAST: rustix::fs::Timespec = rustix::fs::Timespec { tv_sec: 0x7fff_ffff, tv_nsec: 0 };

/// Sets access times in a folder that reading does not change: a file system updates an access time only if it is before the last change,
/// or a day old. Otherwise a run could pass information to the next one by which files it reads, wherever the folder is not mounted anew.
///
/// # Errors
/// The system refuses.
pub(super) fn keep_no_access_times(folder: &Path) -> Result<(), Fault> {
    use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, UTIME_OMIT, utimensat};
    let unchanged = Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT };
    let times = Timestamps { last_access: READ_LAST, last_modification: unchanged };
    // A folder comes after its contents, since listing it is reading it.
    for entry in walkdir::WalkDir::new(folder).contents_first(true) {
        let entry = entry.map_err(|error| referee_base::files::walk_fault(folder, &error))?;
        utimensat(CWD, entry.path(), &times, AtFlags::SYMLINK_NOFOLLOW)
            .map_err(|error| Fault::cannot_write(entry.path(), &error.into()))?;
    }
    Ok(())
}

/// Returns whether a file starts as programs do: archives lose the executable bit.
fn looks_like_a_program(start: &[u8]) -> bool {
    start.starts_with(b"#!") || start.starts_with(b"\x7fELF")
}

fn is_marked(file: &File) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|found| found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn copies_have_modes_of_their_own() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for (name, text, mode, is_program, expected) in [
            ("a.py", "print(1)", 0o600, false, 0o644),
            ("b/c.py", "#!/usr/bin/python3", 0o600, false, 0o755),
            ("b/d/run", "true", 0o400, true, 0o755),
            ("b/helper", "true", 0o700, false, 0o755),
            ("empty", "", 0o666, false, 0o644),
        ] {
            let path = from.path().join("file");
            let _ = fs::remove_file(&path);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let copied = Copied { from: &path, name, is_program };
            let copy = copied.put_into(to.path(), &Constants::new()).unwrap();
            let found = fs::metadata(&copy).unwrap().permissions().mode() & 0o7777;
            assert_eq!(
                (found, fs::read_to_string(&copy).unwrap()),
                (expected, text.into()),
                "{name}"
            );
        }
        for folder in ["b", "b/d"] {
            let found = fs::metadata(to.path().join(folder)).unwrap().permissions().mode();
            assert_eq!(found & 0o7777, 0o755);
        }
    }

    #[test]
    fn what_cannot_be_copied_is_a_fault_that_says_on_which_side() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none.py");
        let copied = Copied { from: &path, name: "a.py", is_program: false };
        let fault = copied.put_into(folder.path(), &Constants::new()).unwrap_err();
        assert_eq!(fault.message, "there is no such file or folder");
        let copied = Copied { from: Path::new("/dev/null"), ..copied };
        let fault = copied.put_into(folder.path(), &Constants::new()).unwrap_err();
        assert_eq!(fault.message, "this is a pipe or a device, not a file");
        fs::write(&path, "text").unwrap();
        let copied = Copied { from: &path, name: "none.py/a.py", is_program: false };
        let fault = copied.put_into(folder.path(), &Constants::new()).unwrap_err();
        assert!(fault.message.starts_with("cannot write it: "), "{}", fault.message);
    }

    #[test]
    fn what_is_read_looks_as_before() {
        use std::os::unix::fs::MetadataExt;
        let folder = tempfile::tempdir().unwrap();
        let (below, file) = (folder.path().join("below"), folder.path().join("below/file"));
        fs::create_dir(&below).unwrap();
        fs::write(&file, "text").unwrap();
        keep_no_access_times(folder.path()).unwrap();
        fs::read(&file).unwrap();
        fs::read_dir(&below).unwrap().for_each(drop);
        for path in [folder.path(), &below, &file] {
            assert_eq!(fs::metadata(path).unwrap().atime(), READ_LAST.tv_sec, "{}", path.display());
        }
    }
}
