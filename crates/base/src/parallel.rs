//! Runs work on many threads and consumes the results in the order of the items.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, mpsc};

/// The number of items per thread that may wait to be consumed if items are large.
const AHEAD: usize = 16;

/// The number of items of a stream per thread that may wait: they are large even before they are
/// worked on.
const AHEAD_IN_STREAM: usize = 4;

/// The maximum number of threads: more help on no machine and only cost memory.
const MAX_THREADS: usize = 256;

/// Calls `work` for each of `0..count` on `jobs` threads, and `consume` with the results, in order,
/// on the calling thread. If `consume` returns an `Err`, no new work begins and that error is
/// returned.
///
/// Results that are ready early wait for their turn; items begin in order, so that few have to
/// wait.
///
/// # Errors
/// The first error that `consume` returns.
pub fn ordered<T: Send, E>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    consume: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    // Waking a thread costs as much as a small item: many items are sent in blocks.
    let block = (count / (jobs.clamp(1, MAX_THREADS) * 64)).clamp(1, 16);
    in_blocks(jobs, count, block, usize::MAX, work, consume)
}

/// Like [`ordered`], but for slow items with large results: each result is consumed as soon as its
/// turn comes, and no thread gets far ahead of a slow item.
///
/// # Errors
/// The first error that `consume` returns.
pub fn ordered_large<T: Send, E>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    consume: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    in_blocks(jobs, count, 1, AHEAD * jobs.clamp(1, MAX_THREADS), work, consume)
}

/// Like [`ordered`], but for a stream of items: one thread at a time calls `next`, which may be
/// called again after its first `None`.
///
/// # Errors
/// The first error that `consume` returns.
pub fn ordered_stream<I: Send, T: Send, E>(
    jobs: usize,
    next: impl FnMut() -> Option<I> + Send,
    work: impl Fn(I) -> T + Sync,
    mut consume: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let source = Mutex::new((0, next));
    let take = || {
        let mut source = source.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (number, next) = &mut *source;
        let item = next()?;
        *number += 1;
        Some((*number - 1, item))
    };
    if jobs <= 1 {
        return std::iter::from_fn(take).try_for_each(|(_, item)| consume(work(item)));
    }
    let jobs = jobs.min(MAX_THREADS);
    let stop = AtomicBool::new(false);
    let awaited = Due { item: Mutex::new(0), moved: Condvar::new() };
    let in_thread = |sender: Sender<T>| {
        let released = Released(&awaited);
        while let Some((number, item)) = take() {
            awaited.wait_for(number, AHEAD_IN_STREAM * jobs);
            let is_over = stop.load(Ordering::Relaxed);
            if is_over || sender.send((number, vec![work(item)])).is_err() {
                return;
            }
        }
        // All its items are done, so threads that wait for their turn must not be released.
        std::mem::forget(released);
    };
    let mut consume_next = |_, result| consume(result);
    let done = on_threads(jobs, &stop, &awaited, in_thread, &mut consume_next);
    done.unwrap_or_else(|| std::iter::from_fn(take).try_for_each(|(_, item)| consume(work(item))))
}

/// The sending end of the queue of results: the number of the first one, and the results.
type Sender<T> = mpsc::SyncSender<(usize, Vec<T>)>;

/// Calls `work` on each of some threads, and consumes the results that they send. Returns `None` if
/// the system allows no thread; if it allows fewer, those do the work.
fn on_threads<T: Send, E>(
    threads: usize,
    stop: &AtomicBool,
    awaited: &Due,
    work: impl Fn(Sender<T>) + Sync,
    consume: &mut impl FnMut(usize, T) -> Result<(), E>,
) -> Option<Result<(), E>> {
    std::thread::scope(|scope| {
        let _released = Released(awaited);
        let (sender, receiver) = mpsc::sync_channel(4 * threads);
        for already in 0..threads {
            let (sender, work) = (sender.clone(), &work);
            match std::thread::Builder::new().spawn_scoped(scope, move || work(sender)) {
                Ok(_) => {}
                Err(_) if already > 0 => break,
                Err(_) => return None,
            }
        }
        drop(sender);
        // Dropping the receiver on return wakes blocked senders.
        let consumed = consume_in_order(receiver, awaited, consume);
        Some(consumed.inspect_err(|_| stop.store(true, Ordering::Relaxed)))
    })
}

/// The index of the item to be consumed next, for threads that must not go too far ahead of it.
struct Due {
    item: Mutex<usize>,
    moved: Condvar,
}

impl Due {
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.item.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn is(&self, item: usize) {
        let mut due = self.lock();
        *due = item.max(*due);
        drop(due);
        self.moved.notify_all();
    }

    /// Waits until the item is at most `ahead` items ahead of the next one.
    fn wait_for(&self, item: usize, ahead: usize) {
        let too_far = |due: &mut usize| item > due.saturating_add(ahead);
        drop(self.moved.wait_while(self.lock(), too_far));
    }
}

/// Releases all waiting threads when one ends, even by a panic: its item may never be done.
struct Released<'a>(&'a Due);

impl Drop for Released<'_> {
    fn drop(&mut self) {
        self.0.is(usize::MAX);
    }
}

/// Does the work in blocks of `block` items; none begins more than `ahead` items before the next to
/// be consumed.
fn in_blocks<T: Send, E>(
    jobs: usize,
    count: usize,
    block: usize,
    ahead: usize,
    work: impl Fn(usize) -> T + Sync,
    mut consume: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    if jobs <= 1 || count <= 1 {
        return (0..count).try_for_each(|index| consume(index, work(index)));
    }
    let jobs = jobs.min(MAX_THREADS);
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let awaited = Due { item: Mutex::new(0), moved: Condvar::new() };
    let in_thread = |sender: Sender<T>| {
        let _released = Released(&awaited);
        while !stop.load(Ordering::Relaxed) {
            let start = next.fetch_add(block, Ordering::Relaxed);
            awaited.wait_for(start, ahead);
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let results: Vec<T> = (start..count.min(start + block)).map(&work).collect();
            if results.is_empty() || sender.send((start, results)).is_err() {
                break;
            }
        }
    };
    let done = on_threads(jobs.min(count), &stop, &awaited, in_thread, &mut consume);
    done.unwrap_or_else(|| (0..count).try_for_each(|index| consume(index, work(index))))
}

/// Consumes results in order, in whatever order their blocks arrive.
fn consume_in_order<T, E>(
    blocks: mpsc::Receiver<(usize, Vec<T>)>,
    awaited: &Due,
    consume: &mut impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (start, results) in &blocks {
        waiting.insert(start, results);
        while let Some(results) = waiting.remove(&due) {
            for result in results {
                consume(due, result)?;
                due += 1;
            }
            awaited.is(due);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
