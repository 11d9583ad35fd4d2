//! `referee judge`.

use std::cell::OnceCell;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::again;
use super::args::{self, IsolationWhen, JudgeMode};
use super::only;
use super::output::Output;
use super::place::Place;
use super::record::{self, Asked};
use super::reports::{refuse_unfit, report_on};
use super::settings;
use crate::cores;
use crate::events::{Event, Judged, Runs, Tool};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::judge::finding;
use crate::judge::submission::Found;
use crate::judge::too_slow::Watch;
use crate::judge::{Judge, Mode, limit};
use crate::machine::Machine;
use crate::parallel::ordered_large;
use crate::problem::Workshop;
use crate::problem::limits::GivenLimits;
use crate::programs::language::Language;
use crate::programs::{Sandboxes, Toolchains};
use crate::report::plural;
use crate::report::progress::Progress;
use crate::sandbox::{Isolation, Setup};

pub(super) fn run(args: args::Judge, jobs: Option<usize>, output: &Output) -> anyhow::Result<Exit> {
    let mut asked = Asked::find(args, jobs, output)?;
    asked.judge.reports.seeing = asked.judge.feedback.seeing();
    asked.judge.reports.explain_expected = asked.judge.explain_expected;
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
    let given = args.place.iter().chain(&args.submissions);
    let languages = settings::languages(args.languages.as_deref(), given, output)?;
    let workshop = Workshop::new(isolation, languages.clone());
    let named = args.problem.named_with(workshop);
    let root = args.place.as_deref().unwrap_or(Path::new("."));
    let place = Place::find(root, &named)?;
    if let Some(note) = &place.note {
        output.warn(note);
    }
    if let Some(package) = &place.package {
        package.refuse_unfit()?;
    }
    let mut cases = place.find_cases()?;
    if let Some(package) = &place.package {
        cases.cases.extend(package.package.static_validations());
        cases.cases.sort_by(|a, b| a.name.cmp(&b.name));
    }
    let problem = place.problem(&cases, &named)?;
    if let Some(fault) = cases.faults.into_iter().next() {
        return Err(fault.into());
    }
    let mut not_on_disk = place.not_on_disk(&cases.cases)?;
    let names: Vec<Arc<str>> = cases.cases.iter().map(|case| case.name.clone()).collect();
    let mut scheme = place.scheme(&names)?;
    let mut grader = place.grader(&names);
    if let Some(only) = only::globs(&args.only)? {
        // Points are for all cases.
        scheme = None;
        grader = None;
        cases.cases.retain(|case| only.is_match(&*case.name));
        not_on_disk.retain(|name| only.is_match(name));
        if cases.cases.is_empty() {
            return Err(only::nothing(&args.only).at(&place.cases).into());
        }
    }
    let mut found = Found::default();
    match &place.package {
        Some(package) => {
            let named = &args.submissions;
            found.add(super::package::submissions(package, named, &languages, args.grouping())?)
        }
        None => {
            for path in submissions(args, &place)? {
                found.add(finding::find(&path, &languages, args.grouping())?);
            }
        }
    }
    refuse_namesakes(&found)?;
    let count = found.submissions.len() + found.others.len();
    refuse_unfit(&args.reports, Some(count))?;
    let given = place.limits();
    let given = args.limits.given().or(given);
    let limits = given.limits();
    let layers = sandboxes.layers();
    let toolchains = Toolchains::default();
    let has_several_files = found.submissions.iter().any(|one| one.source.files.len() > 1);
    let runs = Runs {
        cpu_milliseconds: limits.cpu.as_millis() as u64,
        memory_mib: limits.memory >> 20,
        isolation: [layers.holding(), layers.notes.iter().map(|note| &**note).collect()]
            .concat()
            .join(", "),
        not_isolated: layers
            .missing()
            .iter()
            .map(|(layer, why)| format!("no {layer}: {why}"))
            .collect(),
        tools: tools(&found, &toolchains, &sandboxes, jobs),
        inferred: None,
        again: again::command(args, root, None, has_several_files),
    };
    let record = asked.open(root, output)?;
    let progress = Progress::of_parts(!output.quiet, "judging", count, cases.cases.len());
    let on_run = |judged: &Judged| match judged.kept {
        true => progress.free_step(),
        false => progress.step(),
    };
    let timed_runs = OnceCell::new();
    let mut judge = Judge {
        timed: None,
        checker_key: problem.checker_key()?,
        record: record.as_ref(),
        problem,
        scheme: scheme.as_ref(),
        grader: grader.as_ref(),
        repeat: args.repeat,
        allow_missing_compilers: args.allow_missing_compilers,
        excerpts: args.reports.want_excerpts(),
        not_on_disk,
        cases: &cases.cases,
        found: &found,
        limits,
        time_limit_to_tle: place.time_limit_to_tle(),
        compile_limits: place.compile_limits(),
        mode: match args.mode {
            JudgeMode::FirstFailure => Mode::FirstFailure,
            JudgeMode::All => Mode::All,
        },
        machine,
        toolchains: &toolchains,
        executor: &sandboxes,
        on_run: &on_run,
        runs,
    };
    let (mut runs, mut kept) = (0, 0);
    let mut watch = judge.time_limit_to_tle.map(|factor| Watch::new(&found, factor));
    let advance = |event: &Event| {
        if let Some(watch) = &mut watch {
            watch.event(event);
        }
        match event {
            Event::Judged(judged) => {
                runs += 1;
                kept += usize::from(judged.kept);
            }
            Event::Submission(_) => {
                progress.end_part(cases.cases.len() - runs, runs == kept);
                (runs, kept) = (0, 0);
            }
            _ => {}
        }
    };
    let mut session = None;
    let totals = report_on(&args.reports, output, &progress, advance, |listener| {
        // From here on it is a run that can be interrupted: whatever refuses it has been asked.
        session = asked.begin(judge.record, output);
        if let Some((factor, resolution)) = inference(args, &place, given.time) {
            // A package says by all its submissions how long it takes, and not by those that were named.
            let all = match &place.package {
                Some(package) => {
                    Some(super::package::submissions(package, &[], &languages, args.grouping())?)
                }
                None => None,
            };
            let timed = Judge { found: all.as_ref().unwrap_or(&found), ..judge.clone() };
            let (time, inferred, runs) = limit::infer(&timed, factor, resolution)?;
            judge.timed = Some(timed_runs.get_or_init(|| runs));
            judge.limits = GivenLimits { time: Some(time), ..given }.limits();
            judge.runs.cpu_milliseconds = time.as_millis() as u64;
            judge.runs.inferred = Some(inferred);
            judge.runs.again = again::command(args, root, Some(time), has_several_files);
        }
        judge.run(listener)
    })?;
    watch.iter().flat_map(Watch::warnings).for_each(|warning| output.warn(&warning));
    record::end(record, session, output);
    Ok(Exit::of_totals(&totals))
}

