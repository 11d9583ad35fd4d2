//! Grades a class by the file of its course: each exercise is one request, and its results are
//! compared with those that were published.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::grading::CourseReports;
use crate::judge::{RunListener, judge_and_tell};
use crate::output::OutputSettings;
use crate::record::RequestedRun;
use crate::report_target::ReportTarget;
use crate::{ExerciseSpec, GradingSpec, HandInSpec, ReportSpec, RunSpec, SheetSpec};
use referee_base::fault::{Fault, FaultClass, show};
use referee_base::files;
use referee_course::class::{
    ChangeReason, ExerciseResults, PublishedChange, SubmissionOutcome, attempt_rank, verdict_points,
};
use referee_course::course_file::{CourseFile, Exercise};
use referee_course::decisions::WithoutHandIn;
use referee_course::past_runs::{HandInRecord, PastRun, PastRuns, RunRecord};
use referee_events::points::Points;
use referee_events::{Event, Student, SubmissionResult};
use referee_intake::hand_in::alike::{folded, is_same};
use referee_intake::hand_in::attempts::Attempts;
use referee_intake::submission::FoundSubmissions;
use referee_programs::Strictness;
use referee_report::changes::Changes;
use referee_report::earlier::{EarlierRun, EarlierSubmission, FinalResult};
use referee_report::students::{ReportForm, Seeing};
use referee_report::{CommentReaches, Comments, ReportKind};
use referee_suites::suspicions::{Suspicion, SuspicionCollector};

const EVENTS: &str = "events.jsonl";

/// The reports about an exercise, with the names of their files and folders.
const REPORTS: [(ReportKind, &str); 7] = [
    (ReportKind::Jsonl, EVENTS),
    (ReportKind::Grades, "grades.csv"),
    (ReportKind::Html, "report.html"),
    (ReportKind::Failures, "failures.toml"),
    (ReportKind::Students(ReportForm::Feedback), "feedback"),
    (ReportKind::Students(ReportForm::Feedback), "feedback.zip"),
    (ReportKind::Students(ReportForm::Html), "pages"),
];

/// The default weight of an exercise.
const ONCE: Points = Points::of_hundredths(100);

/// The platform's worksheet, filled in.
pub const WORKSHEET: &str = "worksheet.csv";

/// A course that is to be graded.
pub struct GradeSpec<'a> {
    /// Its file.
    pub course: &'a CourseFile,
    /// The folder of this run.
    pub folder: &'a Path,
    /// The earlier runs.
    pub past: &'a PastRuns,
    /// The work that may be left undone for lack of a compiler.
    pub strictness: Strictness,
    /// The number of programs that run at a time.
    pub jobs: Option<usize>,
}

/// The results of a course.
pub struct GradedCourse {
    /// The results of its exercises.
    pub exercises: Vec<ExerciseResults>,
    /// The suspicions about each of them, in their order.
    pub suspicions: Vec<Vec<Suspicion>>,
    /// The data that the next run needs.
    pub record: RunRecord,
}

