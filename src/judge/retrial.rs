//! A second look at what the clock has ended.
//!
//! The clock ends what sleeps, stops itself or waits for input that never comes. On a busy machine it may as well end a
//! program that was not let work, or one whose checker was not. The sandbox does not count the time in which a program waits
//! for a processor, but cannot see all that others do to it. So such a verdict is believed when the program has been run a
//! second time, with no other run of this judge beside it, and the clock has ended it again. Where it was kept from
//! working even then, nothing is kept; where it had less time than its limit, it is not judged.

use std::collections::HashSet;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use super::runner::Ran;
use crate::events::{Judged, LabelledFact, Reason, Retried};
use crate::programs::Executor;
use referee_base::fault::Fault;
use referee_sandbox::{Ended, Limits, Run, SandboxError, Stopped};

/// Which runs may be under way at a time, and what is known of those that the clock has ended.
#[derive(Default)]
pub(super) struct Retrials {
    /// Held for reading by every run, for writing by one that is to be alone.
    machine: RwLock<()>,
    /// The submissions of which a second run was ended by the clock as well, though nothing kept it from working.
    confirmed: Mutex<HashSet<Arc<str>>>,
}

/// A run that is believed, or the best that can be had.
pub(super) struct Tried {
    pub(super) ran: Ran,
    /// Whether it would come out the same on an idle machine, as far as that is known: only then it is kept.
    pub(super) is_certain: bool,
}

impl Retrials {
    /// Runs a submission; once more, alone, if the clock ends it.
    ///
    /// # Errors
    /// It cannot be run.
    pub(super) fn run(
        &self,
        limits: &Limits,
        attempt: impl Fn() -> Result<Ran, Fault>,
    ) -> Result<Tried, Fault> {
        let first = {
            let _beside_others = self.machine.read().unwrap_or_else(PoisonError::into_inner);
            attempt()?
        };
        let name = Arc::clone(&first.judged.contestant);
        let is_known =
            || self.confirmed.lock().unwrap_or_else(PoisonError::into_inner).contains(&name);
        if !was_ended_by_clock(&first, limits) || (!first.ended.waited_much() && is_known()) {
            return Ok(Tried { ran: first, is_certain: true });
        }
        let mut second = {
            let _alone = self.machine.write().unwrap_or_else(PoisonError::into_inner);
            attempt()?
        };
        let was_ended_again = was_ended_by_clock(&second, limits);
        let is_certain = !was_ended_again || !second.ended.waited_much();
        if was_ended_again && is_certain {
            self.confirmed.lock().unwrap_or_else(PoisonError::into_inner).insert(name);
        }
        if was_ended_again && had_less_than(limits.wall, &second.ended) {
            second.judged = too_busy(&second);
        }
        second.judged.retried = Some(Retried {
            wall_seconds: first.ended.wall.as_secs_f64(),
            waited_seconds: first.ended.waited.as_secs_f64(),
            machine: !(was_ended_again && is_certain),
        });
        Ok(Tried { ran: second, is_certain })
    }

    /// An executor whose runs are never beside one that is to be alone.
    pub(super) fn beside_others<'a>(&'a self, executor: &'a dyn Executor) -> impl Executor + 'a {
        BesideOthers { machine: &self.machine, executor }
    }
}

struct BesideOthers<'a> {
    machine: &'a RwLock<()>,
    executor: &'a dyn Executor,
}

impl Executor for BesideOthers<'_> {
    fn run(&self, run: &Run, output: &mut dyn FnMut(&mut dyn Read)) -> Result<Ended, SandboxError> {
        let _beside_others = self.machine.read().unwrap_or_else(PoisonError::into_inner);
        self.executor.run(run, output)
    }

    fn inside(&self, folder: &Path) -> String {
        self.executor.inside(folder)
    }
}

/// Whether nothing but the clock makes the verdict.
fn was_ended_by_clock(ran: &Ran, limits: &Limits) -> bool {
    let is_late = ran.ended.stopped == Some(Stopped::Wall) && ran.ended.cpu <= limits.cpu;
    is_late && ran.judged.reason == Reason::TimeLimit
}

/// Whether it was ended though the time in which it could work was shorter than its limit.
fn had_less_than(limit: Duration, ended: &Ended) -> bool {
    ended.wall.saturating_sub(ended.waited) < limit
}

fn too_busy(ran: &Ran) -> Judged {
    let Judged { contestant, case, used, .. } = &ran.judged;
    let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    let message = format!(
        "the machine is too busy to judge it: it waited {} of {} for a processor, with no other run beside it; \
         judge it again when the machine is idle",
        seconds(ran.ended.waited),
        seconds(ran.ended.wall),
    );
    let facts = vec![LabelledFact { label: "but".into(), text: message.clone() }];
    Judged { facts, used: *used, ..Judged::plain(contestant, case, Reason::JudgeError, message) }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::sync::mpsc;
    use std::thread;

    use super::*;
    use referee_sandbox::{Exit, MemoryRule};

    const LIMITS: Limits = Limits {
        cpu: Duration::from_secs(2),
        wall: Duration::from_secs(5),
        memory: 1 << 20,
        memory_rule: MemoryRule::Resident,
        output: 0,
        processes: 1,
        file_size: 0,
        disk: 0,
        stack: 0,
    };

    /// A run that the clock ended, or that ended well.
    fn ran(stopped: Option<Stopped>) -> Result<Ran, Fault> {
        let wall = LIMITS.wall;
        let ended = Ended {
            exit: Exit::Exited(0),
            cpu: Duration::ZERO,
            wall,
            waited: Duration::ZERO,
            memory: 0,
            address_space: 0,
            stopped,
            output_bytes: 0,
            stderr_bytes: 0,
            stderr: Vec::new(),
        };
        let reason = stopped.map_or(Reason::Proved, |_| Reason::TimeLimit);
        let judged = Judged::plain(&Arc::from("a"), &Arc::from("1"), reason, "");
        Ok(Ran { ended, judged, start: None })
    }

    #[test]
    fn a_second_run_waits_for_the_others_and_none_begins_beside_it() {
        let retrials = Retrials::default();
        let (tell, told) = mpsc::channel();
        let (go, may_go) = mpsc::channel::<()>();
        let may_go = Mutex::new(may_go);
        let others = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (retrials, others) = (&retrials, &others);
            // One that is under way as long as nobody lets it end.
            scope.spawn(move || {
                retrials.run(&LIMITS, || {
                    others.fetch_add(1, SeqCst);
                    tell.send(()).unwrap();
                    may_go.lock().unwrap().recv().unwrap();
                    others.fetch_sub(1, SeqCst);
                    ran(None)
                })
            });
            told.recv().unwrap();
            let runs = AtomicUsize::new(0);
            let tried = retrials.run(&LIMITS, || match runs.fetch_add(1, SeqCst) {
                0 => {
                    assert_eq!(others.load(SeqCst), 1, "the first run is beside another");
                    go.send(()).unwrap();
                    ran(Some(Stopped::Wall))
                }
                _ => {
                    assert_eq!(others.load(SeqCst), 0, "the second run is alone");
                    assert!(retrials.machine.try_read().is_err(), "and no other can begin");
                    ran(None)
                }
            });
            let Tried { ran, is_certain } = tried.unwrap();
            assert!(is_certain && runs.load(SeqCst) == 2);
            assert!(ran.judged.reason == Reason::Proved && ran.judged.retried.unwrap().machine);
        });
    }
}
