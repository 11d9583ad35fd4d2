//! `referee doctor`, and `referee --version --verbose`, which reports the same in short.

use std::path::Path;

use super::args::{DoctorArgs, ResultKind};
use referee_base::cores;
use referee_base::fault::Fault;
use referee_events::exit::Exit;
use referee_programs::Sandboxes;
use referee_programs::doctor::{BuildInfo, Examination};
use referee_run::output::{OutputSettings, columns};
use referee_run::settings;
use referee_sandbox::{Isolation, Setup};

/// The maximum width of the report, since it is copied into tickets and mails.
const WIDTH: usize = 80;

pub(super) fn run(
    args: DoctorArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let begun = args.reports.begin()?;
    let found = examine(args.languages.as_deref(), jobs, output)?;
    let lacks = args.strict && !found.isolation.complete;
    let exit = if lacks { Exit::Failed } else { Exit::Expected };
    for report in begun {
        let human = || referee_results::doctor::human(&found, columns().min(WIDTH));
        match report.kind {
            ResultKind::Json => {
                report.write(&referee_results::doctor::json(&found), false, output)?
            }
            // `--quiet` only hides a report that all is well.
            ResultKind::Human if exit != Exit::Expected && report.is_printed() => {
                output.print(&human())?;
            }
            ResultKind::Human => report.write(&human(), true, output)?,
        }
    }
    Ok(exit)
}

/// Prints the version with the build, the isolation layers and the installed toolchains.
pub(super) fn version(output: &OutputSettings) -> anyhow::Result<Exit> {
    let found = examine(None, None, output)?;
    output.print(&referee_results::doctor::version(&found, columns().min(WIDTH)))?;
    Ok(Exit::Expected)
}

fn examine(
    languages: Option<&Path>,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> Result<Examination, Fault> {
    let jobs = jobs.unwrap_or_else(cores::sensible_jobs);
    // Started first, since everything depends on the capabilities of the first sandbox.
    let sandboxes = Sandboxes::start(Setup::new(Isolation::Auto), jobs)
        .map_err(|error| Fault::judge(error.to_string()))?;
    let languages = settings::languages(languages, settings::NOTHING, settings::NOTHING, output)?;
    Ok(Examination::of(this_build(), &languages, &sandboxes, jobs))
}

/// Returns the information that the build script has recorded.
fn this_build() -> BuildInfo {
    let said = |text: &'static str| Some(text).filter(|text| !text.is_empty());
    BuildInfo {
        version: env!("CARGO_PKG_VERSION"),
        commit: said(env!("REFEREE_COMMIT")),
        sources: referee_judge::SOURCES,
        profile: env!("REFEREE_PROFILE"),
        features: env!("REFEREE_FEATURES").split_whitespace().collect(),
        target: env!("REFEREE_TARGET"),
        compiler: env!("REFEREE_COMPILER"),
    }
}
