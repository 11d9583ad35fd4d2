//! The control group of a launcher, in which each of its programs runs.
//!
//! It has two levels: the outer folder is locked as long as the launcher lives, which lets others
//! recognize the group of one that was killed; a program runs in the inner one. The inner group
//! serves all runs if the kernel can reset its peak memory (since Linux 6.12); otherwise each run
//! gets a new one, which costs more and leaves dead groups behind until their page cache is gone.
//!
//! Its files are opened by the descriptor of its folder: the launcher moves to another root, where
//! no path leads to them.

use std::cell::Cell;
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{AtFlags, Mode, OFlags, mkdirat, openat, unlinkat};
use rustix::process::{WaitOptions, waitpid};

use super::place::{PREFIX, Place};
use crate::Limits;
use crate::layers::ControlGroup;
use crate::linux::raw;

/// The group that programs run in, below that of the launcher.
const RUN: &str = "run";

/// The number of names that are tried for a group.
const NAMES: u32 = 1000;

/// The folder of a launcher's group: removed when this is dropped. The process outside the
/// launcher's namespaces owns it, because it ends last.
pub(in crate::linux) struct HeldGroup {
    path: PathBuf,
    /// Locked.
    folder: File,
    pub(in crate::linux) can: ControlGroup,
}

impl HeldGroup {
    /// Creates the group of a launcher, and removes those that other launchers have left behind.
    pub(in crate::linux) fn make(place: &Place) -> Result<HeldGroup, String> {
        remove_abandoned(&place.folder);
        let refused = |error: io::Error| format!("{}: {error}", place.folder.display());
        let own = std::process::id();
        for number in 0..NAMES {
            let path = place.folder.join(format!("{PREFIX}{own}-{number}"));
            match fs::create_dir(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made.map_err(refused)?,
            }
            // Another judge may take it for an abandoned one until it is locked.
            let Ok(folder) = File::open(&path) else { continue };
            if folder.try_lock().is_err() || fs::create_dir(path.join(RUN)).is_err() {
                continue;
            }
            let held = HeldGroup { path, folder, can: place.can.clone() };
            held.hand_on().map_err(refused)?;
            return Ok(held);
        }
        Err(format!("{} has no free name", place.folder.display()))
    }

    /// Enables the controllers for the group of the runs.
    fn hand_on(&self) -> io::Result<()> {
        let ControlGroup { memory, processes, .. } = self.can;
        let names = [(memory, "+memory"), (processes, "+pids")];
        let names: Vec<&str> =
            names.iter().filter_map(|(can, name)| can.then_some(*name)).collect();
        if names.is_empty() {
            Ok(())
        } else {
            fs::write(self.path.join("cgroup.subtree_control"), names.join(" "))
        }
    }
}

impl Drop for HeldGroup {
    fn drop(&mut self) {
        // If this fails, the next judge removes them, or they go with the group around them.
        let _ = fs::remove_dir(self.path.join(RUN));
        let _ = fs::remove_dir(&self.path);
    }
}

/// Removes the groups of launchers that have ended, with whatever they have left running.
fn remove_abandoned(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        if !entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            continue;
        }
        let Ok(folder) = File::open(entry.path()) else { continue };
        if matches!(folder.try_lock(), Err(TryLockError::WouldBlock)) {
            continue;
        }
        let run = entry.path().join(RUN);
        if let Ok(kill) = File::options().write(true).open(run.join("cgroup.kill")) {
            let _ = kill.write_all_at(b"1", 0);
        }
        // A judge that has moved to a leaf holds no lock on it, but the leaf is not empty, so it
        // stays.
        let _ = fs::remove_dir(run);
        let _ = fs::remove_dir(entry.path());
    }
}

/// What the processes of a run have used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::linux) struct Measured {
    pub(in crate::linux) cpu: Duration,
    pub(in crate::linux) memory: Option<MeasuredMemory>,
}

/// The memory of a run, excluding caches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::linux) struct MeasuredMemory {
    /// The memory in use, in bytes.
    pub(in crate::linux) now: u64,
    /// The largest so far, in bytes.
    pub(in crate::linux) most: u64,
    /// Whether the kernel killed it at the limit of the group.
    pub(in crate::linux) was_killed: bool,
    /// Whether the kernel killed it because the machine or its container was out of memory.
    pub(in crate::linux) was_killed_for_others: bool,
}

