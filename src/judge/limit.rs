//! The limit of CPU time: which verdicts hang on it.
//!
//! A program that is over the limit runs on for a fifth of it before it is stopped. So it is known of each verdict whether
//! a limit a fifth shorter or longer would give another one: chance may do so as well, on the day.

use std::collections::HashMap;
use std::sync::Arc;

use crate::events::{Judged, NearLimit, Reason};
use crate::programs::ContentHash;
use referee_sandbox::Limits;

use super::record::reuse::is_clearly_within;

/// Which part of the limit is near to it.
const MARGIN: f64 = 0.2;

/// Limits at which programs are stopped, of which these are those they are judged by.
pub(super) fn with_margin(limits: Limits) -> Limits {
    let margin = limits.cpu.mul_f64(MARGIN);
    Limits { cpu: limits.cpu + margin, wall: limits.wall + margin, ..limits }
}

/// Whether a limit a fifth shorter or longer would give another verdict.
pub(super) fn near(judged: &Judged, limits: &Limits) -> Option<NearLimit> {
    let used = judged.used?;
    let ended_by_itself = used.exit.is_some();
    let part = used.cpu_seconds / limits.cpu.as_secs_f64();
    match judged.reason {
        Reason::JudgeError => None,
        Reason::TimeLimit if ended_by_itself && part <= 1.0 + MARGIN => Some(NearLimit::Longer),
        Reason::TimeLimit => None,
        _ if part > 1.0 - MARGIN => Some(NearLimit::Shorter),
        _ => None,
    }
}

/// Runs that were made to find the limit.
#[derive(Debug, Default)]
pub struct Timed(HashMap<(ContentHash, Arc<str>), Judged>);

impl Timed {
    /// Adds the run of what has this content.
    pub(super) fn add(&mut self, content: ContentHash, judged: &Judged) {
        self.0.insert((content, Arc::clone(&judged.case)), judged.clone());
    }

    /// The run of what has this content on a case, if under these limits it would have been the same.
    pub(super) fn find(
        &self,
        content: &ContentHash,
        case: &Arc<str>,
        limits: &Limits,
    ) -> Option<&Judged> {
        let judged = self.0.get(&(*content, Arc::clone(case)))?;
        is_clearly_within(judged, limits).then_some(judged)
    }
}
