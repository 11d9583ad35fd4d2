//! The task of `referee judge`: the problem, its cases, and the submissions, found from its
//! arguments.

use std::collections::BTreeSet;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use globset::GlobSet;
use log::{Level, info, log_enabled};
use referee_checker::text::escape;

use crate::case_files::CaseFiles;
use crate::output::OutputSettings;
use crate::reports::{refuse_overwriting, refuse_unfit};
use crate::target::Target;
use crate::{ExerciseSpec, GradingSpec, RunSpec, package, rerun_command, selection, settings};
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_base::plural;
use referee_events::points::Points;
use referee_events::scoring::ScoringScheme;
use referee_intake::finding;
use referee_intake::submission::{FindOptions, FoundSubmissions, Submission};
use referee_judge::Inputs;
use referee_package::{ExpectedVerdicts, Work, by_name};
use referee_problem::cases::{self, CaseFile};
use referee_problem::{Problem, ProblemSelection, ToolRunner};
use referee_programs::language::Languages;
use referee_report::score_points;

/// The problem, cases and submissions of a run.
pub struct JudgeTask {
    /// The place of the problem.
    pub place: Target,
    problem: Problem,
    /// Runs the programs of the problem.
    pub tool_runner: Arc<ToolRunner>,
    /// The cases, by name.
    pub cases: Vec<CaseFile>,
    not_on_disk: Vec<String>,
    scoring: Option<Box<dyn ScoringScheme>>,
    /// All cases and their scoring, if only some cases are judged: the time limit follows from all.
    all: Option<AllCases>,
    /// The languages that programs may be in.
    pub languages: Languages,
    /// The submissions.
    pub found: FoundSubmissions,
    /// All submissions as they were found, if only one is judged or nothing is expected of them:
    /// the time limit follows from these.
    pub everybody: Option<FoundSubmissions>,
}

struct AllCases {
    cases: Vec<CaseFile>,
    scoring: Option<Box<dyn ScoringScheme>>,
}

/// Returns the judged files, and the paths of reports, outputs and the record: no program of the
/// problem depends on any of it.
fn judged_and_written(spec: &RunSpec) -> Vec<PathBuf> {
    let reports = spec.reports.reports.iter().filter_map(|to| to.file.as_ref());
    let all = spec.submissions.iter().chain(reports);
    let GradingSpec { sheet, extensions, hold, exercise, .. } = &spec.grading;
    let of_course = exercise.iter().flat_map(|exercise| {
        let own = exercise.files.iter().chain(&exercise.decisions);
        own.chain(&sheet.worksheet).chain(extensions).chain(hold).chain(&spec.reports.comments)
    });
    let all = all.chain(&spec.keep_output).chain(&spec.runs.record.folders);
    all.chain(of_course).cloned().collect()
}

impl JudgeTask {
    /// Finds the problem, cases and submissions that the arguments name.
    ///
    /// # Errors
    /// Something is missing or cannot be judged.
    pub fn find(spec: &RunSpec, output: &OutputSettings) -> Result<JudgeTask, Fault> {
        let (own, programs) = (spec.runs.languages.as_deref(), &spec.submissions);
        let languages = settings::languages(own, [spec.root()], programs, output)?;
        let mut tool_runner = output.tool_runner(spec.runs.isolation, languages.clone());
        tool_runner.others = judged_and_written(spec);
        let named = spec.runs.problem.clone().selection(tool_runner);
        let (place, problem, cases) = open(spec.root(), &named, output)?;
        let not_on_disk = place.not_on_disk(&cases)?;
        let names: Vec<Arc<str>> = cases.iter().map(|case| case.name.clone()).collect();
        let scoring = place.scoring(&names)?;
        let found = FoundSubmissions::default();
        let mut task = JudgeTask {
            place,
            problem,
            tool_runner: Arc::clone(&named.tool_runner),
            cases,
            not_on_disk,
            scoring,
            all: None,
            languages,
            found,
            everybody: None,
        };
        if let Some(only) = selection::globs_of_only(&spec.only)? {
            task.keep_only(&only, spec)?;
        }
        task.found = task.find_chosen(spec)?;
        if spec.expects_nothing {
            task.expect_nothing();
        }
        task.log_found();
        task.note_recognized(output);
        task.warn_unjudgeable(output);
        if let [first, ..] = &task.found.passed_over[..] {
            let count = plural(task.found.passed_over.len(), "entry", "entries");
            output.note(&format!("{count} next to the programs skipped, such as {first}"));
        }
        refuse_namesakes(&task.found)?;
        task.found.again = rerun_command::selections(spec, &task.found);
        if let Some(wanted) = &spec.feedback.student {
            let everybody = selection::keep_student(&mut task.found, wanted)?;
            task.everybody.get_or_insert(everybody);
        }
        refuse_unfit(&spec.reports, Some(task.count()))?;
        refuse_overwriting(&spec.reports, task.files(spec))?;
        Ok(task)
    }

