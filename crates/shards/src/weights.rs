//! Reads the times of submissions in an earlier run from its events.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use referee_base::fault::Fault;
use referee_base::files;

/// The times of an earlier run, in microseconds of wall time.
pub struct Weights {
    path: PathBuf,
    submissions: HashMap<String, u64>,
}

/// The part of an event about time.
#[derive(Deserialize)]
struct Timed {
    contestant: Option<String>,
    case: Option<String>,
    wall_seconds: Option<f64>,
}

impl Weights {
    /// Reads the events of a run.
    ///
    /// # Errors
    /// They cannot be read, or contain no times.
    pub fn read(path: &Path) -> Result<Weights, Fault> {
        let mut submissions = HashMap::new();
        each(path, |contestant, _, time| {
            let sum: &mut u64 = submissions.entry(contestant).or_default();
            *sum = sum.saturating_add(time);
        })?;
        if submissions.is_empty() {
            Err(Fault::bad_input("these events have no times").at(path).help(
            "name those of a run that judged programs, without --details no-times; or remove --weights",
        ))
        } else {
            Ok(Weights { path: path.to_path_buf(), submissions })
        }
    }

    /// Returns the time of a submission, if it was judged.
    pub fn of(&self, submission: &str) -> Option<u64> {
        self.submissions.get(submission).copied()
    }

    /// Returns the weight of a new submission: the mean of the known ones.
    pub fn mean(&self) -> u64 {
        mean(self.submissions.values())
    }

    /// Returns the time of each case for some submissions, given by name and position. A new case
    /// gets the mean of the others of its submission.
    pub fn of_cases(
        &self,
        submissions: &HashMap<&str, usize>,
        cases: &[&str],
    ) -> Result<HashMap<usize, Vec<u64>>, Fault> {
        if submissions.is_empty() {
            return Ok(HashMap::new());
        }
        let positions: HashMap<&str, usize> = cases.iter().copied().zip(0..).collect();
        let mut known: HashMap<usize, Vec<Option<u64>>> = HashMap::new();
        each(&self.path, |contestant, case, time| {
            if let Some(submission) = submissions.get(&*contestant)
                && let Some(case) = positions.get(&*case)
            {
                let times = known.entry(*submission).or_insert_with(|| vec![None; cases.len()]);
                times[*case] = Some(time);
            }
        })?;
        let filled = |(submission, times): (usize, Vec<Option<u64>>)| {
            let mean = mean(times.iter().flatten());
            (submission, times.into_iter().map(|time| time.unwrap_or(mean)).collect())
        };
        Ok(known.into_iter().map(filled).collect())
    }
}

fn mean<'t>(times: impl Iterator<Item = &'t u64> + Clone) -> u64 {
    let sum: u128 = times.clone().map(|&time| u128::from(time)).sum();
    u64::try_from(sum / times.count().max(1) as u128).unwrap_or(u64::MAX)
}

/// Calls `tell` with the contestant, the case and the time of each run in a file of events.
fn each(path: &Path, mut tell: impl FnMut(String, String, u64)) -> Result<(), Fault> {
    for line in BufReader::new(files::open(path)?).lines() {
        let line = line.map_err(|error| Fault::cannot_read(path, &error))?;
        let timed: Timed = serde_json::from_str(&line).map_err(|_| {
            let fault = Fault::bad_input("this is not a file of a run's events").at(path);
            fault.help("make one with `--report jsonl=FILE`")
        })?;
        if let Timed { contestant: Some(contestant), case: Some(case), wall_seconds: Some(time) } =
            timed
        {
            tell(contestant, case, (time * 1e6) as u64);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_sums_and_what_is_new_takes_the_mean() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.jsonl");
        let run = |contestant: &str, case: &str, seconds: f64| {
            format!(
                "{{\"event\":\"judged\",\"contestant\":\"{contestant}\",\"case\":\"{case}\",\"wall_seconds\":{seconds}}}\n"
            )
        };
        let end = "{\"event\":\"submission\",\"contestant\":\"c\"}\n".to_string();
        let lines = [run("a", "1", 1.0), run("a", "2", 3.0), run("b", "1", 2.0), end];
        std::fs::write(&path, lines.concat()).unwrap();
        let weights = Weights::read(&path).unwrap();
        assert_eq!((weights.of("a"), weights.of("b")), (Some(4_000_000), Some(2_000_000)));
        assert_eq!((weights.of("c"), weights.mean()), (None, 3_000_000));
        let cases = weights.of_cases(&HashMap::from([("a", 7)]), &["1", "new", "2"]).unwrap();
        assert_eq!(cases, HashMap::from([(7, vec![1_000_000, 2_000_000, 3_000_000])]));
    }
}
