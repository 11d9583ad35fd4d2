//! Judges a candidate on a task: builds it, runs it on the tests, and returns the outcome.

use std::cell::OnceCell;
use std::sync::{Arc, OnceLock};

use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::{Fault, guarded};
use referee_base::files::TemporaryFolder;
use referee_base::machine;
use referee_events::Verdict;
use referee_judge::{ReadyCase, StandaloneJudge, StandaloneRun};
use referee_problem::limits::LimitOverrides;
use referee_problem::{CaseJudge, CheckerProtocol, ExternalCase, JuryProgram, RunMode, ToolRunner};
use referee_programs::language::{Language, Languages};
use referee_programs::{
    Build, Builder, Builds, JURY_LIMITS, NotBuilt, Program, Sandboxes, Source, StartRule,
    Toolchains, Waiting, headline,
};
use referee_sandbox::{Isolation, Limits};
use serde_json::json;

use crate::comparing::Comparing;
use crate::extract;
use crate::held::{HeldTask, write_all};
use crate::languages;
use crate::outcome::{Outcome, TestResult};
use crate::program::{self, Kind, Text};
use crate::task::Test;

/// The program that runs tests that are code.
const TESTER: &str = concat!(
    include_str!("values.py"),
    include_str!("sharing.py"),
    include_str!("guard.py"),
    include_str!("remote.py"),
    include_str!("sharing_of_test.py"),
    include_str!("tester.py")
);

const TESTER_IMPORTS: &[&str] = &[
    "ast", "builtins", "functools", "importlib", "io", "json", "operator", "os", "random",
    "symtable", "sys", "traceback", "types", "weakref",
];

/// How candidates are judged.
#[derive(Debug, Clone, Default)]
pub struct BatchSettings {
    /// The given limits, which override those of tasks.
    pub limits: LimitOverrides,
    /// The given comparison, which overrides that of tasks.
    pub comparing: Option<Comparing>,
    /// The language of candidates if neither they nor their task name one.
    pub language: Option<String>,
    /// Whether the tests after a failure are run, too.
    pub all_tests: bool,
    /// Whether code is extracted from Markdown.
    pub extract: bool,
    /// How programs are isolated.
    pub isolation: Isolation,
    /// When programs that judge are started once for many runs. No result of candidates depends on
    /// it.
    pub start: StartRule,
}

impl BatchSettings {
    /// Returns the runner that builds and runs programs that judge.
    pub(crate) fn tool_runner(&self, languages: &Languages) -> ToolRunner {
        let mut tool_runner = ToolRunner::new(self.isolation, languages.clone());
        tool_runner.start = self.start;
        tool_runner
    }
}

/// The tools that build and run candidates.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    /// The languages that candidates are in.
    pub languages: &'a Languages,
    /// The sandboxes in which they run.
    pub sandboxes: &'a Sandboxes,
    /// The compilers and interpreters for them.
    pub toolchains: &'a Toolchains,
}

pub(crate) struct BatchJudge<'a> {
    pub(crate) settings: BatchSettings,
    /// The settings as text, for keys.
    settings_text: String,
    pub(crate) languages: &'a Languages,
    toolchains: &'a Toolchains,
    pub(crate) standalone: StandaloneJudge<'a>,
    builds: Builds,
    tool_runner: Arc<ToolRunner>,
    tester: OnceLock<(TemporaryFolder, Arc<JuryProgram>)>,
}

