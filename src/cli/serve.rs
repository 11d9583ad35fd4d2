//! `referee serve`.

use std::io::{BufReader, stdin};

use super::args::ServeArgs;
use referee_base::cores;
use referee_base::fault::Fault;
use referee_batch::{
    Engine, Remark, Service, TaskFormat, TaskIndex, answer_http, answer_lines, listen,
};
use referee_events::exit::Exit;
use referee_programs::language::Languages;
use referee_programs::{Sandboxes, Toolchains};
use referee_run::output::{OutputSettings, cannot_print};
use referee_run::{problem_tasks, settings};
use referee_sandbox::{Isolation, Setup};

pub(super) fn run(
    args: &ServeArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    // Errors in the address are reported first.
    let token = args.token_file.as_deref();
    let door = args.listen.as_ref().map(|address| listen(address, token)).transpose()?;
    let jobs = jobs.unwrap_or_else(cores::sensible_jobs);
    let judging = &args.judging;
    let candidates = judging.settings(output.start);
    // Started first, since everything depends on the capabilities of the first sandbox.
    let sandboxes = Sandboxes::start(Setup::new(candidates.isolation), jobs)
        .map_err(|error| Fault::judge(error.to_string()))?;
    let languages = judging.languages.as_deref();
    let languages = settings::languages(languages, settings::NOTHING, &args.tasks, output)?;
    let toolchains = Toolchains::default();
    let mut tasks = known(args, jobs, &languages, candidates.isolation, output)?;
    let format = TaskFormat { shape: args.format, table: None };
    let engine = Engine { languages: &languages, sandboxes: &sandboxes, toolchains: &toolchains };
    let reward = judging.reward.clone();
    let service = Service::new(&candidates, engine, format, tasks.as_mut(), reward);
    if let Some((listener, access)) = door {
        output.print(&format!("{listener}\n"))?;
        let answered = answer_http(&service, listener, &access, jobs);
        answered.map_err(|error| Fault::judge(format!("cannot listen: {error}")))?;
        return Ok(Exit::Expected);
    }
    answer_lines(&service, BufReader::new(stdin()), output.stdout(), jobs)
        .map_err(|error| cannot_print(&error))?;
    Ok(Exit::Expected)
}

/// Reads the tasks that requests can refer to by name.
fn known(
    args: &ServeArgs,
    jobs: usize,
    languages: &Languages,
    isolation: Isolation,
    output: &OutputSettings,
) -> Result<Option<TaskIndex>, Fault> {
    if args.tasks.is_empty() {
        return Ok(None);
    }
    let (problems, files) = problem_tasks::find(&args.tasks, jobs, languages, isolation, output)?;
    let format = TaskFormat { shape: args.format, table: None };
    let remark = &mut |remark| match remark {
        Remark::Malformed(fault) => output.warn(&fault.one_line()),
        Remark::Warning(warning) => output.warn(&warning),
    };
    TaskIndex::read(&referee_batch::find(&files)?, problems, format, remark).map(Some)
}
