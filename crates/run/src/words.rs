//! Converts a request to the command that makes it.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::report_target::ReportTarget;
use crate::spec::{
    CountingSpec, FeedbackSpec, HandInSpec, LimitSpec, ProblemSpec, ProgramSpec, RECHECKS,
    RecordSpec, ReportSpec, RunSpec, ShareSpec,
};
use referee_intake::submission::Grouping;
use referee_problem::limits::LimitOverrides;
use referee_programs::Strictness;
use referee_report::students::{Seeing, Visibility};
use referee_sandbox::Isolation;

/// Returns whether a word could be taken for a flag.
pub(crate) fn is_like_a_flag(word: &OsStr) -> bool {
    word.as_encoded_bytes().starts_with(b"-")
}

/// Returns a flag with its value, joined to it if it could be taken for a flag.
pub(crate) fn with_value(name: &str, value: OsString) -> Vec<OsString> {
    if is_like_a_flag(&value) {
        vec![prefixed(&format!("{name}="), Path::new(&value))]
    } else {
        vec![name.into(), value]
    }
}

#[derive(Default)]
struct Words(Vec<OsString>);

impl Words {
    fn flag(&mut self, name: &str, holds: bool) {
        self.0.extend(holds.then(|| name.into()));
    }

    fn value(&mut self, name: &str, value: Option<impl Into<OsString>>) {
        self.0.extend(value.into_iter().flat_map(|value| with_value(name, value.into())));
    }

    fn text(&mut self, name: &str, value: Option<impl ToString>) {
        self.value(name, value.map(|value| value.to_string()));
    }

    /// Adds a flag with the name of a choice, unless it is the default.
    fn choice<T: Serialize + PartialEq>(&mut self, name: &str, choice: T, usual: T) {
        let word = (choice != usual).then(|| serde_json::to_value(&choice));
        if let Some(Ok(Value::String(word))) = word {
            self.value(name, Some(word));
        }
    }

    fn each<T: Into<OsString>>(&mut self, name: &str, values: impl IntoIterator<Item = T>) {
        values.into_iter().for_each(|value| self.value(name, Some(value)));
    }
}

impl RunSpec {
    /// Returns the words after `referee` that request this run.
    pub fn words(&self) -> Vec<OsString> {
        let verb = match &self.sharding.shard {
            None => vec!["judge".into()],
            Some(shard) => vec!["shard".into(), "run".into(), shard.to_string().into()],
        };
        verb.into_iter().chain(self.arguments()).collect()
    }

    /// Returns the flags of this run, followed by the paths.
    pub fn arguments(&self) -> Vec<OsString> {
        let mut words = self.flags();
        let places = self.place.iter().chain(&self.submissions).map(OsString::from);
        let places: Vec<OsString> = places.collect();
        words.extend(places.iter().any(|place| is_like_a_flag(place)).then(|| "--".into()));
        words.extend(places);
        words
    }

    /// Returns the flags that request this run.
    pub fn flags(&self) -> Vec<OsString> {
        // Names all fields, so that a new one cannot be forgotten here.
        let RunSpec {
            place: _,
            submissions: _,
            only,
            all_cases,
            repeat,
            recheck,
            expects_nothing,
            runs,
            counting,
            keep_output,
            sharding,
            feedback,
            // There is no flag for what only the file of a course contains, nor for its comments.
            grading: _,
            reports,
            jobs,
        } = self;
        let mut words = Words::default();
        let ProgramSpec { hand_in, strictness, limits, isolation, languages, record, problem } =
            runs;
        words.limits(limits);
        words.choice("--isolation", *isolation, Isolation::default());
        words.text("--repeat", (*repeat > 1).then_some(repeat));
        words.value("--languages", languages.as_ref());
        words.hand_in(hand_in);
        words.problem(problem);
        words.each("--only", only);
        words.flag("--all-cases", *all_cases);
        words.text(
            "--recheck",
            match *recheck {
                RECHECKS => None,
                0 => Some("off".to_string()),
                runs => Some(runs.to_string()),
            },
        );
        words.counting(*counting);
        words.feedback(feedback);
        words.value("--expect", expects_nothing.then_some("nothing"));
        let missing = match strictness {
            Strictness::Usual => None,
            Strictness::Strict => Some("fail"),
            Strictness::Lenient => Some("skip"),
        };
        words.value("--missing-compilers", missing);
        words.record(record);
        words.value("--keep-output", keep_output.as_ref());
        words.sharding(sharding);
        words.reports(reports);
        words.text("--jobs", jobs.as_ref());
        words.0
    }
}

