//! How much of the time the largest candidates get.
//!
//! Some validators, answers and programs take seconds for the largest inputs, and milliseconds for
//! small ones. Drawn as often as usual, the former would take nearly all of the time, and a fault
//! that one small input in a thousand shows would not be found.

/// The largest candidates get at most this many times the time of all others.
const TIMES: u64 = 2;

/// As long as the largest candidates took no longer than this altogether, in milliseconds, there is
/// no need to wait: what is drawn then does not depend on the speed of the machine.
const NOTICEABLE: u64 = 2_000;

/// If a small candidate takes longer than this, in milliseconds, programs were compiled for it.
const COMPILED: u64 = 1_000;

/// The time that candidates took so far.
#[derive(Debug, Default)]
pub(super) struct Pace {
    largest: Spent,
    others: Spent,
}

/// The time that some candidates took, in milliseconds.
#[derive(Debug, Default)]
struct Spent {
    candidates: u64,
    time: u64,
}

/// The numbers of candidates chosen, but not judged yet.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    largest: u64,
    others: u64,
}

impl Pace {
    /// Records the time of a candidate, in milliseconds.
    pub(super) fn note(&mut self, is_largest: bool, time: u64) {
        let spent = if is_largest { &mut self.largest } else { &mut self.others };
        spent.candidates += 1;
        spent.time += if is_largest { time } else { time.min(COMPILED) };
    }

    /// Returns whether a candidate may be judged after those chosen, and adds it to them if so.
    pub(super) fn allows(&self, is_largest: bool, chosen: &mut Chosen) -> bool {
        if !is_largest {
            chosen.others += 1;
            return true;
        }
        let largest = self.largest.with(chosen.largest + 1);
        let is_allowed = largest <= NOTICEABLE.max(TIMES * self.others.with(chosen.others));
        chosen.largest += u64::from(is_allowed);
        is_allowed
    }
}

impl Spent {
    /// Returns the time that these candidates and `more` take, if the latter take as long on
    /// average.
    fn with(&self, more: u64) -> u64 {
        self.time + self.time * more / self.candidates.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judges rounds of 16 candidates of which a quarter are the largest, and returns how many of
    /// these there were in all.
    fn largest_of(rounds: usize, largest: u64, other: u64) -> u64 {
        let mut pace = Pace::default();
        for _ in 0..rounds {
            let mut chosen = Chosen::default();
            let kinds: Vec<bool> = (0..16).map(|at| at % 4 == 3).collect();
            let all = kinds.into_iter().filter(|kind| pace.allows(*kind, &mut chosen));
            for is_largest in all.collect::<Vec<_>>() {
                pace.note(is_largest, if is_largest { largest } else { other });
            }
        }
        pace.largest.candidates
    }

    #[test]
    fn what_takes_long_leaves_time_for_others() {
        // As many as usual where all take about as long, or none takes long.
        assert_eq!(largest_of(100, 5, 2), 400);
        assert_eq!(largest_of(5, 90, 0), 20);
        // 1,200 others take 6 s, so the largest take 12 s, a second each.
        assert!((10..=16).contains(&largest_of(100, 1_000, 5)), "{}", largest_of(100, 1_000, 5));
    }
}
