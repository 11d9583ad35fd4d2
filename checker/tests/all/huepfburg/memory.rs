//! The memory of the search: it fails if there is too little, and only runs when needed.

use referee_checker::huepfburg::{Instance, MAX_N, Prepared};
use referee_checker::{Case, CheckError, CheckVerdict, Settings, TooLarge};

use super::{clockwork, instance};

/// The least meeting of `clockwork(2, 3)`.
const MEETING: &str = "6\n1 3 1 3 1 3 6\n2 4 5 2 4 5 6\n";

fn limited(instance: Instance, settings: Settings, memory: u64) -> Prepared {
    let mut settings = settings;
    settings.memory = memory;
    Prepared::new(instance, settings)
}

fn too_large(prepared: &Prepared, mut output: &[u8]) -> TooLarge {
    match prepared.check(&mut output) {
        Err(CheckError::TooLarge(error)) => error,
        other => panic!("there is memory enough: {other:?}"),
    }
}

#[test]
fn without_memory_only_the_search_is_missing() {
    let prepared = limited(clockwork(2, 3), Settings::default(), 15);
    let error = too_large(&prepared, b"impossible");
    assert_eq!((error.needed, error.available), (16, 15));
    let text = "the search through pairs of 6 fields would take 16 bytes of memory, \
                of which 15 are available";
    assert_eq!(CheckError::from(error.clone()).to_string(), text);
    assert_eq!(prepared.shortest(), Err(error.clone()));
    assert_eq!(prepared.can_meet(), Err(error.clone()));
    assert_eq!(prepared.outcome(), Err(error.clone()));
    // Malformed or wrong outputs need no search, and prove no meeting.
    for wrong in ["", "impossible.", "1\n1 3\n2 4\n", "1\n1 6\n2 6\n", "6\n1 3 1 3 1 3 6\n2"] {
        assert!(matches!(super::check(&prepared, wrong.as_bytes()), CheckVerdict::Refused(_)));
        assert_eq!(prepared.outcome(), Err(error.clone()), "after {wrong:?}");
    }
    let accepted = super::check(&prepared, MEETING.as_bytes());
    assert_eq!(accepted, CheckVerdict::Accepted("6 jumps".into()));
    assert_eq!(prepared.outcome(), Ok("meeting"));
    assert_eq!(prepared.can_meet(), Ok(true));
    // From now on, a claim to the contrary is rejected.
    let CheckVerdict::Refused(refusal) = super::check(&prepared, b"impossible") else {
        panic!("they can meet")
    };
    let expected = "the jury's answer has them meet after 6 jumps";
    assert_eq!(refusal.explanation.headline(), expected);
}

#[test]
fn the_least_number_of_jumps_needs_the_search() {
    let prepared = limited(clockwork(2, 3), super::shortest(), 0);
    assert!(matches!(super::check(&prepared, b"1\n1 6\n2 6\n"), CheckVerdict::Refused(_)));
    let error = too_large(&prepared, MEETING.as_bytes());
    assert!(error.needed > error.available, "{error}");
    // Whether it is the shortest is unknown, but it is a meeting.
    assert_eq!(prepared.outcome(), Ok("meeting"));
}

/// Increases the memory to the amount that errors state, until it suffices. Returns that amount.
fn enough(instance: &Instance) -> u64 {
    let mut memory = 0;
    while let Err(error) = limited(instance.clone(), Settings::default(), memory).shortest() {
        assert_eq!(error.available, memory);
        assert!(error.needed > memory, "{error}");
        memory = error.needed;
    }
    memory
}

#[test]
fn what_is_asked_for_is_enough_in_the_end() {
    // Two sets of pairs of 33 fields, and a queue that has grown from 256 to 512 pairs.
    let memory = enough(&clockwork(15, 17));
    assert_eq!(memory, 2 * 8 * (33u64 * 33).div_ceil(64) + 8 * (256 + 512));
    let prepared = limited(clockwork(15, 17), Settings::default(), memory);
    assert_eq!(prepared.shortest().unwrap().unwrap().jumps, 255);
    assert!(limited(clockwork(15, 17), Settings::default(), memory - 1).shortest().is_err());
}

#[test]
fn only_what_can_be_reached_counts() {
    let n = 1 << 20;
    let elsewhere = (7..n).map(|field| (field, field + 1));
    let arrows: Vec<(u32, u32)> =
        [(1, 3), (3, 1), (2, 4), (4, 5), (5, 2)].into_iter().chain(elsewhere).collect();
    let prepared = limited(instance(n, &arrows), Settings::default(), 1000);
    let impossible = super::check(&prepared, b"impossible");
    assert_eq!(impossible, CheckVerdict::Accepted("impossible".into()));
    assert_eq!(prepared.outcome(), Ok("impossible"));
}

#[test]
fn the_largest_search_is_refused_before_it_begins() {
    let n = MAX_N / 16;
    let chain: Vec<(u32, u32)> = (1..n).map(|field| (field, field + 1)).collect();
    let prepared = limited(instance(n, &chain), Settings::default(), 1 << 30);
    let error = too_large(&prepared, b"impossible");
    assert_eq!(error.needed, 2 * (u64::from(n) * u64::from(n)) / 8);
}

/// A single layer can hold a quarter of all pairs, which take far more memory than the sets of
/// pairs.
#[test]
fn the_search_is_given_up_in_the_midst_of_a_layer() {
    let half = 1000;
    let arrows = (3..3 + 2 * half).map(|to| (if to < 3 + half { 1 } else { 2 }, to));
    let fan = instance(2 + 2 * half, &arrows.collect::<Vec<_>>());
    let memory = 2 << 20;
    let error = too_large(&limited(fan.clone(), Settings::default(), memory), b"impossible");
    assert!(error.needed > memory && error.needed <= 2 * memory, "{error}");
    let queue = 8 * u64::from(half * half);
    assert!((queue..3 * queue).contains(&enough(&fan)));
}
