//! Rounds and shares: what is tried, what is counted, and what ends a hunt.

use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use referee_base::fault::Fault;
use referee_counterexamples::hunt::{
    CandidateSource, CaseNaming, Draw, EndReason, FamilySource, HuntOptions, SmallestSource,
    hunt as hunt_with,
};
use referee_counterexamples::{Outcome, Subject};
use referee_generators::{Recipe, families};

use crate::support::{Program, Texts, candidate, failed, fails_on, hunt};

const ENDLESS: u64 = u64::MAX;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    /// The whole result, not only the find, is the same on any number of threads.
    #[test]
    fn the_same_seed_finds_the_same_on_any_number_of_threads(seed: u64, rarity in 1..5_000u64) {
        let problem = families("subtraction-game").expect("a shipped problem");
        let recipe = Recipe::parse(problem.recipe).expect("the shipped recipe is right");
        let naming = CaseNaming { salt: "s".into(), name: "secret/hunt".into() };
        let smallest = SmallestSource(problem.smallest);
        let families = FamilySource::all(problem, &recipe, &naming);
        let cheap = families.iter().filter(|source| source.name() == "family uniform");
        let mut sources: Vec<&dyn CandidateSource> = vec![&smallest];
        sources.extend(cheap.map(|source| source as &dyn CandidateSource));
        let sum = |input: &[u8]| input.iter().fold(seed, |sum, &b| sum.wrapping_mul(31) + u64::from(b));
        let subject = Program(|input: &[u8]| Ok(match sum(input) {
            sum if sum % rarity == 0 => failed(),
            sum if sum % 7 == 0 => Outcome::Invalid,
            _ => Outcome::Passed(0),
        }));
        let results = [1, 2, 8].map(|jobs| {
            let options = HuntOptions { seed, jobs, tries: 1500, stop: &|| false };
            hunt_with(&subject, &sources, &options, &mut |_| ()).unwrap()
        });
        prop_assert_eq!(&results[0], &results[1]);
        prop_assert_eq!(&results[0], &results[2]);
        prop_assert_eq!(results[0].tries, results[0].sources.iter().map(|s| s.tries).sum::<u64>());
    }
}

#[test]
fn the_find_says_what_it_is_and_where_it_comes_from() {
    let (one, other) =
        (Texts { name: "one", count: ENDLESS }, Texts { name: "other", count: ENDLESS });
    let result =
        hunt(&fails_on(|input| input == b"other 40"), &[&one, &other], (ENDLESS, 2)).unwrap();
    let EndReason::Found(found) = &result.ended else { panic!("{:?}", result.ended) };
    assert_eq!((&found.candidate.input[..], found.source), (&b"other 40"[..], 1));
    assert_eq!(found.candidate.origin.to_string(), "other 40");
    assert_eq!(found.failure.kind, "wrong answer");
    // Both have the same share and the same costs.
    assert_eq!((result.sources[0].tries, result.sources[1].tries), (41, 41));
}

#[test]
fn a_hunt_ends_when_all_has_been_tried() {
    let (one, other) = (Texts { name: "one", count: 3 }, Texts { name: "other", count: 500 });
    let result = hunt(&fails_on(|_| false), &[&one, &other], (ENDLESS, 2)).unwrap();
    assert_eq!((result.ended, result.tries), (EndReason::Exhausted, 503));
    assert!(result.sources.iter().all(|source| source.is_exhausted));
    let nothing = hunt(&fails_on(|_| true), &[], (ENDLESS, 2)).unwrap();
    assert_eq!((nothing.ended, nothing.tries), (EndReason::Exhausted, 0));
}

#[test]
fn no_more_is_tried_than_may_be() {
    let one = Texts { name: "one", count: ENDLESS };
    for tries in [0, 1, 8, 9, 1000] {
        let result = hunt(&fails_on(|_| false), &[&one], (tries, 8)).unwrap();
        assert_eq!((result.ended, result.tries), (EndReason::Tried, tries));
    }
    // The last permitted try is judged like any other.
    let result = hunt(&fails_on(|input| input == b"one 9"), &[&one], (10, 8)).unwrap();
    assert!(matches!(result.ended, EndReason::Found(_)));
}

