//! A comparison as one JSON object, for other programs.

use std::io;

use serde::Serialize;

use super::human::SimilarStyle;
use referee_course::similar::{Identity, Passage, Similarities};

/// The version of the format; adding a field does not change it.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct SimilarReport<'a> {
    format: u32,
    programs: Vec<ProgramRow<'a>>,
    left_out: Vec<LeftOutRow<'a>>,
    base_files: usize,
    pairs: usize,
    median: f64,
    upper_quartile: f64,
    threshold: f64,
    identical: Vec<IdenticalRow>,
    connected: &'a [Vec<usize>],
    similar: Vec<PairRow<'a>>,
}

#[derive(Serialize)]
struct ProgramRow<'a> {
    name: &'a str,
    earlier: Option<&'a str>,
    language: &'a str,
    files: Vec<&'a str>,
    symbols: usize,
    /// The symbols that are neither given nor common.
    counted_symbols: usize,
}

#[derive(Serialize)]
struct LeftOutRow<'a> {
    name: &'a str,
    why: &'a str,
}

#[derive(Serialize)]
struct IdenticalRow {
    in_every_byte: bool,
    programs: Vec<usize>,
}

#[derive(Serialize)]
struct PairRow<'a> {
    left: usize,
    right: usize,
    similarity: f64,
    left_share: f64,
    right_share: f64,
    surprise: f64,
    stands_out: bool,
    fragments: Vec<FragmentRow<'a>>,
}

#[derive(Serialize)]
struct FragmentRow<'a> {
    symbols: usize,
    left: Lines<'a>,
    right: Lines<'a>,
}

#[derive(Serialize)]
struct Lines<'a> {
    file: &'a str,
    first: usize,
    last: usize,
}

/// Formats the selected pairs, with the lines of their fragments.
pub(super) fn json(found: &Similarities, style: &SimilarStyle) -> io::Result<String> {
    let distribution = &found.comparison.distribution;
    let lines = |program: usize, passage: &Passage| Lines {
        file: &found.programs[program].files[passage.file].name,
        first: *passage.lines.start(),
        last: *passage.lines.end(),
    };
    let pair = |pair: &referee_similar::Pair| PairRow {
        left: pair.left,
        right: pair.right,
        similarity: pair.similarity(),
        left_share: pair.left_share(),
        right_share: pair.right_share(),
        surprise: (10.0 * pair.surprise).round() / 10.0,
        stands_out: pair.stands_out(distribution),
        fragments: found
            .passages(pair)
            .iter()
            .map(|passages| FragmentRow {
                symbols: passages.symbols,
                left: lines(pair.left, &passages.left),
                right: lines(pair.right, &passages.right),
            })
            .collect(),
    };
    let report = SimilarReport {
        format: FORMAT,
        programs: programs(found),
        left_out: found
            .skipped
            .iter()
            .map(|skipped| LeftOutRow { name: &skipped.name, why: &skipped.why })
            .collect(),
        base_files: found.base_files,
        pairs: distribution.pairs,
        median: distribution.quantile(0.5),
        upper_quartile: distribution.quantile(0.75),
        threshold: distribution.threshold,
        identical: found
            .identical
            .iter()
            .map(|(identity, programs)| IdenticalRow {
                in_every_byte: *identity == Identity::Bytes,
                programs: programs.clone(),
            })
            .collect(),
        connected: &found.comparison.clusters,
        similar: found.shown(style.least, style.pairs).into_iter().map(pair).collect(),
    };
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}

fn programs(found: &Similarities) -> Vec<ProgramRow<'_>> {
    let rows = found.programs.iter().zip(&found.comparison.counts);
    let rows = rows.map(|(program, counts)| ProgramRow {
        name: &program.name,
        earlier: program.earlier.as_deref(),
        language: &program.language,
        files: program.files.iter().map(|file| &*file.name).collect(),
        symbols: counts.all,
        counted_symbols: counts.counted,
    });
    rows.collect()
}
