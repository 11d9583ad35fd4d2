//! The rank of a kill matrix over the field of two elements.
//!
//! Many wrong programs fail in the same way, and should count as one. The rank is the number of
//! linearly independent rows, and so a lower bound for the number of faults that the matrix
//! distinguishes (the measure of TC-Bench, arXiv 2510.08720).

/// Returns the rank of rows of bits, given as the positions of set bits, each below `columns`.
pub(super) fn rank<'a>(rows: impl Iterator<Item = &'a [usize]>, columns: usize) -> usize {
    // For each column, the reduced row that starts there.
    let mut pivots: Vec<Option<Vec<u64>>> = vec![None; columns];
    let mut rank = 0;
    for row in rows {
        let mut words = vec![0_u64; columns.div_ceil(64)];
        row.iter().for_each(|&column| words[column / 64] ^= 1 << (column % 64));
        while let Some(first) = first_bit(&words) {
            match &pivots[first] {
                Some(pivot) => words.iter_mut().zip(pivot).for_each(|(word, other)| *word ^= other),
                None => {
                    pivots[first] = Some(words);
                    rank += 1;
                    break;
                }
            }
        }
    }
    rank
}

fn first_bit(words: &[u64]) -> Option<usize> {
    let word = words.iter().position(|&word| word != 0)?;
    Some(word * 64 + words[word].trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    fn rank(rows: &[Vec<usize>], columns: usize) -> usize {
        super::rank(rows.iter().map(|row| &row[..]), columns)
    }

    #[test]
    fn known_ranks() {
        assert_eq!(rank(&[], 5), 0);
        assert_eq!(rank(&[vec![]], 0), 0);
        assert_eq!(rank(&[vec![0, 2], vec![0, 2]], 3), 1, "equal rows");
        assert_eq!(rank(&[vec![0, 1], vec![1, 2], vec![0, 2]], 3), 2, "the sum of two others");
        assert_eq!(rank(&[vec![0, 1], vec![1, 2], vec![0, 100]], 101), 3, "more than a word");
    }

    /// The number of different sums of rows is two to the power of the rank.
    #[test]
    fn the_rank_is_that_of_all_sums() {
        for seed in 0..512_u64 {
            let rows: Vec<u64> =
                (0..6).map(|row| (seed * 2_654_435_761) >> (5 * row) & 31).collect();
            let sum = |set: u32| {
                let chosen = rows.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                chosen.fold(0, |sum, (_, row)| sum ^ row)
            };
            let sums: std::collections::BTreeSet<u64> = (0..64).map(sum).collect();
            let positions = |row: &u64| (0..5).filter(|bit| row >> bit & 1 == 1).collect();
            let rows: Vec<Vec<usize>> = rows.iter().map(positions).collect();
            assert_eq!(1 << rank(&rows, 5), sums.len(), "{rows:?}");
        }
    }
}