pub(in crate::linux) struct Group {
    outer: OwnedFd,
    can: ControlGroup,
    run: RunGroup,
    /// Whether the kernel can reset the peak memory of a run.
    can_forget: bool,
    /// Whether its processes were killed in one call. From then on, the kernel (6.18 at least)
    /// kills every process that is started in it, as if it had been started before the call.
    was_killed: Cell<bool>,
    before: Counters,
}

/// The inner group with its open files.
struct RunGroup {
    folder: OwnedFd,
    cpu: File,
    kill: File,
    memory: Option<MemoryFiles>,
}

struct MemoryFiles {
    now: File,
    peak: File,
    statistics: File,
    events: File,
}

impl MemoryFiles {
    /// Returns how often the kernel has killed for lack of memory, and how often the limit of this
    /// group was the reason.
    fn kills(&self) -> Option<(u64, u64)> {
        let events = content(&self.events)?;
        Some((value(&events, "oom_kill")?, value(&events, "oom")?))
    }

    /// Returns the bytes that the kernel gives up when memory gets short, and until then keeps
    /// beyond the run that caused them: cached files, and the names that were looked up, found or
    /// not. A run could fill the group with these, and the next one would be blamed. Files in
    /// memory are among the cached ones, but only up to this many bytes: the others count.
    fn cached(&self, in_memory: u64) -> Option<u64> {
        let statistics = content(&self.statistics)?;
        let bytes = |key: &str| value(&statistics, key).unwrap_or(0);
        let counted = bytes("shmem").saturating_sub(in_memory);
        let files = value(&statistics, "file")?.saturating_sub(counted);
        Some(files + bytes("slab_reclaimable"))
    }

    /// Returns the bytes of files in memory, of the run and of earlier ones: what a compiler has
    /// built stays, and may be in memory too.
    fn in_memory(&self) -> u64 {
        content(&self.statistics).and_then(|text| value(&text, "shmem")).unwrap_or(0)
    }
}

/// What a group counts over all runs, and cannot reset.
#[derive(Debug, Clone, Copy, Default)]
struct Counters {
    cpu: Duration,
    kills: (u64, u64),
    in_memory: u64,
}

impl RunGroup {
    fn open(outer: &OwnedFd, can: &ControlGroup) -> io::Result<RunGroup> {
        let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
        let folder = openat(outer, RUN, flags, Mode::empty())?;
        let to_read = |name| open(&folder, name, OFlags::RDONLY);
        let memory = || -> io::Result<MemoryFiles> {
            write(&folder, "memory.oom.group", "1")?;
            // The file is missing if the kernel does not account for swap.
            let _ = write(&folder, "memory.swap.max", "0");
            Ok(MemoryFiles {
                now: to_read("memory.current")?,
                // Before Linux 6.12 the file cannot be written to.
                peak: open(&folder, "memory.peak", OFlags::RDWR)
                    .or_else(|_| to_read("memory.peak"))?,
                statistics: to_read("memory.stat")?,
                events: to_read("memory.events")?,
            })
        };
        let memory = can.memory.then(memory).transpose()?;
        let (cpu, kill) = (to_read("cpu.stat")?, open(&folder, "cgroup.kill", OFlags::WRONLY)?);
        Ok(RunGroup { folder, cpu, kill, memory })
    }

    fn cpu(&self) -> Option<Duration> {
        value(&content(&self.cpu)?, "usage_usec").map(Duration::from_micros)
    }

    fn counters(&self) -> Counters {
        let kills = self.memory.as_ref().and_then(MemoryFiles::kills).unwrap_or_default();
        let in_memory = self.memory.as_ref().map_or(0, MemoryFiles::in_memory);
        Counters { cpu: self.cpu().unwrap_or_default(), kills, in_memory }
    }
}

