//! The folders of the host that a run sees, and its working folder: remounted only if they differ
//! from the previous run, so a submission runs on all its cases without a mount.

use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{FileExt, MetadataExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::mount::{MountAttrFlags, UnmountFlags, unmount};
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

use super::identity::INSIDE;
use super::message::{HostFolder, RunRequest};
use super::namespaces::{
    Namespaces, TEMPORARY, WORKING, attach, fetch, place_for, read_only, set_read_only, tmpfs,
};
use super::system::{FOLDERS, OF_BUILDS};
use crate::layers::SUBMISSION;

pub(super) struct Mounts {
    namespaces: Namespaces,
    program: Option<HostFolder>,
    readable: Vec<PathBuf>,
    working: Option<Working>,
    /// The parts of the system that are hidden from runs: all that exist, or none during a build.
    hidden: Vec<&'static Path>,
}

enum Working {
    Host(HostFolder),
    /// A folder in memory: its size, its state as long as it is unused, and the inode number of the
    /// last file created in it.
    Memory {
        size: u64,
        untouched: FolderState,
        last_file: u64,
    },
}

impl Mounts {
    /// Starts with nothing but the system mounted.
    pub(super) fn new(namespaces: Namespaces) -> Mounts {
        let hidden = Vec::new();
        Mounts { namespaces, program: None, readable: Vec::new(), working: None, hidden }
    }

    /// Mounts everything that a run may see. An error says what could not be mounted.
    pub(super) fn mount_all(&mut self, task: &RunRequest) -> Result<(), String> {
        if self.readable != task.readable {
            self.show_readable(&task.readable)?;
        }
        if self.program != task.program {
            if self.program.take().is_some() {
                leave(Path::new(SUBMISSION))?;
            }
            if let Some(folder) = &task.program {
                self.bind(&folder.path, Path::new(SUBMISSION), true)?;
            }
            self.program = task.program.clone();
        }
        self.hide_from_runs(task)?;
        self.prepare_working(task)
    }

    /// Mounts an empty folder over the parts that only builds read, unless this run is a build.
    fn hide_from_runs(&mut self, task: &RunRequest) -> Result<(), String> {
        match (task.writable.is_some(), self.hidden.is_empty()) {
            (true, false) => self.hidden.drain(..).try_for_each(leave),
            (false, true) => {
                let parts = OF_BUILDS.iter().map(Path::new);
                for part in parts.filter(|part| part.symlink_metadata().is_ok_and(|it| it.is_dir()))
                {
                    let empty = tmpfs(&[("size", "4k"), ("mode", "555")], MountAttrFlags::empty());
                    let hidden = empty.and_then(|empty| attach(&read_only(empty)?, part));
                    let say = |error| format!("cannot hide {}: {error}", part.display());
                    hidden.map_err(say)?;
                    self.hidden.push(part);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Mounts the readable paths. The root is writable only while new mount points are created.
    fn show_readable(&mut self, paths: &[PathBuf]) -> Result<(), String> {
        for path in std::mem::take(&mut self.readable).iter().rev().filter(|path| !is_shown(path)) {
            leave(path)?;
        }
        let say = |error: io::Error| format!("cannot change the root: {error}");
        set_read_only(false).map_err(say)?;
        for place in TEMPORARY {
            link_temporary(place, !paths.iter().any(|path| path.starts_with(place)))
                .map_err(say)?;
        }
        let shown = paths.iter().try_for_each(|path| {
            if !is_shown(path) {
                self.bind(path, path, true)?;
            }
            self.readable.push(path.clone());
            Ok(())
        });
        set_read_only(true).map_err(say).and(shown)
    }

    fn prepare_working(&mut self, task: &RunRequest) -> Result<(), String> {
        let wanted = task.room();
        let fits = match (&self.working, &task.writable) {
            (Some(Working::Memory { size, .. }), None) => *size == wanted,
            (Some(Working::Host(shown)), Some(folder)) => shown == folder,
            _ => false,
        };
        if fits {
            return Ok(());
        }
        self.clear()?;
        let place = Path::new(WORKING);
        self.working = Some(match &task.writable {
            Some(folder) => {
                self.bind(&folder.path, place, false)?;
                Working::Host(folder.clone())
            }
            None => memory(place, wanted)
                .map_err(|error| format!("cannot make the working folder: {error}"))?,
        });
        Ok(())
    }

    /// Removes the traces of a run. Mounting a file system takes longer than checking that the old
    /// one is untouched, which it is after most programs. A folder of the host is not cleaned: it
    /// stays until another one is mounted.
    pub(super) fn tidy(&mut self) -> Result<(), String> {
        let place = Path::new(WORKING);
        match &mut self.working {
            Some(Working::Memory { untouched, last_file, .. })
                if FolderState::of(place).is_ok_and(|state| state == *untouched) =>
            {
                // Files without a name leave no trace but the inode number of the next file.
                let before = *last_file;
                match number_of_a_new_file(place) {
                    Ok(number) if number == before + 1 => *last_file = number,
                    _ => return self.clear(),
                }
                Ok(())
            }
            Some(Working::Host(_)) => Ok(()),
            _ => self.clear(),
        }
    }

    /// Gives the next process the ID after this one: after 1, no program can see how many there
    /// were before. If the kernel does not support this, every other protection still holds.
    pub(super) fn count_processes_from(&self, last: u32) {
        if let Some(file) = &self.namespaces.last_process {
            let _ = file.write_at(last.to_string().as_bytes(), 0);
        }
    }

    fn clear(&mut self) -> Result<(), String> {
        if self.working.is_some() {
            leave(Path::new(WORKING))?;
            self.working = None;
        }
        Ok(())
    }

    /// Mounts a file or folder of the host at a path inside.
    fn bind(&self, source: &Path, target: &Path, only_read: bool) -> Result<(), String> {
        let visit = |namespace: BorrowedFd| {
            Ok(move_into_link_name_space(namespace, Some(LinkNameSpaceType::Mount))?)
        };
        // The source is visible only in the mount namespace of the host: its tree is fetched there
        // and attached in the inner one.
        let fetched = visit(self.namespaces.host.as_fd()).and_then(|()| {
            let is_folder = source.is_dir();
            Ok((fetch(source)?, is_folder))
        });
        // Switches back even if nothing was fetched: programs must never start in the namespace of
        // the host.
        let grafted = visit(self.namespaces.inner.as_fd()).and_then(|()| {
            let (tree, is_folder) = fetched?;
            let tree = if only_read { read_only(tree)? } else { tree };
            if target.symlink_metadata().is_err() {
                place_for(target, is_folder)?;
            }
            attach(&tree, target)
        });
        let say = |error: io::Error| {
            format!("cannot show {} as {}: {error}", source.display(), target.display())
        };
        grafted.map_err(say)
    }
}

/// Replaces a folder for temporary files by a link to the working folder, unless something of the
/// host will be mounted in it: then programs must use `TMPDIR`.
fn link_temporary(place: &str, is_link: bool) -> io::Result<()> {
    match (is_link, fs::symlink_metadata(place)?.is_symlink()) {
        (true, false) => {
            fs::remove_dir_all(place)?;
            symlink(WORKING, place)
        }
        (false, true) => {
            fs::remove_file(place)?;
            fs::create_dir(place)
        }
        _ => Ok(()),
    }
}

/// Returns whether a path lies in a folder of the system.
fn is_shown(path: &Path) -> bool {
    FOLDERS.iter().any(|folder| path.starts_with(folder))
}

fn leave(place: &Path) -> Result<(), String> {
    let say = |error| format!("cannot take {} away: {error}", place.display());
    unmount(place, UnmountFlags::DETACH).map_err(say)
}

/// Mounts an empty folder of limited size.
fn memory(place: &Path, size: u64) -> io::Result<Working> {
    let size_in_bytes = size.max(4096).to_string(); // 0 would mean without limit
    let entries = (16 + size / 4096).to_string();
    let id = INSIDE.to_string();
    let options = [
        ("size", &*size_in_bytes),
        ("nr_inodes", &entries),
        ("mode", "700"),
        ("uid", &id),
        ("gid", &id),
    ];
    let flags = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NOATIME;
    attach(&tmpfs(&options, flags)?, place)?;
    let last_file = number_of_a_new_file(place)?;
    Ok(Working::Memory { size, untouched: FolderState::of(place)?, last_file })
}

/// Creates a file without a name in a folder in memory, and returns its inode number: each file
/// system counts its own.
fn number_of_a_new_file(place: &Path) -> io::Result<u64> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = rustix::fs::open(place, flags, Mode::empty())?;
    Ok(rustix::fs::fstat(file)?.st_ino)
}

/// All attributes by which a later run could tell that the folder was used.
#[derive(PartialEq, Eq)]
struct FolderState {
    owner: (u32, u32, u32),
    /// The last access, the last modification, and the last change of any attribute. The clock of
    /// the kernel stands still for milliseconds, so a program can set the first one in the same
    /// moment in which the folder was made. Reading changes none of them.
    times: [(i64, i64); 3],
    free: (u64, u64),
    is_empty: bool,
}

impl FolderState {
    fn of(place: &Path) -> io::Result<FolderState> {
        let found = fs::symlink_metadata(place)?;
        let system = rustix::fs::statvfs(place)?;
        Ok(FolderState {
            owner: (found.mode(), found.uid(), found.gid()),
            times: [
                (found.atime(), found.atime_nsec()),
                (found.mtime(), found.mtime_nsec()),
                (found.ctime(), found.ctime_nsec()),
            ],
            free: (system.f_bfree, system.f_ffree),
            is_empty: fs::read_dir(place)?.next().is_none(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn a_folder_that_was_given_another_access_time_is_in_another_state() {
        let folder = tempfile::tempdir().unwrap();
        let letter = SystemTime::UNIX_EPOCH + Duration::from_secs(1234);
        let times = fs::FileTimes::new().set_accessed(letter);
        fs::File::open(folder.path()).unwrap().set_times(times).unwrap();
        // The last change may be that of the moment in which the folder was made.
        let state = FolderState::of(folder.path()).unwrap();
        assert!(state.times.contains(&(1234, 0)), "{:?}", state.times);
    }
}
