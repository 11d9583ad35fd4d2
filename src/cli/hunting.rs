//! What hunts need from the command line: a progress line on standard error, warnings, and recipes.

use std::path::Path;

use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_counterexamples::shrink::ShrinkProgress;
use referee_display::progress::ProgressLine;
use referee_events::watch::Watch;
use referee_run::output::OutputSettings;
use referee_strength::hunt::{HuntHost, Search, SearchProgress};

use super::generate;

/// Hosts hunts with these settings.
pub(super) struct CommandLine<'a>(pub(super) &'a OutputSettings);

impl HuntHost for CommandLine<'_> {
    fn begin(&self, search: Search) -> Box<dyn SearchProgress + '_> {
        let verb = match search {
            Search::Hunting => "hunting",
            Search::Shrinking => "shrinking",
        };
        Box::new(ShownSearch(self.0.progress_of_search(verb)))
    }

    fn warn(&self, text: &str) {
        self.0.warn(text);
    }

    fn make_case(&self, folder: &Path, name: &str, machine: Machine) -> Result<(), Fault> {
        generate::make_one(folder, name, machine, self.0)
    }
}

/// The progress line of a search.
struct ShownSearch(ProgressLine);

impl SearchProgress for ShownSearch {
    fn watch(&self) -> &dyn Watch {
        &self.0
    }

    fn tried(&self, submission: &str, tries: u64) {
        self.0.set_status(referee_results::hunt::progress(submission, tries));
    }

    fn shrunk(&self, progress: &ShrinkProgress) {
        self.0.set_status(referee_results::shrink::progress(progress));
    }
}
