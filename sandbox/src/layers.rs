//! Which isolation layers hold around a program, and why others do not.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Where a program sees its own folder if namespaces hold.
pub(super) const SUBMISSION: &str = "/submission";

/// The isolation layers: whether each holds, and the reason if it does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// User, PID, mount, network and IPC namespaces: the program sees neither files nor processes of
    /// the host, and every process it starts dies with the run.
    pub namespaces: Result<(), String>,
    /// Landlock: files outside the working folder cannot be written, those of the host not read; the
    /// number is the kernel's version of Landlock.
    pub landlock: Result<u32, String>,
    /// A system call filter: no sockets, no tracing, no namespaces, no rarely used parts of the kernel.
    pub seccomp: Result<(), String>,
    /// The kernel's limits on each process.
    pub limits: Result<(), String>,
    /// The resources of which programs have less than elsewhere because the caller may not give them more, in words.
    pub notes: Vec<String>,
}

impl Layers {
    /// The names of all layers, the strongest first.
    pub const NAMES: [&str; 4] = ["namespaces", "landlock", "seccomp", "rlimits"];

    /// Returns layers of which none holds, all for the same reason.
    pub(crate) fn nothing(reason: &str) -> Layers {
        let reason = reason.to_string();
        Layers {
            namespaces: Err(reason.clone()),
            landlock: Err(reason.clone()),
            seccomp: Err(reason.clone()),
            limits: Err(reason),
            notes: Vec::new(),
        }
    }

    /// Returns where a program sees the folder that is given to [`Run::program`](super::Run::program).
    pub fn folder_inside(&self, program: &Path) -> PathBuf {
        match self.namespaces {
            Ok(()) => SUBMISSION.into(),
            Err(_) => program.to_path_buf(),
        }
    }

    /// Returns the layers that do not hold, each with the reason.
    pub fn missing(&self) -> Vec<(&'static str, &str)> {
        let reasons = [
            ("namespaces", self.namespaces.as_ref().err()),
            ("landlock", self.landlock.as_ref().err()),
            ("seccomp", self.seccomp.as_ref().err()),
            ("rlimits", self.limits.as_ref().err()),
        ];
        reasons.into_iter().filter_map(|(layer, reason)| Some((layer, &**reason?))).collect()
    }

    /// Returns the layers that hold.
    pub fn holding(&self) -> Vec<&'static str> {
        let missing = self.missing();
        let holds = |layer: &&str| missing.iter().all(|(name, _)| name != layer);
        Layers::NAMES.into_iter().filter(holds).collect()
    }

    /// Describes how memory is bounded.
    pub fn memory(&self) -> &'static str {
        match self.limits {
            Ok(()) => {
                "resident memory by looking every few milliseconds, address space by the kernel"
            }
            Err(_) => "not bounded",
        }
    }
}

/// Writes one line: the layers that hold, then the missing ones, each with the reason.
impl fmt::Display for Layers {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let holds = self.holding();
        let line = if holds.is_empty() { "none".to_string() } else { holds.join(", ") };
        write!(out, "{line}")?;
        for (layer, reason) in self.missing() {
            write!(out, "; no {layer}: {reason}")?;
        }
        Ok(())
    }
}
