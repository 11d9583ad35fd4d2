//! Reads `/proc` about processes.
//!
//! Programs choose their names, in any bytes, and the first thread of a process may end before the
//! others. So files are read as bytes, and if the first thread has no memory left, another thread
//! is read.
//!
//! A run is sampled a hundred times a second, and if each processor has a program, a sample
//! interrupts one. So it has to be short: a file is read by one call, and files that are read every
//! time stay open.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::Pid;

/// Returns the maximum memory in a socket in bytes: the system's default for data that is sent and
/// not yet received. Programs cannot have more, since `setsockopt` is refused.
///
/// A new network namespace may lack the file, so call this first before there is one.
pub(super) fn socket_memory() -> u64 {
    static BYTES: OnceLock<u64> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let read = fs::read_to_string("/proc/sys/net/core/wmem_default").ok();
        read.and_then(|text| text.trim().parse().ok()).unwrap_or(212_992)
    })
}

/// The number of bytes that are read in one call. The kernel's report on a process takes some 1,500
/// of them, and more if there are many processors or groups.
const PIECE: usize = 8 << 10;

/// Reads a file of the kernel into a buffer, as far as it fits.
pub(super) fn read(path: &str) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = vec![0; PIECE];
    let length = file.read(&mut bytes)?;
    bytes.truncate(length);
    if length == PIECE {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Returns the number at this position among the words of a text.
fn number(text: &[u8], position: usize) -> Option<u64> {
    std::str::from_utf8(text).ok()?.split_ascii_whitespace().nth(position)?.parse().ok()
}

/// The kernel's counts for the namespaces of this process, in files that stay open.
#[derive(Debug)]
pub(super) struct NamespaceCounts {
    load: Option<File>,
    sockets: Option<File>,
    /// The number of sockets when no program runs.
    sockets_at_rest: u64,
}

impl NamespaceCounts {
    /// Opens the files, while no program runs.
    pub(super) fn at_rest() -> NamespaceCounts {
        let open = |path| File::open(path).ok();
        let (load, sockets) = (open("/proc/loadavg"), open("/proc/net/sockstat"));
        let mut counts = NamespaceCounts { load, sockets, sockets_at_rest: 0 };
        counts.rest();
        counts
    }

    /// Counts the present sockets as those at rest, while no program runs.
    pub(super) fn rest(&mut self) {
        self.sockets_at_rest = 0;
        self.sockets_at_rest = self.sockets();
    }

    /// Returns the last ID that was given to a process or thread.
    pub(super) fn last_id(&self) -> Option<u64> {
        let mut bytes = [0; 128];
        let length = self.load.as_ref()?.read_at(&mut bytes, 0).ok()?;
        number(&bytes[..length], 4)
    }

    /// Returns how many sockets programs have open or have sent to each other.
    pub(super) fn sockets(&self) -> u64 {
        let mut bytes = [0; 32];
        let length = self.sockets.as_ref().and_then(|file| file.read_at(&mut bytes, 0).ok());
        let all = number(&bytes[..length.unwrap_or(0)], 2).unwrap_or(0);
        all.saturating_sub(self.sockets_at_rest)
    }
}

/// The number of sockets assumed for a living process that hides its descriptors: the maximum.
const HIDDEN_SOCKETS: u64 = super::child_setup::DESCRIPTORS;

pub(super) struct Usage {
    pub(super) parent: i32,
    /// CPU time of the children that it has waited for.
    pub(super) children: Duration,
    /// When it was created, in clock ticks of the system.
    pub(super) born: u64,
    /// Memory in bytes: resident or swapped out, its page tables, and what its descriptors can make
    /// the kernel keep.
    pub(super) memory: u64,
    /// Its largest address space so far, in bytes.
    pub(super) address_space: u64,
    /// The memory that it has for itself and may write to, touched or not, in bytes.
    pub(super) data: u64,
    pub(super) threads: u64,
}

impl Usage {
    /// Returns what a process uses; `None` if it has ended.
    pub(super) fn of(pid: Pid) -> Option<Usage> {
        let pid = pid.as_raw_pid();
        let stat = read(&format!("/proc/{pid}/stat")).ok()?;
        let fields = fields_behind_name(&stat)?;
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        let ticks = field(16)? + field(17)?;
        let (memory, address_space, data) = memory(&format!("/proc/{pid}/status"))
            .or_else(|| {
                let threads = fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten();
                let mut files = threads.map(|thread| thread.path().join("status"));
                files.find_map(|file| memory(file.to_str()?))
            })
            .unwrap_or_default();
        Some(Usage {
            parent: field(4)?.try_into().ok()?,
            children: Duration::from_millis(1000 * ticks / clock_ticks_per_second()),
            born: field(22)?,
            memory,
            address_space,
            data,
            threads: field(20)?,
        })
    }
}

pub(super) fn is_stopped(pid: Pid) -> bool {
    let stat = read(&format!("/proc/{}/stat", pid.as_raw_pid())).unwrap_or_default();
    fields_behind_name(&stat).is_none_or(|fields| fields.first() == Some(&"T"))
}

/// Returns the fields of a `stat` file from the third on, the state.
pub(super) fn fields_behind_name(stat: &[u8]) -> Option<Vec<&str>> {
    // The name, in parentheses, may contain any bytes.
    let behind_name = stat.iter().rposition(|&byte| byte == b')')? + 2;
    Some(std::str::from_utf8(stat.get(behind_name..)?).ok()?.split(' ').collect())
}

/// Returns the memory, largest address space and own memory of a thread's process, in bytes; `None`
/// if the thread has ended.
fn memory(status: &str) -> Option<(u64, u64, u64)> {
    const USED: [&[u8]; 4] = [b"VmRSS", b"VmSwap", b"VmPTE", b"HugetlbPages"];
    let status = read(status).ok()?;
    let (mut used, mut address_space, mut data, mut watches) = (None, 0, 0, 0);
    // The name is in a line of its own, in which the kernel escapes line breaks.
    for line in status.split(|&byte| byte == b'\n') {
        let Some(colon) = line.iter().position(|&byte| byte == b':') else { continue };
        let name = &line[..colon];
        if USED.contains(&name) {
            *used.get_or_insert(0) += kibibytes(&line[colon + 1..])?;
        } else if name == b"FDSize" {
            watches = watches_of(number(&line[colon + 1..], 0)?);
        } else if name == b"VmPeak" {
            address_space = kibibytes(&line[colon + 1..])?;
        } else if name == b"VmData" {
            data = kibibytes(&line[colon + 1..])?;
        }
    }
    // A thread that has ended has descriptors, but no memory.
    Some(((used? << 10) + watches, address_space << 10, data << 10))
}

/// Returns how many bytes the kernel keeps at most for a process with open files that watch others
/// (`epoll`), if half of them watch all of the other half. The real number is unknown, so this
/// counts for a process with a grown table of descriptors, which few programs have.
fn watches_of(descriptors: u64) -> u64 {
    const SMALL_TABLE: u64 = 64;
    const WATCH: u64 = 208;
    if descriptors <= SMALL_TABLE { 0 } else { (descriptors / 2).pow(2) * WATCH }
}

/// Parses the number of a line such as `VmRSS:     1740 kB`.
pub(super) fn kibibytes(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// Returns the largest resident memory that this process has had, in bytes.
pub(super) fn own_peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| kibibytes(line.as_bytes())).unwrap_or(0) << 10
}

