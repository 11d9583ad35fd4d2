//! An executor that runs nothing: the words of a program's text say how its runs end, one after the
//! other. Also a folder with cases and such programs to judge.

use std::collections::HashMap;
use std::convert::Infallible;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use referee_base::machine::Machine;
use referee_events::calibration::Calibration;
use referee_events::scoring::PointScheme;
use referee_events::watch::Unwatched;
use referee_events::{Event, JudgedCase, Runs, SubmissionResult, Totals};
use referee_intake::finding;
use referee_intake::submission::{FoundSubmissions, Grouping};
use referee_judge::record::{Record, Reuse};
use referee_judge::{Inputs, Judge, Policy, Services, StopPolicy};
use referee_package::Submissions;
use referee_page::PageServices;
use referee_problem::PackageScoring;
use referee_problem::dependencies::{Dependencies, Part};
use referee_problem::{self as problem, cases};
use referee_programs::language::Languages;
use referee_programs::{Executor, StartRule, Toolchains};
use referee_report::{ReportKind, Style};
use referee_sandbox::{Ended, Limits, MemoryRule, ProcessExit, Run, SandboxError, Stopped, TimeBy};
use tempfile::TempDir;

/// Alice at (1,1) captures Bob at (2,2) with the move (1,1).
pub(crate) const ALICE: &str = "3\n1 1\n2 2\n1 1\n0 1\n-1 0\n";

/// Languages: one interpreted, one compiled, one whose programs can wait, and one not installed.
const LANGUAGES: &str = r#"
format = 1
[[language]]
name = "mock"
endings = ["mock"]
run = ["{main}"]
instructions = true
[[language]]
name = "built"
endings = ["built"]
compile = ["{folder}/compiler", "{main}"]
run = ["{main}"]
[[language]]
name = "python-mock"
endings = ["waiting"]
run = ["{folder}/interpreter", "{main}"]
[[language]]
name = "absent"
title = "Absent"
endings = ["absent"]
run = ["an-interpreter-that-nobody-has", "{main}"]
"#;

pub(crate) fn languages() -> Languages {
    Languages::shipped().with(LANGUAGES).unwrap()
}

/// The limits of a run.
pub(crate) const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(2),
    time_by: TimeBy::Cpu,
    wall: Duration::from_secs(5),
    memory: 256 << 20,
    memory_rule: MemoryRule::AddressSpace,
    output: 8 << 20,
    processes: 1,
    file_size: 0,
    disk: 0,
    stack: u64::MAX,
};

/// The limits of a compiler.
pub(crate) const COMPILE_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(60),
    memory: 512 << 20,
    memory_rule: MemoryRule::Resident,
    disk: 1 << 20,
    ..LIMITS
};

#[derive(Default)]
pub(crate) struct Mock {
    /// The number of runs of each program, by its main file.
    runs: Mutex<HashMap<OsString, usize>>,
    /// The text of a program, and the words to use instead of it.
    instead: Option<(&'static str, &'static str)>,
    /// The limits of each run of a program.
    pub(crate) given: Mutex<Vec<Limits>>,
    /// The limits of each run of a compiler.
    pub(crate) compiled: Mutex<Vec<Limits>>,
}

impl Mock {
    /// Returns the number of runs, without those of compilers.
    pub(crate) fn runs(&self) -> usize {
        self.runs.lock().unwrap().values().sum()
    }

    /// Returns the word for this run of a program; the last word applies to all further runs.
    fn word(&self, main: &OsString) -> String {
        let text = fs::read_to_string(main).unwrap();
        let instead = self.instead.filter(|(own, _)| *own == text);
        let text = instead.map_or(text, |(_, words)| words.into());
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut runs = self.runs.lock().unwrap();
        let run = runs.entry(main.clone()).or_default();
        *run += 1;
        words[words.len().min(*run) - 1].into()
    }
}

impl Executor for Mock {
    fn run(&self, run: &Run, output: &mut dyn FnMut(&mut dyn Read)) -> Result<Ended, SandboxError> {
        let Some(folder) = run.writable else {
            self.given.lock().unwrap().push(run.limits);
            let (text, ended) = outcome(&self.word(&run.command[0]))?;
            output(&mut text.as_bytes());
            return Ok(Ended { time_by: run.limits.time_by, ..ended });
        };
        self.compiled.lock().unwrap().push(run.limits);
        let source = fs::read_to_string(folder.join(&run.command[1])).unwrap();
        let (text, ended) = outcome(source.strip_prefix("compiler ").unwrap_or("silent"))?;
        output(&mut text.as_bytes());
        Ok(ended)
    }

