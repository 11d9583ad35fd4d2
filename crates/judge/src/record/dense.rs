//! The dense form of a run: the number of its pattern, its key, its names and its measurements.
//!
//! A *pattern* is a run without these. Most runs of a problem follow a few patterns, which a
//! segment holds once, as JSON; so any fields that later versions add to a run are part of its
//! pattern. A run that would not be restored to the last bit is written as JSON.

use std::sync::Arc;
use std::time::Duration;

use super::frame::{push_number, take_number};
use super::key::{BYTES, RunKey};
use super::run::RecordedRun;
use referee_events::{JudgedCase, Used};

/// The size of a memory page in bytes, in which most programs are measured.
const PAGE: u64 = 4096;

/// A run in dense form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct DenseRun {
    /// The number of its pattern.
    pub(super) pattern: u64,
    /// The numbers of the names of its submission and its case.
    pub(super) names: [u64; 2],
    pub(super) key: RunKey,
    cpu_seconds: f64,
    wall_seconds: f64,
    waited_seconds: Option<f64>,
    memory_bytes: u64,
}

/// Returns the pattern of a run; `None` if its resources were not measured.
pub(super) fn pattern(run: &RecordedRun) -> Option<RecordedRun> {
    // Whatever differs from run to run is left empty.
    let nothing = Used {
        cpu_seconds: 0.0,
        wall_seconds: 0.0,
        waited_seconds: None,
        memory_bytes: 0,
        ..run.judged.used?
    };
    let none: Arc<str> = Arc::from("");
    Some(RecordedRun {
        key: RunKey([0; BYTES]),
        judged: JudgedCase {
            contestant: none.clone(),
            case: none,
            used: Some(nothing),
            ..run.judged.clone()
        },
        ..run.clone()
    })
}

impl DenseRun {
    /// Returns the dense form of a run; `None` if its numbers do not fit.
    pub(super) fn of(run: &RecordedRun, pattern: u64, names: [u64; 2]) -> Option<DenseRun> {
        let Used { cpu_seconds, wall_seconds, waited_seconds, memory_bytes, .. } =
            run.judged.used?;
        let times = [Some(cpu_seconds), Some(wall_seconds), waited_seconds];
        let has_form = times.into_iter().flatten().all(|time| nanoseconds(time).is_some())
            && memory_bytes < 1 << 62;
        has_form.then_some(DenseRun {
            pattern,
            names,
            key: run.key,
            cpu_seconds,
            wall_seconds,
            waited_seconds,
            memory_bytes,
        })
    }

    /// Returns its bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.key.0.to_vec();
        let waited = self.waited_seconds.map_or(0, |time| 1 + time_number(time));
        let numbers = [
            self.pattern,
            self.names[0],
            self.names[1],
            time_number(self.cpu_seconds),
            time_number(self.wall_seconds),
            divided(self.memory_bytes, PAGE),
            waited,
        ];
        numbers.into_iter().for_each(|number| push_number(&mut bytes, number));
        // Few runs have waited; the others end without this number.
        if waited == 0 {
            bytes.pop();
        }
        bytes
    }

    /// Parses the bytes of a run.
    pub(super) fn parse(bytes: &[u8]) -> Option<DenseRun> {
        let (key, mut rest) = bytes.split_first_chunk::<BYTES>()?;
        let mut number = || take_number(&mut rest);
        let (pattern, names) = (number()?, [number()?, number()?]);
        let (cpu_seconds, wall_seconds) = (seconds(number()?), seconds(number()?));
        let memory_bytes = multiplied(number()?, PAGE);
        // A missing number means the same as 0: no waiting time was measured.
        let waited_seconds = number().and_then(|waited| waited.checked_sub(1)).map(seconds);
        let key = RunKey(*key);
        Some(DenseRun {
            pattern,
            names,
            key,
            cpu_seconds,
            wall_seconds,
            waited_seconds,
            memory_bytes,
        })
    }

    /// Returns the run with this pattern and these names.
    pub(super) fn run(&self, pattern: &RecordedRun, names: [Arc<str>; 2]) -> Option<RecordedRun> {
        let DenseRun { key, cpu_seconds, wall_seconds, waited_seconds, memory_bytes, .. } = *self;
        let [contestant, case] = names;
        let used = Used {
            cpu_seconds,
            wall_seconds,
            waited_seconds,
            memory_bytes,
            ..pattern.judged.used?
        };
        let judged = JudgedCase { contestant, case, used: Some(used), ..pattern.judged.clone() };
        Some(RecordedRun { key, judged, ..pattern.clone() })
    }
}

/// Returns a time in whole nanoseconds, if these represent it to the last bit.
fn nanoseconds(seconds: f64) -> Option<u64> {
    let whole = (seconds * 1e9).round();
    // Larger numbers leave no bit for the unit.
    let whole = (0.0..1e18).contains(&whole).then_some(whole as u64)?;
    // A result from the record must equal the original in every bit.
    (Duration::from_nanos(whole).as_secs_f64().to_bits() == seconds.to_bits()).then_some(whole)
}

/// Returns the number that encodes a time: in microseconds if it has whole ones, because systems
/// measure in these, otherwise in nanoseconds.
fn time_number(seconds: f64) -> u64 {
    divided(nanoseconds(seconds).unwrap_or(0), 1000)
}

fn seconds(number: u64) -> f64 {
    Duration::from_nanos(multiplied(number, 1000)).as_secs_f64()
}

/// Encodes `whole` as a multiple of `unit` if it is one, otherwise as it is; the lowest bit
/// distinguishes the two.
fn divided(whole: u64, unit: u64) -> u64 {
    if whole.is_multiple_of(unit) { (whole / unit) << 1 } else { whole << 1 | 1 }
}

/// Decodes what [`divided`] has encoded.
fn multiplied(number: u64, unit: u64) -> u64 {
    let unit = if number & 1 == 0 { unit } else { 1 };
    (number >> 1).saturating_mul(unit)
}
