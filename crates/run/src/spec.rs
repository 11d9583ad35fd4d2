//! What a run depends on besides files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::report_target::ReportTarget;
use crate::text;
use referee_base::fault::Fault;
use referee_course::decisions::Decisions;
use referee_course::late::LateRule;
use referee_course::worksheet::Worksheet;
use referee_course::{ColumnNames, FeedbackLevel};
use referee_events::points::Points;
use referee_intake::hand_in::Template;
use referee_intake::hand_in::attempts::Attempts;
use referee_intake::hand_in::timestamp::Timestamp;
use referee_intake::submission::{FindOptions, Grouping};
use referee_page::DEFAULT_LIMIT;
use referee_problem::limits::LimitOverrides;
use referee_problem::{ProblemSelection, ToolRunner};
use referee_programs::{FilePattern, MainRules, Strictness};
use referee_report::ReportKind;
use referee_report::students::Seeing;
use referee_sandbox::{Counted, Isolation, Layers, TimeBy};
use referee_shards::RequestedShard;

/// The default maximum number of runs of a recheck: more runs hardly reduce the least time.
pub const RECHECKS: usize = 5;

/// A run of submissions on cases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// A problem folder or package, a folder of cases, or the name of a shipped problem; the
    /// current folder if `None`.
    pub place: Option<PathBuf>,
    /// The submissions to judge; those of the problem folder if there are none.
    pub submissions: Vec<PathBuf>,
    /// Patterns of names of cases, of which each case must match one; all cases if there are none.
    pub only: Vec<String>,
    /// Whether each submission is run on all cases, instead of only up to its first failure.
    pub all_cases: bool,
    /// The number of times that each case is run.
    pub repeat: usize,
    /// The maximum number of runs of a recheck; 0 for no rechecks.
    pub recheck: usize,
    /// Whether any result of any submission is as good as another.
    pub expects_nothing: bool,
    /// How submissions are found and run, and where their results are kept.
    pub runs: ProgramSpec,
    /// Whether instructions are counted, and whether they decide.
    pub counting: CountingSpec,
    /// The folder in which outputs of submissions are kept, if they are.
    pub keep_output: Option<PathBuf>,
    /// The part of the run that is judged.
    pub sharding: ShareSpec,
    /// Further findings about a single submission.
    pub feedback: FeedbackSpec,
    /// The additions of a course.
    pub grading: GradingSpec,
    /// The reports, and their destinations.
    pub reports: ReportSpec,
    /// The number of programs that run at a time; as many as the cores allow if `None`.
    pub jobs: Option<usize>,
}

impl Default for RunSpec {
    fn default() -> RunSpec {
        RunSpec {
            place: None,
            submissions: Vec::new(),
            only: Vec::new(),
            all_cases: false,
            repeat: 1,
            recheck: RECHECKS,
            expects_nothing: false,
            runs: ProgramSpec::default(),
            counting: CountingSpec::default(),
            keep_output: None,
            sharding: ShareSpec::default(),
            feedback: FeedbackSpec::default(),
            grading: GradingSpec::default(),
            reports: ReportSpec::default(),
            jobs: None,
        }
    }
}

impl RunSpec {
    /// Returns the place that is judged.
    pub fn root(&self) -> &Path {
        self.place.as_deref().unwrap_or(Path::new("."))
    }

    /// Returns what to do after an interruption, if the same command would run everything again,
    /// recorded or not.
    pub(crate) fn instead_of_continuing(&self) -> Option<&'static str> {
        if self.sharding.is_last() {
            return Some("run the same command again; the last shard uses no recorded results");
        }
        match (self.runs.record.reruns, self.keep_output.is_some()) {
            (false, false) => None,
            (true, false) => Some("run the same command without --rerun to continue"),
            (false, true) => Some("run the same command without --keep-output to continue"),
            (true, true) => {
                Some("run the same command without --rerun and --keep-output to continue")
            }
        }
    }
}

/// How submissions are found and run, and where their results are kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramSpec {
    /// Which files belong to whom.
    pub hand_in: HandInSpec,
    /// The work that may be left undone for lack of a compiler.
    pub strictness: Strictness,
    /// The limits of each run.
    pub limits: LimitSpec,
    /// How strictly programs must be isolated.
    pub isolation: Isolation,
    /// A file of languages, in addition to the built-in ones.
    pub languages: Option<PathBuf>,
    /// Where results are kept.
    pub record: RecordSpec,
    /// The problem of the cases.
    pub problem: ProblemSpec,
}

/// Which files belong to whom, and which file of a submission is started.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandInSpec {
    /// Which files are one submission.
    pub grouping: Grouping,
    /// How files or folders of students are named.
    #[serde(with = "text")]
    pub students: Option<Template>,
    /// The only files that are started.
    #[serde(with = "text")]
    pub file: Option<FilePattern>,
    /// Which attempts of a student are judged.
    pub attempts: Attempts,
}

impl HandInSpec {
    /// Returns whether the best of several attempts of a student counts.
    pub fn best_counts(&self) -> bool {
        self.attempts == Attempts::Best
    }

