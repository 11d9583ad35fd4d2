//! Runs a submission on a case, and reads its output.

use std::io::Read;

use crate::kept_outputs::KeptRun;
use crate::prepared::ReadyCase;
use referee_base::fault::Fault;
use referee_events::JudgedCase;
use referee_problem::cases::excerpts::{Keeping, OutputExcerpt};
use referee_programs::{Executor, Program};
use referee_sandbox::{Ended, Limits, Run, Stdin};

/// A submission to run, with the executor for it.
pub(crate) struct Runner<'a> {
    pub(crate) executor: &'a dyn Executor,
    /// The submission. The limits here leave it some time beyond those by which it is judged.
    pub(crate) program: Run<'a>,
    /// The limits by which it is judged.
    pub(crate) limits: Limits,
    /// Whether an excerpt of its output is kept.
    pub(crate) keeps: bool,
    /// Where its whole output is kept, if it is.
    pub(crate) kept: Option<KeptRun<'a>>,
}

pub(crate) struct RunResult {
    pub(crate) ended: Ended,
    pub(crate) judged: JudgedCase,
    /// The excerpt of its output, if it is kept.
    pub(crate) excerpt: Option<OutputExcerpt>,
}

impl<'a> Runner<'a> {
    /// Prepares the run of a program on a case. The limits at which it is stopped are above those
    /// by which it is judged.
    pub(crate) fn new(
        executor: &'a dyn Executor,
        ready: &'a ReadyCase,
        program: &'a Program,
        judged_by: &Limits,
        stopped_at: &Limits,
    ) -> Runner<'a> {
        let own = program.run(stopped_at, &executor.inside(program.folder()));
        let files = ready.files.as_ref().or(own.files);
        let mut run = Run { stdin: Stdin::Input(&ready.input), files, ..own };
        run.command.extend(ready.arguments.iter().map(Into::into));
        let limits = Limits { cpu: judged_by.cpu, wall: judged_by.wall, ..run.limits };
        Runner { executor, program: run, limits, keeps: true, kept: None }
    }

    /// Runs the submission as `run` says, while `look` reads its output. Returns how it ended, the
    /// result of `look`, and the excerpt of the output if it is kept.
    pub(crate) fn run<T>(
        &self,
        run: &Run,
        look: &mut dyn FnMut(&mut dyn Read) -> T,
    ) -> Result<(Ended, T, Option<OutputExcerpt>), Fault> {
        let mut seen = None;
        let mut excerpt = None;
        let ended = self.executor.run(run, &mut |output: &mut dyn Read| {
            let mut look_at = |output: &mut dyn Read| {
                if self.keeps {
                    let mut output = Keeping::new(output);
                    seen = Some(look(&mut output));
                    excerpt = Some(output.kept());
                } else {
                    seen = Some(look(output))
                }
            };
            match &self.kept {
                None => look_at(output),
                Some(kept) => {
                    let mut whole = kept.keeping(output);
                    look_at(&mut whole);
                    whole.keep_rest();
                }
            }
        });
        let ended = ended.map_err(|error| Fault::judge(error.to_string()))?;
        let seen = seen.ok_or_else(|| Fault::judge("the output was not read"))?;
        Ok((ended, seen, excerpt))
    }
}
