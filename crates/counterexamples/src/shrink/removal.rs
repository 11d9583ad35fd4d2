//! Removes elements from an input: large chunks first, then smaller ones down to single elements,
//! from the end to the beginning. After A. Zeller and R. Hildebrandt, "Simplifying and isolating
//! failure-inducing input", 2002, without its tests of chunks alone, which seldom fail in the same
//! way.

use std::ops::Range;

use referee_generators::Removable;

use super::search::{Search, ShrinkEnd};

/// Removes chunks of elements, each at least 1/`most_parts` of all. Returns whether any were
/// removed.
///
/// With n elements of which f remain, it takes about 2 f log n candidates if `most_parts` is
/// unbounded.
pub(super) fn remove(
    search: &mut Search<'_>,
    mut view: Box<dyn Removable>,
    most_parts: usize,
) -> Result<bool, ShrinkEnd> {
    let mut chunk = view.elements();
    let least = chunk.div_ceil(most_parts);
    let mut is_changed = false;
    while chunk > 0 && chunk >= least {
        let is_removed = remove_chunks(search, &mut view, chunk)?;
        is_changed |= is_removed;
        if search.has_given_up || (chunk == 1 && !is_removed) {
            break;
        }
        // Size 1 repeats until nothing is removed: each removal may make other elements
        // superfluous.
        chunk = chunk.min(view.elements()).div_ceil(2);
    }
    Ok(is_changed)
}

fn remove_chunks(
    search: &mut Search<'_>,
    view: &mut Box<dyn Removable>,
    chunk: usize,
) -> Result<bool, ShrinkEnd> {
    let mut end = view.elements();
    let mut is_changed = false;
    while end > 0 {
        let range = |index: usize| -> Range<usize> {
            let end = end - index * chunk;
            end.saturating_sub(chunk)..end
        };
        let candidate = |index| Some(view.without(range(index))?.write());
        let Some(found) = search.first(end.div_ceil(chunk), candidate)? else { break };
        let removed = range(found);
        let Some(rest) = view.without(removed.clone()) else { break };
        (*view, end, is_changed) = (rest, removed.start, true);
    }
    Ok(is_changed)
}