    /// Returns how submissions are distinguished, and which file of each is started, for a problem
    /// with this name.
    pub fn find_options(&self, problem: &str) -> FindOptions {
        let main = MainRules { files: self.file.clone(), problem: problem.to_string() };
        let HandInSpec { grouping, students, attempts, .. } = self.clone();
        FindOptions { grouping, students, attempts, main, ..FindOptions::default() }
    }
}

/// The limits of each run. Those that are not set come from `problem.toml`, or else are the
/// defaults.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitSpec {
    /// The limits that are set.
    pub given: LimitOverrides,
    /// The multiple of the time of the slowest accepted submission that becomes the time limit, if
    /// it does.
    pub infer_time_limit: Option<f64>,
}

/// Where results are kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordSpec {
    /// The folder; that of the problem if empty. Several are refused.
    pub folders: Vec<PathBuf>,
    /// Folders that are only read; a later one takes precedence over an earlier one.
    pub from: Vec<PathBuf>,
    /// Whether everything is run again.
    pub reruns: bool,
    /// Whether nothing is recorded, and nothing recorded is used.
    pub is_off: bool,
}

/// The problem of the cases, if its folder does not determine it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemSpec {
    /// Its name.
    pub problem: Option<String>,
    /// Options of its checker.
    pub options: Vec<String>,
    /// The folder that links of a package must not leave.
    pub root: Option<PathBuf>,
}

impl ProblemSpec {
    /// Returns the selection of the problem, with the runner of its own programs.
    pub fn selection(self, tool_runner: ToolRunner) -> ProblemSelection {
        let ProblemSpec { problem, options, root } = self;
        ProblemSelection { problem, options, root, tool_runner: Arc::new(tool_runner) }
    }
}

/// Whether instructions are counted besides time, and for what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountingSpec {
    /// They are not.
    #[default]
    Nothing,
    /// They are shown if the machine can count them.
    Shown,
    /// The time limit bounds them, for languages that are compiled to machine code.
    Limited,
}

impl CountingSpec {
    /// Returns the quantity that is counted for programs.
    pub fn counted(self) -> Option<Counted> {
        (self != CountingSpec::Nothing).then_some(Counted::Instructions)
    }

    /// Returns the quantity that the time limit bounds.
    pub fn time_by(self) -> TimeBy {
        match self {
            CountingSpec::Nothing | CountingSpec::Shown => TimeBy::Cpu,
            CountingSpec::Limited => TimeBy::Instructions,
        }
    }

    /// Rejects a limit on a quantity that the machine cannot count.
    ///
    /// # Errors
    /// Instructions are to decide, but are not counted.
    pub fn check(self, layers: &Layers) -> Result<(), Fault> {
        match (&layers.counter, self) {
            (Err(reason), CountingSpec::Limited) => {
                let message =
                    format!("--instructions limit: this machine cannot count them: {reason}");
                let help =
                    "`referee doctor` shows how to enable it; without the flag, CPU time decides";
                Err(Fault::judge(message).help(help))
            }
            _ => Ok(()),
        }
    }
}

/// The part of a run that is judged, and the omissions in its events.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareSpec {
    /// The shard; the whole run if `None`.
    #[serde(with = "text")]
    pub shard: Option<RequestedShard>,
    /// The events of an earlier run, by whose times shards are made equally long.
    pub weights: Option<PathBuf>,
    /// The events of all other shards, from which the last shard is made.
    pub near: Vec<PathBuf>,
    /// The plan that was made for all shards.
    pub plan: Option<PathBuf>,
    /// Whether events show the starts of what programs read and write.
    pub excerpts: bool,
}

impl ShareSpec {
    /// Returns whether this is the last shard, which runs one program at a time, and everything
    /// again.
    pub fn is_last(&self) -> bool {
        self.shard == Some(RequestedShard::Last)
    }
}

/// Further findings about single submissions.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedbackSpec {
    /// The only submission that is judged, by its name or its student's.
    pub student: Option<String>,
    /// Whether first failures are repeated under sanitizers.
    pub sanitize: bool,
}

/// The table that grades go to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetSpec {
    /// Its file.
    pub worksheet: Option<PathBuf>,
    /// The meaning of its columns.
    #[serde(with = "text")]
    pub columns: Option<ColumnNames>,
}

impl SheetSpec {
    /// Reads the table, if there is one.
    ///
    /// # Errors
    /// It cannot be read, or lacks a column.
    pub fn read(&self) -> Result<Option<Worksheet>, Fault> {
        let columns = self.columns.clone().unwrap_or_default();
        self.worksheet.as_ref().map(|path| Worksheet::read(path, &columns)).transpose()
    }
}

/// How grades are made and where they go.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradingSpec {
    /// The table that grades go to.
    pub sheet: SheetSpec,
    /// When submissions are due.
    #[serde(with = "text")]
    pub due: Option<Timestamp>,
    /// The deductions for being late.
    #[serde(with = "text")]
    pub late: Option<LateRule>,
    /// A table of students whose submissions are due later.
    pub extensions: Option<PathBuf>,
    /// A list of students whose grades and feedback are withheld.
    pub hold: Option<PathBuf>,
    /// The exercise of a course that is graded, if there is one.
    pub exercise: Option<ExerciseSpec>,
}

