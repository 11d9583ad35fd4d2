//! `referee-checker`: the rules as a stand-alone output validator, under either protocol.
//!
//! Beside the validator of inputs, the only file of this crate that touches the outside world. It
//! depends only on the library beside it and the standard library.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use referee_checker::{
    CheckError, CheckVerdict, ProblemRules, Settings, Strictness, problem, problems, protocol,
    read_input,
};

const USAGE: &str = "\
Checks one output against one case and accepts any right answer.

Usage:
  referee-checker --problem NAME [--option NAME] INPUT ANSWER FEEDBACK_DIR [OPTION...] < OUTPUT
      ICPC protocol: ends with 42 (accepted), 43 (refused) or another code (judge error);
      writes judgemessage.txt and teammessage.txt into FEEDBACK_DIR
  referee-checker --problem NAME [--option NAME] --protocol testlib INPUT OUTPUT ANSWER [REPORT [-appes]]
      testlib protocol: ends with 0 (ok), 1 (wrong answer), 2 (wrong output format) or 3 (fail)

Example:
  referee-checker --problem infinity-war 01.in 01.ans feedback/ < 01.out

A program that was built with REFEREE_PROBLEM=NAME in its environment needs no --problem.

Problems, and options that demand more than their rules:
";

/// The problem of a program built for a single one, as in exported packages.
const BUILT_FOR: Option<&str> = option_env!("REFEREE_PROBLEM");

/// The usage, and the list of problems.
fn usage() -> String {
    let mut text = USAGE.to_string();
    for problem in problems() {
        text += &format!("  {}\n", problem.name());
        for option in problem.options() {
            text += &format!("      {}: {}\n", option.name, option.summary);
        }
    }
    text
}

fn main() -> ExitCode {
    let arguments = match Arguments::parse(std::env::args_os().skip(1)) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print!("{}", usage());
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprint!("error: {message}\n\n{}", usage());
            return ExitCode::from(protocol::JUDGE_ERROR);
        }
    };
    let result = check(&arguments);
    ExitCode::from(match arguments.protocol {
        Protocol::Icpc => report_icpc(&arguments, &result),
        Protocol::Testlib => report_testlib(&arguments, &result),
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Protocol {
    Icpc,
    Testlib,
}

struct Arguments {
    problem: &'static dyn ProblemRules,
    settings: Settings,
    protocol: Protocol,
    input: PathBuf,
    answer: PathBuf,
    /// The output file; standard input if there is none.
    output: Option<PathBuf>,
    /// The feedback folder (ICPC) or the report file (testlib).
    report: Option<PathBuf>,
    appes: bool,
}

impl Arguments {
    /// `None` is a request for help.
    fn parse(
        mut arguments: impl Iterator<Item = std::ffi::OsString>,
    ) -> Result<Option<Arguments>, String> {
        let mut name = BUILT_FOR.map(String::from);
        let mut options = Vec::new();
        let mut protocol = Protocol::Icpc;
        let mut appes = false;
        let mut files: Vec<PathBuf> = Vec::new();
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("-h" | "--help") => return Ok(None),
                Some("--problem") => {
                    let value = arguments.next().ok_or("--problem needs a name")?;
                    name = Some(value.to_string_lossy().into_owned());
                }
                Some("--option") => {
                    let value = arguments.next().ok_or("--option needs a name")?;
                    options.push(value.to_string_lossy().into_owned());
                }
                Some("--protocol") => {
                    protocol = match arguments.next().as_ref().and_then(|v| v.to_str()) {
                        Some("icpc") => Protocol::Icpc,
                        Some("testlib") => Protocol::Testlib,
                        _ => return Err("--protocol is icpc or testlib".into()),
                    };
                }
                Some("-appes" | "-APPES") => appes = true,
                _ => files.push(argument.into()),
            }
        }
        let known: Vec<&str> = problems().iter().map(|p| p.name()).collect();
        let known = known.join(", ");
        let name = name.ok_or(format!("--problem is missing; known are: {known}"))?;
        let problem =
            problem(&name).ok_or(format!("unknown problem {name:?}; known are: {known}"))?;
        let mut settings = Settings::default();
        for name in &options {
            settings = settings
                .with_option(problem.options(), name)
                .ok_or_else(|| unknown_option(problem, name))?;
        }
        let mut files = files.into_iter();
        let mut next = |what: &str| files.next().ok_or(format!("{what} is missing"));
        let input = next("INPUT")?;
        let (output, answer, report) = match protocol {
            Protocol::Icpc => (None, next("ANSWER")?, Some(next("FEEDBACK_DIR")?)),
            Protocol::Testlib => (Some(next("OUTPUT")?), next("ANSWER")?, files.next()),
        };
        if protocol == Protocol::Icpc {
            // Flags for validators. As the protocol requires, unknown ones are ignored.
            let flags = files.filter_map(|flag| flag.into_os_string().into_string().ok());
            settings = flags.fold(settings, |settings, name| {
                settings.with_option(problem.options(), &name).unwrap_or(settings)
            });
        }
        Ok(Some(Arguments { problem, settings, protocol, input, answer, output, report, appes }))
    }
}

