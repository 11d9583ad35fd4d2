//! `referee evaluate`.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use super::args::{self, ResultKind};
use referee_author::compare;
use referee_author::evaluate::{Evaluation, EvaluationPlan, Positions, short};
use referee_author::stretches;
use referee_base::fault::{Fault, show};
use referee_base::files::WholeFile;
use referee_base::machine::Machine;
use referee_events::exit::Exit;
use referee_games::positions;
use referee_run::output::{OutputSettings, cannot_print};
use referee_run::reports::WholeReport;

pub(super) fn run(
    args: args::EvaluateArgs,
    machine: Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    refuse_two_in_one_place(&args)?;
    if let Some(seconds) = args.compare {
        return compare(&args, Duration::from_secs(seconds), &machine, output);
    }
    let rule = short(&args.rule);
    if let Some(stretches) = &args.stretches {
        return in_stretches(&args, stretches, &machine, output);
    }
    let (of_rule, method) = (args.rule.clone(), args.method.as_deref());
    let mut plan = EvaluationPlan::new(of_rule, args.upto, args.nim, method, machine)?;
    plan.fit = args.fit;
    let is_printed = args.positions.as_deref() == Some(Path::new("-"));
    if is_printed && (args.counts || args.reports.are_printed(ResultKind::Json)) {
        let fault =
            Fault::bad_input("the positions and the report would both go to standard output");
        return Err(fault.help("give the positions a file, as in --positions cold.txt").into());
    }
    // Opened before the work, so that a file that must not be overwritten is reported immediately.
    let begin = |path: &PathBuf| WholeFile::begin(path, args.reports.existing());
    let reports = args.reports.begin()?;
    // Shown before any file is opened, so that an interruption after that reports that nothing is
    // kept.
    let progress = output.progress_of_share("evaluating");
    let list = args.positions.as_ref().filter(|_| !is_printed).map(begin).transpose()?;
    let plot = begin_plot(&args)?;

    let (evaluation, positions) = plan.run(&|share| progress.reach(share))?;
    progress.end();

    if let Some(mut list) = list {
        let is_text = list.path().extension().is_some_and(|extension| extension == "txt");
        let written = write(&positions, &evaluation.rule, is_text, &mut list);
        list.finish_if(written)?;
    }
    if is_printed {
        let mut out = BufWriter::new(output.stdout());
        write(&positions, &evaluation.rule, true, &mut out)
            .and_then(|()| out.flush())
            .map_err(|error| cannot_print(&error))?;
    }
    let reports = reports.into_iter().filter(|report| !is_printed || !report.is_printed());
    write_reports(reports, &evaluation, &rule, args.counts, output)?;
    // Last: there may be nothing to draw.
    finish_plot(plot, || referee_results::evaluation::plot(&evaluation, &rule))?;
    Ok(Exit::Expected)
}

fn in_stretches(
    args: &args::EvaluateArgs,
    stretches: &Path,
    machine: &Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let (plot, reports) = (begin_plot(args)?, args.reports.begin()?);
    let progress = output.progress_of_share("evaluating");
    let kept = format!("each whole stretch is kept in {}", show(stretches));
    output.interruption.keeps(kept);
    output.interruption.goes_on("run the same command to continue");
    let tell = |share| progress.reach(share);
    let found = stretches::evaluate(&args.rule, args.upto, stretches, machine, &tell)?;
    progress.end();
    let rule = short(&args.rule);
    write_reports(reports, &found, &rule, args.counts, output)?;
    finish_plot(plot, || referee_results::evaluation::plot(&found, &rule))?;
    Ok(Exit::Expected)
}

fn write_reports(
    reports: impl IntoIterator<Item = WholeReport<ResultKind>>,
    found: &Evaluation,
    rule: &str,
    with_counts: bool,
    output: &OutputSettings,
) -> anyhow::Result<()> {
    let text = |kind| {
        Ok(match kind {
            ResultKind::Human => referee_results::evaluation::human(found, rule, with_counts),
            ResultKind::Json => referee_results::evaluation::json(found),
        })
    };
    args::write_all(reports, text, output)
}

fn begin_plot(args: &args::EvaluateArgs) -> Result<Option<WholeFile>, Fault> {
    let begin = |path: &PathBuf| WholeFile::begin(path, args.reports.existing());
    args.plot.as_ref().map(begin).transpose()
}

/// Draws into the file of the plot, if there is one.
fn finish_plot(
    plot: Option<WholeFile>,
    draw: impl FnOnce() -> Result<String, String>,
) -> Result<(), Fault> {
    let Some(plot) = plot else { return Ok(()) };
    let svg = draw().map_err(Fault::bad_input)?;
    plot.finish_with(svg.as_bytes())
}

fn compare(
    args: &args::EvaluateArgs,
    budget: Duration,
    machine: &Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let rule = short(&args.rule);
    let (plot, reports) = (begin_plot(args)?, args.reports.begin()?);
    let progress = output.progress_of_share("comparing");
    let tell = |share| progress.reach(share);
    let comparison = compare::compare(&args.rule, args.upto, args.nim, budget, machine, &tell);
    progress.end();
    let text = |kind| {
        Ok(match kind {
            ResultKind::Human => referee_results::comparison::human(&comparison, &rule),
            ResultKind::Json => referee_results::comparison::json(&comparison),
        })
    };
    args::write_all(reports, text, output)?;
    finish_plot(plot, || referee_results::comparison::plot(&comparison, &rule))?;
    Ok(Exit::Expected)
}

fn write(positions: &Positions, rule: &str, is_text: bool, out: &mut dyn Write) -> io::Result<()> {
    match (positions, is_text) {
        (Positions::Cold(cold), false) => positions::write_cold(cold, rule, out),
        (Positions::Cold(cold), true) => positions::write_cold_text(cold, out),
        (Positions::Nim(values), false) => positions::write_nim(values, rule, out),
        (Positions::Nim(values), true) => positions::write_nim_text(values, out),
    }
}

/// Rejects two results for the same file. Reports are compared with each other when they begin.
fn refuse_two_in_one_place(args: &args::EvaluateArgs) -> Result<(), Fault> {
    let list = args.positions.as_deref().filter(|path| *path != Path::new("-"));
    let reports = args.reports.of(|_| true).filter_map(|to| to.file.as_deref());
    let places = [
        ("the positions", list),
        ("the stretches", args.stretches.as_deref()),
        ("the plot", args.plot.as_deref()),
    ];
    let places = places.into_iter().filter_map(|(what, path)| Some((what, path?)));
    let mut taken: BTreeMap<PathBuf, &str> = BTreeMap::new();
    for (what, path) in places.chain(reports.map(|path| ("the report", path))) {
        let place = path::absolute(path).map_err(|error| Fault::cannot_write(path, &error))?;
        if let Some(other) = taken.insert(place, what)
            && other != what
        {
            let message = format!("{other} and {what} would both go here");
            return Err(Fault::bad_input(message).at(path));
        }
    }
    Ok(())
}
