//! What a solver may spend, how it can end without an answer, and the sets that all of them share.

use std::collections::HashSet;

use referee_checker::huepfburg::Instance;

use crate::group::PATIENCE;
pub use crate::stopped::Stopped;

/// The work that a solver may still do, and the fields that it may still keep.
#[derive(Debug)]
pub struct Budget {
    steps: u64,
    fields: u64,
    /// How often steps may still be taken, however many at once: what is left of our patience.
    turns: u64,
}

impl Budget {
    /// Ten times what a search over ordered pairs in half steps takes at most, and a tenth of what
    /// all pairs of arrows take on the densest case. The constants are for small cases: some
    /// hundredths of a second in C++, and some seconds in Python.
    pub(crate) fn of(instance: &Instance) -> Self {
        let (n, m) = (u64::from(instance.n()), instance.arrows().len() as u64);
        Budget {
            steps: 20 * (n * m + n * n) + 10_000_000,
            fields: 20 * n * n + 10_000_000,
            turns: PATIENCE,
        }
    }

    /// Takes that many looks at an arrow, a pair or a field of a set.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Stopped> {
        self.turns = self.turns.checked_sub(1).ok_or(Stopped::Undecided)?;
        self.steps = self.steps.checked_sub(steps).ok_or(Stopped::TimeLimit)?;
        Ok(())
    }

    /// Works for so long, beside the steps that are taken at once.
    pub(crate) fn work(&mut self, turns: u64) -> Result<(), Stopped> {
        self.turns = self.turns.checked_sub(turns).ok_or(Stopped::Undecided)?;
        Ok(())
    }

    /// Keeps that many numbers of fields.
    pub(crate) fn keep(&mut self, fields: u64) -> Result<(), Stopped> {
        self.fields = self.fields.checked_sub(fields).ok_or(Stopped::MemoryLimit)?;
        Ok(())
    }
}

/// A set of keys: bits for low ones, which most are, since hashing would take most of the time.
#[derive(Default)]
pub(crate) struct Keys {
    low: Vec<u64>,
    high: HashSet<u64>,
    len: u64,
}

impl Keys {
    const LOW: u64 = 1 << 27;

    /// Inserts a key; says whether it is new.
    pub(crate) fn insert(&mut self, key: u64) -> bool {
        let is_new = if key < Keys::LOW {
            let (word, bit) = ((key / 64) as usize, 1 << (key % 64));
            if word >= self.low.len() {
                self.low.resize((word + 1).next_power_of_two(), 0);
            }
            let is_new = self.low[word] & bit == 0;
            self.low[word] |= bit;
            is_new
        } else {
            self.high.insert(key)
        };
        self.len += u64::from(is_new);
        is_new
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }
}