/// The compilers and interpreters of all submissions.
fn tools(found: &Found, toolchains: &Toolchains, sandboxes: &Sandboxes, jobs: usize) -> Vec<Tool> {
    let mut languages: Vec<&Language> = Vec::new();
    for language in found.submissions.iter().map(|submission| &submission.source.language) {
        if !languages.contains(&language) {
            languages.push(language);
        }
    }
    languages.sort_by_key(|language| &language.title);
    let mut tools = Vec::new();
    let of = |at: usize| toolchains.of(languages[at], sandboxes);
    let Ok(()) = ordered_large(jobs, languages.len(), of, |at, toolchain| {
        let language = &languages[at].title;
        tools.extend(toolchain.programs.iter().map(|program| program.as_event(language)));
        Ok::<(), Infallible>(())
    });
    tools
}

/// By which factor and to which resolution the limit of time is to be inferred, if it is.
fn inference(args: &args::Judge, place: &Place, given: Option<Duration>) -> Option<(f64, f64)> {
    let own = place.package.as_ref().map(|package| &package.package.metadata.limits);
    let resolution = own.map_or(1.0, |limits| limits.time_resolution);
    match (args.limits.infer_time_limit, own) {
        (Some(factor), _) => Some((factor, resolution)),
        (None, Some(limits)) if given.is_none() => Some((limits.ac_to_time_limit, resolution)),
        _ => None,
    }
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

/// The submissions that are named, or else those of the problem folder.
fn submissions(args: &args::Judge, place: &Place) -> Result<Vec<PathBuf>, Fault> {
    if !args.submissions.is_empty() {
        return Ok(args.submissions.clone());
    }
    match place.file.as_ref().and_then(|file| file.submissions.clone()) {
        Some(folder) => Ok(vec![folder]),
        None => Err(Fault::bad_input("there are no submissions to judge")
            .at(&place.cases)
            .help("name them, or put them into a folder `submissions` beside problem.toml")),
    }
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
