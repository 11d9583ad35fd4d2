use std::sync::atomic::AtomicUsize;

use super::*;
use referee_problem as problem;

/// Counts the calls; opens cases that do not exist as files.
#[derive(Default)]
struct Counting {
    opened: AtomicUsize,
    prepared: AtomicUsize,
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
        Err(Fault::bad_input("it cannot be"))
    }
}

#[test]
fn there_is_room_for_some_cases_and_some_bytes() {
    let room = Room::default();
    let taken = (0..2 * MAX_CASES).filter(|_| room.take(1)).count() as u64;
    assert_eq!(taken, MAX_CASES);
    room.give_back(1);
    assert!(room.take(1) && !room.take(1));
    let room = Room::default();
    assert!(room.take(MAX_BYTES - 1) && !room.take(2) && room.take(1) && !room.take(1));
}

#[test]
fn what_is_not_kept_is_read_and_made_ready_again() {
    let full = Room { cases: MAX_CASES.into(), ..Room::default() };
    for (room, is_known, opened, prepared) in
        [(Room::default(), false, 1, 1), (Room::default(), true, 1, 1), (full, true, 4, 3)]
    {
        let cache = CaseCache { room, ..CaseCache::new(1) };
        let counting = Counting::default();
        if is_known {
            assert!(
                cache.case_key(0, &counting).is_some() && cache.case_key(0, &counting).is_some()
            );
        }
        for _ in 0..3 {
            assert!(cache.ready(0, &counting).is_err());
        }
        let count = |count: AtomicUsize| count.into_inner();
        assert_eq!((count(counting.opened), count(counting.prepared)), (opened, prepared));
        let (cases, bytes) = (cache.room.cases.into_inner(), cache.room.bytes.into_inner());
        assert!(bytes == 0 && (cases == 1 || cases == MAX_CASES));
    }
}
