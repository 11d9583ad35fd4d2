//! Detects whether the launcher has changed since it started.
//!
//! A program that runs as the same user as its launcher might manage to change the launcher's
//! limits, priority or processors, although the system call filter refuses that. All later programs
//! would be affected. So the launcher checks itself before each run, and accepts no more runs once
//! something has changed.

use std::fs::File;
use std::os::unix::fs::FileExt;

use rustix::process::{Resource, Rlimit, getpriority_process, getrlimit};
use rustix::thread::{CpuSet, current_timer_slack, sched_getaffinity};

use super::raw;

/// All resources that the kernel limits.
const RESOURCES: [Resource; 16] = [
    Resource::Cpu,
    Resource::Fsize,
    Resource::Data,
    Resource::Stack,
    Resource::Core,
    Resource::Rss,
    Resource::Nproc,
    Resource::Nofile,
    Resource::Memlock,
    Resource::As,
    Resource::Locks,
    Resource::Sigpending,
    Resource::Msgqueue,
    Resource::Nice,
    Resource::Rtprio,
    Resource::Rttime,
];

/// The state that a child of this process inherits.
#[derive(PartialEq)]
struct InheritedState {
    limits: [Rlimit; RESOURCES.len()],
    processors: Option<CpuSet>,
    /// The nice value, the scheduler, the I/O priority, and the timer slack.
    priorities: (Option<i32>, i32, i64, Option<u64>),
    /// The score that the kernel uses to choose processes to kill when memory is short.
    badness: Option<Vec<u8>>,
}

impl InheritedState {
    fn now(badness: Option<&File>) -> InheritedState {
        InheritedState {
            limits: RESOURCES.map(getrlimit),
            processors: sched_getaffinity(None).ok(),
            priorities: (
                getpriority_process(None).ok(),
                raw::scheduler(),
                raw::io_priority(),
                current_timer_slack().ok(),
            ),
            badness: badness.and_then(|file| {
                let mut text = vec![0; 16];
                let length = file.read_at(&mut text, 0).ok()?;
                text.truncate(length);
                Some(text)
            }),
        }
    }
}

/// The state of the launcher when it began to serve.
pub(super) struct Baseline {
    badness: Option<File>,
    state: InheritedState,
}

impl Baseline {
    pub(super) fn now() -> Baseline {
        let badness = File::open("/proc/self/oom_score_adj").ok();
        let state = InheritedState::now(badness.as_ref());
        Baseline { badness, state }
    }

    /// Returns what has changed, if anything has.
    pub(super) fn moved(&self) -> Option<&'static str> {
        let now = InheritedState::now(self.badness.as_ref());
        let before = &self.state;
        [
            (now.limits != before.limits, "its limits"),
            (now.processors != before.processors, "the processors on which it may run"),
            (now.priorities != before.priorities, "its priority"),
            (now.badness != before.badness, "its place in the order of those killed for memory"),
        ]
        .into_iter()
        .find_map(|(has_moved, what)| has_moved.then_some(what))
    }
}