    /// Returns the files of the cases and the submissions, and the `problem.toml`.
    fn files<'a>(&'a self, spec: &'a RunSpec) -> impl Iterator<Item = PathBuf> + 'a {
        let cases = self.cases.iter().flat_map(|case| [case.input.clone(), case.answer()]);
        let sources = self.found.submissions.iter().flat_map(|Submission { source, .. }| {
            source.files.iter().map(move |file| source.folder.join(file))
        });
        let problem = self.place.file.iter().map(|file| file.path().to_path_buf());
        cases.chain(sources).chain(problem).chain(spec.submissions.iter().cloned())
    }

    /// Expects nothing of the submissions. A time limit still follows from those that would have to
    /// keep it.
    fn expect_nothing(&mut self) {
        let submissions = self.found.submissions.clone();
        self.everybody = Some(FoundSubmissions { submissions, ..FoundSubmissions::default() });
        let nothing = Arc::new(ExpectedVerdicts::nothing());
        let submissions = self.found.submissions.iter_mut();
        submissions.for_each(|one| one.expected = Some(Arc::clone(&nothing)));
    }

    fn log_found(&self) {
        if !log_enabled!(target: "found", Level::Info) {
            return;
        }
        let cases = plural(self.cases.len(), "case", "cases");
        info!(target: "found", "{}: {cases} of {}", self.place.cases.display(), self.problem.name());
        for Submission { name, source, expected, .. } in &self.found.submissions {
            let files = plural(source.files.len(), "file", "files");
            let (language, main) = (&source.language.title, &source.main);
            let expected = expected.as_ref().map(|all| format!(", expected: {}", all.words()));
            let expected = expected.unwrap_or_default();
            info!(target: "found", "{name}: {language}, {files}, starts {main}{expected}");
        }
        for (name, fault) in &self.found.others {
            info!(target: "found", "{name}: not judged, {fault}");
        }
    }

    /// Prints which platforms' folders were recognized, and by which rule.
    fn note_recognized(&self, output: &OutputSettings) {
        for recognized in &self.found.recognized {
            output.note(&recognized.described());
            if recognized.repeating > 0 {
                let students = plural(recognized.repeating, "student has", "students have");
                output.note(&format!(
                    "{students} several attempts; `attempt` in a course.toml says which count"
                ));
            }
        }
    }

    /// Lists the submissions of students that cannot be judged, with the reasons.
    fn warn_unjudgeable(&self, output: &OutputSettings) {
        let is_of_student =
            |(name, _): &&(Arc<str>, Fault)| self.found.handed_in.contains_key(name);
        let others: Vec<_> = self.found.others.iter().filter(is_of_student).collect();
        if others.is_empty() {
            return;
        }
        let count = plural(others.len(), "submission", "submissions");
        let message = |fault: &Fault| escape(fault.message.as_bytes());
        let lines = others.iter().map(|(name, fault)| format!("\n  {name}: {}", message(fault)));
        output.note(&format!("{count} cannot be judged:{}", lines.collect::<String>()));
    }

