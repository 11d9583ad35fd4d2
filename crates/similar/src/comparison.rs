//! Compares all programs of a corpus, and finds the pairs that a person should look at.

use std::collections::{BTreeMap, HashSet};

use super::corpus::{Corpus, Settings};
use super::distribution::Distribution;
use super::fingerprint::{grams, hash};
use super::fold::{BARRIER, Program};
use super::index::FingerprintIndex;
use super::tiling::{Fragment, Side, symmetric_tiles};

/// The number of pairs compared to sample how similar pairs are.
const SAMPLE: usize = 4000;

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The pairs that share fragments, the most surprising first.
    pub pairs: Vec<Pair>,
    /// How similar pairs of this corpus are.
    pub distribution: Distribution,
    /// Groups of two or more current programs with equal symbols, not all of which are given.
    pub identical: Vec<Vec<usize>>,
    /// Groups of three or more programs connected by pairs that stand out.
    pub clusters: Vec<Vec<usize>>,
    /// The number of symbols of each program.
    pub counts: Vec<SymbolCount>,
}

/// The number of symbols of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SymbolCount {
    /// All symbols.
    pub all: usize,
    /// The symbols that are neither given nor common.
    pub counted: usize,
}

/// Two programs that share fragments.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The number of a current program.
    pub left: usize,
    /// The number of another program, current or earlier.
    pub right: usize,
    /// The shared fragments, by their position on the left.
    pub fragments: Vec<Fragment>,
    /// The number of counted symbols of the left program that are covered, and of all counted ones.
    pub left_covered: (usize, usize),
    /// The same for the right program.
    pub right_covered: (usize, usize),
    /// How surprising their similarity is: the sum, over the fingerprints in both, of the logarithm
    /// of the number of programs per program with that fingerprint. Long and rare fragments add up;
    /// what all programs have adds nothing.
    pub surprise: f64,
    /// The number of counted symbols in the longest fragment.
    pub longest: usize,
}

impl Pair {
    /// Returns the share of both programs that is covered, from 0 to 1.
    pub fn similarity(&self) -> f64 {
        share(
            self.left_covered.0 + self.right_covered.0,
            self.left_covered.1 + self.right_covered.1,
        )
    }

    /// Returns whether it stands out among the pairs of its exercise, by similarity or by surprise.
    pub fn stands_out(&self, among: &Distribution) -> bool {
        self.similarity() >= among.threshold || self.surprise >= among.surprising
    }

    /// Returns the share of the left program that is covered.
    pub fn left_share(&self) -> f64 {
        share(self.left_covered.0, self.left_covered.1)
    }

    /// Returns the share of the right program that is covered.
    pub fn right_share(&self) -> f64 {
        share(self.right_covered.0, self.right_covered.1)
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Compares the programs of a corpus.
///
/// # Panics
/// `k` or `window` is 0, or there are fewer programs than current ones.
pub fn compare(corpus: &Corpus, settings: &Settings) -> Comparison {
    assert!(settings.k > 0 && settings.window > 0 && corpus.current <= corpus.programs.len());
    let order = content_order(corpus);
    let programs: Vec<Program> = order.iter().map(|&at| corpus.programs[at].clone()).collect();
    let ordered = Corpus { programs: &programs, ..*corpus };
    let index = FingerprintIndex::new(&ordered, settings);
    let comparing = Comparing { corpus, settings, order: &order, index: &index };
    let candidates = index.candidates(corpus, settings);
    let of_candidates = candidates.iter().map(|one| (one.left as usize, one.right as usize));
    let mut pairs = comparing.pairs(&of_candidates.collect::<Vec<_>>());
    pairs.retain(|pair| !pair.fragments.is_empty());
    // Both keys are computed from integers, so ties are the same on every machine.
    pairs.sort_by(|one, other| {
        let by_surprise = other.surprise.total_cmp(&one.surprise);
        let by_similarity = other.similarity().total_cmp(&one.similarity());
        let by_numbers = (one.left, one.right).cmp(&(other.left, other.right));
        by_surprise.then(by_similarity).then(by_numbers)
    });
    let distribution = comparing.distribution();
    let counts = comparing.counts();
    let clusters = clusters(&pairs, &distribution);
    let identical = identical(corpus, settings.k);
    Comparison { pairs, distribution, identical, clusters, counts }
}

/// Returns the numbers of the programs in an order that depends on what they are alone: limits on
/// how many pairs are compared then choose the same ones, however the programs are numbered.
fn content_order(corpus: &Corpus) -> Vec<usize> {
    let mut order: Vec<usize> = (0..corpus.programs.len()).collect();
    order.sort_by_cached_key(|&at| {
        let symbols = &corpus.programs[at].symbols;
        // By hash first, since a sample taken at regular steps must not follow similarity.
        (at >= corpus.current, hash(symbols), symbols)
    });
    order
}

struct Comparing<'a> {
    corpus: &'a Corpus<'a>,
    settings: &'a Settings,
    /// The number of each program of the index.
    order: &'a [usize],
    index: &'a FingerprintIndex,
}

impl Comparing<'_> {
    /// Compares pairs of the index symbol by symbol.
    fn pairs(&self, pairs: &[(usize, usize)]) -> Vec<Pair> {
        self.settings.each(pairs.len(), |at| self.pair(pairs[at].0, pairs[at].1))
    }

