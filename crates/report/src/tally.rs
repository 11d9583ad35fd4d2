//! The outcomes of many cases, for people: a line for each outcome, with the first few names.

use std::fmt::Write as _;

use referee_display::paint::BAD;

/// The maximum number of names on a line.
const LISTED: usize = 4;

/// Counts and first names by outcome, in display order.
pub struct Tally {
    kinds: Vec<OutcomeCount>,
}

struct OutcomeCount {
    word: &'static str,
    is_bad: bool,
    /// The first names.
    names: Vec<String>,
    count: usize,
}

impl Tally {
    /// Creates an empty tally. Outcomes are shown in this order, bad ones even in quiet mode. Any
    /// other outcome counts as bad and is shown last.
    pub fn new(good: &[&'static str], bad: &[&'static str]) -> Tally {
        let kind = |&word, is_bad| OutcomeCount { word, is_bad, names: Vec::new(), count: 0 };
        let good = good.iter().map(|word| kind(word, false));
        Tally { kinds: good.chain(bad.iter().map(|word| kind(word, true))).collect() }
    }

    /// Counts one case.
    pub fn count(&mut self, word: &'static str, name: &str) {
        let at = self.kinds.iter().position(|kind| kind.word == word).unwrap_or_else(|| {
            self.kinds.push(OutcomeCount { word, is_bad: true, names: Vec::new(), count: 0 });
            self.kinds.len() - 1
        });
        let kind = &mut self.kinds[at];
        if kind.names.len() < LISTED {
            kind.names.push(name.to_string());
        }
        kind.count += 1;
    }

    /// Formats a line for each outcome that occurred.
    pub fn lines(&self, quiet: bool) -> String {
        let mut text = String::new();
        let width = self.kinds.iter().map(|kind| kind.word.len()).max().unwrap_or(0);
        for OutcomeCount { word, is_bad, names, count } in &self.kinds {
            if *count == 0 || (quiet && !is_bad) {
                continue;
            }
            let paint = if *is_bad { BAD } else { anstyle::Style::new() };
            let more = if *count > names.len() { ", ..." } else { "" };
            let names = names.join(", ");
            let _ = writeln!(text, "  {paint}{word:width$}{paint:#} {count:>5}   {names}{more}");
        }
        text
    }
}
