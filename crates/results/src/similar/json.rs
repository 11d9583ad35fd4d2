//! A comparison as one JSON object, for other programs.

use serde_json::{Value, json};

use super::human::SimilarStyle;
use referee_course::similar::{Identity, Passage, Similarities};

/// The version of the format; adding a field does not change it.
const FORMAT: u32 = 1;

/// Formats the selected pairs, with the lines of their fragments.
pub(super) fn json(found: &Similarities, style: &SimilarStyle) -> String {
    let distribution = &found.comparison.distribution;
    let skipped = found.skipped.iter();
    let identical = found.identical.iter().map(|(identity, programs)| {
        json!({ "in_every_byte": *identity == Identity::Bytes, "programs": programs })
    });
    let similar = found.shown(style.least, style.pairs).into_iter();
    let document = json!({
        "format": FORMAT,
        "programs": programs(found),
        "left_out": skipped
            .map(|skipped| json!({ "name": skipped.name, "why": skipped.why }))
            .collect::<Value>(),
        "base_files": found.base_files,
        "pairs": distribution.pairs,
        "median": distribution.quantile(0.5),
        "upper_quartile": distribution.quantile(0.75),
        "threshold": distribution.threshold,
        "identical": identical.collect::<Value>(),
        "connected": found.comparison.clusters,
        "similar": similar.map(|pair| of_pair(found, pair)).collect::<Value>(),
    });
    format!("{document:#}\n")
}

fn programs(found: &Similarities) -> Value {
    let rows = found.programs.iter().zip(&found.comparison.counts);
    let rows = rows.map(|(program, counts)| {
        json!({
            "name": program.name,
            "earlier": program.earlier,
            "language": program.language,
            "files": program.files.iter().map(|file| &*file.name).collect::<Value>(),
            "symbols": counts.all,
            // Those that are neither given nor common.
            "counted_symbols": counts.counted,
        })
    });
    rows.collect()
}

fn of_pair(found: &Similarities, pair: &referee_similar::Pair) -> Value {
    let lines = |program: usize, passage: &Passage| {
        let file = &*found.programs[program].files[passage.file].name;
        json!({ "file": file, "first": passage.lines.start(), "last": passage.lines.end() })
    };
    let passages = found.passages(pair);
    let fragments = passages.iter().map(|passages| {
        json!({
            "symbols": passages.symbols,
            "left": lines(pair.left, &passages.left),
            "right": lines(pair.right, &passages.right),
        })
    });
    json!({
        "left": pair.left,
        "right": pair.right,
        "similarity": pair.similarity(),
        "left_share": pair.left_share(),
        "right_share": pair.right_share(),
        "surprise": (10.0 * pair.surprise).round() / 10.0,
        "stands_out": pair.stands_out(&found.comparison.distribution),
        "fragments": fragments.collect::<Value>(),
    })
}
