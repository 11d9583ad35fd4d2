//! The resources of the machine: how many threads may work, and how much memory each may take.

use std::fs;
use std::sync::LazyLock;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// One part in this many of the free memory is reserved for memory that no search counts: inputs,
/// the graphs built from them, and the stacks of threads.
const PARTS: u64 = 4;

/// The resources of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Machine {
    /// The number of threads that may work.
    pub jobs: usize,
    /// The memory that a single case may take, in bytes.
    pub memory: u64,
}

impl Machine {
    /// Returns the resources of this machine at this moment, with as many threads as it has cores
    /// unless `jobs` is given. The free memory is divided among the threads.
    pub fn here(jobs: Option<usize>) -> Machine {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = jobs.unwrap_or_else(cores);
        Machine { jobs, memory: free_memory() / PARTS * (PARTS - 1) / jobs as u64 }
    }

    /// Returns the memory in bytes for work that is done alone, on all threads together.
    pub fn whole_memory(&self) -> u64 {
        self.memory.saturating_mul(self.jobs as u64)
    }
}

/// Returns the memory in bytes that this process could take now: the free memory, unless a control
/// group or a limit of the process leaves less.
pub fn free_memory() -> u64 {
    let Some(system) = system_memory() else { return limit_of_process() };
    let group = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    match system.available_memory() {
        // The system does not report it.
        0 => u64::MAX,
        available => available.min(group).min(limit_of_process()),
    }
}

/// Returns the memory of this machine in bytes, or of the control group if that is less; 0 if
/// unknown.
pub fn total_memory() -> u64 {
    let Some(system) = system_memory() else { return 0 };
    let group = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    system.total_memory().min(group)
}

/// Returns the name of this machine in its network, if it is known.
pub fn host_name() -> Option<String> {
    System::host_name()
}

/// Returns whether this is a virtual machine, whose host reports it to the processor: others on
/// that host can make it half as fast, since they share its cores, and nothing shows it.
pub fn is_virtual() -> bool {
    static IS_VIRTUAL: LazyLock<bool> = LazyLock::new(|| {
        let flags = processor_fact("flags").unwrap_or_default();
        flags.split_whitespace().any(|flag| flag == "hypervisor")
    });
    *IS_VIRTUAL
}

/// Returns what the system reports of the first processor under this name, such as `model name`.
pub fn processor_fact(name: &str) -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let fact = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(fact.trim_start_matches([' ', '\t', ':']).trim_end().to_string())
}

/// Returns the system's memory figures, or `None` without `/proc`, where a query for control groups
/// would panic.
fn system_memory() -> Option<System> {
    let only_memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(only_memory);
    (system.total_memory() > 0).then_some(system)
}

/// Returns the memory in bytes that a limit on the address space (`ulimit -v`) leaves beyond what
/// is already in use; `u64::MAX` without such a limit.
fn limit_of_process() -> u64 {
    use rustix::process::{Resource, getrlimit};
    use sysinfo::{ProcessRefreshKind, ProcessesToUpdate};
    let Some(limit) = getrlimit(Resource::As).current else { return u64::MAX };
    let mut system = System::new();
    let Ok(this) = sysinfo::get_current_pid() else { return limit };
    let only_memory = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[this]), false, only_memory);
    let taken = system.process(this).map_or(0, sysinfo::Process::virtual_memory);
    limit.saturating_sub(taken)
}