impl<'a> BatchJudge<'a> {
    pub(crate) fn new(settings: BatchSettings, engine: Engine<'a>) -> BatchJudge<'a> {
        let Engine { languages, sandboxes, toolchains } = engine;
        let as_text = BatchSettings { start: StartRule::default(), ..settings.clone() };
        let tool_runner = Arc::new(settings.tool_runner(languages));
        let start = settings.start.of_candidates();
        BatchJudge {
            settings,
            settings_text: format!("{as_text:?}"),
            languages,
            toolchains,
            standalone: StandaloneJudge::new(sandboxes, start, machine::is_virtual()),
            builds: Builds::default(),
            tool_runner,
            tester: OnceLock::new(),
        }
    }

    /// Returns a hash of everything that the outcome of a candidate depends on, besides this
    /// machine.
    pub(crate) fn key(&self, held: &HeldTask, text: &Text) -> ContentHash {
        let mut digest = Digest::new();
        digest.add(&held.content);
        digest.add(text.code.as_bytes());
        digest.add(text.language.as_deref().unwrap_or("").as_bytes());
        let checker = held.task.checker.as_ref();
        let of_checker = checker.and_then(|one| languages::find(self.languages, &one.language));
        for language in self.language(held, text).ok().into_iter().chain(of_checker) {
            digest.add(language.given().as_bytes());
            // Without code: the language itself, and what the problem adds to programs in it.
            let mut source = Source { language: language.clone(), ..Source::default() };
            let problem = held.task.problem.as_ref();
            let completed = problem.map_or(Ok(None), |problem| problem.complete(&mut source));
            let content = completed.and_then(|_| source.content());
            content.iter().for_each(|content| digest.add(content));
        }
        digest.add(format!("{} {}", text.completes, self.settings_text).as_bytes());
        digest.number()
    }

    /// Judges a candidate, unless an equal one was judged while its task was held. Returns whether
    /// the outcome is new.
    pub(crate) fn judge(
        &self,
        held: &HeldTask,
        text: &Text,
        key: ContentHash,
    ) -> (Arc<Outcome>, bool) {
        held.judged(key, || self.judge_new(held, text, self.settings.all_tests))
    }

    /// Judges a candidate, up to the first failure or on all tests.
    pub(crate) fn judge_new(&self, held: &HeldTask, text: &Text, all_tests: bool) -> Outcome {
        let judged = guarded(|| self.try_judge(held, text, all_tests));
        judged.unwrap_or_else(|fault| Outcome::failed(held.task.tests.len(), fault.one_line()))
    }

    fn try_judge(&self, held: &HeldTask, text: &Text, all_tests: bool) -> Outcome {
        let total = held.task.tests.len();
        let language = match self.language(held, text) {
            Ok(language) => language,
            Err(message) => return Outcome::failed(total, message),
        };
        let is_language = |tag: &str| {
            languages::find(self.languages, tag).is_some_and(|found| found.name == language.name)
        };
        let extracted = self.settings.extract.then(|| extract::extract(&text.code, is_language));
        let (code, how) = extracted.unzip();
        let code = code.unwrap_or_else(|| text.code.clone());
        let code = if text.completes { program::completed(&held.task, &code) } else { code };
        let mut outcome = self.run_all(held, &code, language, all_tests);
        outcome.language.clone_from(&language.name);
        outcome.extracted = how;
        outcome
    }

    fn language(&self, held: &HeldTask, text: &Text) -> Result<&'a Language, String> {
        let named = text.language.as_ref().or(held.task.language.as_ref());
        let name = named.or(self.settings.language.as_ref());
        self.named(name.ok_or("neither the candidate nor its task names a language")?)
    }

