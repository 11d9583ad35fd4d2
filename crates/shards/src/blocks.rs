//! Cuts a submission that outweighs a shard into blocks of consecutive cases, so that several
//! machines judge it.
//!
//! A submission is cut only if the times of its cases are known and all of them run in any event.
//! Every block compiles the submission once more, so there are as few as possible: as many as the
//! shards that the submission would fill.

use referee_events::CaseRange;

/// Returns whether a submission takes longer than the average shard.
pub fn outweighs(weight: u64, total: u128, shards: usize) -> bool {
    u128::from(weight) * shards as u128 > total
}

/// Returns the number of blocks for a submission that outweighs a shard.
fn count(weight: u128, total: u128, shards: usize) -> usize {
    let blocks = (weight * shards as u128).div_ceil(total.max(1));
    blocks.clamp(1, shards as u128) as usize
}

/// Cuts cases with these weights into blocks; `total` is the weight of all submissions.
pub fn cut(cases: &[u64], total: u128, shards: usize) -> Vec<CaseRange> {
    let weight: u128 = cases.iter().map(|&weight| u128::from(weight)).sum();
    let blocks = count(weight, total, shards);
    // Searches for the smallest bound under which greedy blocks suffice. It is at least the
    // heaviest case, since cases are not cut, and the mean weight of a block; the whole weight
    // always suffices.
    let heaviest = cases.iter().copied().max().map_or(0, u128::from);
    let (mut least, mut most) = (heaviest.max(weight.div_ceil(blocks as u128)), weight);
    while least < most {
        let bound = least.midpoint(most);
        if under(cases, bound).count() <= blocks { most = bound } else { least = bound + 1 }
    }
    under(cases, least).collect()
}

/// Returns blocks that are as long as possible without exceeding `bound`, which no single case
/// does. Greedy blocks are the fewest under a bound.
fn under(cases: &[u64], bound: u128) -> impl Iterator<Item = CaseRange> {
    let mut first = 0;
    std::iter::from_fn(move || {
        let mut weight = 0;
        let fits = |case: &&u64| {
            weight += u128::from(**case);
            weight <= bound
        };
        let count = cases[first..].iter().take_while(fits).count();
        let block = CaseRange { first, count };
        first = block.end();
        (count > 0).then_some(block)
    })
}

#[cfg(test)]
mod tests;
