//! Makes an input on which a program fails smaller, as long as it fails in the same way.
//!
//! First the family that made the input makes others ([`FamilyCase`]); then what a problem knows to be removable is removed, or, for a
//! problem that nothing is known of, what the text seems to consist of; and numbers are lowered. All of that is repeated until
//! nothing helps any more. In the end the smallest inputs of all are tried, where they are known.

mod blocks;
mod choices;
mod numbers;
mod order;
mod removal;
mod repeated;
mod repetitions;
mod search;
mod simpler;
mod vertices;

use std::sync::Arc;

use referee_base::fault::Fault;
use referee_generators::{NumberedInputs, Removable, View};

pub use choices::FamilyCase;
pub use search::{Control, Progress};
use search::{Interruption, Search};

use crate::text::Text;
use crate::{Failure, Subject};

/// The number of candidates in a row, without success, after which a pass is put off until nothing else helps.
const PATIENCE: u64 = 256;

/// Into how many parts an input is divided: in every way into a few, before it is in any way into many. What is large costs much time
/// with each candidate, and one wrong guess of what it consists of is not to take all of it.
const PARTS: [usize; 4] = [4, 32, 256, usize::MAX];

/// The number of the smallest inputs of a problem that are tried in the end ...
const LISTED: usize = 300;

/// ... of which there are more: one of so many.
const LISTED_OF: u64 = 7;

/// The input to make smaller.
pub struct Start<'a> {
    /// The input.
    pub input: Vec<u8>,
    /// How the subject fails on it.
    pub failure: Failure,
    /// How the input was made, if that is known.
    pub family: Option<FamilyCase>,
    /// What can be removed from inputs of this problem; none for a problem that nothing is known of.
    pub views: &'a [View],
    /// Returns one of the smallest inputs of this problem by its number, if they are known.
    pub smallest: Option<NumberedInputs>,
}

/// The smallest input that was found.
#[derive(Debug)]
pub struct Shrunk {
    /// The input.
    pub input: Vec<u8>,
    /// How the subject fails on it.
    pub failure: Failure,
    /// The number of candidates that were judged.
    pub tried: u64,
    /// The number of candidates that failed in the same way, each smaller than the one before.
    pub steps: u64,
    /// Why the search ended.
    pub end: ShrinkEnd,
}

/// Why a search for a smaller input ended.
#[derive(Debug)]
pub enum ShrinkEnd {
    /// The input is 1-minimal: without any one element, and with any number lowered by one, the subject does not fail in this way.
    Minimal,
    /// The caller wanted it to stop.
    Stopped,
    /// A candidate could not be judged.
    Fault(Fault),
}

/// Finds a smaller input on which the subject fails in the same way.
pub fn shrink(subject: &dyn Subject, start: Start<'_>, control: Control<'_>) -> Shrunk {
    let mut search = Search::new(subject, control, start.input, start.failure);
    let family = start.family.as_ref();
    let end = match shrink_all(&mut search, family, start.views, start.smallest) {
        Ok(()) => ShrinkEnd::Minimal,
        Err(Interruption::Stopped) => ShrinkEnd::Stopped,
        Err(Interruption::Fault(fault)) => ShrinkEnd::Fault(fault),
    };
    let (input, failure, Progress { tried, steps, .. }) = search.finish();
    Shrunk { input, failure, tried, steps, end }
}

fn shrink_all(
    search: &mut Search<'_>,
    family: Option<&FamilyCase>,
    views: &[View],
    smallest: Option<NumberedInputs>,
) -> Result<(), Interruption> {
    if let Some(family) = family {
        choices::lower(search, family)?;
    }
    loop {
        search.set_patience(Some(PATIENCE));
        while round(search, views)? {}
        // A round without limits and without success has tried every single removal on the input as it is.
        search.set_patience(None);
        if round(search, views)? || numbers::lower_pairs(search)? {
            continue;
        }
        // What is minimal need not be least.
        let listed =
            |number: usize| smallest.and_then(|smallest| smallest(LISTED_OF * number as u64));
        if search.first(LISTED, listed)?.is_none() {
            return Ok(());
        }
    }
}

/// Tries everything once. Returns whether anything helped.
fn round(search: &mut Search<'_>, views: &[View]) -> Result<bool, Interruption> {
    let before = search.progress().steps;
    for most_parts in PARTS {
        remove_parts(search, views, most_parts)?;
    }
    numbers::lower_equal(search)?;
    numbers::lower_each(search)?;
    Ok(search.progress().steps > before)
}

/// Removes what can be removed, in each way, from an input that is divided into so many parts at most.
fn remove_parts(
    search: &mut Search<'_>,
    views: &[View],
    most_parts: usize,
) -> Result<(), Interruption> {
    let mut next = 0;
    loop {
        let mut all = all_views(search.smallest(), views).into_iter().skip(next);
        // Ways to divide an input are found anew only when it has changed.
        loop {
            let Some(view) = all.next() else { return Ok(()) };
            if removal::remove(search, view, most_parts)? {
                break;
            }
            next += 1;
        }
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
    all.extend(simpler::views(&text).map(|view| Box::new(view) as Box<dyn Removable>));
    all
}

#[cfg(test)]
mod tests;
