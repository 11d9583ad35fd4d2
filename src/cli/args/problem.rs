//! The flags that name a problem.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::super::output::OutputSettings;
use super::super::settings;
use referee_base::fault::Fault;
use referee_problem::{ProblemSelection, ToolRunner};
use referee_sandbox::Isolation;

/// The problem of the cases, where no `problem.toml` says it.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct ProblemArgs {
    /// The problem of the cases [default: as the nearest problem.toml says]
    #[arg(long, value_name = "NAME")]
    problem: Option<String>,
    /// Set an option of the problem's checker (see `referee problems`); can be repeated
    #[arg(long = "checker-option", value_name = "NAME")]
    options: Vec<String>,
    /// Follow links of a package folder within this folder around it [default: the repository that it is in]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl ProblemArgs {
    /// The flags as they were given.
    pub(in crate::cli) fn words(&self) -> Vec<String> {
        let problem = self.problem.iter().flat_map(|name| ["--problem".into(), name.clone()]);
        let options =
            self.options.iter().flat_map(|name| ["--checker-option".into(), name.clone()]);
        let root = self.root.iter().map(|root| root.to_string_lossy().into_owned());
        let root = root.flat_map(|root| ["--root".into(), root]);
        problem.chain(options).chain(root).collect()
    }

    /// Whether a problem is named.
    pub(in crate::cli) fn names_one(&self) -> bool {
        self.problem.is_some()
    }

    /// What is said about the problem, with the user's own languages; `problems` and `others` are the paths that the command
    /// works on.
    pub(in crate::cli) fn named<P: AsRef<Path>, O: AsRef<Path>>(
        &self,
        problems: impl IntoIterator<Item = P>,
        others: impl IntoIterator<Item = O>,
        output: &OutputSettings,
    ) -> Result<ProblemSelection, Fault> {
        let languages = settings::languages(None, problems, others, output)?;
        Ok(self.named_with(output.tool_runner(Isolation::Auto, languages)))
    }

    /// What is said about the problem, with where programs of its own are to be built and run.
    pub(in crate::cli) fn named_with(&self, tool_runner: ToolRunner) -> ProblemSelection {
        let ProblemArgs { problem, options, root } = self;
        ProblemSelection {
            problem: problem.clone(),
            options: options.clone(),
            root: root.clone(),
            tool_runner: Arc::new(tool_runner),
        }
    }
}
