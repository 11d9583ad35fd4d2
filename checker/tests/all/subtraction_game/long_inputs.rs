//! Inputs of any length and any bytes: large headers take no memory, hostile inputs do no harm, and
//! the longest are read in full.

use std::io::Read;

use proptest::prelude::*;
use referee_checker::subtraction_game::{
    Instance, MAX_AMOUNT, MAX_COUNT, MAX_HEAP, Rule, SubtractionGame,
};
use referee_checker::{ProblemRules, Settings, Strictness, read_input};

use super::inputs::{assert_fault, parse};
use crate::support::fixed;

fn written(instance: &Instance) -> Vec<u8> {
    let mut written = Vec::new();
    instance.write(&mut written);
    written
}

/// The first line with as many amounts as allowed, ending with `last`.
fn longest_line(last: u64) -> String {
    let amounts = last + 1 - u64::from(MAX_COUNT)..=last;
    amounts.fold("set".to_string(), |line, amount| line + " " + &amount.to_string())
}

/// The maximum number and size of both.
#[test]
fn the_longest_input_is_read_whole() {
    let heaps = vec![MAX_HEAP.to_string(); MAX_COUNT as usize].join(" ");
    let input = format!("{}\n{MAX_COUNT}\n{heaps}\n", longest_line(MAX_AMOUNT));
    let size = input.len() as u64;
    // Twice the necessary white space is allowed.
    let wide = size + 2 * u64::from(MAX_COUNT);
    assert!(SubtractionGame.longest_input(&input.as_bytes()[..64]) >= wide);
    let read = read_input(&SubtractionGame, &mut input.as_bytes(), size).unwrap();
    assert!(read == input.as_bytes(), "{} of {size} bytes", read.len());
    let instance = parse(&read, Strictness::Strict).unwrap();
    assert_eq!(instance.heaps(), vec![MAX_HEAP; MAX_COUNT as usize]);
    assert!(instance.rule().allows(MAX_AMOUNT));
}

#[test]
fn one_amount_more_than_there_may_be() {
    let line = longest_line(MAX_COUNT.into());
    let place = format!("line 1, column {}", line.len() + 2);
    let fault =
        format!("{place}: expected a line break after {MAX_COUNT} amounts, found `1048577`");
    assert_fault(&format!("{line} 1048577\n1\n5\n"), &fault);
}

#[test]
fn a_longer_input_is_read_up_to_its_fault() {
    let most = SubtractionGame.longest_input(b"squares\n");
    assert!(most < 1 << 26, "{most}");
    for (start, byte, fault) in [
        (&b"squares\n1\n5\n"[..], b' ', "line 4, column 1: expected the end of the file after"),
        (
            b"squares\n1\n",
            b'1',
            "line 3, column 1: a heap = 1111111111111111111111111111111111111111...",
        ),
    ] {
        let mut endless = start.chain(std::io::repeat(byte));
        let read = read_input(&SubtractionGame, &mut endless, u64::MAX).unwrap();
        assert_eq!(read.len() as u64, most + 1);
        let found = parse(&read, Strictness::Strict).unwrap_err();
        assert!(found.starts_with(fault), "{found}");
    }
}

#[test]
fn a_boastful_number_of_heaps_allocates_nothing() {
    assert_fault(
        "squares\n1048576\n1 2 x\n",
        "line 3, column 5: expected a heap, an integer, found `x`",
    );
}

#[test]
fn free_white_space_costs_no_more_than_its_length() {
    let blank = " ".repeat(1 << 20);
    let input = format!("set 1 2{blank}\n5\n1\n{blank}2{blank}\n3\n4\n{blank}\n5{blank}");
    let instance = parse(input.as_bytes(), Strictness::Lenient).unwrap();
    assert_eq!(instance.heaps(), [1, 2, 3, 4, 5]);
    let many = format!("squares\n100000\n{}{blank}", "7\n".repeat(100_000));
    assert_eq!(parse(many.as_bytes(), Strictness::Lenient).unwrap().heaps().len(), 100_000);
}

fn rules() -> impl Strategy<Value = Rule> {
    let amounts = prop::collection::btree_set(1..=MAX_AMOUNT, 1..20);
    let shuffled = amounts.prop_map(|set| set.into_iter().collect::<Vec<_>>()).prop_shuffle();
    prop_oneof![Just(Rule::Squares), shuffled.prop_map(Rule::Set)]
}

fn instances() -> impl Strategy<Value = Instance> {
    let heaps = prop::collection::vec(prop_oneof![0u64..20, 0..=MAX_HEAP], 1..20);
    (rules(), heaps).prop_map(|(rule, heaps)| Instance::new(rule, heaps).expect("a legal instance"))
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn what_is_written_is_read_back(instance in instances()) {
        let written = written(&instance);
        prop_assert_eq!(parse(&written, Strictness::Strict), Ok(instance.clone()));
        prop_assert_eq!(parse(&written, Strictness::Lenient), Ok(instance));
        prop_assert!(SubtractionGame.longest_input(&written) >= written.len() as u64);
        for length in 0..written.len() {
            prop_assert!(parse(&written[..length], Strictness::Strict).is_err(), "{} bytes", length);
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for start in [&b""[..], b"squares", b"squares\n", b"set", b"set 1 ", b"set 2\n3\n"] {
            let input = [start, &bytes].concat();
            let _ = parse(&input, Strictness::Strict);
            let _ = parse(&input, Strictness::Lenient);
            let _ = SubtractionGame.longest_input(&input);
        }
    }

    #[test]
    fn nothing_near_an_input_makes_it_panic(
        text in "(squares|set( [1-9]{1,2}){0,3})[ \r\n]{1,2}[0-4][ \n]([0-7]{1,2}[ \n\t\x0b]){0,5}"
    ) {
        let strict = parse(text.as_bytes(), Strictness::Strict);
        let lenient = parse(text.as_bytes(), Strictness::Lenient);
        if let Ok(instance) = strict {
            prop_assert_eq!(written(&instance), text.as_bytes());
            prop_assert_eq!(Ok(instance), lenient);
        }
        let prepared = SubtractionGame.prepare(text.as_bytes(), Strictness::Lenient, Settings::default());
        if let Ok(case) = prepared {
            prop_assert!(case.outcome().is_ok());
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
