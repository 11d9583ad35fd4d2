//! The families of Infinity War.

use referee_checker::infinity_war::{Instance, Prepared};
use referee_checker::text::Strictness;

use super::{assert_errors, generate, shipped_recipe};

/// Recipe entries, one for each construction.
pub(super) const TYPICAL: &[&str] = &[
    "family = 'uniform'\nn = 2",
    "family = 'uniform'\nn = 50",
    "family = 'given'\ninput = \"2\\n2 1\\n1 2\\n1 0\\n0 -1\\n\"",
    "family = 'outcome'\nn = 2\noutcome = 'alice-wins'",
    "family = 'outcome'\nn = 30\noutcome = 'alice-wins'",
    "family = 'outcome'\nn = 2\noutcome = 'tie'",
    "family = 'outcome'\nn = 30\noutcome = 'tie'",
    "family = 'outcome'\nn = 2\noutcome = 'bob-wins'",
    "family = 'outcome'\nn = 3\noutcome = 'bob-wins'",
    "family = 'capture-one-move'\nn = 2",
    "family = 'capture-one-move'\nn = 60",
    "family = 'capture-two-moves'\nn = 3",
    "family = 'capture-two-moves'\nn = 60",
    "family = 'capture-two-moves'\nn = 3\npair = 'same'",
    "family = 'capture-two-moves'\nn = 500\npair = 'same'",
    "family = 'midpoint-off-board'\nn = 3",
    "family = 'midpoint-off-board'\nn = 60",
    "family = 'midpoint-off-board'\nn = 3\norders = 'none'",
    "family = 'midpoint-off-board'\nn = 60\norders = 'none'",
    "family = 'null-move'\nn = 4",
    "family = 'null-move'\nn = 40\noutcome = 'tie'",
    "family = 'own-square-only'\nn = 2",
    "family = 'own-square-only'\nn = 3",
    "family = 'one-safe-square'\nn = 2",
    "family = 'one-safe-square'\nn = 3",
    "family = 'one-safe-square'\nn = 3\nwhere = 'beside-bob'",
    "family = 'few-safe-squares'\nn = 15\niterations = 20000",
    "family = 'bob-wins'\nn = 2",
    "family = 'bob-wins'\nn = 3",
    "family = 'covered-border'\nn = 64",
    "family = 'covered-border'\nn = 500\nwidth = 10",
    "family = 'densest-cover'\nn = 20",
    "family = 'densest-cover'\nn = 300",
    "family = 'clustered'\nn = 4",
    "family = 'clustered'\nn = 90",
    "family = 'one-row'\nn = 4",
    "family = 'one-row'\nn = 80\nshift = -20",
    "family = 'one-column'\nn = 4\nshift = 3",
    "family = 'one-column'\nn = 80",
    "family = 'crowded-row'\nn = 4",
    "family = 'crowded-row'\nn = 70\nborder = 'right'",
    "family = 'extreme'\nn = 4",
    "family = 'extreme'\nn = 100\noutcome = 'alice-wins'",
    "family = 'extreme'\nn = 3000\ndecoy = 'shift-20'",
    "family = 'hash-collisions'\nn = 1000",
    "family = 'hash-collisions'\nn = 1000\ntarget = 'python-int'",
    "family = 'hash-collisions'\nn = 1000\ntarget = 'python-tuple'",
];

#[test]
fn the_shipped_recipe_keeps_its_word() {
    for case in shipped_recipe("infinity-war").cases {
        let bytes = case.generate().unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let instance = Instance::parse(&bytes, Strictness::Strict);
        let instance = instance.unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let full = case.name.contains("-full-");
        assert_eq!(bytes.len() > 64 << 10, full, "{} has {} bytes", case.name, bytes.len());
        if let Some(expect) = &case.expect {
            assert_eq!(Prepared::new(instance).outcome().name(), expect, "{}", case.name);
        }
    }
}

#[test]
fn what_cannot_be_kept_says_what_to_change() {
    let cases = [
        ("family = 'given'\ninput = '2'", "the given input is not legal: line 1, column 2"),
        ("family = 'outcome'\nn = 4\noutcome = 'bob-wins'", "Bob wins only for n = 2 and n = 3"),
        ("family = 'one-row'\nn = 4\nshift = 4", "shift = 4 must be shorter than n = 4"),
        ("family = 'covered-border'\nn = 64\nwidth = 9", "choose a width up to about 1"),
        ("family = 'extreme'\nn = 2048\ndecoy = 'shift-20'", "needs n >= 2049"),
        ("family = 'extreme'\nn = 40000\ndecoy = 'times-n'", "needs n >= 46343"),
        (
            "family = 'extreme'\nn = 50000\ndecoy = 'times-n'\noutcome = 'alice-wins'",
            "a decoy needs outcome = \"tie\"",
        ),
        (
            "family = 'few-safe-squares'\nn = 15\npercent = 5\niterations = 10",
            "choose more iterations or a higher percent",
        ),
    ];
    assert_errors("infinity-war", &cases);
}

/// The witnesses of the covered border agree with a naive check.
#[test]
fn a_covered_border_is_covered() {
    for (n, width) in [(64, 1), (200, 3), (501, 12)] {
        let entry = format!("family = 'covered-border'\nn = {n}\nwidth = {width}");
        let bytes = generate("infinity-war", &entry);
        let prepared = Prepared::new(Instance::parse(&bytes, Strictness::Strict).expect("legal"));
        let bob = prepared.instance().bob();
        let reached = prepared.reach().squares(bob);
        for (at, reached) in reached.into_iter().enumerate() {
            let (x, y) = (at % n + 1, at / n + 1);
            let near = |z: usize| z <= width || z > n - width;
            assert!(reached || !(near(x) || near(y)), "{entry}: ({x},{y}) is safe");
        }
    }
}
