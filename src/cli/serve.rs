//! `referee serve`.

use std::io::{BufReader, Write, stdin};

use super::args::ServeArgs;
use referee_base::cores;
use referee_base::fault::Fault;
use referee_batch::{Service, TaskFormat, answer_lines};
use referee_events::exit::Exit;
use referee_programs::{Sandboxes, Toolchains};
use referee_run::output::{OutputSettings, cannot_print};
use referee_run::settings;
use referee_sandbox::Setup;

pub(super) fn run(
    args: &ServeArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let jobs = jobs.unwrap_or_else(cores::sensible_jobs);
    let judging = &args.judging;
    let candidates = judging.settings(output.start());
    // Started first: all depends on what the first sandbox can do.
    let sandboxes = Sandboxes::start(Setup::new(candidates.isolation), jobs)
        .map_err(|error| Fault::judge(error.to_string()))?;
    let no_folder: [&std::path::Path; 0] = [];
    let languages = judging.languages.as_deref();
    let languages = settings::languages(languages, settings::NOTHING, no_folder, output)?;
    let toolchains = Toolchains::default();
    let format = TaskFormat { shape: args.format, table: None };
    let programs = (&sandboxes, &toolchains);
    let service = Service::new((&candidates, &languages), programs, format, judging.reward.clone());
    let write = |answer: &str| {
        let mut stdout = output.stdout();
        writeln!(stdout, "{answer}").and_then(|()| stdout.flush())
    };
    answer_lines(&service, BufReader::new(stdin()), &write, jobs)
        .map_err(|error| cannot_print(&error))?;
    Ok(Exit::Expected)
}
