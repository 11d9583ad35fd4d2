//! Finds pairs of programs that share fragments, for a person to compare side by side.
//!
//! Programs are texts; nothing is read or written here, and contests, students and files are
//! unknown. A comparison is a function of the texts, on any number of threads.
//!
//! 1. `fold`: the tokens of a program become symbols: names, types and literals are folded; white
//!    space, comments, braces and imports are dropped.
//! 2. `fingerprint`: from all runs of k symbols, winnowing chooses a few as fingerprints (S.
//!    Schleimer, D. Wilkerson, A. Aiken: Winnowing, SIGMOD 2003): every shared fragment of at least
//!    k + w - 1 symbols has a fingerprint in common.
//! 3. `index`: an inverted index finds how many fingerprints two programs share, without looking at
//!    all pairs. Fingerprints of given code, and those in too large a share of the programs, are
//!    ignored.
//! 4. `tiling`: the pairs that share most are compared symbol by symbol, by greedy string tiling
//!    (M. Wise, 1993; as in JPlag): matching runs of maximal length that do not overlap, the
//!    longest first. Similarity is the share of the symbols that they cover.
//! 5. `distribution`: which similarities stand out follows from all pairs of the same exercise,
//!    since programs for a short exercise are all alike. Pairs are ranked by how surprising their
//!    similarity is: long and rare fragments come before short and common ones.
//!
//! Unlike in MOSS and Dolos, results are shown and counted not in fingerprints, some of which are
//! left out by chance, but in the symbols of the fragments around them.
//!
//! ```
//! use referee_similar::{Corpus, Program, Settings, compare};
//! use referee_tokens::Grammar;
//!
//! let one = "int sum(int n) { int s = 0; for (int i = 1; i <= n; i++) s += i * i; return s; }";
//! // Other names and types, another layout, a comment.
//! let other = "long long f(long long k)\n{\n  long long r = 0; // result\n  for (int j = 1; j <= k; j++)\n    r += j * j;\n  return r;\n}";
//! let third = "int main() { std::string s; while (std::cin >> s) if (s.size() > 3) std::cout << s[3]; }";
//! let programs: Vec<Program> =
//!     [one, other, third].iter().map(|text| Program::new(Grammar::C, &[text])).collect();
//! let corpus = Corpus { programs: &programs, current: 3, base: &[] };
//! let comparison = compare(&corpus, &Settings::default());
//! assert_eq!(comparison.pairs.len(), 1);
//! assert_eq!((comparison.pairs[0].left, comparison.pairs[0].right), (0, 1));
//! assert_eq!(comparison.pairs[0].similarity(), 1.0);
//! assert_eq!(comparison.identical, [[0, 1]]);
//! ```

mod comparison;
mod corpus;
mod distribution;
mod fingerprint;
mod fold;
mod index;
mod tiling;
mod words;

pub use comparison::{Comparison, Pair, SymbolCount, compare};
pub use corpus::{Corpus, Settings};
pub use distribution::{Distribution, FEW_PAIRS, MAX_THRESHOLD, MIN_THRESHOLD};
pub use fold::{Program, SymbolPlace, places};
pub use tiling::Fragment;