impl GradeSpec<'_> {
    /// Judges all exercises, one after the other, and writes the reports about each. Returns `None`
    /// if it was interrupted.
    ///
    /// # Errors
    /// A named file is missing, or cannot be read or judged.
    pub fn grade(&self, output: &OutputSettings) -> Result<Option<GradedCourse>, Fault> {
        let (mut exercises, mut suspicions) = (Vec::new(), Vec::new());
        let mut records = BTreeMap::new();
        for exercise in &self.course.exercises {
            let name = &exercise.name;
            let of = |run: &PastRun| run.record.of(name).cloned();
            let against = self.published_events(exercise);
            let published = self.past.published().and_then(of).filter(|_| against.is_some());
            let mut class = Class {
                results: ExerciseResults {
                    name: name.clone(),
                    title: exercise.title.clone(),
                    attempts: exercise.attempts,
                    ..ExerciseResults::default()
                },
                changes: against.as_deref().map(earlier).transpose()?,
                record: HandInRecord::default(),
                suspicions: SuspicionCollector::default(),
                comments: CommentReaches::new(match &exercise.comments {
                    Some(path) => Comments::read(path)?,
                    None => Comments::default(),
                }),
                last: self.past.last().and_then(of),
            };
            let asked = RequestedRun::once(self.request(exercise, against));
            let judged = judge_and_tell(&asked, output, None, &mut class);
            let totals = judged.map_err(|fault| self.beside_another_run(fault))?;
            if totals.is_interrupted || files::is_stopped() {
                return Ok(None);
            }
            for outdated in class.record.outdated() {
                output.warn(&format!(
                    "{name}: {outdated} handed in again since the decision; check it and change its row, if only the note"
                ));
            }
            suspicions.push(class.suspicions.suspicions());
            let Class { mut results, changes, mut record, comments, .. } = class;
            record.best = Some(results.maximum.unwrap_or_else(|| results.most()));
            results.comments = comments.finish();
            if let (Some(changes), Some(published)) = (changes, &published) {
                results.changes = compared(&changes, &results, published, &record);
            }
            exercises.push(results);
            records.insert(name.clone(), record);
        }
        Ok(Some(GradedCourse { exercises, suspicions, record: RunRecord::new(records, self.past) }))
    }

    /// Advises what to do if the folder of this run, which was new when it began, has files.
    fn beside_another_run(&self, fault: Fault) -> Fault {
        let is_inside = fault.path.as_ref().is_some_and(|path| path.starts_with(self.folder));
        if fault.class == FaultClass::BadInput && is_inside {
            return fault
                .help("another run has written there meanwhile: run the same command again");
        }
        fault
    }

    /// Returns the events of an exercise in the run that was published last.
    fn published_events(&self, exercise: &Exercise) -> Option<PathBuf> {
        let published = self.past.published()?;
        let path = self.course.folder_of(exercise, &published.folder).join(EVENTS);
        path.is_file().then_some(path)
    }

    fn request(&self, exercise: &Exercise, against: Option<PathBuf>) -> RunSpec {
        let of_exercise = of_course(self.course, exercise);
        let mut spec = found(exercise, self.strictness, self.jobs);
        let exercise = exercise.clone();
        let seeing = Seeing {
            sample: exercise.sample_feedback.unwrap_or(Seeing::DEFAULT.sample),
            secret: exercise.feedback.unwrap_or(Seeing::DEFAULT.secret),
            language: exercise.language,
            notes: exercise.notes,
            ..Seeing::DEFAULT
        };
        spec.reports = ReportSpec {
            reports: self.reports(&exercise),
            no_default: true,
            against,
            comments: exercise.comments,
            seeing,
            ..ReportSpec::default()
        };
        spec.grading = GradingSpec {
            sheet: SheetSpec { worksheet: exercise.worksheet, columns: exercise.columns },
            due: exercise.due,
            late: exercise.late,
            extensions: exercise.extensions,
            hold: exercise.withhold,
            exercise: Some(of_exercise),
        };
        spec
    }

    fn reports(&self, exercise: &Exercise) -> Vec<ReportTarget> {
        let folder = self.course.folder_of(exercise, self.folder);
        let filled = exercise.worksheet.as_ref().map(|_| (ReportKind::Worksheet, WORKSHEET));
        let all = REPORTS.into_iter().chain(filled);
        all.map(|(kind, name)| ReportTarget { kind, file: Some(folder.join(name)) }).collect()
    }
}

