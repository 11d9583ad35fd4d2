//! The dense form of a run: the number of its pattern, its key, its names and its measurements.
//!
//! A *pattern* is a run without these. Most runs of a problem follow a few patterns, which a
//! segment holds once, as JSON; so any fields that later versions add to a run are part of its
//! pattern. A run that would not be restored to the last bit is written as JSON.

use std::sync::Arc;
use std::time::Duration;

use super::frame::{push_number, take_number};
use super::run::{BYTES, RecordedRun, RunKey};
use referee_events::{JudgedCase, Used};

/// The size of a memory page in bytes, in which most programs are measured.
const PAGE: u64 = 4096;

/// Returns the pattern of a run, and its measurements; `None` if it has no dense form: its
/// resources were not measured, or their numbers do not fit.
pub(super) fn pattern(run: &RecordedRun) -> Option<(RecordedRun, Used)> {
    let used = run.judged.used?;
    let times = [Some(used.cpu_seconds), Some(used.wall_seconds), used.waited_seconds];
    if times.into_iter().flatten().any(|time| nanoseconds(time).is_none())
        || used.memory_bytes >= 1 << 62
    {
        return None;
    }
    // Whatever differs from run to run is left empty.
    let nothing =
        Used { cpu_seconds: 0.0, wall_seconds: 0.0, waited_seconds: None, memory_bytes: 0, ..used };
    let none: Arc<str> = Arc::from("");
    let pattern = RecordedRun {
        key: RunKey([0; BYTES]),
        judged: JudgedCase {
            contestant: none.clone(),
            case: none,
            used: Some(nothing),
            ..run.judged.clone()
        },
        ..run.clone()
    };
    Some((pattern, used))
}

/// Returns the bytes of a run with these measurements, and with the numbers of its pattern and of
/// the names of its submission and its case.
pub(super) fn bytes(key: &RunKey, used: &Used, pattern: u64, names: [u64; 2]) -> Vec<u8> {
    let mut bytes = key.0.to_vec();
    let waited = used.waited_seconds.map_or(0, |time| 1 + time_number(time));
    let numbers = [
        pattern,
        names[0],
        names[1],
        time_number(used.cpu_seconds),
        time_number(used.wall_seconds),
        divided(used.memory_bytes, PAGE),
        waited,
    ];
    numbers.into_iter().for_each(|number| push_number(&mut bytes, number));
    // Few runs have waited; the others end without this number.
    if waited == 0 {
        bytes.pop();
    }
    bytes
}

/// A run in dense form, as it is read.
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

impl DenseRun {
    pub(super) fn parse(bytes: &[u8]) -> Option<DenseRun> {
        let (key, mut rest) = bytes.split_first_chunk::<BYTES>()?;
        let mut number = || take_number(&mut rest);
        Some(DenseRun {
            pattern: number()?,
            names: [number()?, number()?],
            key: RunKey(*key),
            cpu_seconds: seconds(number()?),
            wall_seconds: seconds(number()?),
            memory_bytes: multiplied(number()?, PAGE),
            // A missing number means the same as 0: no waiting time was measured.
            waited_seconds: number().and_then(|waited| waited.checked_sub(1)).map(seconds),
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