/// Yields each text of another source twice.
struct Twice(Texts);

impl CandidateSource for Twice {
    fn name(&self) -> &str {
        "twice"
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        self.0.draw(seed, index / 2)
    }
}

#[test]
fn what_was_tried_before_is_passed_over_and_not_counted() {
    let one = Texts { name: "one", count: 1000 };
    let judged = AtomicU64::new(0);
    let subject = fails_on(|_| {
        judged.fetch_add(1, Ordering::Relaxed);
        false
    });
    let result = hunt(&subject, &[&Twice(one), &one], (ENDLESS, 1)).unwrap();
    assert_eq!(result.tries, 1000);
    let [twice, once] = &result.sources[..] else { panic!("two sources") };
    assert_eq!((twice.tries + once.tries, once.tries + once.nothing), (1000, 1000));
    assert!(twice.nothing > 200);
    // Only within a round may the same input be judged twice.
    assert!(judged.load(Ordering::Relaxed) < 2000);
}

/// Yields the same draw forever.
struct Stuck(Draw);

impl CandidateSource for Stuck {
    fn name(&self) -> &str {
        "stuck"
    }

    fn draw(&self, _: u64, _: u64) -> Result<Draw, Fault> {
        Ok(self.0.clone())
    }
}

#[test]
fn sources_that_give_nothing_new_are_exhausted() {
    for (draw, tries) in [(candidate("again".into()), 1), (Draw::Nothing, 0)] {
        let result = hunt(&fails_on(|_| false), &[&Stuck(draw)], (ENDLESS, 2)).unwrap();
        assert_eq!((result.ended, result.tries), (EndReason::Exhausted, tries));
        assert!(result.sources[0].nothing >= 200);
    }
}

#[test]
fn sources_that_take_long_for_nothing_wait_for_others_and_are_soon_exhausted() {
    let (slow, one) = (Stuck(Draw::Slow), Texts { name: "one", count: 3_000 });
    let result = hunt(&fails_on(|_| false), &[&slow, &one], (900, 2)).unwrap();
    assert_eq!(result.sources[0].stopped, 1);
    let result = hunt(&fails_on(|_| false), &[&slow, &one], (ENDLESS, 2)).unwrap();
    assert_eq!((result.ended, result.tries), (EndReason::Exhausted, 3_000));
    assert_eq!(result.sources[0].stopped, 4);
    // No draw of the interrupted round is skipped, on any number of threads.
    for jobs in [1, 8] {
        let found = hunt(&fails_on(|input| input == b"one 700"), &[&slow, &one], (ENDLESS, jobs));
        assert_eq!(found.unwrap().tries, 701);
    }
}

/// Is ready once this many inputs were judged.
struct Late<'a> {
    texts: Texts,
    judged: &'a AtomicU64,
    ready_after: u64,
}

impl CandidateSource for Late<'_> {
    fn name(&self) -> &str {
        "late"
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        self.texts.draw(seed, index)
    }

    fn is_ready(&self) -> bool {
        self.judged.load(Ordering::SeqCst) >= self.ready_after
    }
}

#[test]
fn what_is_not_ready_waits_for_others_if_there_are_any() {
    let (one, judged) = (Texts { name: "one", count: 1000 }, AtomicU64::new(0));
    let late = |ready_after| {
        let texts = Texts { name: "late", count: 1000 };
        Late { texts, judged: &judged, ready_after }
    };
    let early = AtomicU64::new(0);
    let subject = fails_on(|input| {
        let before = judged.fetch_add(1, Ordering::SeqCst);
        early.fetch_add(u64::from(input.starts_with(b"late") && before < 300), Ordering::SeqCst);
        false
    });
    let result = hunt(&subject, &[&late(300), &one], (1000, 2)).unwrap();
    assert_eq!(early.load(Ordering::SeqCst), 0);
    // After that, it gets what it has missed.
    assert!(result.sources[0].tries >= 400, "{:?}", result.sources);
    let alone = hunt(&fails_on(|_| false), &[&late(u64::MAX)], (ENDLESS, 2)).unwrap();
    assert_eq!((alone.ended, alone.tries), (EndReason::Exhausted, 1000));
}

