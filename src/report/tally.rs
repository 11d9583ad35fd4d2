//! What became of many cases, for people: a line for each kind of end, with the first few names.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style as Paint};

const RED: Paint = AnsiColor::Red.on_default().bold();

/// How many names a line lists.
const LISTED: usize = 4;

/// Counts and first names by kind of end, in the order in which they will be shown.
pub struct Tally {
    kinds: Vec<(&'static str, bool, Vec<String>, usize)>,
}

impl Tally {
    /// The kinds of end; `true` marks those that are bad news and whose names are always listed in full.
    pub fn new(kinds: &[(&'static str, bool)]) -> Tally {
        let kinds = kinds.iter().map(|&(word, bad)| (word, bad, Vec::new(), 0));
        Tally { kinds: kinds.collect() }
    }

    /// Counts one case.
    pub fn count(&mut self, kind: &str, name: &str) {
        if let Some((_, _, names, count)) = self.kinds.iter_mut().find(|(word, ..)| *word == kind) {
            if names.len() < LISTED {
                names.push(name.to_string());
            }
            *count += 1;
        }
    }

    /// A line for each kind that occurred.
    pub fn lines(&self, quiet: bool) -> String {
        let mut text = String::new();
        let width = self.kinds.iter().map(|(word, ..)| word.len()).max().unwrap_or(0);
        for (word, bad, names, count) in &self.kinds {
            if *count == 0 || (quiet && !bad) {
                continue;
            }
            let paint = if *bad { RED } else { Paint::new() };
            let more = if *count > names.len() { ", ..." } else { "" };
            let names = names.join(", ");
            let _ = writeln!(text, "  {paint}{word:width$}{paint:#} {count:>5}   {names}{more}");
        }
        text
    }
}
