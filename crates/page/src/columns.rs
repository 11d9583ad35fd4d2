//! The results of a submission as columns of one byte per case: verdict, kind of refutation, group
//! of equal outputs, and time. Runs of equal bytes compress to almost nothing, and a browser reads
//! columns without parsing.

use referee_display::table;
use referee_events::{JudgedCase, Reason};

/// The time of byte 1, in seconds. Shorter times are mostly the start of the program, and noise
/// that does not compress.
pub(crate) const FIRST_TIME: f64 = 0.01;

/// The ratio between the times of consecutive bytes.
pub(crate) const TIME_STEP: f64 = 1.05;

/// The columns of a submission. A column without content is empty.
#[derive(Debug, Default)]
pub(crate) struct ByteColumns {
    pub(crate) letters: Vec<u8>,
    kinds: Vec<u8>,
    outputs: Vec<u8>,
    pub(crate) times: Vec<u8>,
}

/// The part of a rejection that depends on the other submissions of a run.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Alike {
    /// The kind of refutation; 0 if there is none.
    pub(crate) kind: u8,
    /// The group of equal outputs; 0 if unknown.
    pub(crate) output: u8,
}

impl ByteColumns {
    pub(crate) fn of(cases: usize) -> ByteColumns {
        ByteColumns { letters: vec![table::NOT_RUN as u8; cases], ..ByteColumns::default() }
    }

    pub(crate) fn set(&mut self, case: usize, judged: &JudgedCase, alike: Alike) {
        let cases = self.letters.len();
        let set = |column: &mut Vec<u8>, byte: u8| {
            if byte != 0 {
                column.resize(cases, 0);
                column[case] = byte;
            }
        };
        self.letters[case] = letter(judged.reason);
        set(&mut self.kinds, alike.kind);
        set(&mut self.outputs, alike.output);
        set(&mut self.times, judged.used.map_or(0, |used| byte_of_time(used.cpu_seconds)));
    }

    /// Returns the columns of kinds and of equal outputs, concatenated; `None` if both are empty.
    pub(crate) fn refutations(&self) -> Option<Vec<u8>> {
        if self.kinds.is_empty() && self.outputs.is_empty() {
            return None;
        }
        let cases = self.letters.len();
        let mut columns = vec![0; 2 * cases];
        for (column, start) in [(&self.kinds, 0), (&self.outputs, cases)] {
            columns[start..start + column.len()].copy_from_slice(column);
        }
        Some(columns)
    }
}

pub(crate) fn letter(reason: Reason) -> u8 {
    // All letters are ASCII.
    table::letter(reason) as u8
}

/// Returns the byte of a time, from 1, for which `FIRST_TIME * TIME_STEP ^ (byte - 1)` is closest.
fn byte_of_time(seconds: f64) -> u8 {
    let steps = (seconds.max(FIRST_TIME) / FIRST_TIME).log(TIME_STEP).round();
    // Casting saturates.
    (steps as u8).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_exact_to_a_fortieth() {
        assert_eq!([0.0, 0.001, f64::NAN].map(byte_of_time), [1, 1, 1]);
        assert_eq!([1e4, f64::INFINITY].map(byte_of_time), [255, 255]);
        for milliseconds in 10..=200_000 {
            let seconds = f64::from(milliseconds) / 1000.0;
            let shown = FIRST_TIME * TIME_STEP.powi(i32::from(byte_of_time(seconds)) - 1);
            assert!((shown / seconds - 1.0).abs() <= 0.025, "{seconds}: {shown}");
        }
    }

    #[test]
    fn planes_begin_when_there_is_something_in_them() {
        let mut columns = ByteColumns::of(3);
        let judged = |reason| JudgedCase::plain(&"a".into(), &"1".into(), reason, "");
        columns.set(0, &judged(Reason::Proved), Alike::default());
        assert_eq!((columns.refutations(), columns.times.len()), (None, 0));
        columns.set(2, &judged(Reason::Refuted), Alike { kind: 7, output: 0 });
        assert_eq!(columns.letters, b"A-W");
        assert_eq!(columns.refutations(), Some(vec![0, 0, 7, 0, 0, 0]));
    }
}
