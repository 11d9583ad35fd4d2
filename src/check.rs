//! `check`: contestants' outputs against cases.
//!
//! A case is read, parsed and prepared once; all contestants' outputs for it are checked by the same
//! thread, and the preparation is gone before the next case. So memory holds as many cases as there
//! are threads, however many cases and contestants there are.

use std::io::Read;
use std::path::Path;

use referee_checker::text::excerpt;
use referee_checker::{Case, Verdict as Checked};

use crate::case_fault;
use crate::cases::{CaseFile, Found};
use crate::events::{Event, FORMAT, Judged, Reason, Started, Totals, VERSION};
use crate::outputs::Contestant;
use crate::problem::Problem;
use referee_base::fault::Fault;
use referee_base::files;
use referee_base::machine::Machine;
use referee_base::parallel::ordered;

/// How much of a jury's answer goes with a refusal.
pub(crate) const ANSWER_SHOWN: usize = 2000;

/// What to check.
pub struct Check<'a> {
    /// The problem of the cases.
    pub problem: Problem,
    /// The cases.
    pub found: &'a Found,
    /// The contestants.
    pub contestants: &'a [Contestant],
    /// Cases that are known but not on disk.
    pub not_on_disk: Vec<String>,
    /// What the machine has for it.
    pub machine: Machine,
}

impl Check<'_> {
    /// Judges everything and tells `listener` about it, cases in order, contestants in order within a
    /// case. Says what the totals are.
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
            |number| self.judge_case(number, &cases[number]),
            |_, judged| judged.into_iter().try_for_each(|judged| tell(Event::Judged(judged))),
        )?;
        listener(&Event::Finished(totals))?;
        Ok(totals)
    }

    fn started(&self) -> Started {
        Started {
            format: FORMAT,
            version: VERSION,
            referee: env!("CARGO_PKG_VERSION"),
            problem: self.problem.name().to_string(),
            options: self.problem.options(),
            cases: self.found.cases.iter().map(|case| case.name.clone()).collect(),
            contestants: self.contestants.iter().map(|c| c.name.clone()).collect(),
            not_on_disk: self.not_on_disk.clone(),
            runs: None,
            groups: Vec::new(),
        }
    }

    fn judge_case(&self, number: usize, file: &CaseFile) -> Vec<Judged> {
        let prepared = prepare(&self.problem, file, self.machine);
        let judge = |contestant: &Contestant| match &prepared {
            Ok(prepared) => judge_output(prepared, number, file, contestant),
            Err(fault) => judge_error(contestant, file, fault),
        };
        self.contestants.iter().map(judge).collect()
    }
}

/// A case that is ready to judge outputs.
pub(crate) struct PreparedCase {
    pub(crate) case: Box<dyn Case>,
    /// The start of the jury's answer, escaped.
    pub(crate) answer: String,
}

/// Reads and prepares a case, and makes sure that the jury's own answer is right, where answers must be right outputs.
pub(crate) fn prepare(
    problem: &Problem,
    file: &CaseFile,
    machine: Machine,
) -> Result<PreparedCase, Fault> {
    let path = file.answer();
    let case = problem.prepare(file, machine)?;
    if !file.has_answer {
        return Err(no_answer(&path));
    }
    let mut answer = files::open(&path)?;
    // What is read for the check is also what is shown later: one pass, one small buffer.
    let mut start = Vec::new();
    (&mut answer)
        .take(ANSWER_SHOWN as u64)
        .read_to_end(&mut start)
        .map_err(|error| Fault::cannot_read(&path, &error))?;
    let shown = excerpt(start.trim_ascii(), ANSWER_SHOWN);
    if !problem.answers_are_outputs() {
        return Ok(PreparedCase { case, answer: shown });
    }
    let checked = case
        .check(&mut start.as_slice().chain(answer))
        .map_err(|error| case_fault::cannot_check(&path, &error))?;
    match checked {
        Checked::Accepted(_) => Ok(PreparedCase { case, answer: shown }),
        Checked::Refused(refusal) => Err(contradiction(&path, &refusal)),
    }
}

/// The fault that a case has no answer.
pub fn no_answer(path: &Path) -> Fault {
    Fault::judge("the case has no answer").at(path).help("`referee solve` makes it")
}

/// The fault that the jury says one thing and the checker proves another.
pub fn contradiction(path: &Path, refusal: &referee_checker::Refusal) -> Fault {
    let explanation = &refusal.explanation;
    let facts: Vec<&str> = explanation.facts.iter().map(|fact| fact.text.as_str()).collect();
    let message = match refusal.kind {
        referee_checker::RefusalKind::WrongAnswer => format!(
            "the jury says \"{}\", the checker proves otherwise: {}",
            explanation.says,
            facts.join("; ")
        ),
        kind => {
            format!("the jury's own answer is refused: {kind}; it says {}", explanation.says)
        }
    };
    Fault::bad_input(message).at(path).help("`referee solve --force` makes the answer anew")
}

fn judge_output(
    prepared: &PreparedCase,
    number: usize,
    file: &CaseFile,
    contestant: &Contestant,
) -> Judged {
    let Some(path) = contestant.output(number, &file.name) else {
        let message = "there is no output for this case";
        return Judged::plain(&contestant.name, &file.name, Reason::Missing, message);
    };
    let opened = files::open_no_link(&path);
    let checked = opened.and_then(|mut output| {
        prepared.case.check(&mut output).map_err(|error| case_fault::cannot_check(&path, &error))
    });
    match checked {
        Ok(checked) => {
            let judged = Judged::checked(&contestant.name, &file.name, checked);
            let helps = matches!(judged.reason, Reason::Malformed | Reason::Refuted);
            Judged { answer: helps.then(|| prepared.answer.clone()), ..judged }
        }
        Err(fault) => judge_error(contestant, file, &fault),
    }
}

fn judge_error(contestant: &Contestant, file: &CaseFile, fault: &Fault) -> Judged {
    Judged::plain(&contestant.name, &file.name, Reason::JudgeError, fault.one_line())
}