    /// Drops all cases that do not match. There is no scoring then, because points are defined for
    /// all cases together.
    fn keep_only(&mut self, only: &GlobSet, spec: &RunSpec) -> Result<(), Fault> {
        let is_selected = |case: &&CaseFile| only.is_match(&*case.name);
        let selected = self.cases.iter().filter(is_selected).cloned().collect();
        let cases = mem::replace(&mut self.cases, selected);
        self.all = Some(AllCases { cases, scoring: self.scoring.take() });
        self.not_on_disk.retain(|name| only.is_match(name));
        if self.cases.is_empty() {
            Err(selection::no_case(&spec.only).at(&self.place.cases))
        } else {
            Ok(())
        }
    }

    fn find_options(&self, spec: &RunSpec) -> FindOptions {
        spec.runs.hand_in.find_options(self.problem.name())
    }

    /// Finds the submissions, and then again with the files that decisions choose: their students
    /// are known only after the first time.
    fn find_chosen(&self, spec: &RunSpec) -> Result<FoundSubmissions, Fault> {
        let found = self.find_submissions(spec, &self.find_options(spec))?;
        let decisions = spec.grading.exercise.as_ref().map(ExerciseSpec::decisions).transpose()?;
        let students = found.students();
        let Some(decisions) = decisions.flatten() else { return Ok(found) };
        let worksheet = spec.grading.sheet.read()?;
        let chosen = decisions.chosen_files(&students, worksheet.as_ref());
        if chosen.is_empty() {
            return Ok(found);
        }
        self.find_submissions(spec, &FindOptions { chosen, ..self.find_options(spec) })
    }

    fn find_submissions(
        &self,
        spec: &RunSpec,
        options: &FindOptions,
    ) -> Result<FoundSubmissions, Fault> {
        if let Some(problem) = &self.place.package {
            return package::submissions(problem, &spec.submissions, &self.languages, options);
        }
        let mut found = FoundSubmissions::default();
        for path in named_submissions(spec, &self.place)? {
            found.add(finding::find(&path, &self.languages, options)?);
        }
        Ok(found)
    }

    /// Returns all submissions of a package, whichever were selected; `None` if the problem is not
    /// a package.
    pub fn of_package(&self, spec: &RunSpec) -> Result<Option<FoundSubmissions>, Fault> {
        let all = self.place.package.as_ref().map(|problem| {
            package::submissions(problem, &[], &self.languages, &self.find_options(spec))
        });
        all.transpose()
    }