/// Returns the request to judge what was handed in for an exercise, without any report.
fn found(exercise: &Exercise, strictness: Strictness, jobs: Option<usize>) -> RunSpec {
    let exercise = exercise.clone();
    let mut spec = RunSpec { expects_nothing: true, jobs, ..RunSpec::default() };
    spec.runs.hand_in = HandInSpec {
        grouping: exercise.grouping,
        students: exercise.students,
        file: exercise.file,
        attempts: exercise.attempts,
    };
    spec.runs.languages = exercise.languages;
    spec.runs.record.from = exercise.record_from;
    spec.runs.strictness = strictness;
    spec.place = Some(exercise.problem);
    spec.submissions = vec![exercise.submissions];
    spec
}

/// Returns the settings of an exercise that only the file of a course contains.
fn of_course(course: &CourseFile, exercise: &Exercise) -> ExerciseSpec {
    let CourseFile { path, results, decisions, exercises, .. } = course;
    ExerciseSpec {
        name: exercise.name.clone(),
        of: exercises.iter().map(|exercise| exercise.name.clone()).collect(),
        course: path.parent().unwrap_or(Path::new("")).to_path_buf(),
        decisions: decisions.clone(),
        files: [path, results].into_iter().chain(&exercise.given).cloned().collect(),
        given: exercise.given.clone(),
        maximum: exercise.maximum,
        scale: exercise.scale,
        weight: Some(exercise.weight).filter(|weight| *weight != ONCE),
    }
}

/// One student's submission, to be judged and explained without grading anybody.
pub struct StudentLook<'a> {
    /// The exercise; the only one if `None`.
    pub exercise: Option<&'a str>,
    /// The student, by name, ID or a part of the name.
    pub student: &'a str,
    /// Patterns of the cases; all cases if there are none.
    pub only: &'a [String],
}

impl StudentLook<'_> {
    /// Returns the request to judge the submission.
    ///
    /// # Errors
    /// There is no such exercise, or none is named and there are several.
    pub fn request(
        &self,
        course: &CourseFile,
        strictness: Strictness,
        jobs: Option<usize>,
    ) -> Result<RunSpec, Fault> {
        let is_it = |one: &&Exercise| self.exercise.is_none_or(|wanted| one.name == wanted);
        let mut fitting = course.exercises.iter().filter(is_it);
        let (Some(exercise), None) = (fitting.next(), fitting.next()) else {
            let names = course.exercises.iter().map(|exercise| exercise.name.clone());
            let names = names.collect::<Vec<_>>().join(", ");
            let message = match self.exercise {
                Some(name) => format!("there is no exercise named {name}"),
                None => "the course has several exercises".into(),
            };
            return Err(Fault::bad_input(message)
                .at(&course.path)
                .help(format!("--exercise names one of: {names}")));
        };
        let mut spec = found(exercise, strictness, jobs);
        spec.only = self.only.to_vec();
        spec.feedback.student = Some(self.student.to_string());
        spec.reports.explain_all = true;
        spec.reports.explain_expected = true;
        spec.grading.exercise = Some(of_course(course, exercise));
        Ok(spec)
    }
}

fn earlier(events: &Path) -> Result<Changes, Fault> {
    let earlier = EarlierRun::read(events)
        .map_err(|fault| fault.help(format!("move {} to compare with nothing", show(events))))?;
    Ok(Changes::new(&Arc::new(earlier)))
}

struct Class {
    results: ExerciseResults,
    /// The changes since the run that was published last, if one was.
    changes: Option<Changes>,
    record: HandInRecord,
    suspicions: SuspicionCollector,
    comments: CommentReaches,
    /// The hand-ins when the course was last graded.
    last: Option<HandInRecord>,
}

impl RunListener for Class {
    fn found(&mut self, found: &FoundSubmissions, grading: &CourseReports) {
        self.record = HandInRecord::new(found, &grading.decided, self.last.as_ref());
        self.record.without.clone_from(&grading.without);
        self.results.without.clone_from(&grading.without);
        self.results.maximum = grading.scale.maximum;
        self.results.withheld = grading.held.iter().cloned().collect();
        self.results.withheld.sort();
    }