fn unknown_option(problem: &dyn ProblemRules, name: &str) -> String {
    let known: Vec<&str> = problem.options().iter().map(|option| option.name).collect();
    let known = if known.is_empty() { "none".into() } else { known.join(", ") };
    format!("unknown option {name:?} of {}; known are: {known}", problem.name())
}

fn check(arguments: &Arguments) -> protocol::Result {
    let mut file = open(&arguments.input)?;
    let size = file.metadata().map_or(0, |metadata| metadata.len());
    let input = read_input(arguments.problem, &mut file, size)
        .map_err(|error| cannot_read(&arguments.input, &error))?;
    let case = arguments
        .problem
        .prepare(&input, Strictness::Lenient, arguments.settings)
        .map_err(|fault| format!("{}, {fault}", arguments.input.display()))?;
    drop(input);
    let mut answer = open(&arguments.answer)?;
    let judged =
        case.check(&mut answer).map_err(|error| cannot_check(&arguments.answer, &error))?;
    if let CheckVerdict::Refused(refusal) = judged {
        return Err(format!(
            "the jury's answer {} is wrong itself: {}; the checker proves: {}",
            arguments.answer.display(),
            protocol::one_line(&refusal),
            case.outcome().map_err(|error| error.to_string())?,
        ));
    }
    match &arguments.output {
        Some(path) => case.check(&mut open(path)?).map_err(|error| cannot_check(path, &error)),
        None => case.check(&mut io::stdin().lock()).map_err(|error| error.to_string()),
    }
}

fn open(path: &Path) -> Result<File, String> {
    File::open(path).map_err(|error| cannot_read(path, &error))
}

fn cannot_check(path: &Path, error: &CheckError) -> String {
    match error {
        CheckError::Read(error) => cannot_read(path, error),
        CheckError::TooLarge(_) | CheckError::Failed(_) => {
            format!("cannot check {}: {error}", path.display())
        }
    }
}

fn cannot_read(path: &Path, error: &io::Error) -> String {
    format!("cannot read {}: {error}", path.display())
}

fn report_icpc(arguments: &Arguments, result: &protocol::Result) -> u8 {
    let message = protocol::judge_message(result);
    if result.is_err() {
        eprint!("{message}");
    }
    let folder = arguments.report.as_deref().unwrap_or(Path::new("."));
    let mut written = write(&folder.join("judgemessage.txt"), &message);
    if let Some(message) = protocol::team_message(result) {
        written = written.and(write(&folder.join("teammessage.txt"), &message));
    }
    match written {
        Ok(()) => protocol::icpc_code(result),
        Err(fault) => {
            eprintln!("judge error: {fault}");
            protocol::JUDGE_ERROR
        }
    }
}

fn report_testlib(arguments: &Arguments, result: &protocol::Result) -> u8 {
    let Some(report) = &arguments.report else {
        eprint!("{}", protocol::testlib_stderr(result));
        return protocol::testlib_code(result);
    };
    match write(report, &protocol::testlib_report(result, arguments.appes)) {
        Ok(()) => {
            eprintln!("See file to check exit message");
            protocol::testlib_code(result)
        }
        Err(fault) => {
            eprintln!("FAIL {fault}");
            protocol::JUDGE_ERROR
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    File::create(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}
