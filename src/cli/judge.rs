//! `referee judge`.

use std::sync::Arc;
use std::time::Duration;

use super::args::{self, IsolationWhen, JudgeMode};
use super::check::{not_on_disk, one_problem};
use super::output::Output;
use super::reports::{refuse_unfit, report_on};
use crate::cases;
use crate::events::{Event, Runs};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::files;
use crate::judge::language::Languages;
use crate::judge::submission::{self, Found};
use crate::judge::{Judge, Mode, Sandboxes};
use crate::machine::Machine;
use crate::problem_file;
use crate::sandbox::{Isolation, Limits, MemoryRule, Setup};

/// How much longer than its CPU time a program may take on the clock: waiting is no work, but it must end.
const WALL_FACTOR: u32 = 2;

/// What a program may take on the clock beyond that, for its start.
const WALL_EXTRA: Duration = Duration::from_secs(1);

/// How many processes and threads a program may have: virtual machines start some dozens.
const PROCESSES: u32 = 128;

/// What a compiler may use.
const COMPILE_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(60),
    wall: Duration::from_secs(120),
    memory: 2 << 30,
    memory_rule: MemoryRule::Resident,
    output: 8 << 20,
    processes: 1024,
    file_size: 512 << 20,
    disk: 1 << 30,
    stack: u64::MAX,
};

pub(super) fn run(
    mut args: args::Judge,
    jobs: Option<usize>,
    output: &Output,
) -> anyhow::Result<Exit> {
    // The sandboxes come first: their launchers are made while this process is small.
    let jobs = jobs.unwrap_or_else(sensible_jobs);
    let isolation = match args.isolation {
        IsolationWhen::Required => Isolation::Required,
        IsolationWhen::Auto => Isolation::Auto,
        IsolationWhen::Off => Isolation::Off,
    };
    let sandboxes = Sandboxes::start(Setup::new(isolation), jobs)
        .map_err(|error| Fault::judge(error.to_string()))?;
    let machine = Machine::here(Some(jobs));
    let cases = cases::find(&args.cases)?;
    let problem = one_problem(&cases, &args.problem.named(), &args.cases)?;
    if let Some(fault) = cases.faults.into_iter().next() {
        return Err(fault.into());
    }
    let languages = languages(&args)?;
    let mut found = Found::default();
    for path in &args.submissions {
        let more = submission::find(path, &languages)?;
        found.add(more);
    }
    refuse_namesakes(&found)?;
    let count = found.submissions.len() + found.others.len();
    refuse_unfit(&args.reports, Some(count))?;
    args.reports.seeing = args.feedback.seeing();
    let limits = Limits {
        cpu: args.time,
        wall: args.time * WALL_FACTOR + WALL_EXTRA,
        memory: args.memory << 20,
        memory_rule: MemoryRule::AddressSpace,
        output: args.output << 20,
        processes: PROCESSES,
        file_size: args.output << 20,
        disk: args.output << 20,
        stack: u64::MAX,
    };
    let layers = sandboxes.layers();
    let runs = Runs {
        cpu_milliseconds: limits.cpu.as_millis() as u64,
        memory_mib: args.memory,
        isolation: layers.holding().join(", "),
        not_isolated: layers
            .missing()
            .iter()
            .map(|(layer, why)| format!("no {layer}: {why}"))
            .collect(),
    };
    let names: Vec<Arc<str>> = cases.cases.iter().map(|case| case.name.clone()).collect();
    let scheme = problem_file::scheme(&args.cases, &names)?;
    let judge = Judge {
        problem,
        scheme: scheme.as_ref(),
        excerpts: args.reports.want_excerpts(),
        not_on_disk: not_on_disk(&args.cases, &cases.cases)?,
        cases: &cases.cases,
        found: &found,
        limits,
        compile_limits: COMPILE_LIMITS,
        mode: match args.mode {
            JudgeMode::FirstFailure => Mode::FirstFailure,
            JudgeMode::All => Mode::All,
        },
        machine,
        executor: &sandboxes,
        runs,
    };
    let is_step = |event: &Event| matches!(event, Event::Submission(_));
    let totals = report_on(&args.reports, output, count, is_step, |listener| judge.run(listener))?;
    Ok(Exit::of_totals(&totals))
}

/// Half of the cores: runs that share a core, or a cache and its clock, are slower than alone.
fn sensible_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

fn languages(args: &args::Judge) -> Result<Languages, Fault> {
    let shipped = Languages::shipped();
    let Some(path) = &args.languages else { return Ok(shipped) };
    let text = files::read_text(path)?;
    shipped.with(&text).map_err(|error| Fault::document(path, &error, &text))
}

/// Reports tell submissions apart by name.
fn refuse_namesakes(found: &Found) -> Result<(), Fault> {
    let mut names = std::collections::BTreeSet::new();
    let all = found.submissions.iter().map(|submission| &submission.name);
    let all = all.chain(found.others.iter().map(|(name, _)| name));
    match all.into_iter().find(|name| !names.insert(name.to_string())) {
        None => Ok(()),
        Some(twice) => Err(Fault::bad_input(format!("two submissions are called {twice}"))
            .help("rename one of them, or judge them one after the other")),
    }
}
