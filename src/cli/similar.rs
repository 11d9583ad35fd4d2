//! `referee similar`.

use std::path::Path;

use super::args::{SimilarArgs, write_all};
use referee_base::cores;
use referee_base::fault::Fault;
use referee_course::similar::{SimilarSources, Similarities};
use referee_events::exit::Exit;
use referee_intake::finding;
use referee_intake::submission::FoundSubmissions;
use referee_page::DEFAULT_LIMIT;
use referee_results::similar::{self as report, SimilarStyle};
use referee_run::judge_task::refuse_namesakes;
use referee_run::output::{OutputSettings, columns};
use referee_run::settings;
use referee_similar::Settings;

pub(super) fn run(
    args: SimilarArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let reports = args.reports.begin()?;
    let sources = read(&args, output)?;
    if sources.count() < 2 {
        let fault = Fault::bad_input("there are fewer than two programs to compare");
        return Err(fault.help("name a folder or an archive of submissions").into());
    }
    let settings = Settings {
        k: args.fragment,
        common: args.common,
        threads: jobs.unwrap_or_else(cores::sensible_jobs),
        ..Settings::default()
    };
    let found = Similarities::of(sources, settings, args.anonymous);
    let style = SimilarStyle {
        least: args.least,
        pairs: args.pairs,
        width: columns(),
        room: usize::try_from(args.details.unwrap_or(DEFAULT_LIMIT) << 20).unwrap_or(usize::MAX),
    };
    write_all(reports, |kind| Ok(report::text(kind, &found, &style)?), output)?;
    Ok(Exit::Expected)
}

fn read(args: &SimilarArgs, output: &OutputSettings) -> Result<SimilarSources, Fault> {
    let given = args.submissions.iter().chain(&args.earlier).chain(&args.base);
    let named = args.languages.as_deref();
    let languages = settings::languages(named, settings::NOTHING, given, output)?;
    let options = args.find_options();
    let mut sources = SimilarSources::default();
    // One after the other, since the files of an archive are removed as soon as they are read.
    let mut all = FoundSubmissions::default();
    for path in &args.submissions {
        all.add(finding::find(path, &languages, &options)?);
    }
    refuse_namesakes(&all)?;
    sources.add(&all, &languages, None)?;
    drop(all);
    for path in &args.earlier {
        let found = finding::find(path, &languages, &options)?;
        sources.add(&found, &languages, Some(&name_of(path)))?;
    }
    args.base.iter().try_for_each(|path| sources.add_base(path, &languages))?;
    Ok(sources)
}

/// Returns the last part of a path, escaped.
fn name_of(path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let name = path.file_name().unwrap_or(path.as_os_str());
    referee_checker::text::escape(name.as_encoded_bytes())
}