/// The exercise of a course that is graded: the settings that only its file contains.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExerciseSpec {
    /// Its name.
    pub name: String,
    /// The names of all exercises of the course.
    pub of: Vec<String>,
    /// The folder of the course.
    pub course: PathBuf,
    /// A table of decisions about single students.
    pub decisions: Option<PathBuf>,
    /// The files that students were given.
    pub given: Option<PathBuf>,
    /// The points to which those of the problem are scaled, if they are.
    pub maximum: Option<Points>,
    /// Whether they are scaled to the best grade of the worksheet.
    pub scale: bool,
    /// Their weight, if it is not 1.
    pub weight: Option<Points>,
    /// Further files and folders of the course, on which no verdict depends.
    pub files: Vec<PathBuf>,
}

impl ExerciseSpec {
    /// Reads the decisions about this exercise, if there are any.
    pub fn decisions(&self) -> Result<Option<Decisions>, Fault> {
        let read = |path: &PathBuf| Decisions::read(path, &self.of);
        let all = self.decisions.as_ref().map(read).transpose()?;
        Ok(all.map(|all| all.of(&self.name)))
    }
}

/// The reports, their destinations, and their contents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportSpec {
    /// The reports; one for people if there are none.
    #[serde(with = "text::reports")]
    pub reports: Vec<ReportTarget>,
    /// Whether there is no report if none is named.
    pub no_default: bool,
    /// Whether existing files are overwritten.
    pub force: bool,
    /// The events of an earlier run, with which this one is compared.
    pub against: Option<PathBuf>,
    /// The size that a page may have, in MiB.
    pub html_limit: u64,
    /// The number of rejections of each contestant that are explained for each reason.
    pub details: usize,
    /// Whether the report for people has a row for each case.
    pub by_case: bool,
    /// Whether rejections that were expected are also explained.
    pub explain_expected: bool,
    /// Whether all rejections are explained, however many.
    pub explain_all: bool,
    /// Comments on equal failures.
    pub comments: Option<PathBuf>,
    /// Whether events leave out times, memory and machines.
    pub no_times: bool,
    /// What students may see.
    pub seeing: Seeing,
}

impl Default for ReportSpec {
    fn default() -> ReportSpec {
        ReportSpec {
            reports: Vec::new(),
            no_default: false,
            force: false,
            against: None,
            html_limit: DEFAULT_LIMIT,
            details: 2,
            by_case: false,
            explain_expected: false,
            explain_all: false,
            comments: None,
            no_times: false,
            seeing: Seeing::DEFAULT,
        }
    }
}

impl ReportSpec {
    /// Returns whether a report is a page for people.
    pub fn want_page(&self) -> bool {
        self.reports.iter().any(|to| to.kind == ReportKind::Html)
    }

    /// Returns whether a report shows the starts of what programs read and write.
    pub fn want_excerpts(&self) -> bool {
        let shown_to_students = self.seeing.sample.max(self.seeing.secret) > FeedbackLevel::Verdict;
        self.reports.iter().any(|to| match to.kind {
            ReportKind::Html => true,
            ReportKind::Students(_) | ReportKind::Worksheet => {
                shown_to_students || self.comments.is_some()
            }
            kind if kind.lists_equal_failures() => true,
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_sandbox::ControlGroup;

    /// Returns the layers of a machine on which nothing holds except perhaps the counter.
    fn layers(counter: Result<(), String>) -> Layers {
        let none = || Err("not here".to_string());
        Layers {
            namespaces: none(),
            landlock: Err("not here".into()),
            seccomp: none(),
            cgroup: Err::<ControlGroup, _>("not here".into()),
            counter,
            notes: Vec::new(),
        }
    }

    #[test]
    fn an_interrupted_last_shard_does_not_continue() {
        let sharding = ShareSpec { shard: Some(RequestedShard::Last), ..ShareSpec::default() };
        let last = RunSpec { sharding, ..RunSpec::default() };
        let said = "run the same command again; the last shard uses no recorded results";
        assert_eq!(last.instead_of_continuing(), Some(said));
        assert_eq!(RunSpec::default().instead_of_continuing(), None);
    }

    #[test]
    fn only_what_is_counted_decides() {
        let without = layers(Err("the machine has no counters".into()));
        for spec in [CountingSpec::Nothing, CountingSpec::Shown, CountingSpec::Limited] {
            assert!(spec.check(&layers(Ok(()))).is_ok(), "{spec:?}");
            let refused = spec.check(&without).err();
            assert_eq!(refused.is_some(), spec.time_by() == TimeBy::Instructions, "{spec:?}");
            if let Some(fault) = refused {
                let said = "--instructions limit: this machine cannot count them: the machine has no counters";
                assert_eq!(fault.message, said);
            }
            assert_eq!(spec.counted().is_none(), spec == CountingSpec::default());
        }
    }
}
