//! Work on many threads, results in the order of the items.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// More threads than this help on no machine and only cost memory.
const MOST_THREADS: usize = 256;

/// Calls `work` for each of `0..count` on `jobs` threads, and `consume` with the results, in order, on
/// the calling thread. When `consume` says `Err`, no new work begins and that error is returned.
///
/// Results that are ready too early wait; items begin in order, so that few do.
///
/// # Errors
/// The first that `consume` returns.
pub fn ordered<T: Send, E>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    mut consume: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    if jobs <= 1 || count <= 1 {
        return (0..count).try_for_each(|index| consume(index, work(index)));
    }
    let jobs = jobs.min(MOST_THREADS);
    // Waking a thread costs as much as a small item: where there are many, they travel in blocks.
    let block = (count / (jobs * 64)).clamp(1, 16);
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(4 * jobs);
        for already in 0..jobs.min(count) {
            let sender = sender.clone();
            let (next, stop, work) = (&next, &stop, &work);
            let spawned = std::thread::Builder::new().spawn_scoped(scope, move || {
                while !stop.load(Ordering::Relaxed) {
                    let start = next.fetch_add(block, Ordering::Relaxed);
                    let results: Vec<T> = (start..count.min(start + block)).map(work).collect();
                    if results.is_empty() || sender.send((start, results)).is_err() {
                        break;
                    }
                }
            });
            // The system gives no more threads: those that are there do the work, or else this one.
            match spawned {
                Ok(_) => {}
                Err(_) if already > 0 => break,
                Err(_) => return (0..count).try_for_each(|index| consume(index, work(index))),
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (start, results) in receiver {
            waiting.insert(start, results);
            while let Some(results) = waiting.remove(&due) {
                for result in results {
                    if let Err(error) = consume(due, result) {
                        stop.store(true, Ordering::Relaxed);
                        // Dropping the receiver, on the way out, wakes blocked senders.
                        return Err(error);
                    }
                    due += 1;
                }
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
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
}
