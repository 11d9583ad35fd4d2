//! The memory of the evaluation: it fails if there is too little, and only runs when needed.

use referee_checker::subtraction_game::{MAX_HEAP, Prepared};
use referee_checker::{Case, CheckError, CheckVerdict, Settings, TooLarge};

use super::{check, instance, verdict};

fn limited(rule: &str, heaps: &[u64], memory: u64) -> Prepared {
    Prepared::new(instance(rule, heaps), Settings::default().with_memory(memory))
}

fn too_large(prepared: &Prepared, mut output: &[u8]) -> TooLarge {
    match prepared.check(&mut output) {
        Err(CheckError::TooLarge(error)) => {
            assert!(error.needed > error.available, "{error}");
            error
        }
        other => panic!("there is memory enough: {other:?}"),
    }
}

/// Returns a sufficient amount of memory: the one that the first failure states.
fn enough(rule: &str, heaps: &[u64]) -> u64 {
    too_large(&limited(rule, heaps, 0), b"cold").needed
}

#[test]
fn without_memory_only_the_evaluation_is_missing() {
    for heaps in [&[1_000_000][..], &[1_000_000, 5]] {
        let prepared = limited("squares", heaps, 1000);
        let error = too_large(&prepared, b"cold");
        assert_eq!(error.available, 1000);
        let text = format!(
            "the values of all heaps up to 1000000 would take {} bytes of memory, \
             of which 1000 are available",
            error.needed
        );
        assert_eq!(CheckError::from(error.clone()).to_string(), text);
        assert_eq!(too_large(&prepared, b"hot 1 4"), error);
        assert_eq!(prepared.is_cold(), Err(error.clone()));
        assert_eq!(prepared.winning_move(), Err(error.clone()));
        assert_eq!(prepared.outcome(), Err(error));
    }
}

#[test]
fn what_is_wrong_anyway_is_refused_without_memory() {
    for (rule, heaps) in [("squares", &[1_000_000][..]), ("set 4 9 1002001", &[1_000_000, 7, 0])] {
        let prepared = limited(rule, heaps, 0);
        for output in [
            "",
            "cold.",
            "hot 1",
            "hot 0 4",
            "hot 4 4",
            "hot -1 4",
            "hot 1 0",
            "hot 1 -4",
            "hot 1 5",
            "hot 1 1002001",
            "hot 1 99999999999999999999",
            "hot 99999999999999999999 4",
        ] {
            let verdict = check(&prepared, output.as_bytes());
            assert!(matches!(verdict, CheckVerdict::Refused(_)), "{output:?}");
        }
        too_large(&prepared, b"hot 1 4");
    }
}

#[test]
fn what_is_asked_for_is_enough() {
    for (rule, heaps, outcome) in [
        ("squares", &[5000][..], "hot"),
        ("squares", &[5000, 5000], "cold"),
        ("set 3 1 99999", &[5000], "cold"),
        ("set 3 1 99999", &[5000, 5000, 1], "hot"),
        ("set 7", &[0], "cold"),
    ] {
        let memory = enough(rule, heaps);
        assert_eq!(limited(rule, heaps, memory).outcome(), Ok(outcome), "{rule} {heaps:?}");
        assert!(limited(rule, heaps, memory - 1).outcome().is_err(), "{rule} {heaps:?}");
    }
}

/// A bit for each position of one heap, or four bytes for each of several. Added to that are the
/// amounts and a segment's state: for one heap, the cold positions that still mark; for several,
/// the last occurrence of each value for eight neighbours, with one value per amount.
#[test]
fn what_is_asked_for_follows_the_heap() {
    for heap in [1 << 20, 1 << 26, MAX_HEAP] {
        let squares = enough("squares", &[heap]) - heap / 8;
        assert!(squares < 1600 * heap.isqrt() + (1 << 17), "{squares} beside the bits");
        // A set whose amounts within reach are at most 2 needs next to nothing, however large the
        // heap is.
        let set = enough("set 1 2 1000000000000", &[heap]) - heap / 8;
        assert!(set < 1 << 17, "{set} beside the bits");
        let nim = enough("squares", &[5, heap]) - 4 * heap;
        assert!(nim < 72 * heap.isqrt() + (1 << 17), "{nim} beside the values");
    }
    // No memory is needed for amounts larger than the heap.
    assert_eq!(enough("set 3", &[1000]), enough("set 3 1001", &[1000]));
}

#[test]
fn a_verdict_needs_no_more_memory_the_second_time() {
    let memory = enough("set 1 2", &[1 << 20]);
    let prepared = limited("set 1 2", &[1 << 20], memory);
    let expected = "wrong answer - says cold: taking 1, 1048576 to 1048575, leaves a cold position";
    for _ in 0..2 {
        assert_eq!(verdict(&prepared, b"cold"), expected);
        assert_eq!(verdict(&prepared, b"hot 1 1"), "accepted: hot 1 1");
    }
}
