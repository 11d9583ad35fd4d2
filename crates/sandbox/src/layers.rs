//! Which isolation layers hold around a program, and why others do not.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Where a program sees its own folder if namespaces hold.
pub(super) const SUBMISSION: &str = "/submission";

/// Where a program sees its working folder if namespaces hold.
pub(super) const WORKING: &str = "/home/program";

/// The isolation layers: whether each holds, or the reason if it does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// User, PID, mount, network and IPC namespaces: the program sees neither files nor processes
    /// of the host, and every process it starts dies with the run.
    pub namespaces: Result<(), String>,
    /// Landlock: files outside the working folder cannot be written, and those of the host cannot
    /// be read; the number is the kernel's version of Landlock.
    pub landlock: Result<u32, String>,
    /// A system call filter: no sockets, no tracing, no namespaces, no rarely used parts of the
    /// kernel.
    pub seccomp: Result<(), String>,
    /// A control group of version 2 around each run: its memory and CPU time are exact. It is
    /// optional, because it restricts a program no more than the other layers do.
    pub cgroup: Result<ControlGroup, String>,
    /// A counter of instructions, which is also optional.
    pub counter: Result<(), String>,
    /// Descriptions of resources that programs have less of than elsewhere, because the caller may
    /// not grant them more.
    pub notes: Vec<String>,
}

/// What a control group can do besides measuring CPU time and killing all processes of a run in one
/// call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ControlGroup {
    /// Bounds and measures memory.
    pub memory: bool,
    /// Bounds the number of processes.
    pub processes: bool,
    /// Why it cannot do both.
    pub lacks: Option<String>,
}

impl ControlGroup {
    /// Describes its capabilities.
    pub fn words(&self) -> &'static str {
        match (self.memory, self.processes) {
            (true, true) => "memory, CPU time, processes",
            (true, false) => "memory, CPU time",
            (false, true) => "CPU time, processes",
            (false, false) => "CPU time",
        }
    }
}

impl Layers {
    /// The names of the optional layers.
    pub const CGROUP: &str = "cgroup";
    /// The counter of instructions.
    pub const COUNTER: &str = "counter";

    /// The names of the layers that isolate, the strongest first. The kernel's limits on each
    /// process, `rlimits`, always hold.
    pub const NAMES: [&str; 4] = ["namespaces", "landlock", "seccomp", "rlimits"];

    /// Returns where a program sees the folder given to [`Run::program`](super::Run::program).
    pub fn folder_inside(&self, program: &Path) -> PathBuf {
        match self.namespaces {
            Ok(()) => SUBMISSION.into(),
            Err(_) => program.to_path_buf(),
        }
    }

    /// Returns where a program sees the folder given to [`Run::writable`](super::Run::writable).
    pub fn working_inside(&self, writable: &Path) -> PathBuf {
        match self.namespaces {
            Ok(()) => WORKING.into(),
            Err(_) => std::path::absolute(writable).unwrap_or_else(|_| writable.to_path_buf()),
        }
    }

    /// Returns the layers that isolate but do not hold, each with the reason. Optional layers are
    /// not among them.
    pub fn missing(&self) -> Vec<(&'static str, &str)> {
        let reasons = [
            ("namespaces", self.namespaces.as_ref().err()),
            ("landlock", self.landlock.as_ref().err()),
            ("seccomp", self.seccomp.as_ref().err()),
        ];
        reasons.into_iter().filter_map(|(layer, reason)| Some((layer, &**reason?))).collect()
    }

    /// Returns the layers that hold.
    pub fn holding(&self) -> Vec<&'static str> {
        let missing = self.missing();
        let holds = |layer: &&str| missing.iter().all(|(name, _)| name != layer);
        let cgroup = self
            .cgroup
            .as_ref()
            .ok()
            .map(|group| if group.memory { Layers::CGROUP } else { "cgroup without memory" });
        Layers::NAMES.into_iter().filter(holds).chain(cgroup).collect()
    }
}
