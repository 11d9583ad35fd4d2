//! Which walls stand around a program, and why others do not.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Where a program sees its own folder, where namespaces hold.
pub(super) const SUBMISSION: &str = "/submission";

/// What holds, layer by layer, and the reason where one does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// User, PID, mount, network and IPC namespaces: the program sees neither files nor processes of
    /// the host, and all it starts dies with the run.
    pub namespaces: Result<(), String>,
    /// Landlock: files outside the working folder cannot be written, those of the host not read; the
    /// number is the kernel's version of it.
    pub landlock: Result<u32, String>,
    /// A filter of system calls: no sockets, no tracing, no namespaces, no rarely used kernel.
    pub seccomp: Result<(), String>,
    /// Limits of the kernel on each process.
    pub limits: Result<(), String>,
    /// What programs have less of than they would elsewhere, in words, because the caller may not give them more.
    pub notes: Vec<String>,
}

impl Layers {
    /// That nothing holds, for one and the same reason.
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

    /// Where a program sees the folder that is given to [`Run::program`](super::Run::program).
    pub fn folder_inside(&self, program: &Path) -> PathBuf {
        match self.namespaces {
            Ok(()) => SUBMISSION.into(),
            Err(_) => program.to_path_buf(),
        }
    }

    /// The layers that do not hold, each with the reason.
    pub fn missing(&self) -> Vec<(&'static str, &str)> {
        let reasons = [
            ("namespaces", self.namespaces.as_ref().err()),
            ("landlock", self.landlock.as_ref().err()),
            ("seccomp", self.seccomp.as_ref().err()),
            ("rlimits", self.limits.as_ref().err()),
        ];
        reasons.into_iter().filter_map(|(layer, reason)| Some((layer, &**reason?))).collect()
    }

    /// The layers that hold.
    pub fn holding(&self) -> Vec<&'static str> {
        let missing = self.missing();
        let all = ["namespaces", "landlock", "seccomp", "rlimits"];
        let holds = |layer: &&str| missing.iter().all(|(name, _)| name != layer);
        all.into_iter().filter(holds).collect()
    }

    /// How memory is bounded, in words.
    pub fn memory(&self) -> &'static str {
        match self.limits {
            Ok(()) => {
                "resident memory by looking every few milliseconds, address space by the kernel"
            }
            Err(_) => "not bounded",
        }
    }
}

/// In one line: the layers that hold, then those that are missing with the reason.
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
