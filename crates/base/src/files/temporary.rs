//! Temporary files and folders, removed when they are no longer needed, or on Ctrl-C.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::mem::ManuallyDrop;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use super::everyone;
use super::held::{self, HeldFolder};
use super::remove::remove_all;
use crate::fault::Fault;
use crate::parallel::lock;

/// The prefix of the folder that contains all temporary folders of a process.
const PREFIX: &str = "referee-";

/// The prefix of temporary folders beside the final location of their files.
pub(super) const BESIDE: &str = ".referee-";

/// The time that Ctrl-C and a start may take to remove temporary files. The next start removes what
/// is left.
const PATIENCE: Duration = Duration::from_millis(300);

/// The temporary files and folders that exist now. Ctrl-C waits for this lock.
static TEMPORARY: Mutex<TemporaryPaths> =
    Mutex::new(TemporaryPaths { paths: BTreeSet::new(), home: None, inside: 0 });

#[derive(Debug)]
pub(super) struct TemporaryPaths {
    pub(super) paths: BTreeSet<PathBuf>,
    /// The folder that contains all temporary folders without a place of their own, as long as
    /// there are any.
    home: Option<HeldFolder>,
    /// The number of folders in `home`.
    inside: usize,
}

pub(super) fn temporary() -> MutexGuard<'static, TemporaryPaths> {
    lock(&TEMPORARY)
}

/// What Ctrl-C does.
static INTERRUPTION: AtomicU8 = AtomicU8::new(ENDS);

/// It ends the process.
const ENDS: u8 = 0;

/// It asks the work to stop and to report its partial results.
const STOPS: u8 = 1;

/// It already asked the work to stop; the next one ends the process.
const STOPPED: u8 = 2;

/// Returns whether work that can report partial results should stop. From the first call on, the
/// first Ctrl-C asks for that, and only the second ends the process.
pub fn is_to_stop() -> bool {
    let before = INTERRUPTION.compare_exchange(ENDS, STOPS, Ordering::Relaxed, Ordering::Relaxed);
    before == Err(STOPPED)
}

/// The function to call when the work is asked to stop.
static ENDED_AT_ONCE: OnceLock<fn()> = OnceLock::new();

/// Makes the first Ctrl-C ask the work to stop, as [`is_to_stop`] does, and call `end`, which ends
/// whatever the work waits for.
pub fn stop_when_interrupted(end: fn()) {
    let _ = ENDED_AT_ONCE.set(end);
    is_to_stop();
}

/// Returns whether the work was asked to stop.
pub fn is_stopped() -> bool {
    INTERRUPTION.load(Ordering::Relaxed) == STOPPED
}

/// Installs a handler for Ctrl-C (and SIGTERM, SIGHUP) that removes half-written files and
/// temporary folders and ends the process with this exit code, unless the work is asked to stop
/// instead (see [`is_to_stop`]). First, `describe` returns the state of the work, before the work
/// loses its files and fails, and `say` prints it as the last message.
///
/// # Errors
/// The system refuses to install the handler.
pub fn clean_up_when_interrupted<W: Send + 'static>(
    exit_code: i32,
    describe: impl Fn() -> W + Clone + Send + 'static,
    say: fn(W),
) -> Result<(), Fault> {
    ctrlc::set_handler(move || {
        let stops =
            INTERRUPTION.compare_exchange(STOPS, STOPPED, Ordering::Relaxed, Ordering::Relaxed);
        if stops.is_ok() {
            ENDED_AT_ONCE.get().iter().for_each(|end| end());
            return;
        }
        let words = within(PATIENCE, describe.clone());
        if let Some(words) = words {
            // Under a time limit, since nobody may be reading the output.
            within(PATIENCE, move || say(words));
        }
        // The work is about to lose its files and fail. Its error messages would only mislead.
        silence();
        let left = temporary();
        let home = left.home.as_ref().map(|home| home.path().to_path_buf());
        remove_within(left.paths.iter().cloned().chain(home).collect(), PATIENCE);
        // The lock is held until the end: no thread can begin another file now.
        std::process::exit(exit_code);
    })
    .map_err(|error| Fault::judge(format!("cannot handle Ctrl-C: {error}")))
}

/// Removes temporary folders and working folders of programs that killed processes left behind.
/// Slow removals continue in the background of the command; the next command removes whatever is
/// left at its end.
pub fn remove_what_was_left() {
    let mut left = held::abandoned(&place(), PREFIX);
    for folder in held::folders_of_programs() {
        left.extend(held::abandoned(&folder, held::PROGRAMS));
    }
    if !left.is_empty() {
        // If no thread can be created, they are left: removing them here could take any time.
        let left = ManuallyDrop::new(left);
        within(PATIENCE, move || drop(ManuallyDrop::into_inner(left)));
    }
}

/// Locks standard output and error until the end of the process, so that no other thread writes.
fn silence() {
    let (done, all_done) = mpsc::channel();
    let _ = thread::Builder::new().spawn(move || {
        let _held = (io::stdout().lock(), io::stderr().lock());
        let _ = done.send(());
        loop {
            thread::park();
        }
    });
    // Another thread may hold one of the locks while it writes to a pipe that nobody reads.
    let _ = all_done.recv_timeout(PATIENCE);
}

/// Runs work on another thread, and returns its result if it ends within a limited time.
fn within<T: Send + 'static>(
    patience: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, all_done) = mpsc::channel();
    // If no thread can be created, the next start does it.
    let _ = thread::Builder::new().spawn(move || done.send(work()));
    all_done.recv_timeout(patience).ok()
}

