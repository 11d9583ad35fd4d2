//! Reports verdicts that are close to the CPU time limit.
//!
//! A program over the limit may run for another fifth of it before it is stopped. So it is known of
//! each verdict whether a limit that is a fifth shorter or longer would change it: then noise may
//! change it, too.

use std::collections::HashMap;
use std::sync::Arc;

use referee_base::digest::ContentHash;
use referee_events::{INSTALLED, JudgedCase, LINE, NearLimit, Reason, Verdict};
use referee_sandbox::Limits;

use crate::record::reuse::is_clearly_within;

/// The fraction of the limit that counts as near to it.
pub(crate) const MARGIN: f64 = 0.2;

/// Returns whether a program failed, or was stopped, after its checker had rejected it. Then its
/// time does not matter.
pub(crate) fn is_after_rejection(judged: &JudgedCase) -> bool {
    // Any other failure would be the verdict itself.
    judged.verdict == Verdict::WrongAnswer && judged.used.is_some_and(|used| used.exit != Some(0))
}

/// Returns whether a limit that is a fifth shorter or longer would change the verdict.
pub(crate) fn near(judged: &JudgedCase, limits: &Limits) -> Option<NearLimit> {
    let used = judged.used.filter(|_| !is_after_rejection(judged))?;
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

/// Runs that were made to infer the time limit.
#[derive(Debug, Default)]
pub struct Timed(HashMap<(ContentHash, Arc<str>), JudgedCase>);

impl Timed {
    /// Adds a run of the submission with this content.
    pub(crate) fn add(&mut self, content: ContentHash, judged: &JudgedCase) {
        let mut judged = judged.clone();
        // The event of the run has these facts, and the next one gets them anew.
        judged.facts.retain(|fact| fact.label != INSTALLED && fact.label != LINE);
        self.0.insert((content, Arc::clone(&judged.case)), judged);
    }

    /// Returns the run of the submission with this content on a case, if it would have been the
    /// same under these limits.
    pub(crate) fn find(
        &self,
        content: &ContentHash,
        case: &Arc<str>,
        limits: &Limits,
    ) -> Option<&JudgedCase> {
        let judged = self.0.get(&(*content, Arc::clone(case)))?;
        is_clearly_within(judged, limits).then_some(judged)
    }
}

#[cfg(test)]
mod tests {
    use referee_events::Used;
    use referee_programs::JURY_LIMITS;

    use super::*;

    #[test]
    fn no_verdict_hangs_on_the_time_after_a_rejection() {
        let near_limit = |exit| {
            let used = Used {
                cpu_seconds: JURY_LIMITS.cpu.as_secs_f64(),
                instructions: None,
                worked_seconds: None,
                wall_seconds: 0.0,
                waited_seconds: None,
                memory_bytes: 0,
                exit,
                signal: None,
            };
            let plain = JudgedCase::plain(&"a".into(), &"1".into(), Reason::Refuted, "");
            near(&JudgedCase { used: Some(used), ..plain }, &JURY_LIMITS)
        };
        assert_eq!(near_limit(Some(0)), Some(NearLimit::Shorter));
        assert_eq!([near_limit(Some(7)), near_limit(None)], [None, None]);
    }
}
