//! `check`: checks contestants' outputs against cases.
//!
//! A case is read, parsed and prepared once; one thread then checks all contestants' outputs for it
//! and drops the preparation before the next case. So memory holds at most one case per thread,
//! however many cases and contestants there are.

use std::fs::File;

use referee_base::fault::Fault;
use referee_base::files;
use referee_base::machine::Machine;
use referee_base::parallel::ordered;
use referee_events::watch::{Watch, watched};
use referee_events::{Event, FORMAT, JudgedCase, Reason, Started, Totals, VERSION, Verdict};
use referee_problem::cases::case_fault;
use referee_problem::cases::excerpts::{self, Keeping};
use referee_problem::cases::outputs::Contestant;
use referee_problem::cases::{CaseFile, CaseFolder};
use referee_problem::{PreparedCase, Problem};

/// A run of `check`: cases and the outputs to be checked against them.
pub struct Check<'a> {
    /// The problem of the cases.
    pub problem: Problem,
    /// The cases.
    pub found: &'a CaseFolder,
    /// The contestants.
    pub contestants: &'a [Contestant],
    /// Cases that are known but not on disk.
    pub not_on_disk: Vec<String>,
    /// The resources of the machine that the run may use.
    pub machine: Machine,
    /// Whether rejections include an excerpt of the output.
    pub excerpts: bool,
    /// Is notified when a case starts and ends.
    pub watch: &'a dyn Watch,
}

impl Check<'_> {
    /// Judges every output and reports to `listener`, case by case in order. Returns the totals.
    ///
    /// # Errors
    /// Those of the listener.
    pub fn run<E>(&self, listener: &mut dyn FnMut(&Event) -> Result<(), E>) -> Result<Totals, E> {
        let mut totals = Totals::default();
        let mut tell = |event: Event| {
            totals.count(&event);
            listener(&event)
        };
        tell(Event::Started(self.started()))?;
        for fault in &self.found.faults {
            tell(Event::Fault { message: fault.one_line() })?;
        }
        for contestant in self.contestants {
            for extra in &contestant.extras {
                tell(Event::Extra {
                    contestant: contestant.name.clone(),
                    path: extra.path.clone(),
                    message: extra.why.clone(),
                })?;
            }
        }
        let cases = &self.found.cases;
        ordered(
            self.machine.jobs,
            cases.len(),
            |number| {
                let case = &cases[number];
                watched(self.watch, &case.name, || self.judge_case(number, case))
            },
            |_, judged| judged.into_iter().try_for_each(|judged| tell(Event::Judged(judged))),
        )?;
        listener(&Event::Finished(totals.clone()))?;
        Ok(totals)
    }

    fn started(&self) -> Started {
        Started {
            format: FORMAT.into(),
            version: VERSION,
            referee: env!("CARGO_PKG_VERSION").into(),
            problem: self.problem.name().to_string(),
            options: self.problem.options(),
            cases: self.found.cases.iter().map(|case| case.name.clone()).collect(),
            contestants: self.contestants.iter().map(|c| c.name.clone()).collect(),
            not_on_disk: self.not_on_disk.clone(),
            runs: None,
            groups: Vec::new(),
            full_score: None,
            shard: None,
            hosts: Vec::new(),
        }
    }

    fn judge_case(&self, number: usize, file: &CaseFile) -> Vec<JudgedCase> {
        let prepared = self.prepare(file);
        let judge = |contestant: &Contestant| match &prepared {
            Ok(prepared) => self.judge_output(prepared, (number, file), contestant),
            Err(fault) => judge_error(contestant, file, fault),
        };
        self.contestants.iter().map(judge).collect()
    }

    fn judge_output(
        &self,
        prepared: &PreparedCase,
        (number, file): (usize, &CaseFile),
        contestant: &Contestant,
    ) -> JudgedCase {
        let Some(path) = contestant.output(number, &file.name) else {
            let message = "there is no output for this case";
            return JudgedCase::plain(&contestant.name, &file.name, Reason::Missing, message);
        };
        let judged = |mut output: File| {
            let mut output = Keeping::new(&mut output);
            let case = prepared.judge.case();
            let checked =
                if self.excerpts { case.check(&mut output) } else { case.check(output.plain()) };
            let checked = checked.map_err(|error| case_fault::cannot_check(&path, &error))?;
            let judged = JudgedCase::checked(&contestant.name, &file.name, checked);
            let is_shown = self.excerpts && judged.verdict != Verdict::Accepted;
            Ok(excerpts::with_output(judged, is_shown.then(|| output.kept())))
        };
        match files::open_no_link(&path).and_then(judged) {
            Ok(judged) => {
                let helps = matches!(judged.reason, Reason::Malformed | Reason::Refuted);
                JudgedCase { answer: helps.then(|| prepared.answer.start.clone()), ..judged }
            }
            Err(fault) => judge_error(contestant, file, &fault),
        }
    }

    /// Prepares a case and requires that its own answer is right.
    fn prepare(&self, file: &CaseFile) -> Result<PreparedCase, Fault> {
        let case = self.problem.resolve(file)?;
        case.prepare(None, self.machine)?.with_right_answer()
    }
}

fn judge_error(contestant: &Contestant, file: &CaseFile, fault: &Fault) -> JudgedCase {
    JudgedCase::plain(&contestant.name, &file.name, Reason::JudgeError, fault.one_line())
}
