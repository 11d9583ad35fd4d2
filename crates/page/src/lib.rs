//! Web pages: the page of a run, one HTML file that opens anywhere without a network, and the page
//! of a student (`student.rs`), which has no script. They are made of events, and of what `report`
//! derives from these; the engine is unknown here.
//!
//! The page of a run stores the results as compressed blocks (`block.rs`), which a script inflates
//! on demand (`script/`), and has a part that needs no script (`static_part.rs`). Text chosen by
//! contestants is never markup. docs/reports.md describes the page, and `run_block.rs` its data.

mod against;
mod block;
mod case_view;
mod columns;
mod document;
mod equal_outputs;
mod kinds;
mod limit;
mod page_run;
mod refusal;
mod run_block;
mod script;
mod static_part;
mod statistics_part;
mod student;
mod submission;
mod suite_block;
mod suite_part;

use std::io::{self, Write};
use std::sync::Arc;

pub use case_view::{CaseSource, CaseView, EmbeddedImage, SvgPicture, TextStart};
use page_run::PageRun;
pub use page_run::{DEFAULT_LIMIT, PageServices};
use run_block::UncountedFile;
pub use suite_block::{SuiteFindings, SuiteSource};

use referee_events::Event;
use referee_report::earlier::EarlierRun;
use referee_report::students::Page;
use referee_report::{PartialReport, WebPages};

impl<'w> WebPages<'w> for PageServices<'w> {
    fn of_run(
        self,
        out: impl Write + 'w,
        earlier: Option<&Arc<EarlierRun>>,
    ) -> Box<dyn PartialReport + 'w> {
        Box::new(RunPage { out, services: self, earlier: earlier.cloned(), run: None })
    }

    fn of_student(page: &Page) -> String {
        student::html(page)
    }

    fn note(&self) -> &'w dyn Fn(&str) {
        self.note
    }
}

struct RunPage<'w, W> {
    out: W,
    services: PageServices<'w>,
    earlier: Option<Arc<EarlierRun>>,
    run: Option<PageRun>,
}

impl<W: Write> PartialReport for RunPage<'_, W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Event::Started(started) = event {
            self.run = Some(PageRun::begin(started, self.earlier.as_ref(), &self.services));
        }
        let Some(run) = &mut self.run else { return Ok(()) };
        if let Some(changes) = &mut run.changes {
            changes.event(event);
        }
        if let Some(statistics) = &mut run.statistics {
            statistics.event(event);
        }
        match event {
            Event::Started(_) | Event::Block(_) => {}
            Event::Judged(judged) => run.judged(judged),
            Event::Submission(end) => run.ended(end, self.services.cases)?,
            Event::Fault { message } => run.faults.push(message.clone()),
            Event::Extra { contestant, path, message } => run.extras.push(UncountedFile {
                contestant: contestant.clone(),
                path: path.clone(),
                message: message.clone(),
            }),
            Event::Finished(totals) => {
                let Some(run) = self.run.take() else { return Ok(()) };
                let left_out = document::write(&mut self.out, run, totals, &self.services)?;
                self.out.flush()?;
                if !left_out.is_empty() {
                    let said = left_out.join(" ");
                    (self.services.note)(&format!(
                        "the page is not complete, --details html=SIZE makes room: {said}"
                    ));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod data_types;
#[cfg(test)]
mod tests;
