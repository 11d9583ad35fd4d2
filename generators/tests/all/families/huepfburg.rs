//! The families of Hüpfburg.

use referee_checker::Settings;
use referee_checker::huepfburg::{Instance, Prepared};
use referee_checker::text::Strictness;

use super::{assert_errors, generate, shipped_recipe};

/// Recipe entries, one for each construction, with the least and the greatest sizes among them.
pub(super) const TYPICAL: &[&str] = &[
    "family = 'uniform'\nn = 2\ndegree = 0",
    "family = 'uniform'\nn = 2\ndegree = 2",
    "family = 'uniform'\nn = 60\ndegree = 3",
    "family = 'uniform'\nn = 5000\ndegree = 1",
    "family = 'given'\ninput = \"3 2\\n1 3\\n2 3\\n\"",
    "family = 'outcome'\nn = 2\ndegree = 1",
    "family = 'outcome'\nn = 2\ndegree = 1\noutcome = 'impossible'",
    "family = 'outcome'\nn = 1000\ndegree = 1",
    "family = 'outcome'\nn = 1000\ndegree = 3\noutcome = 'impossible'",
    "family = 'outcome'\nn = 40\ndegree = 3",
    "family = 'outcome'\nn = 40\ndegree = 3\noutcome = 'impossible'",
    "family = 'wielandt'\nn = 2",
    "family = 'wielandt'\nn = 17",
    "family = 'wielandt'\nn = 40",
    "family = 'layered-ring'\nlayers = 2\nwidth = 1\ndegree = 1",
    "family = 'layered-ring'\nlayers = 2\nwidth = 1\ndegree = 1\noutcome = 'meeting'",
    "family = 'layered-ring'\nlayers = 2\nwidth = 3\ndegree = 3\noutcome = 'meeting'",
    "family = 'layered-ring'\nlayers = 3\nwidth = 3\ndegree = 1\noutcome = 'meeting'",
    "family = 'layered-ring'\nlayers = 12\nwidth = 7\ndegree = 2",
    "family = 'layered-ring'\nlayers = 12\nwidth = 7\ndegree = 2\noutcome = 'meeting'",
    "family = 'layered-ring'\nlayers = 100\nwidth = 100\ndegree = 2\noutcome = 'meeting'",
    "family = 'coprime-cycles'\np = 1\nq = 1",
    "family = 'coprime-cycles'\np = 1\nq = 6",
    "family = 'coprime-cycles'\np = 31\nq = 32",
    "family = 'late-meeting'\njumps = 1",
    "family = 'late-meeting'\njumps = 2",
    "family = 'late-meeting'\njumps = 3\ncycle = 2",
    "family = 'late-meeting'\njumps = 102\ncycle = 49",
    "family = 'late-meeting'\njumps = 10000",
    "family = 'prime-cycles'\nprimes = 1",
    "family = 'prime-cycles'\nprimes = 9",
    "family = 'two-colours'\nn = 2\ndegree = 0",
    "family = 'two-colours'\nn = 2\ndegree = 1",
    "family = 'two-colours'\nn = 3\ndegree = 1",
    "family = 'two-colours'\nn = 31\ndegree = 15",
    "family = 'two-colours'\nn = 5000\ndegree = 3",
    "family = 'swap-places'\njumps = 1",
    "family = 'swap-places'\njumps = 1\noutcome = 'meeting'",
    "family = 'swap-places'\njumps = 20",
    "family = 'swap-places'\njumps = 20\noutcome = 'meeting'",
    "family = 'meet-at-start'\njumps = 1",
    "family = 'meet-at-start'\njumps = 1\nstart = 'mika'",
    "family = 'meet-at-start'\njumps = 30",
    "family = 'meet-at-start'\njumps = 30\nstart = 'mika'",
    "family = 'meet-at-last'\njumps = 1",
    "family = 'meet-at-last'\njumps = 30",
    "family = 'long-path'\nn = 3",
    "family = 'long-path'\nn = 4",
    "family = 'long-path'\nn = 5001",
    "family = 'dead-ends'\nn = 8",
    "family = 'dead-ends'\nn = 50\nwhere = 'mika'",
    "family = 'dead-ends'\nn = 8\nwhere = 'one-player'",
    "family = 'dead-ends'\nn = 51\nwhere = 'one-player'",
    "family = 'dead-ends'\nn = 8\nwhere = 'everywhere'",
    "family = 'dead-ends'\nn = 100\nwhere = 'everywhere'",
    "family = 'self-arrows'\nn = 4",
    "family = 'self-arrows'\nn = 41",
    "family = 'self-arrows'\nn = 4\nwhere = 'start'",
    "family = 'self-arrows'\nn = 41\nwhere = 'start'",
    "family = 'one-way'\njumps = 1",
    "family = 'one-way'\njumps = 1\noutcome = 'meeting'",
    "family = 'one-way'\njumps = 20",
    "family = 'one-way'\njumps = 20\noutcome = 'meeting'",
    "family = 'header-arrow'\nn = 9",
    "family = 'header-arrow'\nn = 40",
    "family = 'header-arrow'\nn = 9\nchange = 'shortens'",
    "family = 'header-arrow'\nn = 40\nchange = 'shortens'",
    "family = 'decoy'\njumps = 3",
    "family = 'decoy'\njumps = 3\nmeeting = 'never'",
    "family = 'decoy'\njumps = 40\ndecoys = 5",
    "family = 'decoy'\njumps = 40\ndecoys = 5\nmeeting = 'never'",
    "family = 'pair-keys'\nn = 100\nbase = 10",
    "family = 'pair-keys'\nn = 100\nbase = 94",
    "family = 'pair-keys'\nn = 1100",
    "family = 'pair-keys'\nn = 100\nkey = 'digits'",
    "family = 'pair-keys'\nn = 301\nkey = 'digits'",
];

