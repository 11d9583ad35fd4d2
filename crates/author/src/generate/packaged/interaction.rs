//! Records the `.interaction` of a sample: the messages of validator and solution, one per line.
//!
//! `<` marks a line of the validator, `>` one of the solution; `---` separates passes. If both run
//! concurrently, their messages pass through two relays, and a line is recorded before the other
//! side can read it: so an answer never precedes its question.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::sync::Mutex;

use referee_checker::{CheckError, CheckVerdict};

use super::cache::CacheKey;
use super::draft::CaseDraft;
use super::made::held;
use super::make::Maker;
use super::outputs::{fault, judged_case};
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_base::parallel::{lock, unpoisoned};
use referee_package::SAMPLE;
use referee_package::generators::command::NAME;
use referee_package::interaction::{MAX_BYTES, NEXT_PASS};
use referee_problem::{
    Attempt, ExternalCase, Judgement, JuryProgram, JuryRun, Party, ProgramChecker, pass_on,
};
use referee_sandbox::{Ended, Stdin, Stdout};

/// The extension of these files.
const ENDING: &str = "interaction";

/// The extensions of files that a sample shows in place of a recorded interaction.
const INSTEAD: [&str; 4] = [ENDING, "out", "in.statement", "ans.statement"];

impl Maker<'_> {
    /// Adds the interaction, if the problem has interactions, the sample shows nothing else, and
    /// both programs exist.
    ///
    /// # Errors
    /// The solution fails or is rejected, the output validator exits with an unexpected code, or
    /// the interaction is too long.
    pub(super) fn talk(&self, draft: &mut CaseDraft) -> Result<(), Fault> {
        let CaseDraft { rule, made, .. } = draft;
        let shows_more = INSTEAD.iter().any(|extension| made.files.contains_key(extension));
        if !self.is_dialogue() || rule.root() != SAMPLE || shows_more {
            return Ok(());
        }
        let Some(solution) = self.generation.programs.solution(rule) else { return Ok(()) };
        let Some(checker) = self.checker(draft) else { return Ok(()) };
        let arguments = draft.arguments();
        let key = CacheKey::new(ENDING).with(solution.key()?).with(format!("{arguments:?}"));
        let key = key.with(checker.tool.key()?).with(draft.made.digest("ans")?);
        let key = key.with(format!("{:?}", checker.run_mode));
        let entry = self.cache.entry(draft.key(key), |folder| {
            let texts = TemporaryFolder::new()?;
            let case = judged_case(&checker, &draft.made, &texts)?;
            let path = folder.join(format!("{NAME}.{ENDING}"));
            let text = Talk { checker: &checker, solution, draft }.record(&case)?;
            fs::write(&path, text).map_err(|error| Fault::cannot_write(&path, &error))
        })?;
        draft.made.take(entry);
        Ok(())
    }
}

/// A solution and an output validator whose interaction is recorded.
struct Talk<'a> {
    checker: &'a ProgramChecker,
    solution: &'a JuryProgram,
    draft: &'a CaseDraft<'a>,
}

impl Talk<'_> {
    /// Records the interaction of all passes.
    fn record(&self, case: &ExternalCase) -> Result<String, Fault> {
        self.solution.prepare()?;
        let mut attempt = case.begin()?;
        let notes = Notes::default();
        let mut input = self.draft.made.open("in")?;
        loop {
            let (ended, checked) = if self.checker.run_mode.interactive {
                self.at_once(&mut attempt, &notes)?
            } else {
                self.in_turn(&mut attempt, &mut input, &notes)?
            };
            let Judgement { verdict, next, .. } = checked.map_err(fault)?;
            if !ended.succeeded() {
                return Err(self.solution.failed(&ended));
            }
            if let CheckVerdict::Refused(refusal) = verdict {
                let why = refusal.explanation.reason();
                let message = format!("the output validator rejects what it says: {why}");
                let fault = Fault::bad_input(self.solution.fault(&message).message);
                return Err(fault.help("write its `interaction`, or another `solution`"));
            }
            let Some(next) = next else { return notes.text() };
            notes.add(&format!("{NEXT_PASS}\n"));
            input = held(&next).map_err(cannot_hold)?;
        }
    }

    /// Runs one pass of a multi-pass problem: the solution, then the validator on its output.
    fn in_turn(
        &self,
        attempt: &mut Attempt,
        input: &mut File,
        notes: &Notes,
    ) -> Result<(Ended, Result<Judgement, CheckError>), Fault> {
        notes.add_lines('<', input)?;
        let mut output = tempfile::tempfile().map_err(cannot_hold)?;
        let mut copied = Ok(0);
        let ended =
            self.solution.run(self.task(Stdin::File(input), Stdout::Read), &mut |written| {
                copied = io::copy(written, &mut output);
            })?;
        copied.and_then(|_| output.rewind()).map_err(cannot_hold)?;
        notes.add_lines('>', &mut output)?;
        Ok((ended, attempt.check(&mut output)))
    }

    /// Runs both programs concurrently.
    fn at_once(
        &self,
        attempt: &mut Attempt,
        notes: &Notes,
    ) -> Result<(Ended, Result<Judgement, CheckError>), Fault> {
        let waiting = self.solution.limits().wall;
        let relay = |party, from, to| {
            let who = if party == Party::Checker { '<' } else { '>' };
            pass_on(from, to, MAX_BYTES, &|line| notes.add_line(who, line));
        };
        let interaction = attempt.interact(waiting, Some(&relay), |stdin, stdout| {
            let waiting = self.checker.tool.limits().wall;
            self.solution.run(JuryRun { waiting, ..self.task(stdin, stdout) }, &mut |_| ())
        })?;
        Ok((interaction.program?, interaction.checked))
    }

    fn task<'b>(&'b self, stdin: Stdin<'b>, stdout: Stdout<'b>) -> JuryRun<'b> {
        let arguments = self.draft.arguments().iter().map(Into::into).collect();
        let files = self.draft.working_files();
        JuryRun { arguments, stdout, files, ..JuryRun::reading(stdin) }
    }
}

fn cannot_hold(error: io::Error) -> Fault {
    Fault::judge(format!("cannot store the interaction: {error}"))
}

/// The recorded interaction so far.
#[derive(Default)]
struct Notes(Mutex<String>);

impl Notes {
    fn text(self) -> Result<String, Fault> {
        let text = unpoisoned(self.0.into_inner());
        if text.len() > MAX_BYTES {
            Err(Fault::bad_input(format!(
                "the interaction of this sample exceeds {} MiB",
                MAX_BYTES >> 20
            ))
            .help("write its `in.statement` and `ans.statement`"))
        } else {
            Ok(text)
        }
    }

    /// Appends a text, unless the recording is already too long.
    fn add(&self, text: &str) {
        let mut notes = lock(&self.0);
        if notes.len() <= MAX_BYTES {
            notes.push_str(text);
        }
    }

    fn add_line(&self, who: char, line: &[u8]) {
        self.add(&format!("{who}{}\n", String::from_utf8_lossy(line)));
    }

    /// Appends all lines of a file and rewinds it. An empty file counts as an empty line.
    fn add_lines(&self, who: char, file: &mut File) -> Result<(), Fault> {
        let mut text = Vec::new();
        let read = file.take(2 * MAX_BYTES as u64).read_to_end(&mut text);
        read.and_then(|_| file.rewind()).map_err(cannot_hold)?;
        let text = text.strip_suffix(b"\n").unwrap_or(&text);
        text.split(|&byte| byte == b'\n').for_each(|line| self.add_line(who, line));
        Ok(())
    }
}
