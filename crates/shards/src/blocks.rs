//! Cuts a submission that outweighs a shard into blocks of consecutive cases, so that several machines judge it.
//!
//! Only where the times of its cases are known, and all of them are run whatever comes of the others. Each block is compiled once more, so
//! that there are as few as can be: as many as the shards that the submission would fill.

use referee_events::CaseRange;

/// Returns whether a submission takes longer than a shard does on average.
pub fn outweighs(weight: u64, total: u128, shards: usize) -> bool {
    u128::from(weight) * shards as u128 > total
}

/// Returns how many blocks a submission makes that outweighs a shard.
fn count(weight: u128, total: u128, shards: usize) -> usize {
    let blocks = (weight * shards as u128).div_ceil(total.max(1));
    blocks.clamp(1, shards as u128) as usize
}

/// Cuts cases of these weights into blocks, given how much all submissions weigh together.
pub fn cut(cases: &[u64], total: u128, shards: usize) -> Vec<CaseRange> {
    let weight: u128 = cases.iter().map(|&weight| u128::from(weight)).sum();
    let blocks = count(weight, total, shards);
    // The least bound under which so many blocks are enough lies between these.
    let heaviest = cases.iter().copied().max().map_or(0, u128::from);
    let (mut least, mut most) = (heaviest.max(weight.div_ceil(blocks as u128)), weight);
    while least < most {
        let bound = least.midpoint(most);
        if under(cases, bound).count() <= blocks { most = bound } else { least = bound + 1 }
    }
    under(cases, least).collect()
}

/// Returns blocks that are as long as they can be without being heavier than a bound, which no single case is.
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
