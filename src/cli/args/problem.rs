//! The flags that name a problem.

use std::path::{Path, PathBuf};

use clap::Args;

use referee_base::fault::Fault;
use referee_problem::ProblemSelection;
use referee_run::ProblemSpec;
use referee_run::output::OutputSettings;
use referee_run::settings;
use referee_sandbox::Isolation;

/// The problem of the cases, if no `problem.toml` says it.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct ProblemArgs {
    /// The problem of the cases [default: the one in the nearest problem.toml]
    #[arg(long, value_name = "NAME")]
    problem: Option<String>,
    /// Set an option of the problem's checker (see `referee problems`); can be repeated
    #[arg(long = "checker-option", value_name = "NAME")]
    options: Vec<String>,
    /// Follow links of a package that stay inside this folder [default: the repository of the
    /// package]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl ProblemArgs {
    /// Returns the selected problem.
    pub(in crate::cli) fn spec(self) -> ProblemSpec {
        let ProblemArgs { problem, options, root } = self;
        ProblemSpec { problem, options, root }
    }

    /// Returns the selection of the problem, with the user's languages; `problems` and `others` are
    /// the paths that the command works on.
    pub(in crate::cli) fn named<P: AsRef<Path>, O: AsRef<Path>>(
        &self,
        problems: impl IntoIterator<Item = P>,
        others: impl IntoIterator<Item = O>,
        output: &OutputSettings,
    ) -> Result<ProblemSelection, Fault> {
        let languages = settings::languages(None, problems, others, output)?;
        Ok(self.clone().spec().selection(output.tool_runner(Isolation::Auto, languages)))
    }
}
