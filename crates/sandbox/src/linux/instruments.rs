//! The instruments with which a launcher measures its programs.

use super::aside::Processors;
use super::cgroup::Group;
use super::counter::Counter;
use super::message::RunRequest;
use super::proc::NamespaceCounts;

/// The counters, the control group and the processors of a launcher.
pub(super) struct Instruments {
    /// The counts for its namespaces, if programs run inside.
    pub(super) counts: Option<NamespaceCounts>,
    /// The number of cores that a program can use at the same time.
    pub(super) cores: u32,
    /// The processors that runs are watched from.
    pub(super) processors: Option<Processors>,
    pub(super) group: Option<Group>,
    pub(super) counter: Option<Counter>,
    /// The number of programs that wait for later runs.
    pub(super) waiting: u32,
}

impl Instruments {
    /// Prepares for a run, while this many programs wait for later runs.
    pub(super) fn begin(&mut self, task: &RunRequest, waiting: u32) -> Result<(), String> {
        if let Some(counter) = &mut self.counter {
            counter.begin();
        }
        if let Some(group) = &mut self.group {
            let ready = group.begin(&task.limits, waiting);
            ready.map_err(|error| format!("cannot prepare the control group: {error}"))?;
        }
        // A waiting program has sockets of its own, which must not count for a run.
        if std::mem::replace(&mut self.waiting, waiting) != waiting
            && let Some(counts) = &mut self.counts
        {
            counts.rest();
        }
        Ok(())
    }
}
