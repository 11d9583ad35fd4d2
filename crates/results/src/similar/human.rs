//! The report for people, on a terminal: which pairs stand out, and which lines to compare. Also
//! the options of all reports, and shares and lines as the page shows them, too.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use referee_base::plural;
use referee_checker::text::escape;
use referee_course::similar::{Identity, PassagePair, Similarities};
use referee_display::paint::{LABEL, ODD, painted};
use referee_display::width::shortened;
use referee_display::wrap::wrapped_after;
use referee_similar::{FEW_PAIRS, Pair};

/// The width of the labels in front of lines.
const LABEL_WIDTH: usize = 11;

/// Longer names are shortened in the table.
const MAX_NAME: usize = 36;

/// The maximum number of fragments named for each pair.
const MAX_FRAGMENTS: usize = 3;

/// Options of a report.
#[derive(Debug, Clone, Copy)]
pub struct SimilarStyle {
    /// The minimum similarity of the pairs shown; by default, those that stand out are shown.
    pub least: Option<f64>,
    /// The maximum number of pairs shown.
    pub pairs: usize,
    /// The maximum width of lines.
    pub width: usize,
    /// The maximum size of a page, in bytes.
    pub room: usize,
}

/// Formats a comparison in lines of at most `width` characters.
pub(super) fn human(found: &Similarities, style: &SimilarStyle) -> String {
    let mut text = format!("{}\n\n", head(found));
    labelled(&mut text, "all pairs", &spread(found), style.width);
    for (identity, programs) in &found.identical {
        let words = format!("{}: {}", kind_of(*identity), names(found, programs));
        labelled(&mut text, "identical", &words, style.width);
    }
    for cluster in &found.comparison.clusters {
        labelled(&mut text, "connected", &names(found, cluster), style.width);
    }
    let shown = found.shown(style.least, style.pairs);
    if !shown.is_empty() {
        text += "\n";
        text += &table(found, &shown);
    }
    if !found.skipped.is_empty() && !shown.is_empty() {
        text += "\n";
    }
    for skipped in &found.skipped {
        let (name, why) = (escape(skipped.name.as_bytes()), escape(skipped.why.as_bytes()));
        labelled(&mut text, "left out", &format!("{name}: {why}"), style.width);
    }
    text += "\n";
    text += &if shown.is_empty() {
        none_shown(style)
    } else {
        "Look at these lines on both sides: similarity alone proves nothing. --report html=FILE shows them.".into()
    };
    text + "\n"
}

/// Formats why no pair is shown.
pub(super) fn none_shown(style: &SimilarStyle) -> String {
    match style.least {
        Some(least) => format!("No pair reaches --least {least}."),
        None => "No pair stands out.".into(),
    }
}

/// Formats what was compared.
pub(super) fn head(found: &Similarities) -> String {
    let languages = found.languages();
    let several = languages.len() > 1;
    let languages = languages.iter().map(|(name, count)| {
        if several { format!("{count} in {name}") } else { format!("in {name}") }
    });
    let languages: Vec<String> = languages.collect();
    let mut text = format!(
        "{} {}",
        plural(found.current, "program", "programs"),
        if several { format!("({})", languages.join(", ")) } else { languages.join("") },
    );
    let earlier = found.programs.len() - found.current;
    if earlier > 0 {
        let _ = write!(text, ", {}", plural(earlier, "earlier one", "earlier ones"));
    }
    if found.base_files > 0 {
        let files = plural(found.base_files, "file", "files");
        let _ = write!(text, ", without what is in {files} of given code");
    }
    text
}

/// Formats how similar the pairs of this exercise are.
pub(super) fn spread(found: &Similarities) -> String {
    let distribution = &found.comparison.distribution;
    let threshold = percent(distribution.threshold);
    if distribution.sample.len() < FEW_PAIRS {
        return format!(
            "{}: too few to tell what is usual; what shares {threshold} is shown",
            plural(distribution.pairs, "pair", "pairs")
        );
    }
    let (half, most) = (distribution.quantile(0.5), distribution.quantile(0.75));
    let shares = match most {
        0.0 => "75 % of the pairs share nothing".into(),
        _ => format!("half of them share {}, three quarters {}", at_most(half), at_most(most)),
    };
    format!(
        "{}: {shares}; a pair stands out from {threshold} on, or if it shares rare code",
        plural(distribution.pairs, "pair", "pairs"),
    )
}

fn at_most(share: f64) -> String {
    if share == 0.0 { "nothing".into() } else { format!("at most {} %", (100.0 * share).ceil()) }
}

fn labelled(text: &mut String, label: &str, words: &str, width: usize) {
    let label = painted(LABEL, &format!("{label:<LABEL_WIDTH$}"));
    wrapped_after(text, &label, LABEL_WIDTH, width, words);
}

pub(super) fn name(found: &Similarities, program: usize) -> String {
    escape(found.programs[program].title().as_bytes())
}

pub(super) fn names(found: &Similarities, programs: &[usize]) -> String {
    programs.iter().map(|&one| name(found, one)).collect::<Vec<_>>().join(", ")
}

pub(super) fn kind_of(identity: Identity) -> &'static str {
    match identity {
        Identity::Bytes => "in every character",
        Identity::Symbols => "but for names, types, constants, comments and layout",
    }
}

/// Formats each pair in two lines: how much of each side is shared, then where.
fn table(found: &Similarities, shown: &[&Pair]) -> String {
    let names = |pair: &Pair| [pair.left, pair.right].map(|one| name(found, one));
    let width = shown.iter().copied().flat_map(names).map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).clamp(4, MAX_NAME);
    let distribution = &found.comparison.distribution;
    let mut text = String::new();
    for pair in shown {
        let share = format!("{:>6}", percent(pair.similarity()));
        let share = if pair.stands_out(distribution) { painted(ODD, &share) } else { share };
        let [left, right] = names(pair).map(|name| shortened(&name, width));
        let line = format!(
            "  {share}   {left:<width$} {:>6}   {right:<width$} {:>6}",
            percent(pair.left_share()),
            percent(pair.right_share()),
        );
        let _ = writeln!(text, "{line}");
        for passages in longest(found.passages(pair)) {
            let _ = writeln!(text, "           {}", painted(LABEL, &place(found, pair, &passages)));
        }
    }
    text
}

/// Returns the longest fragments, in the order of the program.
fn longest(mut passages: Vec<PassagePair>) -> Vec<PassagePair> {
    passages.sort_by_key(|passage| std::cmp::Reverse(passage.symbols));
    passages.truncate(MAX_FRAGMENTS);
    passages.sort_by_key(|passage| (passage.left.file, passage.left.bytes.start));
    passages
}

fn place(found: &Similarities, pair: &Pair, passages: &PassagePair) -> String {
    let file =
        |program: usize, file: usize| escape(found.programs[program].files[file].name.as_bytes());
    format!(
        "{} {} = {} {}",
        file(pair.left, passages.left.file),
        lines(&passages.left.lines),
        file(pair.right, passages.right.file),
        lines(&passages.right.lines),
    )
}

/// Formats a share, rounded down, so that only a full share is 100 %.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", (100.0 * share + 1e-9).floor())
}

pub(super) fn lines(lines: &RangeInclusive<usize>) -> String {
    if lines.start() == lines.end() {
        format!("line {}", lines.start())
    } else {
        format!("lines {}-{}", lines.start(), lines.end())
    }
}