impl Group {
    pub(in crate::linux) fn open(held: &HeldGroup) -> Result<Group, String> {
        let named = |error: io::Error| format!("{}: {error}", held.path.display());
        let outer = OwnedFd::from(held.folder.try_clone().map_err(named)?);
        let run = RunGroup::open(&outer, &held.can).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => "the kernel is older than Linux 5.19".to_string(),
            _ => named(error),
        })?;
        let can_forget = run.memory.as_ref().is_none_or(|files| forget(&files.peak).is_ok());
        let before = run.counters();
        let was_killed = Cell::new(false);
        Ok(Group { outer, can: held.can.clone(), run, can_forget, was_killed, before })
    }

    /// Starts a process in the group that ends immediately, in the same way as programs: containers
    /// may refuse the system call.
    pub(in crate::linux) fn probe(&self) -> Result<(), String> {
        let child =
            raw::spawn_into(self.folder(), || 0).map_err(|error| format!("clone3: {error}"))?;
        let _ = waitpid(Some(child), WaitOptions::empty());
        Ok(())
    }

    /// Returns whether the next run will use the same group, so that a process may wait in it.
    pub(in crate::linux) fn is_lasting(&self) -> bool {
        self.can_forget && !self.was_killed.get()
    }

    /// Prepares the group for a run, while this many processes wait in it that are not part of the
    /// run.
    pub(in crate::linux) fn begin(&mut self, limits: &Limits, waiting: u32) -> io::Result<()> {
        if !self.can_forget || self.was_killed.replace(false) {
            unlinkat(&self.outer, RUN, AtFlags::REMOVEDIR)?;
            mkdirat(&self.outer, RUN, Mode::from_raw_mode(0o755))?;
            self.run = RunGroup::open(&self.outer, &self.can)?;
        }
        if self.can.memory {
            // Files of the working folder may be in memory; they have a limit of their own.
            let most = limits.memory.saturating_add(limits.disk).min(i64::MAX as u64);
            write(&self.run.folder, "memory.max", &most.to_string())?;
        }
        if self.can_forget {
            // After the limit is set: what the kernel gives up to keep it is no memory of the run.
            self.run.memory.iter().try_for_each(|files| forget(&files.peak))?;
        }
        if self.can.processes {
            let most = limits.processes.saturating_add(waiting);
            write(&self.run.folder, "pids.max", &most.to_string())?;
        }
        self.before = self.run.counters();
        Ok(())
    }

    pub(in crate::linux) fn folder(&self) -> BorrowedFd<'_> {
        self.run.folder.as_fd()
    }

    /// Returns what has been used since the run began, without files in memory.
    pub(in crate::linux) fn measure(&self) -> Option<Measured> {
        self.measured(u64::MAX)
    }

    /// Returns what has been used since the run began, with the files in memory that it has made.
    pub(in crate::linux) fn measure_with_files(&self) -> Option<Measured> {
        self.measured(self.before.in_memory)
    }

    /// Returns what has been used, without this many bytes of files in memory.
    fn measured(&self, in_memory: u64) -> Option<Measured> {
        let cpu = self.run.cpu()?.saturating_sub(self.before.cpu);
        let memory = match &self.run.memory {
            None => None,
            Some(files) => {
                let cached = files.cached(in_memory)?;
                let (kills, at_limit) = files.kills()?;
                let was_killed = kills > self.before.kills.0;
                let is_own = at_limit > self.before.kills.1;
                Some(MeasuredMemory {
                    now: number(&files.now)?.saturating_sub(cached),
                    most: number(&files.peak)?.saturating_sub(cached),
                    was_killed: was_killed && is_own,
                    was_killed_for_others: was_killed && !is_own,
                })
            }
        };
        Some(Measured { cpu, memory })
    }

    pub(in crate::linux) fn kill(&self) {
        self.was_killed.set(true);
        let _ = self.run.kill.write_all_at(b"1", 0);
    }
}

/// Makes the kernel reset the peak memory, as read through this open file.
fn forget(peak: &File) -> io::Result<()> {
    peak.write_all_at(b"0", 0)
}

fn open(folder: &OwnedFd, name: &str, access: OFlags) -> io::Result<File> {
    Ok(openat(folder, name, access | OFlags::CLOEXEC, Mode::empty())?.into())
}

fn write(folder: &OwnedFd, name: &str, text: &str) -> io::Result<()> {
    open(folder, name, OFlags::WRONLY)?.write_all_at(text.as_bytes(), 0)
}

/// Returns the content of an open file of a group, from its beginning.
fn content(file: &File) -> Option<String> {
    let mut bytes = vec![0; 8 << 10];
    let length = file.read_at(&mut bytes, 0).ok()?;
    bytes.truncate(length);
    String::from_utf8(bytes).ok()
}

/// Returns the number in a file that contains nothing else.
fn number(file: &File) -> Option<u64> {
    content(file)?.trim().parse().ok()
}

/// Returns the number behind a key, in a file with a key and a number in each line.
fn value(text: &str, key: &str) -> Option<u64> {
    let line = |line: &str| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok();
    text.lines().find_map(line)
}

#[cfg(test)]
mod tests;
