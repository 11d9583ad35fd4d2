//! Precision and recall on copies with known disguises: every copy is more similar to its original
//! than any two independently written programs.
//!
//! `REFEREE_COPIES=DIR cargo test -p referee-similar --test transformations -- --ignored` writes
//! the programs into a folder, for comparison with other tools: docs/similar.md has the results.

mod support;

use referee_similar::{Corpus, Program, Settings, compare};
use referee_tokens::Grammar;
use support::{DISGUISES, exercise};

/// A pair of programs: their similarity, and the disguise by which one was made from the other, if
/// any.
struct Compared {
    similarity: f64,
    disguise: Option<&'static str>,
}

fn similarity(one: &str, other: &str) -> f64 {
    let programs = [one, other].map(|text| Program::new(Grammar::C, &[text]));
    let corpus = Corpus { programs: &programs, current: 2, base: &[] };
    compare(&corpus, &Settings::default()).pairs.first().map_or(0.0, |pair| pair.similarity())
}

/// Compares all originals with all copies.
fn all_pairs() -> Vec<Compared> {
    let originals = exercise();
    let mut all = Vec::new();
    for (number, (_, original)) in originals.iter().enumerate() {
        for (other, (_, text)) in originals.iter().enumerate() {
            let copies = DISGUISES.iter().map(|(name, disguise)| (*name, disguise(text)));
            all.extend(copies.map(|(name, copy)| Compared {
                similarity: similarity(original, &copy),
                disguise: (number == other).then_some(name),
            }));
        }
    }
    all
}

/// The mean precision at each copy, in order of similarity: 1 if all copies come before all other
/// pairs.
fn average_precision(pairs: &mut [Compared]) -> f64 {
    // Among equally similar pairs, copies come last.
    pairs.sort_by(|one, other| {
        other.similarity.total_cmp(&one.similarity).then(one.disguise.cmp(&other.disguise))
    });
    let copies = pairs.iter().zip(1..).filter(|(pair, _)| pair.disguise.is_some());
    let precisions = copies.zip(1..).map(|((_, rank), found)| f64::from(found) / f64::from(rank));
    let precisions: Vec<f64> = precisions.collect();
    precisions.iter().sum::<f64>() / precisions.len() as f64
}

#[test]
fn copies_are_more_similar_than_independent_programs() {
    let mut pairs = all_pairs();
    assert_eq!(average_precision(&mut pairs), 1.0);
    let usual = pairs.iter().filter(|pair| pair.disguise.is_none());
    let usual = usual.map(|pair| pair.similarity).fold(0.0, f64::max);
    assert!(usual < 0.25, "two independent programs are {usual} similar");
    for (name, least) in [
        ("renamed", 0.99),
        ("laid out anew, with comments", 0.98),
        ("other constants", 1.0),
        ("functions in another order", 0.93),
        ("other loops", 0.85),
        ("declarations split", 0.85),
        ("dead code", 0.75),
        ("all of these", 0.5),
    ] {
        let of_disguise = pairs.iter().filter(|pair| pair.disguise == Some(name));
        let worst = of_disguise.map(|pair| pair.similarity).fold(1.0, f64::min);
        assert!(worst >= least, "{name}: {worst}");
    }
}

/// In a class in which one program was copied with all disguises, exactly the copies stand out.
#[test]
fn copies_stand_out_in_a_class() {
    let originals = exercise();
    for (copied, (_, text)) in originals.iter().enumerate() {
        let mut texts: Vec<String> = originals.iter().map(|(_, text)| text.clone()).collect();
        texts.push(DISGUISES[DISGUISES.len() - 1].1(text));
        let programs: Vec<Program> =
            texts.iter().map(|text| Program::new(Grammar::C, &[text])).collect();
        let corpus = Corpus { programs: &programs, current: programs.len(), base: &[] };
        let comparison = compare(&corpus, &Settings::default());
        let threshold = comparison.distribution.threshold;
        let found = comparison.pairs.iter().filter(|pair| pair.similarity() >= threshold);
        let found: Vec<(usize, usize)> = found.map(|pair| (pair.left, pair.right)).collect();
        assert_eq!(found, [(copied, originals.len())], "{}", originals[copied].0);
    }
}

#[test]
#[ignore = "writes files for other tools"]
fn write_the_copies() {
    let folder = std::env::var("REFEREE_COPIES").unwrap();
    for (name, text) in exercise() {
        let write = |disguise: usize, text: &str| {
            std::fs::write(format!("{folder}/{name}-{disguise}.cpp"), text).unwrap();
        };
        write(0, &text);
        DISGUISES
            .iter()
            .zip(1..)
            .for_each(|((_, disguise), number)| write(number, &disguise(&text)));
    }
}
