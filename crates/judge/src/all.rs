//! Judges all submissions of a run, and emits its events.

use std::collections::HashMap;
use std::iter;

use crate::end::no_submission;
use crate::inputs::{Judge, Shared};
use crate::recheck::{Known, Schedule};
use crate::run_time_errors::{self, InstalledModules};
use referee_base::parallel::ordered_large;
use referee_events::calibration::Calibration;
use referee_events::{
    BlockResult, Event, FORMAT, Runs, Started, SubmissionResult, Totals, VERSION, Verdict,
};
use referee_programs::Source;
use referee_sandbox::are_runs_ended;

impl Judge<'_> {
    /// Judges everything and emits events to `listener`: the submissions in order, and the cases of
    /// each in order. Returns the totals.
    ///
    /// # Errors
    /// Those of the listener.
    pub fn run<E>(&self, listener: &mut dyn FnMut(&Event) -> Result<(), E>) -> Result<Totals, E> {
        let found = self.inputs.found;
        let named = found.submissions.iter().map(|one| (&*one.name, &one.source));
        let programs: HashMap<&str, &Source> = named.collect();
        let mut totals = Totals::default();
        let mut ends = 0;
        let modules = InstalledModules::new(&self.services);
        let mut tell = |mut event: Event| {
            ends += usize::from(matches!(event, Event::Submission(_)));
            event = found.of_blocks(event);
            if let Event::Judged(judged) = &mut event {
                let source = programs.get(&*judged.contestant).copied();
                modules.add_to(judged, source);
                run_time_errors::add_line(judged, source);
            }
            if let Event::Submission(end) | Event::Block(BlockResult { result: end, .. }) =
                &mut event
            {
                self.fill(end, programs.get(&*end.contestant).copied());
            }
            totals.count(&event);
            listener(&event)
        };
        tell(Event::Started(self.started()))?;
        for message in &self.services.faults {
            tell(Event::Fault { message: message.clone() })?;
        }
        for (name, fault) in &found.others {
            tell(Event::Submission(no_submission(name, fault)))?;
        }
        self.services.watch.expects(found.count_runs(self.inputs.cases.len()));
        let shared = Shared::new(self);
        let jobs = self.services.machine.jobs;
        let at_once = (jobs / found.submissions.len().max(1)).max(1);
        let mut schedule = Schedule::new(self, &shared, at_once);
        let mut report_all = |schedule: &mut Schedule| {
            iter::from_fn(|| schedule.next()).flatten().try_for_each(&mut tell)
        };
        ordered_large(
            jobs,
            found.submissions.len(),
            |at| self.judge_guarded(&found.submissions[at], &shared, at_once, &Known::new()),
            |at, outcome| {
                schedule.add(at, outcome);
                report_all(&mut schedule)
            },
        )?;
        schedule.run();
        report_all(&mut schedule)?;
        let measured = self.services.calibration.and_then(Calibration::measured);
        (totals.calibration, totals.machine) = measured.unzip();
        // An interruption after the last submission has ended loses nothing.
        let all = found.others.len() + found.submissions.len();
        totals.is_interrupted = are_runs_ended() && ends < all;
        listener(&Event::Finished(totals.clone()))?;
        Ok(totals)
    }

    /// Emits the events of a run that was interrupted before anything could be judged.
    ///
    /// # Errors
    /// Those of the listener.
    pub fn run_nothing<E>(
        &self,
        listener: &mut dyn FnMut(&Event) -> Result<(), E>,
    ) -> Result<Totals, E> {
        let totals = Totals { is_interrupted: true, ..Totals::default() };
        listener(&Event::Started(self.started()))?;
        listener(&Event::Finished(totals.clone()))?;
        Ok(totals)
    }

    /// Adds information about a submission that does not come from its runs.
    fn fill(&self, end: &mut SubmissionResult, source: Option<&Source>) {
        let found = self.inputs.found;
        let handed = found.handed_in.get(&end.contestant);
        end.is_folder = found.folders.contains(&end.contestant);
        end.student = handed.map(|handed| handed.student.clone());
        end.lateness = handed.and_then(|handed| handed.lateness.clone());
        end.apply_lateness();
        end.decision = found.decisions.get(&end.contestant).cloned();
        end.untouched = found.untouched.get(&end.contestant).copied();
        end.program = source.map(Source::as_event);
        if let (Some(program), Some(source)) = (&mut end.program, source)
            && end.verdict == Some(Verdict::NoOutput)
        {
            program.writes = source.line_that_writes();
        }
        end.again = found.again.get(&end.contestant).cloned().unwrap_or_default();
    }

    fn started(&self) -> Started {
        let inputs = &self.inputs;
        // The machine may have been measured already, by runs that inferred the time limit.
        let measured = self.services.calibration.and_then(Calibration::measured);
        let machine = measured.map(|(figures, _)| figures);
        let others = inputs.found.others.iter().map(|(name, _)| name);
        let judged = inputs.found.submissions.iter().map(|submission| &submission.name);
        Started {
            format: FORMAT.into(),
            version: VERSION,
            referee: env!("CARGO_PKG_VERSION").into(),
            problem: inputs.problem_name(),
            options: inputs.problem.options(),
            cases: inputs.cases.iter().map(|case| case.name.clone()).collect(),
            contestants: others.chain(judged).cloned().collect(),
            not_on_disk: inputs.not_on_disk.clone(),
            runs: Some(Runs { machine, ..self.services.runs.clone() }),
            groups: inputs.scoring.map_or_else(Vec::new, |scoring| scoring.groups().to_vec()),
            full_score: inputs.scoring.and_then(|scoring| scoring.full_score()),
            shard: self.services.shard.clone().map(Box::new),
            hosts: Vec::new(),
        }
    }
}
