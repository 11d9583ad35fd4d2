//! Which of several attempts of a student are judged.

use serde::{Deserialize, Serialize};

use std::collections::BTreeMap;

use super::handed::HandIn;
use super::timestamp::Timestamp;
use referee_events::Student;

/// Which attempts of a student are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attempts {
    /// The last attempt.
    #[default]
    Latest,
    /// All attempts; the one with the most points counts.
    Best,
    /// All attempts; the last one counts.
    All,
}

impl Attempts {
    /// All choices, with their names.
    pub const NAMES: [(&str, Attempts); 3] =
        [("latest", Attempts::Latest), ("best", Attempts::Best), ("all", Attempts::All)];
}

/// An attempt that is judged.
#[derive(Debug)]
pub struct HandInAttempt {
    /// What was handed in.
    pub hand_in: HandIn,
    /// Its number among the judged attempts of the student, from 1; `None` if it is the only one.
    pub number: Option<String>,
}

/// Returns the attempts that are judged, those of each student in order, and the number of students
/// with several attempts.
pub fn select(all: Vec<HandIn>, which: Attempts) -> (Vec<HandInAttempt>, usize) {
    let mut students: BTreeMap<Student, Vec<HandIn>> = BTreeMap::new();
    for one in all {
        students.entry(one.student.clone()).or_default().push(one);
    }
    let mut selected = Vec::new();
    let repeating = students.values().filter(|attempts| attempts.len() > 1).count();
    for mut attempts in students.into_values() {
        attempts.sort_by_key(order);
        if which == Attempts::Latest {
            attempts.drain(..attempts.len() - 1);
        }
        let is_alone = attempts.len() == 1;
        // Names are sorted, so all numbers get the same width.
        let width = attempts.len().to_string().len();
        let shown = |number: usize| (!is_alone).then(|| format!("{number:0width$}"));
        let numbered = attempts.into_iter().zip(1..);
        selected.extend(
            numbered.map(|(hand_in, number)| HandInAttempt { hand_in, number: shown(number) }),
        );
    }
    (selected, repeating)
}

fn order(one: &HandIn) -> (u64, Option<Timestamp>) {
    (one.attempt, one.time)
}
