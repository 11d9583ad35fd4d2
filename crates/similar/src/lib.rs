//! Pairs of programs that share fragments: what a person should look at, side by side.
//!
//! Programs are texts; nothing is read or written here, and nothing is known of contests, students or files. A comparison is a function
//! of the texts, on any number of threads.
//!
//! 1. `fold`: the tokens of a program become symbols, in which names, types and literals are folded, and white space, comments, braces
//!    and imports are gone.
//! 2. `fingerprint`: of all runs of k symbols, a few are chosen as fingerprints, by winnowing (S. Schleimer, D. Wilkerson, A. Aiken:
//!    Winnowing, SIGMOD 2003): any fragment of at least k + w - 1 symbols that two programs share has a fingerprint in common.
//! 3. `index`: an inverted index tells how many fingerprints two programs share, without looking at all pairs. Fingerprints of code
//!    that was given, and those in too large a share of the programs, are ignored.
//! 4. `tiling`: the pairs that share most are compared symbol by symbol, by greedy string tiling (M. Wise, 1993; as in JPlag): matching
//!    runs of maximal length, the longest first, none of which overlap. Similarity is the share of the symbols that they cover.
//! 5. `distribution`: which similarities stand out follows from all pairs of the same exercise, since programs for a short exercise are
//!    all alike. Pairs are ranked by how surprising what they share is: long and rare before short and usual.
//!
//! Unlike MOSS and Dolos, what is shown and counted are not the fingerprints, of which some are left out by chance, but the symbols of
//! the fragments around them.
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
