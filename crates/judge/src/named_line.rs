//! Shows the line of a program that its standard error names only by number.

use referee_checker::text::excerpt;
use referee_events::{JudgedCase, LINE, LabelledFact, Reason, STDERR};
use referee_programs::Source;

/// The maximum number of bytes of the line that are shown.
const SHOWN: usize = 120;

/// Adds the line to a failure.
pub(crate) fn add_to(judged: &mut JudgedCase, source: Option<&Source>) {
    if judged.reason != Reason::RunTimeError {
        return;
    }
    let stderr = judged.facts.iter().find(|fact| fact.label == STDERR);
    let named = stderr.zip(source).and_then(|(stderr, source)| {
        let line = source.line_named_in(&stderr.text)?;
        let text = excerpt(line.text.as_bytes(), SHOWN);
        (!stderr.text.contains(&text)).then(|| format!("{}: {text}", line.line))
    });
    judged.facts.extend(named.map(|text| LabelledFact { label: LINE.into(), text }));
}
