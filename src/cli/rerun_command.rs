//! The command that judges one case again, shown in reports.

use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;

use super::args;
use crate::report::shell::quoted;

/// Returns the command up to the submission, with the same target and limits; `time` is the inferred time limit. A submission of several
/// files needs `--one-program`, since it is already known to be one program.
pub(super) fn command(
    args: &args::JudgeArgs,
    place: &Path,
    time: Option<Duration>,
    has_several_files: bool,
) -> String {
    let mut words = vec!["referee".to_string(), "judge".to_string()];
    words.extend(flags(args, time, has_several_files));
    words.push(place.to_string_lossy().into_owned());
    shell_line(&words)
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
        ("--time", time.or(given.time).map(seconds)),
        ("--wall", given.wall.map(seconds)),
        ("--memory", given.memory.map(|number| number.to_string())),
        ("--output", given.output.map(|number| number.to_string())),
        ("--files", given.files.map(|number| number.to_string())),
        ("--processes", given.processes.map(|number| number.to_string())),
        ("--isolation", isolation.filter(|value| value != "auto")),
        ("--repeat", (args.repeat > 1).then(|| args.repeat.to_string())),
        ("--languages", args.runs.languages.as_deref().map(path)),
    ];
    let flags = flags.into_iter().filter_map(|(flag, value)| Some([flag.to_string(), value?]));
    let about = args.runs.problem.words().into_iter();
    let one_program = has_several_files.then(|| "--one-program".to_string());
    flags.flatten().chain(one_program).chain(about).collect()
}
