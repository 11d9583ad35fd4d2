//! The programs to compare, and the settings.

use std::convert::Infallible;

use super::fold::Program;
use referee_base::parallel;

/// The programs to compare.
#[derive(Debug, Clone, Copy)]
pub struct Corpus<'a> {
    /// All programs: current ones, which are compared with each other, then earlier ones, which are
    /// compared only with these.
    pub programs: &'a [Program],
    /// The number of current programs.
    pub current: usize,
    /// Given code: what programs have in common with it is ignored.
    pub base: &'a [Program],
}

/// The settings of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The minimum number of symbols in a fragment (k).
    pub k: usize,
    /// The number of consecutive hashes from which one fingerprint is chosen (w).
    pub window: usize,
    /// A fingerprint in a larger share of the programs is ignored.
    pub common: f64,
    /// The maximum number of pairs compared symbol by symbol.
    pub pairs: usize,
    /// The number of threads. It does not affect the result.
    pub threads: usize,
}

impl Settings {
    /// Runs `work` for each of `0..count` on all threads, and returns the results in order.
    pub(super) fn each<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let mut all = Vec::with_capacity(count);
        let done = parallel::ordered(self.threads, count, work, |_, result| {
            all.push(result);
            Ok::<(), Infallible>(())
        });
        let Ok(()) = done;
        all
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { k: 12, window: 8, common: 0.3, pairs: 5000, threads: 1 }
    }
}
