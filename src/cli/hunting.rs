//! What `hunt` and `mutate` share: what is hunted, and how hunts show their progress.

use std::sync::Arc;

use referee_counterexamples::shrink::Progress;
use referee_display::progress::ProgressLine;
use referee_events::watch::Watch;
use referee_problem::Problem;
use referee_problem::cases::CaseFile;
use referee_run::judge_task::JudgeTask;
use referee_run::output::OutputSettings;
use referee_sandbox::Isolation;
use referee_strength::hunt::{HuntObserver, HuntTask, Search, SearchProgress};

use super::generate;

/// Returns the task of hunts for the submissions of a task, whose candidates use the settings of
/// the case `like`.
pub(super) fn hunt_task<'a>(
    task: &'a JudgeTask,
    problem: &'a Problem,
    like: &'a CaseFile,
    isolation: Isolation,
    jobs: usize,
    output: &'a OutputSettings,
) -> HuntTask<'a> {
    HuntTask {
        problem,
        file: task.place.file.as_ref(),
        cases: &task.cases,
        like,
        found: &task.found,
        tool_runner: Arc::new(output.tool_runner(isolation, task.languages().clone())),
        make_case: Box::new(|folder, name, machine| {
            generate::make_one(folder, name, machine, output)
        }),
        jobs,
    }
}

/// Shows hunts with these settings.
pub(super) struct ShownHunt<'a>(pub(super) &'a OutputSettings);

impl HuntObserver for ShownHunt<'_> {
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
}

/// The progress line of a search.
struct ShownSearch(ProgressLine);

impl SearchProgress for ShownSearch {
    fn watch(&self) -> &dyn Watch {
        &self.0
    }

    fn tried(&self, submission: &str, tries: u64) {
        self.0.tell(referee_results::hunt::progress(submission, tries));
    }

    fn shrunk(&self, progress: &Progress) {
        self.0.tell(referee_results::shrink::progress(progress));
    }
}
