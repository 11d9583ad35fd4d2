//! Detects whether the launcher still is what it was when it started.
//!
//! A program that runs as the same user as its launcher may be able to change the launcher's limits, priority or
//! processors, though the filter of system calls refuses that. All programs after it would suffer. So the launcher looks
//! at itself before each run, and serves no more when something has moved.

use std::fs::File;
use std::os::unix::fs::FileExt;

use rustix::process::{Resource, Rlimit, getpriority_process, getrlimit};
use rustix::thread::{CpuSet, current_timer_slack, sched_getaffinity};

use super::raw;

/// All that the kernel bounds.
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

/// What a child of this process begins with.
#[derive(PartialEq)]
struct State {
    limits: [Rlimit; RESOURCES.len()],
    processors: Option<CpuSet>,
    /// Its nice value, its scheduler, the priority of its input and output, and how late its timers may be.
    priorities: (Option<i32>, i32, i64, Option<u64>),
    /// How soon it is killed when the system is short of memory.
    badness: Option<Vec<u8>>,
}

impl State {
    fn now(badness: Option<&File>) -> State {
        State {
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

/// The launcher as it was when it began to serve.
pub(super) struct Baseline {
    badness: Option<File>,
    state: State,
}

impl Baseline {
    /// As it is now.
    pub(super) fn now() -> Baseline {
        let badness = File::open("/proc/self/oom_score_adj").ok();
        let state = State::now(badness.as_ref());
        Baseline { badness, state }
    }

    /// What is not as it was, if anything is.
    pub(super) fn moved(&self) -> Option<&'static str> {
        let now = State::now(self.badness.as_ref());
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
