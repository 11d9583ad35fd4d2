//! Runs the grader of a package: it computes the result of a group from those of its parts.

use referee_checker::text::excerpt;

use super::jury_program::{JuryProgram, JuryRun};
use referee_base::fault::Fault;
use referee_package::Verdict;
use referee_sandbox::{Input, Stdin};

/// The maximum length of its output that is read, in bytes.
const SAID: u64 = 1000;

/// Runs the grader with the arguments `flags` on the verdicts and scores of a group's parts. Error:
/// the grader cannot be built or started, fails, or does not print one line with a verdict and a
/// score.
pub(super) fn grade(
    grader: &JuryProgram,
    parts: &[(Verdict, f64)],
    flags: &[String],
) -> Result<(Verdict, f64), Fault> {
    let lines = parts.iter().map(|&(verdict, score)| format!("{} {score}\n", word(verdict)));
    let input = Input::new(lines.collect::<String>().as_bytes())
        .map_err(|error| Fault::judge(format!("cannot keep an input: {error}")))?;
    let arguments = flags.iter().map(Into::into).collect();
    let task = JuryRun { arguments, ..JuryRun::reading(Stdin::Input(&input)) };
    let (ended, said) = grader.run_and_read(task, SAID)?;
    if !ended.succeeded() {
        return Err(grader.failed_saying(&ended));
    }
    answer(&said).ok_or_else(|| {
        grader.fault(&format!(
            "it answers with `{}`; expected one line with AC, WA, RTE or TLE and a score",
            excerpt(said.trim_ascii(), 80)
        ))
    })
}

/// Returns the name of a verdict for graders; the format has four of them.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "AC",
        Verdict::TimeLimit => "TLE",
        Verdict::MemoryLimit | Verdict::OutputLimit | Verdict::RunTimeError => "RTE",
        _ => "WA",
    }
}

/// Parses the verdict and the score that a grader prints.
pub fn answer(said: &[u8]) -> Option<(Verdict, f64)> {
    let line = std::str::from_utf8(said).ok()?.trim();
    let (word, score) = line.split_once(char::is_whitespace)?;
    let verdict = match word {
        "AC" => Verdict::Accepted,
        "WA" => Verdict::WrongAnswer,
        "TLE" => Verdict::TimeLimit,
        "RTE" => Verdict::RunTimeError,
        "MLE" => Verdict::MemoryLimit,
        "OLE" => Verdict::OutputLimit,
        _ => return None,
    };
    let score = score.trim_start().parse().ok().filter(|score: &f64| score.is_finite())?;
    Some((verdict, score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_verdict_and_a_score() {
        for (said, expected) in [
            ("AC 12.5\n", Some((Verdict::Accepted, 12.5))),
            ("TLE  -1", Some((Verdict::TimeLimit, -1.0))),
            ("MLE 0\n", Some((Verdict::MemoryLimit, 0.0))),
            ("", None),
            ("AC\n", None),
            ("JE 0\n", None),
            ("AC inf\n", None),
            ("AC 1 2\n", None),
            ("AC 1\nAC 1\n", None),
            ("accepted 1\n", None),
        ] {
            assert_eq!(answer(said.as_bytes()), expected, "{said}");
        }
    }
}