    /// Returns the task in the form that the judge takes, with all cases instead of only those that
    /// are judged.
    pub fn inputs_of_all(&self) -> Result<Inputs<'_>, Fault> {
        let inputs = self.inputs()?;
        Ok(match &self.all {
            None => inputs,
            Some(AllCases { cases, scoring }) => {
                Inputs { cases, scoring: scoring.as_deref(), ..inputs }
            }
        })
    }

    /// Returns the submissions of the problem that are expected to be accepted, whichever were
    /// selected.
    pub fn right_submissions(&self, spec: &RunSpec) -> Result<Vec<Submission>, Fault> {
        let folder = self.place.file.as_ref().and_then(|file| file.submissions.as_deref());
        let found = match (self.of_package(spec)?, folder.filter(|folder| folder.exists())) {
            (Some(found), _) => found,
            (None, Some(folder)) => {
                finding::find(folder, &self.languages, &FindOptions::default())?
            }
            (None, None) => return Ok(Vec::new()),
        };
        Ok(found.submissions.into_iter().filter(Submission::is_known_right).collect())
    }

    /// Returns whether a hunt can judge new inputs: outputs are not judged against answers, or
    /// there is a solver that finds them.
    pub fn can_be_hunted(&self) -> bool {
        !self.problem.has_answers() || self.problem.has_solver()
    }

    /// Returns the number of submissions, including those that cannot be judged.
    pub fn count(&self) -> usize {
        self.found.submissions.len() + self.found.others.len()
    }

    /// Returns the maximum number of points, of which the score of a package is also some, if there
    /// are any to earn.
    pub fn most_points(&self) -> Option<Points> {
        if let Some(most) = self.full_score().and_then(score_points::most_points) {
            return Some(most);
        }
        let groups = self.scoring.as_ref().map_or(&[][..], |scoring| scoring.groups());
        let most = groups.iter().map(|group| group.most_points).sum();
        (!groups.is_empty()).then_some(most)
    }

    /// Returns the best score that a submission can get, if there is one.
    pub fn full_score(&self) -> Option<f64> {
        self.scoring.as_ref()?.full_score()
    }

    /// Returns the cases for a page.
    pub fn case_files<'a>(&'a self, machine: Machine, output: &'a OutputSettings) -> CaseFiles<'a> {
        CaseFiles::new(&self.problem, &self.place, &self.cases, &[], machine, output)
    }

    /// Returns the task in the form that the judge takes.
    ///
    /// # Errors
    /// A file of the checker cannot be read.
    pub fn inputs(&self) -> Result<Inputs<'_>, Fault> {
        Ok(Inputs {
            dependencies: referee_judge::dependencies(&self.problem)?,
            problem: self.problem.clone(),
            cases: &self.cases,
            not_on_disk: self.not_on_disk.clone(),
            scoring: self.scoring.as_deref(),
            found: &self.found,
        })
    }
}

/// Finds a problem that is to be judged, and its cases.
///
/// # Errors
/// Something is missing, or cannot be judged.
pub fn open(
    path: &Path,
    named: &ProblemSelection,
    output: &OutputSettings,
) -> Result<(Target, Problem, Vec<CaseFile>), Fault> {
    let place = Target::find(path, named, Work::Judging, output)?;
    if let Some(package) = &place.package {
        package.refuse_unfit()?;
    }
    let cases = find_cases(&place)?;
    let problem = place.problem(&cases, named)?;
    match cases.faults.into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok((place, problem, cases.cases)),
    }
}

/// Finds the cases of a target, including the static validations of a package.
pub fn find_cases(place: &Target) -> Result<cases::CaseFolder, Fault> {
    let mut found = place.find_cases()?;
    if let Some(package) = &place.package {
        found.cases.extend(CaseFile::static_validations(&package.package));
        found.cases.sort_by(|a, b| by_name(&a.name, &b.name));
    }
    Ok(found)
}

/// Returns the selected submissions, or else those of the problem folder.
fn named_submissions(spec: &RunSpec, place: &Target) -> Result<Vec<PathBuf>, Fault> {
    if !spec.submissions.is_empty() {
        return Ok(spec.submissions.clone());
    }
    match place.file.as_ref().and_then(|file| file.submissions.clone()) {
        Some(folder) => Ok(vec![folder]),
        None => Err(Fault::bad_input("there are no submissions to judge")
            .at(&place.cases)
            .help("name them, or put them into a folder `submissions` next to problem.toml")),
    }
}

/// Rejects two submissions with the same name, because reports identify submissions by name.
pub fn refuse_namesakes(found: &FoundSubmissions) -> Result<(), Fault> {
    let mut names = BTreeSet::new();
    let all = found.submissions.iter().map(|submission| &submission.name);
    let all = all.chain(found.others.iter().map(|(name, _)| name));
    match all.into_iter().find(|name| !names.insert(name.to_string())) {
        None => Ok(()),
        Some(twice) => Err(Fault::bad_input(format!("two submissions are named {twice}"))
            .help("name it once; if they differ, rename one of them or judge them separately")),
    }
}