#[test]
fn what_was_ended_when_a_hunt_is_to_stop_says_nothing() {
    let one = Texts { name: "one", count: ENDLESS };
    // Time runs out during the twentieth: its validator, or the jury's program, is killed.
    for ended in [Ok(Outcome::Invalid), Err(Fault::judge("interrupted"))] {
        let is_over = std::sync::atomic::AtomicBool::new(false);
        let subject = Program(|input: &[u8]| {
            if input != b"one 20" {
                return Ok(Outcome::Passed(0));
            }
            is_over.store(true, Ordering::Relaxed);
            ended.clone()
        });
        let stop = || is_over.load(Ordering::Relaxed);
        let options = HuntOptions { seed: 1, jobs: 1, tries: ENDLESS, stop: &stop };
        let result = hunt_with(&subject, &[&one], &options, &mut |_| ()).unwrap();
        assert_eq!((result.ended, result.tries), (EndReason::Stopped, 20));
        assert_eq!(result.sources[0].invalid, 0);
    }
}

#[test]
fn inputs_that_are_not_valid_show_nothing() {
    let one = Texts { name: "one", count: 100 };
    let subject = Program(|_: &[u8]| Ok(Outcome::Invalid));
    let result = hunt(&subject, &[&one], (ENDLESS, 2)).unwrap();
    assert_eq!(
        (result.ended, result.tries, result.sources[0].invalid),
        (EndReason::Exhausted, 100, 100)
    );
}

#[test]
fn a_hunt_goes_on_after_a_disputed_input() {
    let one = Texts { name: "one", count: ENDLESS };
    let subject = Program(|input: &[u8]| {
        Ok(match (input, failed()) {
            (b"one 7" | b"one 9", Outcome::Failed(failure)) => Outcome::Disputed(failure),
            (b"one 40", failed) => failed,
            _ => Outcome::Passed(0),
        })
    });
    for jobs in [1, 2, 8] {
        let result = hunt(&subject, &[&one], (ENDLESS, jobs)).unwrap();
        let disputed = result.disputed.expect("a disputed input");
        assert_eq!((&disputed.candidate.input[..], disputed.index), (&b"one 7"[..], Some(7)));
        let EndReason::Found(found) = result.ended else { panic!("{:?}", result.ended) };
        assert_eq!(found.candidate.input, b"one 40");
        assert_eq!((result.tries, result.sources[0].valid()), (41, 39));
    }
}

/// Fails to draw at this index.
struct Broken(u64);

impl CandidateSource for Broken {
    fn name(&self) -> &str {
        "broken"
    }

    fn draw(&self, _: u64, index: u64) -> Result<Draw, Fault> {
        if index == self.0 {
            Err(Fault::bad_input("the generator crashed"))
        } else {
            Ok(candidate(format!("broken {index}")))
        }
    }
}

#[test]
fn a_fault_ends_the_hunt_unless_there_is_a_find_before() {
    for jobs in [1, 2, 8] {
        let fault = hunt(&fails_on(|_| false), &[&Broken(100)], (ENDLESS, jobs)).unwrap_err();
        assert_eq!(fault.message, "the generator crashed");
        let found =
            hunt(&fails_on(|i| i == b"broken 99"), &[&Broken(100)], (ENDLESS, jobs)).unwrap();
        assert!(matches!(found.ended, EndReason::Found(_)));
        let subject = Program(|input: &[u8]| match input {
            b"one 20" => Err(Fault::bad_input("the checker crashed")),
            b"one 21" => Ok(failed()),
            _ => Ok(Outcome::Passed(0)),
        });
        let one = Texts { name: "one", count: ENDLESS };
        let fault = hunt(&subject, &[&one], (ENDLESS, jobs)).unwrap_err();
        assert_eq!(fault.message, "the checker crashed");
    }
}