    fn pair(&self, first: usize, second: usize) -> Pair {
        let surprise = self.index.surprise(first, second);
        let (first, second) = (self.order[first], self.order[second]);
        let (left, right) = (first.min(second), first.max(second));
        let (one, other) = (self.side(left), self.side(right));
        let fragments = symmetric_tiles(&one, &other, self.settings.k);
        let covered = |side: &Side, of: fn(&Fragment) -> &std::ops::Range<usize>| {
            let counts = fragments.iter().map(|fragment| side.count(of(fragment)));
            (counts.sum(), side.total())
        };
        let longest = fragments.iter().map(|fragment| one.count(&fragment.left)).max();
        Pair {
            left,
            right,
            left_covered: covered(&one, |fragment| &fragment.left),
            right_covered: covered(&other, |fragment| &fragment.right),
            surprise,
            longest: longest.unwrap_or(0),
            fragments,
        }
    }

    fn side(&self, program: usize) -> Side<'_> {
        let symbols = &self.corpus.programs[program].symbols;
        side(symbols, &self.index.ignored, self.settings.k)
    }

    /// Compares an evenly spread sample of all pairs.
    fn distribution(&self) -> Distribution {
        let (all, current) = (self.corpus.programs.len(), self.corpus.current);
        // The number of pairs whose left program precedes each current one.
        let mut before = vec![0];
        (0..current).for_each(|left| before.push(before[left] + (all - left - 1)));
        let count = before[current];
        let size = count.min(SAMPLE);
        let pair = |at: usize| {
            let number = (at as u128 * count as u128 / size as u128) as usize;
            let left = before.partition_point(|&first| first <= number) - 1;
            (left, left + 1 + number - before[left])
        };
        let in_one_language = |pair: &(usize, usize)| {
            let grammar = |at: usize| self.corpus.programs[self.order[at]].grammar;
            grammar(pair.0) == grammar(pair.1)
        };
        let numbers: Vec<(usize, usize)> = (0..size).map(pair).filter(in_one_language).collect();
        let share = share(numbers.len(), size);
        let pairs = self.pairs(&numbers);
        let sample = pairs.iter().map(Pair::similarity).collect();
        let surprises = pairs.iter().map(|pair| pair.surprise).collect();
        Distribution::new(sample, surprises, (share * count as f64).round() as usize)
    }

    fn counts(&self) -> Vec<SymbolCount> {
        self.settings.each(self.corpus.programs.len(), |program| {
            let symbols = &self.corpus.programs[program].symbols;
            let all = symbols.iter().filter(|symbol| **symbol != BARRIER).count();
            SymbolCount { all, counted: self.side(program).total() }
        })
    }
}

/// Prepares a program, in which the k-grams with these hashes do not count.
fn side<'a>(symbols: &'a [u32], ignored: &HashSet<u64>, k: usize) -> Side<'a> {
    let mut is_ignored = vec![false; symbols.len()];
    if !ignored.is_empty() {
        for gram in grams(symbols, k) {
            if ignored.contains(&gram.hash) {
                is_ignored[gram.at..gram.at + k].fill(true);
            }
        }
    }
    Side::new(symbols, &is_ignored)
}

