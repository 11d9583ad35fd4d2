//! Inputs of any length and any bytes: the fast path reads long ones alike, large headers take no
//! memory, and hostile inputs do no harm.

use std::fmt::Write;
use std::io::Read;

use proptest::prelude::*;
use referee_checker::huepfburg::{Arrow, Instance, MAX_M};
use referee_checker::{Strictness, problem, read_input};

use super::inputs::{assert_fault, parse};
use crate::support::fixed;

fn written(instance: &Instance) -> Vec<u8> {
    let mut written = Vec::new();
    instance.write(&mut written);
    written
}

/// Long inputs take a faster path than short ones, and must be read alike.
#[test]
fn a_fault_anywhere_in_a_long_input_is_found_there() {
    let lines: Vec<String> = (1..=200).map(|i| format!("{i} {}\n", i * i % 1000 + 1)).collect();
    let whole = |lines: &[String]| format!("1000 200\n{}", lines.concat()).into_bytes();
    let instance = parse(&whole(&lines), Strictness::Strict).unwrap();
    assert_eq!(written(&instance), whole(&lines));
    let faults = [
        ("x 1\n", 1, "expected from, an integer, found `x`"),
        ("1 x\n", 3, "expected to, an integer, found `x`"),
        ("0 1\n", 1, "from = 0 is outside 1..=1000 (n = 1000)"),
        ("1 0\n", 3, "to = 0 is outside 1..=1000 (n = 1000)"),
        ("1001 1\n", 1, "from = 1001 is outside 1..=1000 (n = 1000)"),
        ("1 -1\n", 3, "to = -1 is outside 1..=1000 (n = 1000)"),
        ("07 1\n", 1, "from = 07: a number is written without leading zeros"),
        ("1 +7\n", 3, "to = +7: a number is written without a plus sign"),
        ("4294967297 1\n", 1, "from = 4294967297 is outside 1..=1000 (n = 1000)"),
    ];
    for at in [0, 1, 2, 100, 197, 198, 199] {
        let replaced = |line: &str| {
            let mut lines = lines.clone();
            lines[at] = line.into();
            whole(&lines)
        };
        for (line, column, message) in faults {
            assert_fault(&replaced(line), &format!("line {}, column {column}: {message}", at + 2));
        }
        let free = replaced(&lines[at].replace(' ', "\t\n"));
        let tab = parse(&free, Strictness::Strict).unwrap_err();
        assert!(tab.ends_with("expected a single space, found a tab"), "{tab}");
        assert_eq!(parse(&free, Strictness::Lenient).unwrap(), instance);
        let other = (at + 1) % 200;
        let (first, second) = (at.min(other) + 1, at.max(other) + 1);
        let twice = parse(&replaced(&lines[other]), Strictness::Strict).unwrap_err();
        let start = format!("line {}, column 1: arrow {second} from ", second + 1);
        assert!(twice.starts_with(&start), "{twice}");
        assert!(twice.contains(&format!(" is the same as arrow {first}; ")), "{twice}");
    }
}

#[test]
fn a_boastful_first_line_allocates_nothing() {
    assert_fault(
        b"16777216 4294967294\n1 2\n",
        "line 3, column 1: expected 4294967294 arrows, as m = 4294967294 announces; \
         the file ends after 1",
    );
}

#[test]
fn the_longest_input_is_long_enough_and_bounded() {
    let problem = problem("huepfburg").unwrap();
    for head in [
        &b""[..],
        b"rubbish",
        b"4",
        b"4 ",
        b"4 x",
        b"-4 5",
        b"4 -5",
        b"0 5\n",
        b"4 5\n",
        b"99999999999999999999 5\n",
        b"4 99999999999999999999\n",
        // No more than all arrows of four fields, whatever m says.
        b"4 4000000000\n",
    ] {
        assert!(problem.longest_input(head) < 10_000, "{}", head.escape_ascii());
    }
    // Every arrow of a thousand fields, with superfluous white space.
    let mut wide = "1000\t1000000\r\n".to_string();
    for arrow in 0..1_000_000 {
        write!(wide, " {}\t\t\t{} \r\n", arrow / 1000 + 1, arrow % 1000 + 1).unwrap();
    }
    let longest = problem.longest_input(&wide.as_bytes()[..64]);
    assert!(longest >= wide.len() as u64 && longest <= 3 * wide.len() as u64, "{longest}");
    let line = "16777216 16777216\n".len() as u64;
    let most = problem.longest_input(format!("16777216 {MAX_M}\n").as_bytes());
    assert!(most >= line * u64::from(MAX_M), "{most}");
}

#[test]
fn a_longer_input_is_read_up_to_its_fault() {
    let problem = problem("huepfburg").unwrap();
    let mut endless = b"2 1\n1 2\n".chain(std::io::repeat(b' '));
    let read = read_input(problem, &mut endless, u64::MAX).unwrap();
    assert!(read.len() <= 10_000, "{} bytes", read.len());
    let fault = parse(&read, Strictness::Strict).unwrap_err();
    assert!(fault.starts_with("line 3, column 1: expected the end of the file"), "{fault}");
}

/// An instance of up to 40 fields, its arrows in any order.
fn instances() -> impl Strategy<Value = Instance> {
    (2u32..=40).prop_flat_map(|n| {
        let arrows = prop::collection::btree_set((1..=n, 1..=n), 0..80);
        let shuffled = arrows.prop_map(|set| set.into_iter().collect::<Vec<_>>()).prop_shuffle();
        shuffled.prop_map(move |arrows| super::instance(n, &arrows))
    })
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn what_is_written_is_read_back(instance in instances()) {
        let written = written(&instance);
        prop_assert_eq!(parse(&written, Strictness::Strict), Ok(instance.clone()));
        prop_assert_eq!(parse(&written, Strictness::Lenient), Ok(instance.clone()));
        let longest = problem("huepfburg").unwrap().longest_input(&written);
        prop_assert!(longest >= written.len() as u64);
        for (from, to) in (1..=instance.n()).flat_map(|from| (1..=instance.n()).map(move |to| (from, to))) {
            let is_listed = instance.arrows().contains(&Arrow { from, to });
            prop_assert_eq!(instance.has_arrow(from, to), is_listed);
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes, Strictness::Strict);
        let _ = parse(&bytes, Strictness::Lenient);
        let _ = problem("huepfburg").unwrap().longest_input(&bytes);
    }

    #[test]
    fn nothing_near_an_input_makes_it_panic(text in "[1-6][ \n][0-4][ \n]([0-7]{1,2}[ \n\t]){0,9}") {
        let strict = parse(text.as_bytes(), Strictness::Strict);
        let lenient = parse(text.as_bytes(), Strictness::Lenient);
        let _ = problem("huepfburg").unwrap().longest_input(text.as_bytes());
        if let Ok(instance) = strict {
            prop_assert_eq!(written(&instance), text.as_bytes());
            prop_assert_eq!(Ok(instance), lenient);
        }
    }

    #[test]
    fn one_changed_byte_is_a_fault_or_another_instance(
        instance in instances(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut input = written(&instance);
        let at = at.index(input.len());
        input[at] = byte;
        if let Ok(instance) = parse(&input, Strictness::Strict) {
            prop_assert_eq!(written(&instance), input);
        }
    }
}
