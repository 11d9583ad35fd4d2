use std::sync::atomic::AtomicUsize;

use super::*;
use referee_checker::compare::{Comparison, Expected};
use referee_problem::{self as problem, CaseJudge};

/// Counts the calls; opens cases that do not exist as files.
#[derive(Default)]
struct Counting {
    opened: AtomicUsize,
    prepared: AtomicUsize,
    /// Whether no case can be prepared.
    fails: bool,
}

impl Prepare for Counting {
    fn open(&self, _: usize) -> Result<OpenedCase, Fault> {
        self.opened.fetch_add(1, Ordering::Relaxed);
        let (name, input) = ("1".into(), "1.in".into());
        let file = CaseFile { name, input, has_answer: true };
        let problem = problem::shipped().next().unwrap();
        let case = Problem::Shipped(problem).resolve(&file)?;
        Ok(OpenedCase { case, input: vec![b'1'; 9] })
    }

    fn case_key(&self, _: &OpenedCase) -> Result<CaseKey, Fault> {
        Ok(CaseKey::default())
    }

    fn prepare(&self, _: OpenedCase) -> Result<ReadyCase, Fault> {
        self.prepared.fetch_add(1, Ordering::Relaxed);
        if self.fails {
            return Err(Fault::bad_input("it cannot be"));
        }
        let rules = Expected::new(Vec::new(), Comparison::default());
        ReadyCase::in_memory("1".into(), b"1", b"", CaseJudge::Rules(Box::new(rules)))
    }
}

#[test]
fn there_is_room_for_some_cases_and_some_bytes() {
    for (descriptors, expected) in [(u64::MAX, MAX_CASES), (4096, MAX_CASES), (1024, 128)] {
        let room = Room::of(descriptors);
        let taken = (0..2 * MAX_CASES).filter(|_| room.take(1)).count() as u64;
        assert_eq!(taken, expected);
        room.give_back(1);
        assert!(room.take(1) && !room.take(1));
    }
    let room = Room::of(u64::MAX);
    assert!(room.take(MAX_BYTES - 1) && !room.take(2) && room.take(1) && !room.take(1));
}

#[test]
fn what_is_not_kept_is_read_and_made_ready_again() {
    let full = Room { cases: MAX_CASES.into(), ..Room::of(u64::MAX) };
    for (room, is_known, fails, opened, prepared) in [
        (Room::of(u64::MAX), false, false, 1, 1),
        (Room::of(u64::MAX), true, false, 1, 1),
        (full, true, false, 4, 3),
        // It may have failed by chance.
        (Room::of(u64::MAX), false, true, 3, 3),
        (Room::of(u64::MAX), true, true, 3, 3),
    ] {
        let cache = CaseCache { room, ..CaseCache::new(1) };
        let counting = Counting { fails, ..Counting::default() };
        if is_known {
            assert!(
                cache.case_key(0, &counting).is_some() && cache.case_key(0, &counting).is_some()
            );
        }
        for _ in 0..3 {
            assert_eq!(cache.ready(0, &counting).is_err(), fails);
        }
        let count = |count: AtomicUsize| count.into_inner();
        assert_eq!((count(counting.opened), count(counting.prepared)), (opened, prepared));
        let (cases, bytes) = (cache.room.cases.into_inner(), cache.room.bytes.into_inner());
        let is_kept = !fails && cases == 1 && bytes > 0;
        let is_full = cases == MAX_CASES && bytes == 0;
        assert!(is_kept || is_full || fails && (cases, bytes) == (0, 0));
    }
}
