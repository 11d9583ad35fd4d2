//! The memory of a run: that of all its processes together, and that of its files, which belong to
//! no process.
//!
//! The resident memory of a process takes 0.01 ms to read, but a shared page counts for each of its
//! processes. So the sum is only an upper bound. If it exceeds the limit, the kernel is asked for
//! the share of each process, where a shared page counts in parts. That takes 0.02 ms for each MiB,
//! because the kernel visits all pages, so it is not done at every sample.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::proc::{Usage, kibibytes};

/// After the shared memory was measured, it is measured again only after this many times the
/// duration of the measurement.
const PAUSE: u32 = 4;

/// The memory of a run, in bytes.
pub(super) struct Memory {
    limit: u64,
    files: Option<FilesInMemory>,
    /// The memory at the last sample.
    pub(super) now: u64,
    pub(super) most: u64,
    /// How far the sum over all processes was too high when last measured, and until when that is
    /// assumed to hold.
    excess: u64,
    until: Instant,
}

impl Memory {
    /// Starts with nothing. Files in memory, if any, count as well.
    pub(super) fn new(limit: u64, files: Option<FilesInMemory>) -> Memory {
        Memory { limit, files, now: 0, most: 0, excess: 0, until: Instant::now() }
    }

    pub(super) fn has_files(&self) -> bool {
        self.files.is_some()
    }

    /// Adds a sample: the resident memory of all processes, and the memory that is not shared.
    pub(super) fn look(&mut self, processes: &[(Pid, u64)], others: u64) {
        let files = self.files.as_ref().map_or(0, FilesInMemory::bytes);
        let resident: u64 = processes.iter().map(|(_, memory)| memory).sum();
        let upper = resident + files + others;
        self.now = upper;
        if upper > self.limit && (processes.len() > 1 || files > 0) {
            self.now = upper.saturating_sub(self.excess);
            if self.now > self.limit || Instant::now() >= self.until {
                self.now = upper.saturating_sub(self.excess(processes, files, upper));
            }
        }
        self.most = self.most.max(self.now);
    }

    /// Adds the files that remain when all processes have ended.
    pub(super) fn look_at_files(&mut self) {
        let files = self.files.as_ref().map_or(0, FilesInMemory::bytes);
        self.most = self.most.max(files);
    }

    /// Measures by how much the sum is too high. While processes end, the shares of others grow, so
    /// a result that would end the run is measured twice.
    fn excess(&mut self, processes: &[(Pid, u64)], files: u64, upper: u64) -> u64 {
        let start = Instant::now();
        self.excess = excess(processes, files);
        if upper.saturating_sub(self.excess) > self.limit {
            self.excess = self.excess.max(excess(processes, files));
        }
        self.until = Instant::now() + start.elapsed().max(Duration::from_millis(1)) * PAUSE;
        self.excess
    }
}

/// Returns by how much the sum of the resident memory of these processes, and of files in memory,
/// is too high.
fn excess(processes: &[(Pid, u64)], files: u64) -> u64 {
    let (mut excess, mut mapped) = (0, 0);
    for &(pid, memory) in processes {
        // It may have ended or executed another program since, and then no longer uses that much.
        let now = Usage::of(pid).map_or(0, |now| now.memory.min(memory));
        excess += memory - now;
        // A process that may not be inspected counts in full, as does one whose first thread has
        // ended.
        if let Ok(share) = Share::of(pid) {
            excess += share.of_others.min(now);
            mapped += share.files;
        }
    }
    // Files that are mapped count for their processes already.
    excess + mapped.min(files)
}

/// The shares of a process in its pages, in bytes.
#[derive(Debug, Default, PartialEq)]
struct Share {
    /// The shares of other processes in its pages.
    of_others: u64,
    /// Its shares in files in memory.
    files: u64,
}

impl Share {
    fn of(pid: Pid) -> io::Result<Share> {
        let text = fs::read_to_string(format!("/proc/{}/smaps_rollup", pid.as_raw_pid()))?;
        Ok(Share::parse(&text))
    }

    fn parse(text: &str) -> Share {
        let size = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            line.and_then(|size| kibibytes(size.as_bytes())).unwrap_or(0) << 10
        };
        let all = size("Rss") + size("Swap");
        let own = size("Pss") + size("SwapPss");
        Share { of_others: all.saturating_sub(own), files: size("Pss_Shmem") }
    }
}

/// A folder in memory; its files count as memory of the run that writes them.
#[derive(Debug)]
pub(super) struct FilesInMemory {
    folder: PathBuf,
    /// The number of bytes that it held before the run.
    before: u64,
}

impl FilesInMemory {
    /// Returns the files that a run will write to a folder that is a file system of its own.
    pub(super) fn at_rest(folder: &Path) -> FilesInMemory {
        FilesInMemory { folder: folder.to_path_buf(), before: used(folder) }
    }

    /// Returns how much was written. Files that are deleted and still open count too.
    fn bytes(&self) -> u64 {
        used(&self.folder).saturating_sub(self.before)
    }
}

/// Returns how many bytes a file system holds.
fn used(folder: &Path) -> u64 {
    let found = rustix::fs::statvfs(folder);
    found.map_or(0, |found| found.f_blocks.saturating_sub(found.f_bfree) * found.f_frsize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read() {
        let text = "55f8-7fff ---p 00000000 00:00 0    [rollup]\nRss:    1456 kB\nPss:     190 kB\n\
            Pss_Dirty:   120 kB\nPss_Anon:    108 kB\nPss_Shmem:     12 kB\nSwap:     10 kB\nSwapPss:      4 kB\n";
        let expected = Share { of_others: (1456 + 10 - 190 - 4) << 10, files: 12 << 10 };
        assert_eq!(Share::parse(text), expected);
        assert_eq!(Share::parse(""), Share::default());
    }

    #[test]
    fn a_process_that_has_ended_does_not_count() {
        let mut dead = std::process::Command::new("true").spawn().unwrap();
        let pid = Pid::from_child(&dead);
        dead.wait().unwrap();
        let own = rustix::process::getpid();
        let mut memory = Memory::new(1000, None);
        memory.look(&[(pid, 5000), (pid, 5000)], 10);
        assert_eq!((memory.now, memory.most), (10, 10));
        // A single process shares nothing that counts.
        memory.look(&[(own, 5000)], 10);
        assert_eq!((memory.now, memory.most), (5010, 5010));
        memory.look(&[], 0);
        assert_eq!((memory.now, memory.most), (0, 5010));
    }

    #[test]
    fn a_process_that_has_executed_another_program_counts_as_that() {
        // As a child that shared all memory of its parent when that was read.
        let mut child = std::process::Command::new("sleep").arg("100").spawn().unwrap();
        let (own, pid) = (rustix::process::getpid(), Pid::from_child(&child));
        let mut memory = Memory::new(1 << 30, None);
        memory.look(&[(own, 5000), (pid, 1 << 40)], 10);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(memory.most < 1 << 30, "{}", memory.most);
    }
}