    fn inside(&self, folder: &Path) -> String {
        folder.to_str().unwrap().into()
    }

    fn is_another_user(&self) -> bool {
        false
    }
}

/// Returns the meaning of a word: the output, and how the run ended.
#[expect(clippy::too_many_lines, reason = "a table of words")]
pub(crate) fn outcome(word: &str) -> Result<(&'static str, Ended), SandboxError> {
    let right = "Alice wins\n";
    let ended = Ended {
        exit: ProcessExit::Exited(0),
        cpu: Duration::from_millis(500),
        instructions: None,
        time_by: TimeBy::Cpu,
        wall: Duration::from_millis(750),
        waited: Duration::ZERO,
        address_space: 0,
        data: 0,
        is_warm: false,
        memory: 9 << 20,
        stopped: None,
        output_bytes: 0,
        stderr_bytes: 0,
        stderr: Vec::new(),
    };
    let killed = Ended { exit: ProcessExit::Killed(9), ..ended.clone() };
    let stopped = |stopped| Ended { stopped: Some(stopped), ..killed.clone() };
    let late = Duration::from_millis(2010);
    // The CPU time follows `@`.
    let (word, cpu) = match word.split_once('@') {
        Some((word, seconds)) => (word, Duration::from_secs_f64(seconds.parse().unwrap())),
        None => (word, ended.cpu),
    };
    // The number of instructions follows `#`.
    let (word, instructions) = match word.split_once('#') {
        Some((word, count)) => (word, Some(count.parse().unwrap())),
        None => (word, None),
    };
    let ended = Ended { cpu, instructions, ..ended };
    Ok(match word {
        "right" => (right, ended),
        "right-1s" => (right, Ended { cpu: Duration::from_secs(1), ..ended }),
        "wrong" => ("Bob wins\n", ended),
        "wrong-and-says-why" => ("Bob wins\n", Ended { stderr: b"no way\n".to_vec(), ..ended }),
        "malformed" => ("perhaps\n", ended),
        "silent" => ("", ended),
        "late" => (right, Ended { cpu: late, ..ended }),
        "cpu" => (right, Ended { cpu: cpu.max(late), ..stopped(Stopped::Cpu) }),
        // The same, but it waited for a processor much of the time.
        "cpu-waiting" => {
            let (wall, waited) = (Duration::from_secs(4), Duration::from_secs(1));
            (right, Ended { cpu, wall, waited, ..stopped(Stopped::Cpu) })
        }
        "wrong-cpu" => ("Bob wins\n", Ended { cpu: late, ..stopped(Stopped::Cpu) }),
        "wall" => (right, Ended { wall: LIMITS.wall, ..stopped(Stopped::Wall) }),
        // The same, but it waited for a processor much of that time; then nearly all of a long
        // time.
        "wall-waiting" => {
            let waited = Duration::from_secs(1);
            (right, Ended { wall: Duration::from_secs(6), waited, ..stopped(Stopped::Wall) })
        }
        "wall-starved" => {
            let waited = Duration::from_secs(48);
            (right, Ended { wall: Duration::from_secs(50), waited, ..stopped(Stopped::Wall) })
        }
        "memory" => (right, stopped(Stopped::Memory)),
        "output" => (right, stopped(Stopped::Output)),
        "code" => {
            let stderr = b"Traceback\n\x1b[31mline 1: \xff\n".to_vec();
            (right, Ended { exit: ProcessExit::Exited(3), stderr, ..ended })
        }
        "errors" => {
            ("1 error\n", Ended { exit: ProcessExit::Exited(1), stderr: vec![27, 10], ..ended })
        }
        "mute" => ("", Ended { exit: ProcessExit::Exited(1), ..ended }),
        "signal" => (right, Ended { exit: ProcessExit::Killed(11), ..ended }),
        "killed" => ("", killed),
        "killed-late" => ("", Ended { cpu: COMPILE_LIMITS.cpu, ..killed }),
        "killed-by-clock" => ("", Ended { exit: ProcessExit::Killed(24), ..killed }),
        "killed-full" => ("", Ended { memory: COMPILE_LIMITS.memory, ..killed }),
        // The page that would have exceeded the limit was never granted.
        "killed-nearly-full" => ("", Ended { memory: COMPILE_LIMITS.memory - 4096, ..killed }),
        "killed-writing" => ("", Ended { exit: ProcessExit::Killed(25), ..killed }),
        "full" => {
            let stderr = b"as: out.o: No space left on device\n".to_vec();
            ("", Ended { exit: ProcessExit::Exited(1), stderr, ..ended })
        }
        "abort-full" => {
            let address_space = LIMITS.address_space().unwrap();
            (right, Ended { exit: ProcessExit::Killed(6), address_space, ..ended })
        }
        "abort-near" => (right, Ended { exit: ProcessExit::Killed(6), memory: 240 << 20, ..ended }),
        "abort-refused" => {
            let stderr =
                b"terminate called after throwing an instance of 'std::bad_alloc'\n".to_vec();
            (right, Ended { exit: ProcessExit::Killed(6), stderr, ..ended })
        }
        "lost" => return Err(SandboxError::Lost),
        other => panic!("there is no meaning to {other}"),
    })
}

