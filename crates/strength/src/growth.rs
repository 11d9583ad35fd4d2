//! How the time of a program grows with its inputs, and what that predicts for the largest of them.
//!
//! The inputs are of one kind and differ only in size. A power law is fitted to the time beyond the
//! start of the program.

use referee_base::fault::Fault;
use referee_counterexamples::hunt::{Candidate, CandidateSource, Draw};
use referee_events::{JudgedCase, Reason, Verdict};
use referee_games::fit::PowerLaw;

use crate::time::SearchTime;
use crate::trial::{Trial, Tried};

/// A run counts if it takes this many times the CPU time of the shortest. Once a run exceeds this
/// part of the time limit, no more are measured.
const MEASURABLE: f64 = 2.0;
const ENOUGH: f64 = 0.25;

/// The minimum number of points for a fit.
const MIN_POINTS: usize = 3;

/// The growth of a program's CPU time.
#[derive(Debug, Clone, PartialEq)]
pub struct Growth {
    /// The inputs measured: size in bytes and CPU time in seconds, small ones first.
    pub points: Vec<(u64, f64)>,
    /// The exponent: time grows like the size to this power.
    pub exponent: f64,
    /// The size of the largest input, in bytes.
    pub greatest: u64,
    /// The predicted time for that input, in seconds.
    pub seconds: f64,
}

impl Growth {
    /// Measures a program on inputs of one kind, small ones first. The last one is the largest, on
    /// which the program should be too slow. Returns `None` if it is not, or if the times of the
    /// others show no growth.
    ///
    /// # Errors
    /// The program cannot be measured.
    pub fn measure(trial: &Trial<'_, '_>, inputs: &[Candidate]) -> Result<Option<Growth>, Fault> {
        let Some((Candidate { input: greatest, .. }, others)) = inputs.split_last() else {
            return Ok(None);
        };
        let (mut runs, limit) = (Vec::new(), trial.time_limit());
        for Candidate { input, .. } in others {
            match trial.judge(input)? {
                Tried::Judged(judged) if judged.verdict == Verdict::Accepted => {
                    runs.push((input.len() as u64, judged.cpu_seconds()));
                    if judged.cpu_seconds() > ENOUGH * limit {
                        break;
                    }
                }
                Tried::Judged(_) => break,
                Tried::Invalid(_) | Tried::Setback(_) => {}
            }
        }
        let Some(growth) = Growth::fit(&runs, greatest.len() as u64) else { return Ok(None) };
        let is_too_slow = |judged: &JudgedCase| judged.reason == Reason::TimeLimit;
        let is_find = growth.seconds >= limit
            && (trial.was_too_slow(greatest)
                || matches!(trial.judge(greatest)?, Tried::Judged(judged) if is_too_slow(&judged)));
        Ok(is_find.then_some(growth))
    }

    fn fit(runs: &[(u64, f64)], greatest: u64) -> Option<Growth> {
        let start = runs.iter().map(|run| run.1).min_by(f64::total_cmp)?;
        let points: Vec<(u64, f64)> =
            runs.iter().copied().filter(|run| run.1 >= MEASURABLE * start).collect();
        let beyond: Vec<(u64, u64)> = points
            .iter()
            .map(|(bytes, seconds)| (*bytes, ((seconds - start) * 1e6) as u64))
            .collect();
        let law = PowerLaw::repeated_medians(&beyond)?;
        let seconds = start + law.at(greatest as f64) / 1e6;
        let exponent = law.exponent;
        (points.len() >= MIN_POINTS).then_some(Growth { points, exponent, greatest, seconds })
    }
}

/// Returns inputs of growing size, of the kind of a draw; the last is as large as possible. Empty
/// if there is no time for it.
pub fn sizes(
    source: &dyn CandidateSource,
    seed: u64,
    index: u64,
    time: &SearchTime,
) -> Vec<Candidate> {
    let scaled = |most| {
        // Large inputs take long to make.
        let draw = (!time.is_over()).then(|| source.scaled(seed, index, most));
        match draw {
            Some(Ok(Draw::Candidate(candidate))) if !time.is_over() => Some(candidate),
            _ => None,
        }
    };
    let Some(greatest) = scaled(u64::MAX) else { return Vec::new() };
    let mut sizes: Vec<Candidate> = Vec::new();
    for one in (4..32).filter_map(|log| scaled(1 << log)) {
        if one.input.len() >= greatest.input.len() {
            break;
        }
        if sizes.last().is_none_or(|last| last.input.len() < one.input.len()) {
            sizes.push(one);
        }
    }
    sizes.push(greatest);
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_counterexamples::hunt::Origin;

    /// Makes inputs of as many bytes as allowed, up to 100.
    struct Bytes;

    impl CandidateSource for Bytes {
        fn name(&self) -> &str {
            "bytes"
        }

        fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
            self.scaled(seed, index, 1)
        }

        fn scaled(&self, _: u64, _: u64, most: u64) -> Result<Draw, Fault> {
            let count = most.min(100);
            let origin = Origin::Other(format!("{count} bytes"));
            Ok(Draw::Candidate(Candidate { input: vec![b'a'; count as usize], origin }))
        }
    }

    /// A rule for the greatest input must make this input, not the smaller one that was found.
    #[test]
    fn each_size_has_an_origin_of_its_own() {
        let sizes = sizes(&Bytes, 1, 0, &SearchTime::of(None));
        let origins: Vec<String> = sizes.iter().map(|one| one.origin.to_string()).collect();
        assert_eq!(origins, ["16 bytes", "32 bytes", "64 bytes", "100 bytes"]);
    }

    #[test]
    fn what_a_program_takes_beyond_its_start_grows_by_a_power() {
        let square = |bytes: u64| (bytes, 0.02 + (bytes * bytes) as f64 * 1e-9);
        let runs: Vec<(u64, f64)> = (7..16).map(|log| square(1 << log)).collect();
        let growth = Growth::fit(&runs, 400_000).unwrap();
        // Points that hardly exceed the start are left out.
        assert_eq!(growth.points.first().map(|point| point.0), Some(8192));
        assert!((1.9..2.1).contains(&growth.exponent), "{growth:?}");
        assert!((140.0..190.0).contains(&growth.seconds), "{growth:?}");
        assert_eq!(Growth::fit(&runs[..8], 400_000), None);
        assert_eq!(Growth::fit(&[], 400_000), None);
    }
}
