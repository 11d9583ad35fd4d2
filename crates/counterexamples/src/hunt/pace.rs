//! How much of the time the largest candidates get, and changes of slow ones.
//!
//! Some validators, answers and programs take seconds for the largest inputs, and milliseconds for
//! small ones. Drawn as often as usual, the former would take nearly all of the time, and a fault
//! that one small input in a thousand shows would not be found. Each change of a slow candidate
//! takes as long as that, so these have a part of their own.

/// The largest candidates get at most this many times the time of all others.
const TIMES: u64 = 2;

/// As long as the largest candidates, or the changes, took no longer than this altogether, in
/// milliseconds, there is no need to wait.
const NOTICEABLE: u64 = 2_000;

/// If a small candidate takes longer than this, in milliseconds, programs were compiled for it.
const COMPILED: u64 = 1_000;

/// Candidates that may take long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// One of the largest.
    Largest,
    /// A change of a slow one. They get as much time as all others.
    Change,
    Other,
}

/// The time that candidates took so far, by kind.
#[derive(Debug, Default)]
pub(super) struct Pace([Spent; 3]);

/// The time that some candidates took, in milliseconds.
#[derive(Debug, Default)]
struct Spent {
    candidates: u64,
    time: u64,
}

/// The numbers of candidates chosen, but not judged yet, by kind.
#[derive(Debug, Default)]
pub(super) struct Chosen([u64; 3]);

impl Pace {
    /// Records the time of a candidate, in milliseconds.
    pub(super) fn note(&mut self, kind: Kind, time: u64) {
        let spent = &mut self.0[kind as usize];
        spent.candidates += 1;
        spent.time += if kind == Kind::Other { time.min(COMPILED) } else { time };
    }

    /// Returns whether a candidate may be judged after those chosen, and adds it to them if so.
    pub(super) fn allows(&self, kind: Kind, chosen: &mut Chosen) -> bool {
        let with = |kind: Kind, more| self.0[kind as usize].with(chosen.0[kind as usize] + more);
        let most = match kind {
            Kind::Other => u64::MAX,
            Kind::Change => with(Kind::Largest, 0) + with(Kind::Other, 0),
            Kind::Largest => TIMES * with(Kind::Other, 0),
        };
        let is_allowed = with(kind, 1) <= NOTICEABLE.max(most);
        chosen.0[kind as usize] += u64::from(is_allowed);
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
            let kind = |at| if at % 4 == 3 { Kind::Largest } else { Kind::Other };
            let all = (0..16).map(kind).filter(|kind| pace.allows(*kind, &mut chosen));
            for kind in all.collect::<Vec<_>>() {
                pace.note(kind, if kind == Kind::Largest { largest } else { other });
            }
        }
        pace.0[Kind::Largest as usize].candidates
    }

    #[test]
    fn changes_take_no_more_time_than_all_others() {
        let (mut pace, mut changes) = (Pace::default(), 0);
        for _ in 0..1_000 {
            let mut chosen = Chosen::default();
            if pace.allows(Kind::Change, &mut chosen) {
                pace.note(Kind::Change, 1_500);
                changes += 1;
            }
            pace.note(Kind::Other, 10);
            pace.note(Kind::Largest, 20);
        }
        // All others take 30 s.
        assert!((19..=20).contains(&changes), "{changes}");
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