/// A temporary folder with `submissions/` and `cases/`, whose three cases differ in nothing that
/// matters.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        let folder = Folder(tempfile::Builder::new().prefix("referee-judge-").tempdir().unwrap());
        for case in ["1", "2", "3"] {
            // White space at the end makes the cases different, since equal cases would share their
            // runs.
            let end = "\n".repeat(case.parse().unwrap());
            folder.write(&format!("cases/{case}.in"), &format!("{ALICE}{end}"));
            folder.write(&format!("cases/{case}.ans"), "Alice wins\n");
        }
        folder
    }

    /// Returns a folder with these submissions, by name and text.
    pub(crate) fn with(submissions: &[(&str, &str)]) -> Folder {
        let folder = Folder::new();
        for (name, text) in submissions {
            folder.write(&format!("submissions/{name}"), text);
        }
        folder
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    pub(crate) fn write(&self, below: &str, text: &str) {
        let path = self.path(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Finds the submissions at a path.
    pub(crate) fn find(&self, below: &str) -> FoundSubmissions {
        finding::find(&self.path(below), &languages(), &Grouping::Unsaid.into()).unwrap()
    }

    /// Judges all submissions, without a record.
    pub(crate) fn judge(&self, mode: StopPolicy, jobs: usize) -> Outcome {
        self.judge_under(&Conditions { mode, jobs, ..Conditions::default() }, None)
    }

    /// Judges all submissions by cases that are worth points.
    pub(crate) fn judge_for_points(
        &self,
        mode: StopPolicy,
        jobs: usize,
        scheme: Option<&PointScheme>,
    ) -> Outcome {
        self.judge_under(&Conditions { mode, jobs, scheme, ..Conditions::default() }, None)
    }

    /// Judges all submissions, with a record.
    pub(crate) fn judge_again(&self, conditions: &Conditions) -> Outcome {
        let record = Record::open(&self.path("record"), conditions.reuse).unwrap();
        let outcome = self.judge_under(conditions, Some(&record));
        record.end().unwrap();
        outcome
    }

    /// Calls a function with the judge of all submissions.
    pub(crate) fn with_judge<T>(
        &self,
        conditions: &Conditions,
        record: Option<&Record>,
        executor: &dyn Executor,
        act: impl FnOnce(&Judge) -> T,
    ) -> T {
        let cases = cases::find(&self.path("cases")).unwrap();
        let mut found = self.find("submissions");
        let scoring = conditions.package.map(|(rules, scoring)| {
            let expected = |name: &str| rules.expected(name, b"").map(Arc::new);
            found.submissions.iter_mut().for_each(|one| one.expected = expected(&one.name));
            scoring as _
        });
        let mut dependencies = Dependencies::default();
        dependencies.on(Part::Checker, conditions.checker.as_bytes());
        let inputs = Inputs {
            problem: problem::Problem::Shipped(problem::find("infinity-war").unwrap()),
            dependencies,
            cases: &cases.cases,
            not_on_disk: Vec::new(),
            scoring: scoring.or(conditions.scheme.map(|scheme| scheme as _)),
            found: &found,
        };
        let policy = Policy {
            mode: conditions.mode,
            limits: conditions.limits,
            compile_limits: COMPILE_LIMITS,
            time_limit_to_tle: None,
            repeat: conditions.repeat,
            rechecks: conditions.rechecks,
            apart: Duration::ZERO,
            allow_missing_compilers: conditions.allow_missing_compilers,
            excerpts: conditions.excerpts,
            start: conditions.start,
        };
        let services = Services {
            shard: None,
            machine: Machine { jobs: conditions.jobs, memory: 1 << 30 },
            executor,
            toolchains: &Toolchains::default(),
            record,
            timed: None,
            builds: None,
            sanitizers: None,
            faults: Vec::new(),
            runs: Runs {
                again: "referee judge".into(),
                cpu_milliseconds: 2000,
                memory_mib: 256,
                isolation: conditions.isolation.into(),
                ..Runs::default()
            },
            outputs: None,
            calibration: conditions.calibration,
            watch: &Unwatched,
        };
        let judge = Judge { inputs, policy, services };
        act(&judge)
    }

    /// The same, but one program has other words than its text.
    pub(crate) fn judge_saying(
        &self,
        conditions: &Conditions,
        text: &'static str,
        words: &'static str,
    ) -> Outcome {
        let record = Record::open(&self.path("record"), conditions.reuse).unwrap();
        let mock = Mock { instead: Some((text, words)), ..Mock::default() };
        self.judge_with(conditions, Some(&record), mock)
    }

    pub(crate) fn judge_under(&self, conditions: &Conditions, record: Option<&Record>) -> Outcome {
        self.judge_with(conditions, record, Mock::default())
    }

    fn judge_with(&self, conditions: &Conditions, record: Option<&Record>, mock: Mock) -> Outcome {
        let mut events = Vec::new();
        let mut listener = |event: &Event| {
            events.push(event.clone());
            Ok::<(), Infallible>(())
        };
        let Ok(totals) =
            self.with_judge(conditions, record, &mock, |judge| judge.run(&mut listener));
        Outcome { events, totals, mock }
    }
}

/// The settings of judging.
#[derive(Clone)]
pub(crate) struct Conditions<'a> {
    pub(crate) mode: StopPolicy,
    pub(crate) jobs: usize,
    pub(crate) limits: Limits,
    pub(crate) isolation: &'static str,
    pub(crate) checker: &'static str,
    pub(crate) reuse: Reuse,
    pub(crate) scheme: Option<&'a PointScheme>,
    /// The expectations and the scoring of a package.
    pub(crate) package: Option<(&'a Submissions, &'a PackageScoring)>,
    pub(crate) calibration: Option<&'a Calibration>,
    pub(crate) excerpts: bool,
    pub(crate) repeat: usize,
    pub(crate) rechecks: usize,
    pub(crate) allow_missing_compilers: bool,
    pub(crate) start: StartRule,
}

impl Conditions<'_> {
    pub(crate) const DEFAULT: Self = Conditions {
        mode: StopPolicy::All,
        jobs: 1,
        limits: LIMITS,
        isolation: "a wall",
        checker: "a checker",
        reuse: Reuse::Unchanged,
        scheme: None,
        package: None,
        calibration: None,
        excerpts: false,
        repeat: 1,
        rechecks: 0,
        allow_missing_compilers: false,
        start: StartRule::Cold,
    };
}