pub(super) fn parse(input: &[u8]) -> Instance {
    Instance::parse(input, Strictness::Strict).unwrap_or_else(|error| panic!("{error}"))
}

/// The least number of jumps, as computed by the checker.
pub(super) fn jumps(instance: Instance) -> Option<u64> {
    let prepared = Prepared::new(instance, Settings::default());
    prepared.shortest().expect("enough memory").map(|shortest| shortest.jumps)
}

/// Committed cases have at most 64 KiB, answers included, and no more fields than the statement
/// allows. The outcome of larger inputs is not checked here, but asserted by the engine when it
/// answers them.
#[test]
fn the_shipped_recipe_keeps_its_word() {
    const LARGE: u64 = 64 << 10;
    for case in shipped_recipe("huepfburg").cases {
        let input = case.generate().unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let instance = parse(&input);
        let number_length = instance.n().to_string().len() as u64;
        let mut is_large = input.len() as u64 > LARGE;
        let is_beyond_the_statement = instance.n() > 6000;
        if !is_large {
            let jumps = jumps(instance);
            let outcome = if jumps.is_some() { "meeting" } else { "impossible" };
            assert_eq!(case.expect.as_deref().unwrap_or(outcome), outcome, "{}", case.name);
            let numbers = jumps.map_or(0, |jumps| 2 * (jumps + 1));
            is_large = numbers * (number_length + 1) + 8 > LARGE;
        }
        let is_full = is_large || is_beyond_the_statement;
        assert_eq!(is_full, case.name.contains("-full-"), "{}", case.name);
    }
}

#[test]
fn what_cannot_be_kept_says_what_to_change() {
    let cases = [
        ("family = 'given'\ninput = '2'", "the given input is not legal: line 1, column 2"),
        ("family = 'uniform'\nn = 3\ndegree = 4", "choose a degree up to 3"),
        ("family = 'uniform'\nn = 1000000\ndegree = 10000", "choose a degree up to 10"),
        ("family = 'outcome'\nn = 2\ndegree = 3", "choose a degree up to 2"),
        (
            "family = 'outcome'\nn = 2\ndegree = 2\noutcome = 'impossible'",
            "no input without a meeting in 1000 attempts; choose other parameters",
        ),
        ("family = 'two-colours'\nn = 5\ndegree = 3", "choose a degree up to 2"),
        ("family = 'coprime-cycles'\np = 6\nq = 15", "3 divides both p = 6 and q = 15"),
        ("family = 'late-meeting'\njumps = 102\ncycle = 9", "choose a cycle of at least 10"),
        (
            "family = 'layered-ring'\nlayers = 3\nwidth = 2\ndegree = 3",
            "choose a degree up to the width",
        ),
        (
            "family = 'layered-ring'\nlayers = 1000\nwidth = 1000\ndegree = 1000",
            "choose up to 1000000 fields and 10000000 arrows",
        ),
        ("family = 'pair-keys'\nn = 1005", "choose an n of at least 1006"),
    ];
    assert_errors("huepfburg", &cases);
}

/// The exact numbers of jumps, computed by hand.
#[test]
fn meetings_come_exactly_when_they_are_meant_to() {
    let wielandt = [1, 3, 5, 9, 13, 19, 25, 33].into_iter().zip(2..);
    let wielandt = wielandt.chain([(129, 17), (11251, 151), (500_001, 1001)]);
    let wielandt = wielandt.map(|(jumps, n)| (jumps, format!("family = 'wielandt'\nn = {n}")));
    let late = [1, 2, 3, 100, 101, 1001, 1_000_000];
    let late = late.map(|jumps| (jumps, format!("family = 'late-meeting'\njumps = {jumps}")));
    let coprime = (992, "family = 'coprime-cycles'\np = 31\nq = 32".to_string());
    let path = (499_999, "family = 'long-path'\nn = 1000000".to_string());
    for (expected, entry) in wielandt.chain(late).chain([coprime]) {
        assert_eq!(jumps(parse(&generate("huepfburg", &entry))), Some(expected), "{entry}");
    }
    assert_eq!(parse(&generate("huepfburg", &path.1)).arrows().len() as u64, 2 * path.0);
}
