//! The families of subtraction games.

use referee_checker::subtraction_game::{Instance, Prepared};
use referee_checker::text::Strictness;
use referee_checker::{Settings, subtraction_game};
use referee_generators::CaseSpec;

use super::{assert_errors, recipe, shipped_recipe};

/// Recipe entries, one for each construction, with the least and greater sizes among them.
pub(super) const TYPICAL: &[&str] = &[
    "family = 'uniform'\nheaps = 1\nsize = 0",
    "family = 'uniform'\nheaps = 20\nsize = 1000",
    "family = 'uniform'\nrule = 'set'\namounts = 20\nheaps = 3\nsize = 100",
    "family = 'given'\ninput = \"set 2 1\\n2\\n0 3\\n\"",
    "family = 'outcome'\nheaps = 1\nsize = 0",
    "family = 'outcome'\nheaps = 1\nsize = 1\noutcome = 'hot'",
    "family = 'outcome'\nheaps = 2\nsize = 500",
    "family = 'outcome'\nheaps = 100\nsize = 20000",
    "family = 'outcome'\nrule = 'set'\nheaps = 1\nsize = 100",
    "family = 'outcome'\nrule = 'set'\nheaps = 30\nsize = 100\noutcome = 'hot'",
    "family = 'cold-heap'\nsize = 0",
    "family = 'cold-heap'\nsize = 119",
    "family = 'cold-heap'\nsize = 100000",
    "family = 'cold-heap'\nrule = 'set'\nsize = 1000",
    "family = 'one-winning-move'\nheaps = 1\nsize = 1",
    "family = 'one-winning-move'\nheaps = 1\nsize = 5000",
    "family = 'one-winning-move'\nheaps = 5\nsize = 200",
    "family = 'one-winning-move'\nheaps = 3\nsize = 20\nwhere = 'lower'",
    "family = 'one-winning-move'\nheaps = 4\nsize = 200\nwhere = 'lower'",
    "family = 'one-winning-move'\nrule = 'set'\nheaps = 6\nsize = 50\nwhere = 'lower'",
    "family = 'raising-move'\nheaps = 3\nsize = 50",
    "family = 'raising-move'\nheaps = 4\nsize = 1000",
    "family = 'raising-move'\nrule = 'set'\nheaps = 3\nsize = 60",
    "family = 'greedy'\nsize = 20",
    "family = 'greedy'\nsize = 20\namount = 'least'",
    "family = 'greedy'\nsize = 3000\namount = 'both'",
    "family = 'greedy'\nrule = 'set'\nsize = 100\namount = 'both'",
    "family = 'overdraw'\nheaps = 2\nsize = 40",
    "family = 'overdraw'\nheaps = 3\nsize = 1000\nread = 'difference'",
    "family = 'overdraw'\nrule = 'set'\nheaps = 2\nsize = 40",
    "family = 'overdraw'\nrule = 'set'\nheaps = 2\nsize = 40\nread = 'difference'",
    "family = 'equal-heaps'\npairs = 1\nsize = 1",
    "family = 'equal-heaps'\npairs = 20\nsize = 100",
    "family = 'equal-heaps'\npairs = 20\nsize = 4294967296\nsingle = 'hot'",
    "family = 'equal-heaps'\nrule = 'set'\npairs = 20\nsize = 5000\nsingle = 'cold'",
    "family = 'empty-heaps'\nempty = 5\nheaps = 0\nsize = 1",
    "family = 'empty-heaps'\nempty = 1\nheaps = 1\nsize = 1",
    "family = 'empty-heaps'\nempty = 4\nheaps = 3\nsize = 100",
    "family = 'empty-heaps'\nempty = 4\nheaps = 4\nsize = 100\noutcome = 'cold'",
    "family = 'empty-heaps'\nrule = 'set'\nempty = 4\nheaps = 3\nsize = 100",
    "family = 'many-heaps'\nheaps = 2\nsize = 1",
    "family = 'many-heaps'\nheaps = 5000\nsize = 300",
    "family = 'many-heaps'\nrule = 'set'\nheaps = 500\nsize = 300",
    "family = 'separately'\nheaps = 3\nsize = 30",
    "family = 'separately'\nheaps = 2\nsize = 10\noutcome = 'hot'",
    "family = 'separately'\nheaps = 31\nsize = 1000",
    "family = 'separately'\nrule = 'set'\nheaps = 10\nsize = 100\noutcome = 'hot'",
    "family = 'xor-of-sizes'\nheaps = 2\nsize = 5",
    "family = 'xor-of-sizes'\nheaps = 3\nsize = 100\noutcome = 'hot'",
    "family = 'xor-of-sizes'\nrule = 'set'\nheaps = 9\nsize = 1000",
    "family = 'no-move-of-one'\nheaps = 1\nsize = 20",
    "family = 'no-move-of-one'\nheaps = 2\nsize = 20\noutcome = 'hot'",
    "family = 'no-move-of-one'\nheaps = 10\nsize = 50",
    "family = 'large-amounts'\nheaps = 4\nsize = 30",
    "family = 'large-amounts'\nheaps = 4\nsize = 30\nwhich = 'all'",
    "family = 'large-amounts'\namounts = 1\nheaps = 1\nsize = 1\nwhich = 'all'",
    "family = 'large-amounts'\nheaps = 4\nsize = 30\nwhich = 'word'",
    "family = 'parity'\nheaps = 1\nsize = 100",
    "family = 'parity'\nheaps = 3\nsize = 100\noutcome = 'hot'",
    "family = 'parity'\nrule = 'set'\nheaps = 1\nsize = 100",
    "family = 'parity'\nrule = 'set'\nheaps = 3\nsize = 100\noutcome = 'hot'",
    "family = 'large-heap'\nsize = 1000000",
    "family = 'large-heap'\namounts = 5\nlargest = 40\nsize = 4294967296\noutcome = 'hot'",
    "family = 'late-amount'\nwindow = 100",
    "family = 'late-amount'\nwindow = 10000\noutcome = 'hot'",
    "family = 'long-period'\nsize = 1000",
    "family = 'long-period'\namounts = 4\nlargest = 50\nperiod = 60\nbefore = 200\nsize = 1000000",
    "family = 'off-residues'\nsize = 34",
    "family = 'off-residues'\nsize = 100000",
    "family = 'off-residues'\nsize = 100000\noutcome = 'hot'",
    "family = 'byte-overflow'\nheaps = 2\nsize = 256",
    "family = 'byte-overflow'\nheaps = 5\nsize = 5000",
];

