//! Shrinks an input as long as the program fails on it in the same way.
//!
//! First the input's family, if any, generates smaller inputs ([`FamilyCall`]). Then come rounds:
//! parts are removed that the problem declares removable or, for a problem without such views, that
//! the text seems to consist of, and numbers are lowered. Rounds are repeated until none helps.
//! Finally, the smallest inputs of the problem are tried, where they are listed.

mod blocks;
mod choices;
mod list;
mod numbers;
mod removal;
mod repeated;
mod repetitions;
mod search;
mod simpler;
mod vertices;

use std::sync::Arc;

use referee_generators::{NumberedInputs, Removable, View};

pub use choices::FamilyCall;
use search::Search;
pub use search::{Control, ShrinkEnd, ShrinkProgress};

use crate::text::Text;
use crate::{Failure, Subject};

/// The number of candidates in a row, without success, after which a pass is postponed until
/// nothing else helps.
const PATIENCE: u64 = 256;

/// The numbers of parts into which an input is divided: in every way into a few before in any way
/// into many. Each candidate of a large input takes long, and a wrong guess of its structure must
/// not take all the time.
const PARTS: [usize; 4] = [4, 32, 256, usize::MAX];

/// How many of the smallest inputs of a problem are tried at the end ...
const LISTED: usize = 300;

/// ... and the distance between them in the list.
const LISTED_OF: u64 = 7;

/// The input to shrink.
pub struct Start<'a> {
    /// The input.
    pub input: Vec<u8>,
    /// How the subject fails on it.
    pub failure: Failure,
    /// How the input was generated, if known.
    pub family: Option<FamilyCall>,
    /// What can be removed from inputs of this problem; empty if unknown.
    pub views: &'a [View],
    /// Returns one of the smallest inputs of this problem by its number, if they are known.
    pub smallest: Option<NumberedInputs>,
}

/// The smallest input found.
#[derive(Debug)]
pub struct Shrunk {
    /// The input.
    pub input: Vec<u8>,
    /// How the subject fails on it.
    pub failure: Failure,
    /// The number of candidates judged.
    pub tried: u64,
    /// The number of candidates that failed in the same way, each smaller than the one before.
    pub steps: u64,
    /// Why the search ended.
    pub end: ShrinkEnd,
}

/// Finds a smaller input on which the subject fails in the same way.
pub fn shrink(subject: &dyn Subject, start: Start<'_>, control: Control<'_>) -> Shrunk {
    let Start { input, failure, family, views, smallest } = start;
    let mut search = Search::new(subject, control, input, failure);
    let early = shrink_all(&mut search, family.as_ref(), views, smallest).err();
    let ShrinkProgress { tried, steps, .. } = search.progress;
    let end = early.unwrap_or(ShrinkEnd::Minimal);
    Shrunk { input: search.smallest, failure: search.failure, tried, steps, end }
}

fn shrink_all(
    search: &mut Search<'_>,
    family: Option<&FamilyCall>,
    views: &[View],
    smallest: Option<NumberedInputs>,
) -> Result<(), ShrinkEnd> {
    // To find the parts of a large input takes long.
    search.go_on()?;
    // First, since the recorded draws no longer reproduce a text that has been edited.
    if let Some(family) = family {
        choices::lower(search, family)?;
    }
    loop {
        search.patience = Some(PATIENCE);
        while round(search, views)? {}
        // A round without patience and without success has tried every single removal on the final
        // input. Pairs of numbers are quadratic, so they come last.
        search.patience = None;
        if round(search, views)? || numbers::lower_pairs(search)? {
            continue;
        }
        // 1-minimal inputs are only local minima: a listed input may still be smaller.
        let listed =
            |number: usize| smallest.and_then(|smallest| smallest(LISTED_OF * number as u64));
        if search.first(LISTED, listed)?.is_none() {
            return Ok(());
        }
    }
}

/// Runs every pass once. Returns whether any of them helped.
fn round(search: &mut Search<'_>, views: &[View]) -> Result<bool, ShrinkEnd> {
    let before = search.progress.steps;
    for most_parts in PARTS {
        remove_parts(search, views, most_parts)?;
    }
    numbers::lower_equal(search)?;
    numbers::lower_each(search)?;
    Ok(search.progress.steps > before)
}

/// Removes parts of an input in each possible way, in chunks of at least 1/`most_parts` of the
/// elements.
fn remove_parts(
    search: &mut Search<'_>,
    views: &[View],
    most_parts: usize,
) -> Result<(), ShrinkEnd> {
    let mut next = 0;
    // Views are computed again only after a success, and then continue at the one that helped.
    'again: loop {
        for view in all_views(&search.smallest, views).into_iter().skip(next) {
            if removal::remove(search, view, most_parts)? {
                continue 'again;
            }
            next += 1;
        }
        return Ok(());
    }
}

/// Returns everything that may be removable from an input, the largest parts first.
fn all_views(input: &[u8], views: &[View]) -> Vec<Box<dyn Removable>> {
    let mut all: Vec<Box<dyn Removable>> = views.iter().filter_map(|view| view(input)).collect();
    let text = Arc::new(Text::new(input.to_vec()));
    if all.is_empty() {
        all.extend(repetitions::views(&text, &blocks::find(&text)));
        all.extend(repetitions::uncounted(&text));
    }
    all.extend(simpler::views(&text));
    all
}

#[cfg(test)]
mod tests;
