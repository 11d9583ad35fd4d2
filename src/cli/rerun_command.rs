//! The command that judges one case again, shown in reports: what all submissions have in common, and what selects one of them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;

use super::args;
use referee_display::shell::quoted;
use referee_intake::submission::{FoundSubmissions, Submission};

/// Returns the command up to the submission, with the same target and limits; `time` is the inferred time limit.
pub(super) fn command(args: &args::JudgeArgs, place: &Path, time: Option<Duration>) -> String {
    let mut flags = flags(args, time, false);
    let appeals = match args.appeal {
        args::APPEALS => None,
        0 => Some("off".to_string()),
        runs => Some(runs.to_string()),
    };
    flags.extend(appeals.into_iter().flat_map(|runs| ["--appeal".to_string(), runs]));
    flags.extend(args.counting.words());
    flags.extend(args.feedback.sanitize.then(|| "--sanitize".to_string()));
    shell_line(&with_verb("judge", flags, place))
}

/// Returns the command up to the submission that looks for an input on which it fails, with the same target and limits.
pub(super) fn hunt(
    args: &args::JudgeArgs,
    time: Option<Duration>,
    has_several_files: bool,
) -> String {
    let mut flags = flags(args, time, has_several_files);
    // Each candidate is tried once.
    if let Some(at) = flags.iter().position(|flag| flag == "--repeat") {
        flags.drain(at..at + 2);
    }
    shell_line(&with_verb("hunt", flags, args.root()))
}

fn with_verb(verb: &str, flags: Vec<String>, place: &Path) -> Vec<String> {
    let first = ["referee", verb].map(String::from).into_iter();
    first.chain(flags).chain([place.to_string_lossy().into_owned()]).collect()
}

/// Returns for each submission the words that select it. One at a path of its own has that, with `--one-program` if it has several files,
/// since it is already known to be one program; one in an archive or of a learning platform is selected by its name.
pub(super) fn selections(
    args: &args::JudgeArgs,
    found: &FoundSubmissions,
) -> HashMap<Arc<str>, Vec<String>> {
    // The paths of a package that is an archive lead into a temporary folder.
    let is_package_archive = args.submissions.is_empty() && args.root().is_file();
    let has_own_path =
        |one: &Submission| !is_package_archive && !found.handed_in.contains_key(&one.name);
    let words = |one: &Submission| {
        let mut words = Vec::new();
        match one.path.as_ref().filter(|_| has_own_path(one)) {
            Some(path) => {
                words.extend((one.source.files.len() > 1).then(|| "--one-program".to_string()));
                words.push(path.clone());
            }
            None => {
                words.extend(args.runs.hand_in.selection());
                words.extend(args.runs.one_program.then(|| "--one-program".to_string()));
                words.extend(args.submissions.iter().map(|path| path.to_string_lossy().into()));
                words.extend(["--student".to_string(), one.name.to_string()]);
            }
        }
        words
    };
    found.submissions.iter().map(|one| (Arc::clone(&one.name), words(one))).collect()
}

/// Returns a command line that a shell splits into these words.
pub(super) fn shell_line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Returns the flags with the same limits.
pub(super) fn flags(
    args: &args::JudgeArgs,
    time: Option<Duration>,
    has_several_files: bool,
) -> Vec<String> {
    let given = args.runs.limits.given();
    let seconds = |time: Duration| time.as_secs_f64().to_string();
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let isolation =
        args.runs.isolation.to_possible_value().map(|value| value.get_name().to_string());
    let flags = [
        ("--time-limit", time.or(given.time).map(seconds)),
        ("--wall-limit", given.wall.map(seconds)),
        ("--memory", given.memory.map(|number| number.to_string())),
        ("--output-limit", given.output.map(|number| number.to_string())),
        ("--file-limit", given.files.map(|number| number.to_string())),
        ("--processes", given.processes.map(|number| number.to_string())),
        ("--isolation", isolation.filter(|value| value != "auto")),
        ("--repeat", (args.repeat > 1).then(|| args.repeat.to_string())),
        ("--languages", args.runs.languages.as_deref().map(path)),
    ];
    let flags = flags.into_iter().filter_map(|(flag, value)| Some([flag.to_string(), value?]));
    let about = args.runs.problem.words().into_iter();
    let hand_in = args.runs.hand_in.words();
    let one_program = has_several_files.then(|| "--one-program".to_string());
    flags.flatten().chain(hand_in).chain(one_program).chain(about).collect()
}