    fn event(&mut self, event: &Event) {
        self.results.event(event);
        self.suspicions.event(event);
        self.comments.event(event);
        if let Some(changes) = &mut self.changes {
            changes.event(event);
        }
    }
}

/// Returns the results that differ from the published ones, with the reasons: `published` and
/// `record` are what was handed in then and now. Of several attempts, those that count are
/// compared.
fn compared(
    changes: &Changes,
    results: &ExerciseResults,
    published: &HandInRecord,
    record: &HandInRecord,
) -> Vec<PublishedChange> {
    let id =
        |student: Option<&Student>| student.map_or("".into(), |student| Arc::clone(&student.id));
    let has_groups = results.started.as_ref().is_some_and(|started| !started.groups.is_empty());
    let then = ComparedRun::new(published, changes.earlier.most_points, results.maximum);
    let now = ComparedRun::new(record, has_groups.then(|| results.most()), results.maximum);
    let mut earlier = counted(&changes.earlier, results, &then);
    let mut all = Vec::new();
    for end in results.counted() {
        let student = end.student.as_ref();
        let is_theirs = |one: &&EarlierSubmission| {
            one.student.as_ref().zip(student).is_some_and(|(one, other)| is_same(one, other))
        };
        let is_called = |one: &&EarlierSubmission| one.name == end.contestant;
        // By student before name: another attempt is a submission of another name.
        let at = earlier.iter().position(is_theirs);
        let at = at.or_else(|| earlier.iter().position(is_called));
        let (before, why) = match at.map(|at| earlier.remove(at)) {
            None => (then.decided(student), vec![ChangeReason::Presence]),
            Some(one) => {
                let why = reasons(changes, one, end, published, record);
                (one.end.map(|end| then.outcome(end)), why)
            }
        };
        let (submission, id) = (Arc::clone(&end.contestant), id(student));
        let now = Some(now.outcome(FinalResult::of(end)));
        all.push(PublishedChange { submission, id, before, now, why });
    }
    all.extend(earlier.into_iter().map(|one| {
        let (submission, id) = (Arc::clone(&one.name), id(one.student.as_ref()));
        let before = one.end.map(|end| then.outcome(end));
        let now = now.decided(one.student.as_ref());
        let why = vec![if now.is_some() { ChangeReason::Decided } else { ChangeReason::Presence }];
        PublishedChange { submission, id, before, now, why }
    }));
    all.extend(redecided(changes, results, &then, &now));
    all.retain(|change| change.before != change.now);
    all
}

/// One of the two runs: its record, and how its points become grades, as in the sheet.
struct ComparedRun<'a> {
    record: &'a HandInRecord,
    /// Whether cases are worth points.
    has_groups: bool,
    /// The maximum number of points.
    most: Points,
    best: Points,
}

impl<'a> ComparedRun<'a> {
    /// `most` are the points of all groups, if there are any. An old record has no best grade: it
    /// is taken to be the same as now.
    fn new(record: &'a HandInRecord, most: Option<Points>, maximum: Option<Points>) -> Self {
        let has_groups = most.is_some();
        let most = most.filter(|most| !most.is_none()).unwrap_or(Points::of_hundredths(100));
        let best = record.best.or(maximum).unwrap_or(most);
        ComparedRun { record, has_groups, most, best }
    }

    fn points(&self, end: FinalResult) -> Option<Points> {
        if self.has_groups || end.is_settled {
            end.points.map(|points| Points::of_hundredths((points * 100.0).round() as u64))
        } else {
            verdict_points(end.verdict, end.late_percent)
        }
    }

    fn outcome(&self, end: FinalResult) -> SubmissionOutcome {
        let points = self.points(end).map(|points| points.scaled(self.best, self.most));
        SubmissionOutcome { verdict: end.verdict, points, is_excused: end.is_excused() }
    }

    /// Returns the result that was decided for one of the students who hand in together, as one
    /// who did not hand in.
    fn decided(&self, student: Option<&Student>) -> Option<SubmissionOutcome> {
        student?.people().into_iter().find_map(|(_, id)| self.without_hand_in(&folded(id)))
    }

