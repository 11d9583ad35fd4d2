//! What was tried, and what it has changed.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::pairs::{Call, Difference};

/// What came of all calls until now.
#[derive(Default)]
pub(crate) struct Summary {
    /// How many programs a transformation was tried on, and how many of them had another outcome.
    tried: BTreeMap<String, (usize, usize)>,
    /// The calls that cannot be made on this machine.
    skipped: Vec<String>,
    judged: usize,
    differences: usize,
    elapsed: Duration,
}

impl Summary {
    /// Adds what came of a call: nothing if it cannot be made.
    pub(crate) fn add(
        &mut self,
        call: &Call,
        differences: Option<&[Difference]>,
        elapsed: Duration,
    ) {
        self.elapsed += elapsed;
        let Some(differences) = differences else {
            return self.skipped.push(call.transformation.name.clone());
        };
        self.judged += call.programs.len();
        self.differences += differences.len();
        for (index, (_, change)) in call.programs.iter().enumerate() {
            let differs = differences.iter().any(|difference| difference.index == index);
            for name in [&call.transformation.name, &change.name] {
                let (tried, different) = self.tried.entry(name.clone()).or_default();
                *tried += 1;
                *different += usize::from(differs);
            }
        }
    }

    /// Whether no program had another outcome.
    pub(crate) fn has_none(&self) -> bool {
        self.differences == 0
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "tried  different  transformation")?;
        for (name, (tried, different)) in &self.tried {
            writeln!(f, "{tried:5}  {different:9}  {name}")?;
        }
        for name in &self.skipped {
            writeln!(f, "SKIPPED {name}: this machine does not allow it")?;
        }
        let (pairs, seconds) = (2 * self.judged, self.elapsed.as_secs());
        let transformations = self.tried.len();
        write!(
            f,
            "{pairs} pairs, {transformations} transformations, {} differences, {seconds} s",
            self.differences
        )
    }
}