impl Default for Conditions<'_> {
    fn default() -> Self {
        Conditions::DEFAULT
    }
}

/// The result of judging.
pub(crate) struct Outcome {
    pub(crate) events: Vec<Event>,
    pub(crate) totals: Totals,
    pub(crate) mock: Mock,
}

impl Outcome {
    /// Returns the verdicts on runs, by submission and case.
    pub(crate) fn judged(&self) -> Vec<&JudgedCase> {
        let events = self.events.iter();
        let judged = events.filter_map(|event| match event {
            Event::Judged(judged) => Some(judged),
            _ => None,
        });
        judged.collect()
    }

    /// Returns the results of submissions.
    pub(crate) fn submissions(&self) -> Vec<&SubmissionResult> {
        let events = self.events.iter();
        let submission = events.filter_map(|event| match event {
            Event::Submission(submission) => Some(submission),
            _ => None,
        });
        submission.collect()
    }

    /// Returns a report of the events.
    pub(crate) fn report(&self, kind: ReportKind, style: &Style) -> String {
        let mut text = Vec::new();
        let mut report = kind.begin(&mut text, style, PageServices::default());
        self.events.iter().for_each(|event| report.event(event).unwrap());
        drop(report);
        String::from_utf8(text).unwrap()
    }

    /// Returns the abbreviations of the verdicts on runs.
    pub(crate) fn codes(&self) -> String {
        let codes: Vec<_> = self.judged().iter().map(|judged| judged.verdict.code()).collect();
        codes.join(" ")
    }
}
