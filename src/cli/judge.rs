//! `referee judge`.

use std::path::Path;
use std::time::Duration;

use super::args::{self, IsolationWhen, JudgeMode};
use super::check::{not_on_disk, one_problem};
use super::output::Output;
use super::record::{self, Asked};
use super::reports::report_on;
use crate::cases;
use crate::cores;
use crate::events::{Event, Runs};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::files;
use crate::judge::language::Languages;
use crate::judge::record::key;
use crate::judge::submission::{self, Found};
use crate::judge::{Judge, Mode, Sandboxes};
use crate::machine::Machine;
use crate::report::plural;
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

pub(super) fn run(args: args::Judge, jobs: Option<usize>, output: &Output) -> anyhow::Result<Exit> {
    let asked = Asked::find(args, jobs, output)?;
    let args = &asked.judge;
    let jobs = asked.jobs.unwrap_or_else(cores::sensible_jobs);
    warn_of_shared_cores(jobs, output);
    // The sandboxes come first: their launchers are made while this process is small.
    let isolation = match args.isolation {
        IsolationWhen::Required => Isolation::Required,
        IsolationWhen::Auto => Isolation::Auto,
        IsolationWhen::Off => Isolation::Off,
    };
    let sandboxes = Sandboxes::start(Setup::new(isolation), jobs)
        .map_err(|error| Fault::judge(error.to_string()))?;
    let machine = Machine::here(Some(jobs));
    let root = args.cases.as_deref().unwrap_or(Path::new("."));
    let cases = cases::find(root)?;
    let problem = one_problem(&cases, &args.problem.named(), root)?;
    if let Some(fault) = cases.faults.into_iter().next() {
        return Err(fault.into());
    }
    let languages = languages(args)?;
    let mut found = Found::default();
    for path in &args.submissions {
        let more = submission::find(path, &languages)?;
        found.submissions.extend(more.submissions);
        found.others.extend(more.others);
    }
    refuse_namesakes(&found)?;
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
    let record = asked.open(root, output)?;
    let judge = Judge {
        problem,
        checker_key: key::of_checker(&problem),
        record: record.as_ref(),
        not_on_disk: not_on_disk(root, &cases.cases)?,
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
    let steps = found.submissions.len() + found.others.len();
    let is_step = |event: &Event| matches!(event, Event::Submission(_));
    let totals = report_on(&args.reports, output, steps, is_step, |listener| {
        asked.begin(judge.record);
        judge.run(listener)
    })?;
    record::end(record, output);
    Ok(Exit::of_totals(&totals))
}

/// Programs that share a core are slower than alone, each by as much as the others use it.
fn warn_of_shared_cores(jobs: usize, output: &Output) {
    let sensible = cores::sensible_jobs();
    if jobs > sensible {
        let cores = plural(sensible, "core", "cores");
        output.warn(&format!(
            "{jobs} programs at a time on {cores}: times are less exact; --jobs {sensible} is sensible"
        ));
    }
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
