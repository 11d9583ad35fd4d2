//! Rechecks: reruns, alone on the machine, of results so close to the time limit that noise may
//! have decided the verdict.
//!
//! Other work on the machine makes a program slower, never faster: on a busy machine, the CPU time
//! of the same program varies by a factor of up to 1.8. So the least of several times is the best
//! estimate, and a single run within the limit decides. A run over the limit continues up to a
//! multiple of the limit, so that an endless program needs no recheck: noise does not explain so
//! much, and a run beside others costs less than a run alone. `policy.rs` decides which results are
//! rechecked, `run.rs` makes the runs of a recheck, and `schedule.rs` decides when; `retrial.rs`
//! does the same for the wall time.

mod policy;
mod run;
mod schedule;

pub(crate) use policy::{Rechecks, is_narrow};
pub(crate) use run::RecheckRuns;
pub(crate) use schedule::{Known, KnownCase, Outcome, Schedule, Suspended};
