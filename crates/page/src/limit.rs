//! The size limit of a page, and what is left out to keep it: browsers do not open pages of
//! hundreds of megabytes.
//!
//! Verdicts are always kept. Then follow, by priority, the kill matrix, the kinds of refutation,
//! times, the first rejections of each submission, and the content of cases, failed cases first.

use referee_base::plural;

/// Rejections may take up to one part in this many of a page.
const FOR_REFUSALS: u64 = 2;

/// The part readable without a script may take up to one part in this many.
const FOR_STATIC: u64 = 8;

/// The assumed compression ratio, a low estimate: this many times the space is collected.
const SHRINKS_BY: u64 = 4;

/// The space in a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageRoom {
    limit: u64,
    left: u64,
}

impl PageRoom {
    pub(crate) fn of(limit: u64) -> PageRoom {
        PageRoom { limit, left: limit }
    }

    /// Takes space for content that is always kept.
    pub(crate) fn spend(&mut self, size: usize) {
        self.left = self.left.saturating_sub(size as u64);
    }

    /// Takes space if there is enough. Returns whether there was.
    pub(crate) fn take(&mut self, size: usize) -> bool {
        let fits = size as u64 <= self.left;
        if fits {
            self.spend(size);
        }
        fits
    }

    /// Returns the bytes that the rejections of each submission may take in the page.
    pub(crate) fn share(&self, submissions: usize) -> usize {
        as_size(self.limit / FOR_REFUSALS / submissions.max(1) as u64)
    }

    /// Returns how many bytes of their texts to collect.
    pub(crate) fn collected(&self, submissions: usize) -> usize {
        self.share(submissions).saturating_mul(as_size(SHRINKS_BY))
    }

    /// Returns the bytes of rejections readable without a script.
    pub(crate) fn of_static_part(&self) -> usize {
        as_size(self.limit / FOR_STATIC)
    }
}

fn as_size(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// What was left out, in numbers.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    /// Rejections shown only as letters, of all rejections.
    pub(crate) refusals: SomeOf,
    /// Cases without input and answer, of all cases.
    pub(crate) cases: SomeOf,
    pub(crate) matrix: bool,
    pub(crate) kinds: bool,
    pub(crate) times: bool,
}

#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct SomeOf {
    pub(crate) some: usize,
    pub(crate) all: usize,
}

impl LeftOut {
    /// Formats a sentence for each thing left out.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let mut say = |is_so: bool, sentence: String| {
            if is_so {
                sentences.push(sentence);
            }
        };
        say(self.matrix, "The kill matrix is left out.".into());
        say(self.kinds, "The kinds of refutation are left out.".into());
        say(self.times, "The times are left out.".into());
        let SomeOf { some, all } = self.refusals;
        let refusals = plural(all, "refusal", "refusals");
        say(some > 0, format!("The details of {some} of {refusals} are left out."));
        let SomeOf { some, all } = self.cases;
        let cases = plural(all, "case", "cases");
        say(some > 0, format!("Input and answer of {some} of {cases} are left out."));
        sentences
    }
}
