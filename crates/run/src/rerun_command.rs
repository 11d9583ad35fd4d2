//! The command in reports that judges one case again: what all submissions have in common, and what
//! selects one of them.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::words::{is_like_a_flag, with_value};
use crate::{ExerciseSpec, FeedbackSpec, HandInSpec, LimitSpec, ProgramSpec, RunSpec};
use referee_display::shell::shell_line;
use referee_intake::submission::{FoundSubmissions, Grouping, Submission};
use referee_problem::limits::LimitOverrides;

/// Returns the command up to the submission, with the same target and limits; `time` is the
/// inferred time limit.
pub fn command(spec: &RunSpec, time: Option<Duration>) -> String {
    if let Some(ExerciseSpec { name, of, course, .. }) = &spec.grading.exercise {
        // The file of the course contains the rest.
        let mut words = vec!["referee".to_string(), "grade".to_string()];
        if of.len() > 1 {
            words.extend(flag("--exercise", name));
        }
        words.extend((!course.as_os_str().is_empty()).then(|| place_word(course)));
        return shell_line(&words);
    }
    let again = RunSpec {
        repeat: spec.repeat,
        recheck: spec.recheck,
        counting: spec.counting,
        feedback: FeedbackSpec { sanitize: spec.feedback.sanitize, student: None },
        ..limited(spec, time)
    };
    line("judge", &again, spec.root())
}

/// Returns the command, up to the submission, that searches for an input on which it fails, with
/// the same target and limits.
pub fn hunt(spec: &RunSpec, time: Option<Duration>, has_several_files: bool) -> String {
    let mut limited = limited(spec, time);
    if has_several_files {
        limited.runs.hand_in.grouping = Grouping::OneProgram;
    }
    line("hunt", &limited, spec.root())
}

fn line(verb: &str, spec: &RunSpec, place: &Path) -> String {
    let first = ["referee", verb].map(String::from).into_iter();
    let words: Vec<String> = first.chain(texts(spec.flags())).chain([place_word(place)]).collect();
    shell_line(&words)
}

/// Returns a flag with its value, joined to it if it could be taken for a flag.
pub fn flag(name: &str, value: &str) -> Vec<String> {
    texts(with_value(name, value.into()))
}

/// Returns a path as a word that is not taken for a flag, although flags may follow it.
pub fn place_word(place: &Path) -> String {
    let start = if is_like_a_flag(place.as_os_str()) { "./" } else { "" };
    format!("{start}{}", place.to_string_lossy())
}

/// Returns the flags with which a command tries inputs on the same submissions with the same
/// limits.
pub fn flags(spec: &RunSpec) -> Vec<String> {
    texts(limited(spec, None).flags())
}

/// Returns the request to run a submission with the same limits.
fn limited(spec: &RunSpec, time: Option<Duration>) -> RunSpec {
    let ProgramSpec { hand_in, limits, isolation, languages, problem, .. } = &spec.runs;
    let given = LimitOverrides { time: time.or(limits.given.time), ..limits.given };
    let runs = ProgramSpec {
        hand_in: HandInSpec { file: hand_in.file.clone(), ..HandInSpec::default() },
        limits: LimitSpec { given, infer_time_limit: None },
        isolation: *isolation,
        languages: languages.clone(),
        problem: problem.clone(),
        ..ProgramSpec::default()
    };
    RunSpec { runs, ..RunSpec::default() }
}

/// Returns the words that select each submission. A submission with its own path is selected by
/// that, with `--each argument` if it has several files, because it is already known to be one
/// program; one in an archive or of a learning platform is selected by its name.
pub fn selections(spec: &RunSpec, found: &FoundSubmissions) -> HashMap<Arc<str>, Vec<String>> {
    let hand_in = HandInSpec { file: None, ..spec.runs.hand_in.clone() };
    let runs = ProgramSpec { hand_in, ..ProgramSpec::default() };
    let submissions = spec.submissions.iter().map(|path| place_word(path).into()).collect();
    let among_others = texts(RunSpec { runs, submissions, ..RunSpec::default() }.arguments());
    let selected = |one: &Submission| -> Vec<String> {
        let by_name = flag("--student", &one.name);
        if spec.grading.exercise.is_some() {
            return by_name;
        }
        match one.path.as_ref().filter(|_| !found.handed_in.contains_key(&one.name)) {
            Some(path) => {
                let each: &[&str] =
                    if one.source.files.len() > 1 { &["--each", "argument"] } else { &[] };
                let path = place_word(Path::new(path));
                each.iter().map(|word| word.to_string()).chain([path]).collect()
            }
            None => among_others.iter().cloned().chain(by_name).collect(),
        }
    };
    found.submissions.iter().map(|one| (Arc::clone(&one.name), selected(one))).collect()
}

/// Converts words to strings for people.
pub fn texts(words: impl IntoIterator<Item = OsString>) -> Vec<String> {
    words.into_iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use referee_programs::Source;

    use super::*;

    fn found(path: Option<&str>) -> FoundSubmissions {
        let submission = Submission {
            name: "-a.py".into(),
            source: Source::default(),
            path: path.map(String::from),
            expected: None,
            refused: None,
        };
        FoundSubmissions { submissions: vec![submission], ..FoundSubmissions::default() }
    }

    #[test]
    fn a_path_or_name_is_not_taken_for_a_flag() {
        let spec = |place: &str, submission: &str| RunSpec {
            place: Some(place.into()),
            submissions: vec![submission.into()],
            ..RunSpec::default()
        };
        let selected = |spec: &RunSpec, path| selections(spec, &found(path))["-a.py"].join(" ");
        let plain = spec("problem", "all.zip");
        assert_eq!(command(&plain, None), "referee judge problem");
        assert_eq!(selected(&plain, Some("a.py")), "a.py");
        assert_eq!(selected(&plain, None), "all.zip --student=-a.py");
        let dashed = spec("-problem", "-all.zip");
        assert_eq!(command(&dashed, None), "referee judge ./-problem");
        assert_eq!(hunt(&dashed, None, false), "referee hunt ./-problem");
        assert_eq!(selected(&dashed, Some("-a.py")), "./-a.py");
        assert_eq!(selected(&dashed, None), "./-all.zip --student=-a.py");
        assert_eq!(flag("--below", "-1.5"), ["--below=-1.5"]);
        assert_eq!(flag("--below", "1.5"), ["--below", "1.5"]);
    }
}