/// Returns groups of current programs with equal symbols, of which at least `k` are not given. What
/// is common counts here: it may be common only because many programs are identical.
fn identical(corpus: &Corpus, k: usize) -> Vec<Vec<usize>> {
    let given = corpus.base.iter().flat_map(|base| grams(&base.symbols, k));
    let given: HashSet<u64> = given.map(|gram| gram.hash).collect();
    let mut groups: BTreeMap<&[u32], Vec<usize>> = BTreeMap::new();
    for (number, program) in corpus.programs[..corpus.current].iter().enumerate() {
        groups.entry(&program.symbols).or_default().push(number);
    }
    let groups = groups
        .into_iter()
        .filter(|(symbols, group)| group.len() > 1 && side(symbols, &given, k).total() >= k);
    let mut groups: Vec<Vec<usize>> = groups.map(|(_, group)| group).collect();
    groups.sort();
    groups
}

/// Returns groups of programs connected by pairs that stand out.
fn clusters(pairs: &[Pair], among: &Distribution) -> Vec<Vec<usize>> {
    let mut group_of: BTreeMap<usize, usize> = BTreeMap::new();
    for pair in pairs.iter().filter(|pair| pair.stands_out(among)) {
        let one = *group_of.entry(pair.left).or_insert(pair.left);
        let other = *group_of.entry(pair.right).or_insert(pair.right);
        let (kept, gone) = (one.min(other), one.max(other));
        group_of.values_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (program, group) in group_of {
        groups.entry(group).or_default().push(program);
    }
    groups.into_values().filter(|group| group.len() > 2).collect()
}

#[cfg(test)]
mod tests {
    use referee_tokens::Grammar;

    use super::*;

    #[test]
    fn identical_programs_are_found_however_many_they_are() {
        let program = |text: &str| Program::new(Grammar::C, &[text]);
        let copied = "int main() { int n; std::cin >> n; std::cout << n * n; }";
        let mut programs = vec![program(copied); 5];
        programs.extend(vec![program("int a;"); 7]);
        let identical = |base: &[Program]| {
            let corpus = Corpus { programs: &programs, current: programs.len(), base };
            compare(&corpus, &Settings::default()).identical
        };
        // More than four of twelve have all of its fragments, which are common ones.
        assert_eq!(identical(&[]), [[0, 1, 2, 3, 4]]);
        assert!(identical(&[program(copied)]).is_empty());
    }

    #[test]
    fn the_order_of_many_partners_changes_nothing() {
        let shared = "int main() { int n; std::cin >> n; std::cout << n * n; }";
        // Each has one fragment in common with all others, and something else after it.
        let text = |number: usize| {
            let other = (0..12).map(|bit| ["n++;", "n--;"][number >> bit & 1]);
            format!("{shared} {}", other.collect::<String>())
        };
        let texts: Vec<String> = (0..150).map(text).collect();
        let compared = |texts: &[&String]| {
            let program = |text: &&String| Program::new(Grammar::C, &[text]);
            let programs: Vec<Program> = texts.iter().map(program).collect();
            let corpus = Corpus { programs: &programs, current: programs.len(), base: &[] };
            let settings = Settings { common: 1.0, ..Settings::default() };
            let Comparison { pairs, distribution, .. } = compare(&corpus, &settings);
            let names = |pair: &Pair| {
                let (one, other) = (texts[pair.left], texts[pair.right]);
                (one.min(other).clone(), one.max(other).clone(), pair.similarity().to_bits())
            };
            let mut pairs: Vec<_> = pairs.iter().map(names).collect();
            pairs.sort();
            (pairs, distribution)
        };
        let (pairs, distribution) = compared(&texts.iter().collect::<Vec<_>>());
        assert!(pairs.len() < 150 * 149 / 2, "nothing is left out");
        let reversed = compared(&texts.iter().rev().collect::<Vec<_>>());
        assert!(reversed == (pairs, distribution));
    }
}