/// Cases of one family.
pub(super) fn cases(entry: &str, count: u32) -> Vec<CaseSpec> {
    recipe("subtraction-game", entry, count).cases
}

pub(super) fn parse(input: &[u8]) -> Instance {
    Instance::parse(input, Strictness::Strict).unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn prepare(instance: Instance) -> Prepared {
    Prepared::new(instance, Settings::default())
}

#[test]
fn the_outcome_is_the_one_that_is_wanted() {
    for entry in TYPICAL {
        let wanted = ["cold", "hot"].into_iter().find(|word| {
            let outcome = format!("outcome = '{word}'");
            entry.contains(&outcome)
        });
        let Some(wanted) = wanted else { continue };
        for case in cases(entry, 20) {
            let instance = parse(&case.generate().expect("as asked for"));
            if instance.heaps().iter().all(|&heap| heap <= 100_000) {
                let is_cold = prepare(instance).is_cold().expect("enough memory");
                assert_eq!(is_cold, wanted == "cold", "{entry} {}", case.name);
            }
        }
    }
}

/// Committed cases have at most 64 KiB. An outcome that takes long to find is not checked here, but
/// asserted by the engine when it answers the case.
#[test]
fn the_recipe_keeps_its_word() {
    for case in shipped_recipe("subtraction-game").cases {
        let is_full = case.name.contains("-full-");
        if is_full {
            continue;
        }
        let input = case.generate().unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert!(input.len() <= 64 << 10, "{} has {} bytes", case.name, input.len());
        let is_cold = prepare(parse(&input)).is_cold().expect("enough memory");
        let outcome = if is_cold { "cold" } else { "hot" };
        assert_eq!(case.expect.as_deref().unwrap_or(outcome), outcome, "{}", case.name);
    }
}

/// Takes half a minute: `cargo test -- --ignored`.
#[test]
#[ignore = "slow"]
fn the_full_cases_can_be_made() {
    let cases = shipped_recipe("subtraction-game").cases;
    for case in cases.iter().filter(|case| case.name.contains("-full-")) {
        let begin = std::time::Instant::now();
        let input = case.generate().unwrap_or_else(|error| panic!("{}: {error}", case.name));
        println!("{} {} bytes {:?}", case.name, input.len(), begin.elapsed());
        parse(&input);
    }
}

#[test]
fn what_cannot_be_kept_says_what_to_change() {
    let cases_and_words = [
        ("family = 'given'\ninput = '2'", "the given input is not legal: line 1, column 1"),
        (
            "family = 'uniform'\nrule = 'set'\namounts = 5\nlargest = 4\nheaps = 1\nsize = 1",
            "there are no 5 amounts up to 4; choose fewer",
        ),
        (
            "family = 'outcome'\nheaps = 1\nsize = 0\noutcome = 'hot'",
            "no hot position found up to 0; choose other parameters",
        ),
        ("family = 'one-winning-move'\nheaps = 2\nsize = 9\nwhere = 'lower'", "choose 3 heaps"),
        ("family = 'separately'\nheaps = 4\nsize = 9", "choose an odd number for cold"),
        ("family = 'separately'\nheaps = 3\nsize = 9\noutcome = 'hot'", "an even one for hot"),
        ("family = 'xor-of-sizes'\nheaps = 2\nsize = 9\noutcome = 'hot'", "choose 3 heaps or more"),
        (
            "family = 'equal-heaps'\nrule = 'set'\nlargest = 1000000\npairs = 1\nsize = 1\n\
             single = 'hot'",
            "choose a larger size or smaller amounts",
        ),
        (
            "family = 'no-move-of-one'\namounts = 1\nlargest = 1\nheaps = 1\nsize = 9",
            "there are no 1 amounts up to 0",
        ),
        (
            "family = 'parity'\nrule = 'set'\namounts = 1\nlargest = 1\nheaps = 1\nsize = 9",
            "no even amount up to 1; choose",
        ),
        (
            "family = 'no-move-of-one'\nheaps = 1\nsize = 9\noutcome = 'hot'",
            "choose 2 heaps or more",
        ),
        ("family = 'late-amount'\namounts = 20\nwindow = 10", "choose other parameters"),
        ("family = 'long-period'\nperiod = 50\nsize = 9", "choose other parameters"),
        ("family = 'byte-overflow'\nrule = 'squares'\nheaps = 2\nsize = 300", "choose other"),
    ];
    assert_errors("subtraction-game", &cases_and_words);
}

/// The first cold heaps, as is well known: 0 2 5 7 10 12 15 17 20 22 34 39 44 52 57 62 65.
#[test]
fn the_largest_cold_heap_is_found() {
    for (size, expected) in [(1, 0), (4, 2), (33, 22), (34, 34), (56, 52), (118, 109), (119, 119)] {
        let case = &cases(&format!("family = 'cold-heap'\nsize = {size}"), 1)[0];
        assert_eq!(parse(&case.generate().expect("possible")).heaps(), [expected]);
    }
}

#[test]
fn the_rules_are_as_wanted() {
    let rule_of = |entry: &str| parse(&cases(entry, 1)[0].generate().expect(entry)).rule().clone();
    let entry = "family = 'uniform'\nrule = 'set'\namounts = 7\nlargest = 7\nheaps = 1\nsize = 9";
    let subtraction_game::Rule::Set(mut amounts) = rule_of(entry) else { panic!("no set") };
    amounts.sort_unstable();
    assert_eq!(amounts, [1, 2, 3, 4, 5, 6, 7]);
    let entry = "family = 'uniform'\nheaps = 1\nsize = 9";
    assert_eq!(rule_of(entry), subtraction_game::Rule::Squares);
}