/// Removes as much as the time allows; files first, since they take hardly any.
fn remove_within(paths: Vec<PathBuf>, patience: Duration) {
    let (folders, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    for file in files {
        let _ = fs::remove_file(file);
    }
    within(patience, move || {
        for folder in &folders {
            // Other threads may still be working there and create further files.
            while folder.symlink_metadata().is_ok() {
                if held::is_held_folder(folder) {
                    held::remove(folder);
                } else {
                    let _ = remove_all(folder);
                }
                thread::yield_now();
            }
        }
    });
}

/// An empty temporary folder, removed when this value is dropped, or on Ctrl-C.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
    /// The held folder around it, if it is not in the common one.
    held: Option<HeldFolder>,
}

impl TemporaryFolder {
    /// Makes a temporary folder. Every user of the machine can read it: a program that runs there
    /// may run as another user.
    ///
    /// # Errors
    /// There is no place for temporary folders, or no room.
    pub fn new() -> Result<TemporaryFolder, Fault> {
        let mut live = temporary();
        let home = match live.home.take() {
            Some(home) => home,
            None => {
                let above = place();
                HeldFolder::make(&above, PREFIX, "").map_err(|error| no_place(&above, &error))?
            }
        };
        let above = home.files();
        let mut builder = tempfile::Builder::new();
        // No other user may write to it, not even until its permissions are set.
        builder.prefix("").permissions(fs::Permissions::from_mode(0o755));
        let made = builder.tempdir_in(&above).and_then(|folder| {
            // Whatever the umask.
            everyone::permit(folder.path(), 0o755).map(|()| folder.keep())
        });
        if let Ok(path) = &made {
            live.paths.insert(path.clone());
            live.inside += 1;
        }
        if live.inside > 0 {
            live.home = Some(home);
        }
        let path = made.map_err(|error| no_place(&above, &error))?;
        Ok(TemporaryFolder { path, held: None })
    }

    /// Makes a temporary folder in a folder, below a name that starts with a dot. It can be
    /// [renamed](Self::rename) to its final name from there.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn new_in(folder: &Path) -> Result<TemporaryFolder, Fault> {
        Self::beside(folder).map_err(|error| Fault::cannot_write(folder, &error))
    }

    /// Makes one as [`new_in`](Self::new_in) does.
    pub(super) fn beside(folder: &Path) -> io::Result<TemporaryFolder> {
        let mut live = temporary();
        let held = HeldFolder::make(folder, BESIDE, ".tmp")?;
        live.paths.insert(held.path().to_path_buf());
        Ok(TemporaryFolder { path: held.files(), held: Some(held) })
    }

    /// Removes the temporary folders that killed processes left behind [in a folder](Self::new_in).
    pub fn remove_what_was_left_in(folder: &Path) {
        held::remove_abandoned(folder, BESIDE);
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the folder, which keeps it.
    ///
    /// # Errors
    /// The name is taken, or the system refuses.
    pub fn rename(self, to: &Path) -> Result<(), Fault> {
        fs::rename(self.path(), to).map_err(|error| Fault::cannot_write(to, &error))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Removed before it is unregistered: otherwise, Ctrl-C in between would leave it behind.
        // The lock is not held meanwhile, since a removal may take long.
        if let Some(held) = &self.held {
            held::remove(held.path());
            temporary().paths.remove(held.path());
            return;
        }
        let _ = remove_all(&self.path);
        let mut live = temporary();
        live.paths.remove(&self.path);
        live.inside -= 1;
        if live.inside == 0 {
            live.home = None;
        }
    }
}

/// Creates the fault for a folder in which no temporary folder can be made. The full error also
/// contains the temporary name.
fn no_place(above: &Path, error: &io::Error) -> Fault {
    let message = match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder for temporary files".into(),
        kind => format!("no temporary folder can be made in it: {kind}"),
    };
    Fault::judge(message)
        .at(above)
        .help("make room there, or set TMPDIR to a folder that you may write to")
}

/// Returns where temporary folders are made. Programs of root run as another user, which cannot
/// enter a private folder of root: in that case it is the first of the common places that this user
/// can enter.
fn place() -> PathBuf {
    let place = held::temp_dir();
    if !everyone::are_of_another() || everyone::may_enter(&place) {
        return place;
    }
    let common = ["/tmp", "/var/tmp"].map(PathBuf::from);
    common.into_iter().find(|common| everyone::may_enter(common)).unwrap_or(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interruption_does_not_wait_for_what_takes_long() {
        let above = tempfile::tempdir().unwrap();
        let folder = HeldFolder::make(above.path(), "x-", "").unwrap();
        (0..2000)
            .for_each(|number| fs::create_dir(folder.files().join(number.to_string())).unwrap());
        let file = above.path().join("file");
        fs::write(&file, "").unwrap();
        let path = folder.path().to_path_buf();
        remove_within(vec![path.clone(), file.clone()], Duration::ZERO);
        assert!(!file.exists());
        // A folder that is not completely removed can still be found: the lock file goes last.
        assert!(!path.exists() || held::is_held_folder(&path) || fs::read_dir(&path).is_err());
        remove_within(vec![path.clone()], Duration::from_secs(60));
        assert!(!path.exists());
        std::mem::forget(folder);
    }
}