#[test]
fn a_hunt_stops_when_it_is_told_to() {
    let one = Texts { name: "one", count: ENDLESS };
    for (jobs, least) in [(1, 0), (2, 0), (1, 700), (8, 700)] {
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= least;
        let options = HuntOptions { seed: 1, jobs, tries: ENDLESS, stop: &stop };
        let mut told = 0;
        let subject = fails_on(|_| false);
        let result = hunt_with(&subject, &[&one], &options, &mut |p| told = p).unwrap();
        assert_eq!((result.ended, result.tries), (EndReason::Stopped, least));
        assert!(told <= result.tries);
    }
}

#[test]
fn progress_is_told_after_each_round() {
    let one = Texts { name: "one", count: 1000 };
    let options = HuntOptions { seed: 1, jobs: 2, tries: ENDLESS, stop: &|| false };
    let mut told = Vec::new();
    let subject = fails_on(|_| false);
    hunt_with(&subject, &[&one], &options, &mut |p| told.push(p)).unwrap();
    assert_eq!(told[..4], [8, 24, 56, 120]);
    assert_eq!(told.last(), Some(&1000));
    // What takes long is looked at sooner.
    let mut told = Vec::new();
    let subject = Program(|_: &[u8]| Ok(Outcome::Passed(60)));
    hunt_with(&subject, &[&one], &options, &mut |p| told.push(p)).unwrap();
    assert_eq!(told[..4], [8, 24, 40, 56]);
}

#[test]
fn work_and_not_tries_is_shared() {
    /// Texts many times as large as the others.
    struct Large;
    impl CandidateSource for Large {
        fn name(&self) -> &str {
            "large"
        }

        fn draw(&self, _: u64, index: u64) -> Result<Draw, Fault> {
            Ok(candidate("0".repeat(600_000) + &index.to_string()))
        }
    }
    let small = Texts { name: "small", count: ENDLESS };
    let result = hunt(&fails_on(|_| false), &[&Large, &small], (2000, 2)).unwrap();
    let [large, small] = &result.sources[..] else { panic!("two sources") };
    assert!(small.tries > 10 * large.tries && large.tries > 10, "{result:?}");
    assert!(small.cost.abs_diff(large.cost) < small.cost / 4, "{result:?}");
}

/// A subject with a clock of its own: a candidate takes a second if it begins with `slow`.
struct Timed(AtomicU64);

impl Subject for Timed {
    fn judge(&self, input: &[u8]) -> Result<Outcome, Fault> {
        let time = if input.starts_with(b"slow") { 1_000 } else { 2 };
        self.0.fetch_add(time, Ordering::Relaxed);
        Ok(Outcome::Passed(0))
    }

    fn elapsed(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Some validators take a second for what is small, so sizes alone do not tell.
#[test]
fn what_takes_long_is_drawn_more_rarely() {
    let (slow, quick) =
        (Texts { name: "slow", count: ENDLESS }, Texts { name: "quick", count: ENDLESS });
    let timed = Timed(AtomicU64::new(0));
    let result = hunt(&timed, &[&slow, &quick], (4_000, 1)).unwrap();
    let [slow, quick] = &result.sources[..] else { panic!("two sources") };
    assert!(slow.tries > 4 && quick.tries > 50 * slow.tries, "{result:?}");
}

/// Every fourth candidate is as large as can be, and takes a second.
#[test]
fn the_largest_leave_time_for_others() {
    struct Sizes;
    impl CandidateSource for Sizes {
        fn name(&self) -> &str {
            "sizes"
        }

        fn draw(&self, _: u64, index: u64) -> Result<Draw, Fault> {
            let name = if self.is_largest(index) { "slow" } else { "quick" };
            Ok(candidate(format!("{name} {index}")))
        }

        fn is_largest(&self, index: u64) -> bool {
            index % 4 == 3
        }
    }
    let timed = Timed(AtomicU64::new(0));
    let result = hunt(&timed, &[&Sizes], (4_000, 1)).unwrap();
    let time = timed.elapsed();
    assert_eq!(result.tries, 4_000);
    // The others take 8 s, and the largest twice as long.
    assert!((20_000..32_000).contains(&time), "{time}");
}