/// Returns the IDs of a process's threads, each after that of the process.
pub(super) fn threads(pid: Pid) -> Vec<(i32, i32)> {
    let pid = pid.as_raw_pid();
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    tasks.filter_map(|task| Some((pid, task.file_name().to_str()?.parse().ok()?))).collect()
}

/// Returns how long a thread has waited for a processor since it was created, if the kernel counts
/// this.
pub(super) fn run_delay(pid: i32, thread: i32) -> Option<Duration> {
    let text = read(&format!("/proc/{pid}/task/{thread}/schedstat")).ok()?;
    Some(Duration::from_nanos(number(&text, 1)?))
}

/// Returns how long any process on the machine has waited for a processor, if the kernel counts
/// this.
pub(super) fn cpu_pressure() -> Option<Duration> {
    let text = fs::read_to_string("/proc/pressure/cpu").ok()?;
    let some = text.lines().find(|line| line.starts_with("some "))?;
    Some(Duration::from_micros(some.rsplit_once("total=")?.1.parse().ok()?))
}

pub(super) fn sockets_of(pid: Pid) -> u64 {
    match fs::read_dir(format!("/proc/{}/fd", pid.as_raw_pid())) {
        Ok(open) => {
            let targets = open.flatten().filter_map(|entry| fs::read_link(entry.path()).ok());
            targets
                .filter(|target| target.as_os_str().as_encoded_bytes().starts_with(b"socket:"))
                .count() as u64
        }
        // A process that has ended refuses it too, until its parent waits for it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            let is_alive = Usage::of(pid).is_some_and(|now| now.memory > 0);
            if is_alive { HIDDEN_SOCKETS } else { 0 }
        }
        Err(_) => 0,
    }
}

/// Returns the children of all threads of a process.
pub(super) fn children(parent: Pid) -> Vec<Pid> {
    let lists =
        threads(parent).into_iter().map(|(pid, id)| format!("/proc/{pid}/task/{id}/children"));
    let mut all = Vec::new();
    for list in lists.filter_map(|list| fs::read_to_string(list).ok()) {
        all.extend(list.split(' ').filter_map(|pid| Pid::from_raw(pid.trim().parse().ok()?)));
    }
    all
}