    pub(crate) fn named(&self, name: &str) -> Result<&'a Language, String> {
        languages::find(self.languages, name).ok_or_else(|| format!("unknown language `{name}`"))
    }

    pub(crate) fn limits(&self, limits: LimitOverrides) -> Limits {
        self.settings.limits.or(limits).limits()
    }

    /// Runs a program on the tests, up to the first failure or on all of them.
    fn run_all(
        &self,
        held: &HeldTask,
        code: &str,
        language: &Language,
        all_tests: bool,
    ) -> Outcome {
        let total = held.task.tests.len();
        let limits = self.limits(held.task.limits);
        let builds = [const { OnceCell::<Result<Built, NoProgram>>::new() }; 2];
        let mut outcome = Outcome { total, ..Outcome::default() };
        for (at, test) in held.task.tests.iter().enumerate() {
            let kind = Kind::of(test);
            let built = builds[kind as usize].get_or_init(|| {
                let folder = TemporaryFolder::new()?;
                program::write(folder.path(), code, language, kind)?;
                let mut source = Source::read(folder.path(), self.languages, None)?;
                source.imports = kind.imports();
                let problem = held.task.problem.as_ref();
                match problem.map_or(Ok(None), |problem| problem.complete(&mut source))? {
                    Some(refused) => Err(NoProgram::Refused(refused)),
                    None => self.built(&source),
                }
            });
            let program = match built.as_ref().map_err(Clone::clone).and_then(Built::program) {
                Ok(program) => program,
                Err(NoProgram::Refused(said)) => {
                    let message = Some(headline(&said).to_string());
                    return Outcome { total, message, is_refused: true, ..Outcome::default() };
                }
                Err(NoProgram::NotJudged(fault)) => {
                    return Outcome::failed(total, fault.one_line());
                }
            };
            let run = self.run(held, at, program, &limits);
            let StandaloneRun { judged, confirmed } = match run {
                Ok(run) => run,
                Err(fault) => return Outcome::failed(total, fault.one_line()),
            };
            let is_passed = judged.verdict == Verdict::Accepted;
            outcome.tests.push(TestResult { judged, confirmed });
            if !is_passed && !all_tests {
                break;
            }
        }
        outcome
    }

    fn run(
        &self,
        held: &HeldTask,
        at: usize,
        program: &Program,
        limits: &Limits,
    ) -> Result<StandaloneRun, Fault> {
        let name = Arc::from("candidate");
        if let (Some(problem), Test::Case(case)) = (&held.task.problem, &held.task.tests[at])
            && let Some(judged) = problem.validated(*case, &name, program)
        {
            return Ok(StandaloneRun { judged: judged?, confirmed: true });
        }
        Ok(self.standalone.judge(&name, &self.ready(held, at)?, program, limits))
    }

    fn ready(&self, held: &HeldTask, at: usize) -> Result<ReadyCase, Fault> {
        let task = &held.task;
        let comparing = self.settings.comparing.as_ref().or(task.comparing.as_ref());
        let comparing = comparing.unwrap_or(&Comparing::Lines);
        let name = Arc::from((at + 1).to_string());
        match &task.tests[at] {
            Test::Stdin { input, output } => {
                let judge = match &task.checker {
                    None => CaseJudge::Rules(comparing.case(output)),
                    Some(source) => {
                        let tool_runner = || self.settings.tool_runner(self.languages);
                        let (checker, protocol) =
                            held.checker(source, self.languages, tool_runner)?;
                        let input = held.file(&format!("{name}.in"), input)?;
                        let answer = held.file(&format!("{name}.ans"), output)?;
                        let mode = RunMode::PLAIN;
                        CaseJudge::Program(ExternalCase::of_program(
                            &checker, protocol, mode, input, answer,
                        ))
                    }
                };
                ReadyCase::in_memory(name, input.as_bytes(), output.as_bytes(), judge)
            }
            Test::Call { function, arguments, results } => {
                let question = program::question(function, arguments);
                let judge = CaseJudge::Rules(comparing.results(results));
                let right = results.first().map_or("", |result| result.get());
                ReadyCase::in_memory(name, question.as_bytes(), right.as_bytes(), judge)
            }
            Test::Code(code) => {
                let entry_point = task.entry_point.as_deref().unwrap_or("");
                let (prompt, defined) = (&task.prompt, task.defined());
                let file = json!({
                    "prompt": prompt, "entry_point": entry_point, "code": code, "defined": defined,
                });
                let file = held.file(&format!("{name}.json"), &file.to_string())?;
                let mode = RunMode { interactive: true, passes: 1 };
                let (tester, protocol) = (self.tester()?, CheckerProtocol::Icpc);
                let judge = ExternalCase::of_program(&tester, protocol, mode, file.clone(), file);
                ReadyCase::in_memory(name, code.as_bytes(), b"", CaseJudge::Program(judge))
            }
            Test::Case(case) => {
                let problem = task.problem.as_ref();
                problem.ok_or_else(|| Fault::judge("the task has no problem"))?.ready(*case)
            }
        }
    }

    fn tester(&self) -> Result<Arc<JuryProgram>, Fault> {
        if let Some((_, tester)) = self.tester.get() {
            return Ok(Arc::clone(tester));
        }
        let folder = TemporaryFolder::new()?;
        write_all(folder.path(), &[("main.py", TESTER)])?;
        let mut source = Source::read(folder.path(), self.languages, None)?;
        source.imports = TESTER_IMPORTS;
        let name = "that runs the tests".to_string();
        let tester = JuryProgram::of_source("program", name, source, &self.tool_runner);
        // If another thread was faster, its program is used.
        let (_, tester) = self.tester.get_or_init(|| (folder, Arc::new(tester)));
        Ok(Arc::clone(tester))
    }

    pub(crate) fn built(&self, source: &Source) -> Result<Built<'_>, NoProgram> {
        let content = source.content()?;
        let executor = self.standalone.compiling();
        let limits = &JURY_LIMITS;
        let waiting = self.settings.start.waiting(Waiting::Python);
        let builder = Builder::of_submissions(limits, self.toolchains, &executor);
        let builder = Builder { waiting, ..builder };
        let build = self.builds.build(source, content, &builder);
        Ok(Built { builds: &self.builds, content, build })
    }
}

/// A built program, whose files are removed when it is dropped.
pub(crate) struct Built<'b> {
    builds: &'b Builds,
    content: ContentHash,
    build: Arc<Build>,
}

#[derive(Clone)]
pub(crate) enum NoProgram {
    /// It does not compile: the compiler's output.
    Refused(String),
    /// A fault, which says nothing about it.
    NotJudged(Fault),
}

impl From<Fault> for NoProgram {
    fn from(fault: Fault) -> NoProgram {
        NoProgram::NotJudged(fault)
    }
}

impl Built<'_> {
    pub(crate) fn program(&self) -> Result<&Program, NoProgram> {
        match &*self.build {
            Ok(program) => Ok(program),
            Err(NotBuilt::Refused(said)) => Err(NoProgram::Refused(said.clone())),
            Err(NotBuilt::NotInstalled(_, fault) | NotBuilt::NotJudged(fault)) => {
                Err(NoProgram::NotJudged((**fault).clone()))
            }
        }
    }
}

impl Drop for Built<'_> {
    fn drop(&mut self) {
        self.builds.release(&self.content);
    }
}
