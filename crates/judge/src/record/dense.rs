//! The dense form of a run: which pattern it follows, and its key, names and numbers.
//!
//! A *pattern* is a run without these. Most runs of a problem follow few of them, which a segment holds once, as JSON: so whatever fields
//! a run gets in later versions, they are part of its pattern. A run that would not be the same to the last bit is written as JSON.

use std::sync::Arc;
use std::time::Duration;

use super::frame::{push_number, take_number};
use super::key::{BYTES, RunKey};
use super::line::RecordedRun;
use referee_events::{JudgedCase, Used};

/// The size of a page of memory, in which most programs are measured, in bytes.
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

/// Returns the pattern of a run, if it used anything.
pub(super) fn pattern(run: &RecordedRun) -> Option<RecordedRun> {
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
    /// Returns the dense form of a run, if its numbers have one.
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
        // Few runs have waited.
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

    /// Returns the run that follows this pattern.
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

/// Returns the whole nanoseconds of a time, if it is told by them to the last bit.
fn nanoseconds(seconds: f64) -> Option<u64> {
    let whole = (seconds * 1e9).round();
    // Beyond, there is no bit left for the unit.
    let whole = (0.0..1e18).contains(&whole).then_some(whole as u64)?;
    (Duration::from_nanos(whole).as_secs_f64().to_bits() == seconds.to_bits()).then_some(whole)
}

/// Returns the number for a time: of microseconds where it has whole ones, since systems measure in these, else of nanoseconds.
fn time_number(seconds: f64) -> u64 {
    divided(nanoseconds(seconds).unwrap_or(0), 1000)
}

fn seconds(number: u64) -> f64 {
    Duration::from_nanos(multiplied(number, 1000)).as_secs_f64()
}

/// Returns a number that tells `whole` by the unit where it has whole ones; its lowest bit says which it does.
fn divided(whole: u64, unit: u64) -> u64 {
    if whole.is_multiple_of(unit) { (whole / unit) << 1 } else { whole << 1 | 1 }
}

/// Returns what [`divided`] has told.
fn multiplied(number: u64, unit: u64) -> u64 {
    let unit = if number & 1 == 0 { unit } else { 1 };
    (number >> 1).saturating_mul(unit)
}
