//! What was tried, and which differences there were.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

use crate::pairs::{Call, Difference};

/// The results of all calls so far.
pub(crate) struct Summary {
    start: Instant,
    /// The number of programs on which a transformation was tried, and the number with another
    /// result.
    tried: BTreeMap<String, (usize, usize)>,
    /// The calls that cannot be made on this machine.
    skipped: Vec<String>,
    judged: usize,
    differences: usize,
}

/// The result of a call.
pub(crate) struct CallResult<'a> {
    pub(crate) call: &'a Call<'a>,
    /// `None` if the call cannot be made.
    pub(crate) differences: Option<Vec<Difference>>,
    /// The differences, in words.
    pub(crate) told: Vec<String>,
}

impl Summary {
    /// Returns an empty summary.
    pub(crate) fn begin() -> Summary {
        let (tried, skipped) = (BTreeMap::new(), Vec::new());
        Summary { start: Instant::now(), tried, skipped, judged: 0, differences: 0 }
    }

    /// Adds the result of a call.
    pub(crate) fn add(&mut self, CallResult { call, differences, .. }: &CallResult) {
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

    /// The calls that could not be made.
    pub(crate) fn skipped(&self) -> &[String] {
        &self.skipped
    }

    /// Returns whether no program had another result.
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
        let (pairs, seconds) = (2 * self.judged, self.start.elapsed().as_secs());
        let transformations = self.tried.len();
        write!(
            f,
            "{pairs} pairs, {transformations} transformations, {} differences, {seconds} s",
            self.differences
        )
    }
}
