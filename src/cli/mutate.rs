//! `referee mutate`.

use super::args::{MutateArgs, TableKind, write_tables};
use super::hunting::CommandLine;
use referee_base::files::Existing;
use referee_events::exit::Exit;
use referee_run::RunSpec;
use referee_run::mutation::{MutationRun, Saving};
use referee_run::output::{OutputSettings, columns};
use referee_run::record::RequestedRun;
use referee_strength::hunt::{HuntPlan, KeepAs};
use referee_strength::mutate::{OPERATORS, Selection};

pub(super) fn run(
    args: MutateArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let existing = args.reports.existing();
    let saving = args.save.clone().map(|folder| Saving::new(folder, existing)).transpose()?;
    let hunt = survivor_hunt(&args);
    let begun = args.reports.begin()?;
    let MutateArgs { programs, operators, max, seed, least, .. } = args;
    let place = programs.place.clone();
    let named = if operators.is_empty() { OPERATORS.iter().collect() } else { operators };
    // In the order of the list, each once.
    let is_named = |name: &str| named.iter().any(|operator| operator.name == name);
    let operators = OPERATORS.iter().filter(|operator| is_named(operator.name)).collect();
    let selection = Selection { operators, max, seed };
    let spec = RunSpec { all_cases: false, ..programs.spec(jobs) };
    let run = MutationRun { asked: RequestedRun::once(spec), selection, saving, hunt };
    let (result, exit) = run.result(&CommandLine(output), output)?;
    let text = |kind| {
        Ok(match kind {
            TableKind::Human => referee_results::mutate::human(&result, &place, columns()),
            TableKind::Csv => referee_results::mutate::csv(&result)?,
            TableKind::Json => referee_results::mutate::json(&result),
        })
    };
    write_tables(begun, result.is_interrupted, text, output)?;
    if result.is_interrupted {
        output.interrupted();
    }
    let is_enough = result.tally().score().unwrap_or(0.0) >= least.unwrap_or(0.0);
    Ok(exit.max(if is_enough { Exit::Expected } else { Exit::Failed }))
}

/// Returns how survivors are hunted: each for the same time and with the same seed.
fn survivor_hunt(args: &MutateArgs) -> Option<HuntPlan> {
    args.hunt.map(|time| HuntPlan {
        seed: args.seed,
        tries: args.tries.unwrap_or(u64::MAX),
        within: Some(time),
        shrink_for: None,
        shrinks: true,
        slower: None,
        commands: Vec::new(),
        recipe: None,
        keep: args.keep.clone().map_or(KeepAs::Nothing, KeepAs::Case),
        existing: Existing::Keep,
        again: Vec::new(),
    })
}
