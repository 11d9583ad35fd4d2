//! `referee doctor`, and `referee --version --verbose`, which tells of the same in short.

use std::path::Path;

use super::args::{DoctorArgs, FormatArg};
use super::output::OutputSettings;
use super::settings;
use crate::doctor::Examination;
use crate::exit::Exit;
use crate::programs::Sandboxes;
use crate::report;
use referee_base::cores;
use referee_base::fault::Fault;
use referee_sandbox::{Isolation, Setup};

/// The widest report: it is copied into tickets and mails.
const WIDTH: usize = 80;

pub(super) fn run(
    args: DoctorArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let found = examine(args.languages.as_deref(), jobs, output)?;
    let exit = match args.strict && !found.isolation.complete {
        true => Exit::Failed,
        false => Exit::Expected,
    };
    match args.format {
        FormatArg::Json => output.print(&report::doctor::json(&found))?,
        FormatArg::Human if exit == Exit::Expected => {
            output.tell(&report::doctor::human(&found, output.width().min(WIDTH)))?;
        }
        FormatArg::Human => {
            output.print(&report::doctor::human(&found, output.width().min(WIDTH)))?;
        }
    }
    Ok(exit)
}

/// Prints the version with the build, the isolation layers and the toolchains that are there.
pub(super) fn version(output: &OutputSettings) -> anyhow::Result<Exit> {
    let found = examine(None, None, output)?;
    output.print(&report::doctor::version(&found, output.width().min(WIDTH)))?;
    Ok(Exit::Expected)
}

fn examine(
    languages: Option<&Path>,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> Result<Examination, Fault> {
    let jobs = jobs.unwrap_or_else(cores::sensible_jobs);
    // Started first: their launchers are created while this process is small.
    let sandboxes = Sandboxes::start(Setup::new(Isolation::Auto), jobs)
        .map_err(|error| Fault::judge(error.to_string()))?;
    let languages = settings::languages(languages, settings::NOTHING, settings::NOTHING, output)?;
    Ok(Examination::of(&languages, &sandboxes, jobs))
}