    /// Returns the result of a student who did not hand in, if one was decided; by the folded id.
    fn without_hand_in(&self, id: &str) -> Option<SubmissionOutcome> {
        let decision = &self.record.without.iter().find(|one| folded(&one.id) == id)?.decision;
        let points = decision.points.map(|points| points.scaled(self.best, self.most));
        Some(SubmissionOutcome { verdict: None, points, is_excused: decision.is_excused })
    }
}

/// Returns the earlier submission that counts for each student.
fn counted<'e>(
    earlier: &'e EarlierRun,
    results: &ExerciseResults,
    then: &ComparedRun,
) -> Vec<&'e EarlierSubmission> {
    let rank = |one: &'e EarlierSubmission| {
        let points = one.end.and_then(|end| then.points(end));
        attempt_rank(results.attempts == Attempts::Best, points, &one.name)
    };
    let mut counted = BTreeMap::new();
    for one in &earlier.submissions {
        let last = counted.entry(one.student.as_ref().ok_or(&one.name)).or_insert(one);
        if rank(one) > rank(last) {
            *last = one;
        }
    }
    counted.into_values().collect()
}

/// Returns the results of students who handed in neither then nor now that differ.
fn redecided(
    changes: &Changes,
    results: &ExerciseResults,
    then: &ComparedRun,
    now: &ComparedRun,
) -> Vec<PublishedChange> {
    let earlier = changes.earlier.submissions.iter().filter_map(|one| one.student.as_ref());
    let students = results.submissions.iter().filter_map(|end| end.student.as_ref());
    let present = earlier.chain(students).flat_map(Student::people);
    let present: HashSet<String> = present.map(|(_, id)| folded(id)).collect();
    let all = then.record.without.iter().chain(&now.record.without);
    let people: BTreeMap<String, &WithoutHandIn> = all.map(|one| (folded(&one.id), one)).collect();
    let absent = people.into_iter().filter(|(id, _)| !present.contains(id));
    let change = |(id, one): (String, &WithoutHandIn)| PublishedChange {
        submission: one.student.as_str().into(),
        id: one.id.as_str().into(),
        before: then.without_hand_in(&id),
        now: now.without_hand_in(&id),
        why: vec![ChangeReason::Decided],
    };
    absent.map(change).collect()
}

/// Returns the reasons why the result of a student has changed, if it has.
fn reasons(
    changes: &Changes,
    then: &EarlierSubmission,
    end: &SubmissionResult,
    published: &HandInRecord,
    record: &HandInRecord,
) -> Vec<ChangeReason> {
    let (name, earlier) = (&*end.contestant, &*then.name);
    let is_same = name == earlier;
    let change = changes.submissions.iter().find(|change| is_same && *change.name == *name);
    let new_files = if is_same { ChangeReason::HandedInAnew } else { ChangeReason::Attempt };
    let anew = record.differs(name, published, earlier).then_some(new_files);
    let decided =
        record.is_decided_otherwise(name, published, earlier).then_some(ChangeReason::Decided);
    let first_cases = change.into_iter().flat_map(|change| &change.first_cases);
    let cases = first_cases.map(|(case, reasons)| ChangeReason::Case {
        case: Arc::clone(case),
        before: reasons.before,
        now: reasons.now,
    });
    let mut all: Vec<ChangeReason> = anew.into_iter().chain(decided).chain(cases).collect();
    if all.is_empty() {
        let has_other_cases = !(changes.new_cases.is_empty() && changes.gone_cases.is_empty());
        let has_other_verdict = then.end.is_none_or(|before| before.verdict != end.verdict);
        let is_setting = has_other_cases || has_other_verdict;
        all.push(if is_setting { ChangeReason::Setting } else { ChangeReason::Worth });
    }
    all
}
