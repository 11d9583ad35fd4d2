//! The submissions that are expected to be accepted, and which of those that work here answers
//! candidates.
//!
//! That is the first one, unless its answers take long in a hunt that is bounded by time: some
//! right submissions take a hundred times as long as others, and every candidate waits for its
//! answer. Then the others answer the same few candidates too, and the fastest one all later ones.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use referee_base::fault::Fault;
use referee_base::parallel::lock;
use referee_intake::submission::Submission;
use referee_judge::BuiltSubmission;
use referee_problem::cases::CaseFile;

/// The maximum number of right submissions consulted.
pub(crate) const MAX_JURORS: usize = 3;

/// An answer that takes at least this long is slow.
const SLOW_ANSWER: Duration = Duration::from_millis(200);

/// The number of slow answers for which the others are compared: the first may include starting a
/// program that stays ready later.
const MAX_COMPARED: usize = 3;

/// The submissions that are expected to be accepted. Some may not work here.
#[derive(Default)]
pub(crate) struct Jury {
    pub(crate) submissions: Vec<Submission>,
    pub(crate) samples: Vec<CaseFile>,
    /// The number of submissions tried so far.
    pub(crate) next: Mutex<usize>,
    /// The submissions that work, in order.
    pub(crate) found: [OnceLock<BuiltSubmission>; MAX_JURORS],
    /// The first failure on a sample: the sample may be wrong, and not the submissions.
    pub(crate) rejection: OnceLock<String>,
    pub(crate) answering: Answering,
}

/// Which of the submissions that work answers candidates.
#[derive(Default)]
pub(crate) struct Answering {
    index: AtomicUsize,
    compared: Mutex<Compared>,
}

/// How long the submissions took for the candidates on which they were compared.
#[derive(Default)]
struct Compared {
    candidates: usize,
    times: [Duration; MAX_JURORS],
}

impl Answering {
    /// Returns the index of the submission that answers candidates.
    pub(crate) fn index(&self) -> usize {
        self.index.load(Ordering::Relaxed)
    }

    /// Answers a candidate with `answer`, which takes an index and returns how long the answer
    /// took. If that was long, the others of the first `count` answer it too, as long as it is not
    /// known which one is the fastest.
    ///
    /// # Errors
    /// The submission that answers candidates fails.
    pub(crate) fn answer(
        &self,
        count: usize,
        answer: impl Fn(usize) -> Result<Duration, Fault>,
    ) -> Result<(), Fault> {
        let first = self.index();
        let time = answer(first)?;
        if time < SLOW_ANSWER || count < 2 {
            return Ok(());
        }
        let mut compared = lock(&self.compared);
        if compared.candidates == MAX_COMPARED {
            return Ok(());
        }
        compared.candidates += 1;
        for index in 0..count {
            // One that fails is never the fastest.
            let other = || answer(index).unwrap_or(Duration::MAX);
            let time = if index == first { time } else { other() };
            compared.times[index] = compared.times[index].saturating_add(time);
        }
        let fastest = (0..count).min_by_key(|index| compared.times[*index]);
        self.index.store(fastest.unwrap_or(first), Ordering::Relaxed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers candidates with submissions that take these milliseconds, or fail; returns who
    /// answers at last, and how often each one was called.
    fn answered(times: [Option<u64>; 3], candidates: usize) -> (usize, [usize; 3]) {
        let (answering, calls) = (Answering::default(), [const { AtomicUsize::new(0) }; 3]);
        for _ in 0..candidates {
            let answer = |index: usize| {
                calls[index].fetch_add(1, Ordering::Relaxed);
                times[index].map(Duration::from_millis).ok_or_else(|| Fault::judge("it fails"))
            };
            answering.answer(3, answer).unwrap();
        }
        (answering.index(), calls.map(AtomicUsize::into_inner))
    }

    #[test]
    fn the_fastest_answers_if_answers_take_long() {
        assert_eq!(answered([Some(199), Some(1), Some(2)], 9), (0, [9, 0, 0]));
        assert_eq!(answered([Some(2_000), Some(30), Some(5)], 9), (2, [1, 1, 9]));
        // Nobody is fast, so all are compared a few times.
        assert_eq!(answered([Some(2_000), Some(3_000), Some(2_500)], 9), (0, [9, 3, 3]));
        assert_eq!(answered([Some(2_000), None, Some(2_500)], 9), (0, [9, 3, 3]));
    }
}
