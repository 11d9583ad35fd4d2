//! The state of a search for a smaller input: the smallest one so far, and the inputs tried.
//!
//! Candidates are judged on many threads and consumed in order: the first that fails in the same
//! way becomes the smallest input, on any number of threads. Results beyond it are discarded, so
//! that the numbers of candidates do not depend on the number of threads either.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::Mutex;

use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::parallel::{lock, ordered_large};

use crate::text::count_tokens;
use crate::{Failure, Outcome, Subject};

/// The maximum number of inputs remembered as tried: about 64 MiB.
const MAX_REMEMBERED: usize = 1 << 20;

/// Options of a search.
pub struct Control<'a> {
    /// The number of threads.
    pub jobs: usize,
    /// Returns whether to stop with the smallest input so far.
    pub stop: &'a dyn Fn() -> bool,
    /// Called after every candidate.
    pub progress: &'a dyn Fn(&ShrinkProgress),
}

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShrinkProgress {
    /// The number of candidates judged.
    pub tried: u64,
    /// The number of candidates that failed in the same way, each smaller than the one before.
    pub steps: u64,
    /// The number of tokens of the smallest input.
    pub tokens: usize,
    /// The size of the smallest input in bytes.
    pub bytes: usize,
}

/// Why a search for a smaller input ended.
#[derive(Debug)]
pub enum ShrinkEnd {
    /// The input is 1-minimal: with any one element removed, or any number lowered by one, the
    /// subject does not fail in this way.
    Minimal,
    /// The caller stopped it.
    Stopped,
    /// A candidate could not be judged.
    Fault(Fault),
}

/// A search for a smaller input.
pub(super) struct Search<'a> {
    subject: &'a dyn Subject,
    control: Control<'a>,
    /// The smallest input so far.
    pub(super) smallest: Vec<u8>,
    pub(super) failure: Failure,
    refuted: Mutex<HashSet<ContentHash>>,
    pub(super) progress: ShrinkProgress,
    /// The number of candidates in a row, without success, after which a pass gives up.
    pub(super) patience: Option<u64>,
    /// Whether the last pass gave up.
    pub(super) has_given_up: bool,
}

/// Why no more candidates are consumed.
enum End {
    Found(usize, Vec<u8>, Failure),
    OutOfPatience,
    Early(ShrinkEnd),
}

impl<'a> Search<'a> {
    /// Starts with an input on which the subject fails.
    pub(super) fn new(
        subject: &'a dyn Subject,
        control: Control<'a>,
        input: Vec<u8>,
        failure: Failure,
    ) -> Search<'a> {
        let (tokens, bytes) = (count_tokens(&input), input.len());
        let progress = ShrinkProgress { tried: 0, steps: 0, tokens, bytes };
        let refuted = Mutex::new(HashSet::new());
        let (patience, has_given_up) = (None, false);
        let smallest = input;
        Search { subject, control, smallest, failure, refuted, progress, patience, has_given_up }
    }

    /// Ends the search if the caller wants it to stop.
    pub(super) fn go_on(&self) -> Result<(), ShrinkEnd> {
        if (self.control.stop)() { Err(ShrinkEnd::Stopped) } else { Ok(()) }
    }

    /// Finds the first of `count` candidates that is smaller and fails in the same way. It becomes
    /// the smallest input.
    pub(super) fn first(
        &mut self,
        count: usize,
        candidate: impl Fn(usize) -> Option<Vec<u8>> + Sync,
    ) -> Result<Option<usize>, ShrinkEnd> {
        self.go_on()?;
        let Search { subject, control, smallest, failure, refuted, progress, patience, .. } = self;
        let (subject, refuted) = (*subject, &*refuted);
        let is_known = |hash: &ContentHash| lock(refuted).contains(hash);
        let is_smaller =
            |input: &Vec<u8>| compare(input, smallest, progress.tokens) == Ordering::Less;
        let judge = |index| {
            let input = candidate(index).filter(is_smaller)?;
            let hash = Some(Digest::of(&input)).filter(|hash| !is_known(hash))?;
            let outcome = subject.judge(&input);
            Some((hash, input, outcome))
        };
        let (before, mut now) = (progress.tried, *progress);
        let end = ordered_large(control.jobs, count, judge, |index, judged| {
            if (control.stop)() {
                return Err(End::Early(ShrinkEnd::Stopped));
            }
            // An equal candidate of the same batch may have been counted already.
            let Some((hash, input, outcome)) = judged.filter(|(hash, ..)| !is_known(hash)) else {
                return Ok(());
            };
            now.tried += 1;
            (control.progress)(&now);
            match outcome {
                Err(fault) => return Err(End::Early(ShrinkEnd::Fault(fault))),
                Ok(Outcome::Failed(found)) if found.kind == failure.kind => {
                    return Err(End::Found(index, input, found));
                }
                Ok(_) => {}
            }
            let mut refuted = lock(refuted);
            if refuted.len() < MAX_REMEMBERED {
                refuted.insert(hash);
            }
            match patience {
                Some(most) if now.tried - before >= *most => Err(End::OutOfPatience),
                _ => Ok(()),
            }
        });
        self.progress = now;
        self.has_given_up = matches!(end, Err(End::OutOfPatience));
        match end {
            Ok(()) | Err(End::OutOfPatience) => Ok(None),
            Err(End::Early(end)) => Err(end),
            Err(End::Found(index, input, failure)) => {
                self.progress.steps += 1;
                self.progress.tokens = count_tokens(&input);
                self.progress.bytes = input.len();
                (self.smallest, self.failure) = (input, failure);
                (self.control.progress)(&self.progress);
                Ok(Some(index))
            }
        }
    }
}

/// Compares two inputs: fewer tokens, then fewer bytes, then bytewise, so that of two numbers of
/// equal length the smaller comes first. `tokens_of_right` saves counting those of `right` each
/// time.
fn compare(left: &[u8], right: &[u8], tokens_of_right: usize) -> Ordering {
    let tokens = count_tokens(left).cmp(&tokens_of_right);
    tokens.then(left.len().cmp(&right.len())).then_with(|| left.cmp(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_tokens_then_fewer_bytes_then_smaller_numbers() {
        let ascending = ["", "5", "123", "0 1", "0 2", "1 0", "1  0", "1 10", "1 -10", "0 0 0"];
        for (index, left) in ascending.iter().enumerate() {
            for (other, right) in ascending.iter().enumerate() {
                let tokens = count_tokens(right.as_bytes());
                let compared = compare(left.as_bytes(), right.as_bytes(), tokens);
                assert_eq!(compared, index.cmp(&other), "{left:?} {right:?}");
            }
        }
    }
}