/// Returns a folder in a form that is not taken for another value of `--record`.
fn named_folder(folder: &Path) -> OsString {
    let is_other =
        folder == Path::new("off") || folder.as_os_str().as_encoded_bytes().starts_with(b"from=");
    prefixed(if is_other { "./" } else { "" }, folder)
}

fn prefixed(start: &str, path: &Path) -> OsString {
    let mut word = OsString::from(start);
    word.push(path);
    word
}

fn report_word(to: &ReportTarget) -> OsString {
    let name = to.kind.name();
    match &to.file {
        Some(file) => prefixed(&format!("{name}="), file),
        None => name.into(),
    }
}

impl Words {
    fn limits(&mut self, LimitSpec { given, infer_time_limit }: &LimitSpec) {
        let LimitOverrides { time, wall, memory, output, files, processes } = *given;
        let seconds = |time: Duration| time.as_secs_f64().to_string();
        let inferred = infer_time_limit.map(|factor| format!("{factor}x"));
        self.value("--time-limit", time.map(seconds).or(inferred));
        self.value("--wall-limit", wall.map(seconds));
        self.text("--memory", memory);
        self.text("--output-limit", output);
        self.text("--file-limit", files);
        self.text("--processes", processes);
    }

    fn hand_in(&mut self, HandInSpec { grouping, file, .. }: &HandInSpec) {
        let each = Grouping::EACH.iter().find(|(_, each)| each == grouping);
        self.text("--file", file.as_ref());
        self.value("--each", each.map(|(name, _)| name));
    }

    fn problem(&mut self, ProblemSpec { problem, options, root }: &ProblemSpec) {
        self.value("--problem", problem.as_ref());
        self.each("--checker-option", options);
        self.value("--root", root.as_ref());
    }

    fn counting(&mut self, counting: CountingSpec) {
        let what = match counting {
            CountingSpec::Nothing => None,
            CountingSpec::Shown => Some("show"),
            CountingSpec::Limited => Some("limit"),
        };
        self.value("--instructions", what);
    }

    fn feedback(&mut self, FeedbackSpec { student, sanitize }: &FeedbackSpec) {
        self.value("--details", sanitize.then_some("causes"));
        self.value("--student", student.as_ref());
    }

    fn record(&mut self, RecordSpec { folders, from, reruns, is_off }: &RecordSpec) {
        self.each("--record", folders.iter().map(|folder| named_folder(folder)));
        self.each("--record", from.iter().map(|folder| prefixed("from=", folder)));
        self.flag("--rerun", *reruns);
        self.value("--record", is_off.then_some("off"));
    }

    fn sharding(&mut self, ShareSpec { shard: _, weights, near, plan, excerpts }: &ShareSpec) {
        // Joined, because the flag would otherwise take all words up to the next flag.
        self.0.extend(near.iter().map(|near| prefixed("--near=", near)));
        self.value("--weights", weights.as_ref());
        self.value("--plan", plan.as_ref());
        self.value("--details", excerpts.then_some("excerpts"));
    }

    fn reports(&mut self, reports: &ReportSpec) {
        let ReportSpec {
            reports,
            // No flag sets these.
            no_default: _,
            explain_all: _,
            comments: _,
            force,
            against,
            html_limit,
            details,
            by_case,
            explain_expected,
            no_times,
            seeing,
        } = reports;
        let usual = ReportSpec::default();
        self.each("--report", reports.iter().map(report_word));
        self.flag("--force", *force);
        self.value("--against", against.as_ref());
        let size = (*html_limit != usual.html_limit).then(|| format!("html={html_limit}"));
        self.text("--details", (*details != usual.details).then_some(details));
        self.value("--details", size);
        self.value("--details", by_case.then_some("cases"));
        self.value("--details", explain_expected.then_some("expected"));
        self.value("--details", no_times.then_some("no-times"));
        self.seeing(seeing);
    }

    fn seeing(
        &mut self,
        Seeing { sample, secret, secret_visibility, language: _, notes: _ }: &Seeing,
    ) {
        let usual = Seeing::DEFAULT;
        self.choice("--feedback", *secret, usual.secret);
        let sample = (*sample != usual.sample).then(|| format!("sample={}", sample.name()));
        self.value("--feedback", sample);
        let shown = Visibility::NAMES.iter().find(|(_, when)| when == secret_visibility);
        let shown = shown.filter(|(_, when)| *when != usual.secret_visibility);
        self.value("--feedback", shown.map(|(name, _)| format!("gradescope={name}")));
    }
}
