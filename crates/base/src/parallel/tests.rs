use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

#[test]
fn results_come_in_order_whatever_the_number_of_threads() {
    for jobs in [1, 2, 3, 8, 200] {
        for count in [0, 1, 2, 100, 1000] {
            let mut seen = Vec::new();
            let done: Result<(), ()> = ordered(
                jobs,
                count,
                |index| index * index,
                |index, square| {
                    assert_eq!(square, index * index);
                    seen.push(index);
                    Ok(())
                },
            );
            assert_eq!(done, Ok(()));
            assert_eq!(seen, (0..count).collect::<Vec<_>>());
        }
    }
}

#[test]
fn large_items_come_in_order_and_none_is_far_ahead() {
    for jobs in [1, 2, 8] {
        let (began, mut seen) = (AtomicUsize::new(0), 0);
        let done: Result<(), ()> = ordered_large(
            jobs,
            1000,
            |index| began.fetch_max(index, Ordering::SeqCst),
            |index, _| {
                assert_eq!(index, seen);
                seen += 1;
                // A thread may have begun what was allowed when the last item was consumed, and
                // no more.
                assert!(began.load(Ordering::SeqCst) <= index + AHEAD * jobs);
                Ok(())
            },
        );
        assert_eq!((done, seen), (Ok(()), 1000));
    }
}

#[test]
fn a_stream_comes_in_order_and_nothing_is_far_ahead() {
    for jobs in [1, 2, 8] {
        let (began, mut seen, mut numbers) = (AtomicUsize::new(0), 0, 0..1000_usize);
        let done: Result<(), ()> = ordered_stream(
            jobs,
            || numbers.next(),
            |number| {
                began.fetch_max(number, Ordering::SeqCst);
                number * number
            },
            |square| {
                assert_eq!(square, seen * seen);
                seen += 1;
                assert!(began.load(Ordering::SeqCst) <= seen + AHEAD_IN_STREAM * jobs);
                Ok(())
            },
        );
        assert_eq!((done, seen), (Ok(()), 1000));
    }
}

#[test]
fn an_error_ends_a_stream() {
    for jobs in [1, 2, 8] {
        let mut numbers = 0..;
        let refuse = |number| if number == 10 { Err("enough") } else { Ok(()) };
        let done = ordered_stream(jobs, || numbers.next(), |number: usize| number, refuse);
        assert_eq!(done, Err("enough"));
        assert!(numbers.start < 1000);
    }
}

#[test]
fn an_error_ends_the_work() {
    for jobs in [1, 2, 8] {
        let began = AtomicUsize::new(0);
        let done = ordered(
            jobs,
            1_000_000,
            |_| began.fetch_add(1, Ordering::Relaxed),
            |index, _| if index == 10 { Err("enough") } else { Ok(()) },
        );
        assert_eq!(done, Err("enough"));
        assert!(began.into_inner() < 10_000);
    }
}

#[test]
fn a_panic_reaches_the_caller_and_nobody_waits() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    type Outcome = Result<(), ()>;
    for jobs in [1, 2, 8] {
        let work = |index: usize| assert_ne!(index, 500);
        let consume = |index: usize| {
            assert_ne!(index, 50);
            Outcome::Ok(())
        };
        let calls: [&dyn Fn() -> Outcome; 6] = [
            &|| ordered(jobs, 1000, work, |_, ()| Ok(())),
            &|| ordered(jobs, 1000, |_| (), |index, ()| consume(index)),
            &|| ordered_large(jobs, 1000, work, |_, ()| Ok(())),
            &|| ordered_large(jobs, 1000, |_| (), |index, ()| consume(index)),
            &|| {
                let mut numbers = 0..1000;
                ordered_stream(jobs, || numbers.next(), work, |()| Ok(()))
            },
            &|| {
                let mut numbers = 0..1000;
                ordered_stream(jobs, || numbers.next(), |index| index, consume)
            },
        ];
        for call in calls {
            assert!(catch_unwind(AssertUnwindSafe(call)).is_err());
        }
    }
}

#[test]
fn a_slow_item_keeps_others_waiting_only_if_results_are_large() {
    let (jobs, count) = (4, 4 * BLOCKS);
    let others = AtomicUsize::new(0);
    // The first item ends only after all others.
    let work = |index: usize| {
        while index == 0 && others.load(Ordering::SeqCst) < count - 1 {
            std::thread::yield_now();
        }
        others.fetch_add(1, Ordering::SeqCst)
    };
    let mut seen = 0;
    let done: Result<(), ()> = ordered(jobs, count, work, |index, _| {
        seen += usize::from(index == seen);
        Ok(())
    });
    assert_eq!((done, seen), (Ok(()), count));
}
