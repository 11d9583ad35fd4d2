//! The reports of a run: where each goes, and the events passed on to all of them.

use std::collections::BTreeSet;

use super::args::{ReportTo, Reports};
use super::output::{Output, cannot_print};
use crate::events::{Event, Totals};
use crate::fault::Fault;
use crate::files::{Existing, WholeFile};
use crate::report::progress::Progress;
use crate::report::{Kind, Style};

/// Makes the reports that are wanted of a run, which gets a listener and says what the totals are. `steps` is how many
/// steps the run has, and `is_step` whether an event is one.
pub(super) fn report_on(
    wanted: &Reports,
    output: &Output,
    steps: usize,
    mut is_step: impl FnMut(&Event) -> bool,
    run: impl FnOnce(&mut dyn FnMut(&Event) -> Result<(), Fault>) -> Result<Totals, Fault>,
) -> Result<Totals, Fault> {
    let human = [ReportTo { kind: Kind::Human, file: None }];
    let all = if wanted.reports.is_empty() { &human[..] } else { &wanted.reports[..] };
    refuse_two_in_one_place(all)?;
    let (width, details, quiet) = (output.width(), wanted.details, output.quiet);
    let style = Style { width, details, quiet, plain: false };
    let existing = if wanted.force { Existing::Replace } else { Existing::Keep };
    let mut files = all
        .iter()
        .map(|to| to.file.as_deref().map(|path| WholeFile::begin(path, existing)).transpose())
        .collect::<Result<Vec<_>, Fault>>()?;
    let mut reports = Vec::new();
    for (to, file) in all.iter().zip(&mut files) {
        let report = match file {
            Some(file) => to.kind.begin(&mut *file, &Style { plain: true, ..style.clone() }),
            None => to.kind.begin(output.stdout(), &style),
        };
        reports.push((report, to.file.as_deref()));
    }
    let mut progress = Progress::new(!output.quiet, "judging", steps);
    let totals = run(&mut |event: &Event| {
        if is_step(event) {
            progress.step();
        }
        if matches!(event, Event::Finished(_)) {
            progress.end();
        }
        reports.iter_mut().try_for_each(|(report, path)| {
            report.event(event).map_err(|error| match path {
                Some(path) => Fault::cannot_write(path, &error),
                None => cannot_print(&error),
            })
        })
    })?;
    drop(reports);
    for file in files.into_iter().flatten() {
        file.finish()?;
    }
    Ok(totals)
}

fn refuse_two_in_one_place(wanted: &[ReportTo]) -> Result<(), Fault> {
    if wanted.iter().filter(|to| to.file.is_none()).count() > 1 {
        let fault = Fault::bad_input("two reports would both go to standard output");
        return Err(fault.help("give all but one of them a file, as in junit=report.xml"));
    }
    let mut places = BTreeSet::new();
    for path in wanted.iter().filter_map(|to| to.file.as_deref()) {
        let place = std::path::absolute(path).map_err(|e| Fault::cannot_write(path, &e))?;
        if !places.insert(place) {
            return Err(Fault::bad_input("two reports would both go to this file").at(path));
        }
    }
    Ok(())
}
