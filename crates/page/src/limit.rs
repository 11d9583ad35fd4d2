//! How large a page becomes, and what is left out of it: a report with hundreds of megabytes is one that no browser opens.
//!
//! Verdicts are always kept. Then come the kill matrix, the kinds of refutation, times, the first refusals of each submission, and what is known of
//! cases, those first that somebody fails.

use referee_base::plural;

/// The part of a page that refusals may take: one of so many.
const FOR_REFUSALS: u64 = 2;

/// The part of a page that may be readable without a script.
const FOR_STATIC: u64 = 8;

/// By how much texts shrink, at least as a guess: so much is collected before it is known.
const SHRINKS_BY: u64 = 4;

/// The room in a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageRoom {
    limit: u64,
    left: u64,
}

impl PageRoom {
    pub(crate) fn of(limit: u64) -> PageRoom {
        PageRoom { limit, left: limit }
    }

    /// Takes room for what is always kept.
    pub(crate) fn spend(&mut self, size: usize) {
        self.left = self.left.saturating_sub(size as u64);
    }

    /// Takes room for something if there is enough.
    pub(crate) fn take(&mut self, size: usize) -> bool {
        let fits = size as u64 <= self.left;
        if fits {
            self.spend(size);
        }
        fits
    }

    /// Returns how many bytes the refusals of a submission may take in the page, of so many submissions.
    pub(crate) fn share(&self, submissions: usize) -> usize {
        as_size(self.limit / FOR_REFUSALS / submissions.max(1) as u64)
    }

    /// Returns how many bytes of texts are collected for that.
    pub(crate) fn collected(&self, submissions: usize) -> usize {
        self.share(submissions).saturating_mul(as_size(SHRINKS_BY))
    }

    /// Returns how many bytes of refusals may be readable without a script.
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
    /// Refusals that are letters only, and all refusals.
    pub(crate) refusals: SomeOf,
    /// Cases whose input and answer are not shown, and all cases.
    pub(crate) cases: SomeOf,
    /// Whether the kill matrix is missing.
    pub(crate) matrix: bool,
    /// Whether kinds of refutation are missing.
    pub(crate) kinds: bool,
    /// Whether times are missing.
    pub(crate) times: bool,
}

/// Some of all.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct SomeOf {
    pub(crate) some: usize,
    pub(crate) all: usize,
}

impl LeftOut {
    /// Says it, a sentence each.
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
