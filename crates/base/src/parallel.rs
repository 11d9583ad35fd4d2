//! Runs work on many threads and consumes the results in the order of the items.

use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The number of blocks of items per thread that may wait to be consumed. Waking a thread costs as
/// much as a small item: many items are worked on in blocks.
const BLOCKS: usize = 64;

const MAX_BLOCK: usize = 16;

/// The number of items per thread that may wait if items are large.
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
    let blocks = BLOCKS * jobs.clamp(1, MAX_THREADS);
    in_blocks(jobs, count, (count / blocks).clamp(1, MAX_BLOCK), blocks, work, consume)
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
    consume: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let threads = jobs.min(MAX_THREADS);
    in_order(threads, AHEAD_IN_STREAM * threads + 1, next, work, consume)
}

/// Does the work in blocks of `block` items; none begins more than `ahead` blocks before the next
/// to be consumed.
fn in_blocks<T: Send, E>(
    jobs: usize,
    count: usize,
    block: usize,
    ahead: usize,
    work: impl Fn(usize) -> T + Sync,
    mut consume: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let threads = jobs.min(MAX_THREADS).min(count);
    // A single thread consumes each result before it works on the next item.
    let block = if threads > 1 { block } else { 1 };
    let mut starts = (0..count).step_by(block);
    let next = || starts.next().map(|start| start..count.min(start + block));
    let work = |items: Range<usize>| -> Vec<(usize, T)> {
        items.map(|index| (index, work(index))).collect()
    };
    let consume = |results: Vec<(usize, T)>| {
        results.into_iter().try_for_each(|(index, result)| consume(index, result))
    };
    in_order(threads, count.div_ceil(block).min(ahead + 1), next, work, consume)
}

/// Does the work on the items of a stream; at most `room` results wait.
fn in_order<I: Send, T: Send, E>(
    threads: usize,
    room: usize,
    next: impl FnMut() -> Option<I> + Send,
    work: impl Fn(I) -> T + Sync,
    mut consume: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let source = Mutex::new((0, next));
    let take = || {
        let mut source = lock(&source);
        let (number, next) = &mut *source;
        let item = next()?;
        *number += 1;
        Some((*number - 1, item))
    };
    let slots = Slots::new(room);
    let in_thread = |turns: &Turns| {
        while let Some((number, item)) = take() {
            if !turns.wait_for(number) {
                return;
            }
            slots.fill(number, work(item));
            turns.is_done(number);
        }
    };
    let has = |number| slots.has(number);
    let mut result = Ok(());
    let mut consume_next = |number| {
        result = consume(slots.empty(number));
        result.is_ok()
    };
    if threads > 1 && on_threads(threads, slots.len(), &in_thread, &has, &mut consume_next) {
        return result;
    }
    std::iter::from_fn(take).try_for_each(|(_, item)| consume(work(item)))
}

/// Results that wait for their turn: that of number `n` in the place `n` modulo their number.
struct Slots<T>(Vec<Mutex<Option<T>>>);

impl<T> Slots<T> {
    fn new(count: usize) -> Slots<T> {
        Slots((0..count.max(1)).map(|_| Mutex::new(None)).collect())
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn lock(&self, number: usize) -> MutexGuard<'_, Option<T>> {
        lock(&self.0[number % self.0.len()])
    }

    fn fill(&self, number: usize, result: T) {
        *self.lock(number) = Some(result);
    }

    fn has(&self, number: usize) -> bool {
        self.lock(number).is_some()
    }

    fn empty(&self, number: usize) -> T {
        self.lock(number).take().expect("it is done")
    }
}

/// Whose turn it is. Like everything below, this is not generic: it would be compiled for each type
/// of results, and is longer than what is.
struct Turns {
    state: Mutex<State>,
    /// Wakes the threads that are too far ahead.
    has_moved: Condvar,
    /// Wakes the consumer.
    has_arrived: Condvar,
    /// The number of results that may wait.
    room: usize,
}

struct State {
    /// The number of the result to be consumed next.
    due: usize,
    /// The number of threads that work.
    threads: usize,
    /// Whether no new work may begin.
    stopped: bool,
}

impl Turns {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Waits until there is room for a result. Returns whether its work may begin.
    fn wait_for(&self, number: usize) -> bool {
        let is_far = |state: &mut State| !state.stopped && number - state.due >= self.room;
        !unpoisoned(self.has_moved.wait_while(self.lock(), is_far)).stopped
    }

    /// Announces a result.
    fn is_done(&self, number: usize) {
        if self.lock().due == number {
            self.has_arrived.notify_one();
        }
    }

    /// Waits until the next result is there. Returns its number, or `None` if all threads have
    /// ended without it.
    fn next(&self, has: &dyn Fn(usize) -> bool) -> Option<usize> {
        let is_missing = |state: &mut State| state.threads > 0 && !has(state.due);
        let state = unpoisoned(self.has_arrived.wait_while(self.lock(), is_missing));
        has(state.due).then_some(state.due)
    }

    fn has_consumed(&self) {
        self.lock().due += 1;
        self.has_moved.notify_all();
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.has_moved.notify_all();
    }
}

/// A thread, until it ends. One that panics ends the work: its result will never be there.
struct Working<'a>(&'a Turns);

impl Drop for Working<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
        self.0.lock().threads -= 1;
        self.0.has_arrived.notify_one();
    }
}

/// The consumer: when it ends, even by a panic, no thread waits any longer.
struct Consuming<'a>(&'a Turns);

impl Drop for Consuming<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Calls `work` on each of some threads, and `consume` with the numbers of the results for which
/// `has` is true, in order, until it returns false. Returns whether this was possible: the system
/// may allow no thread; if it allows fewer, those do the work.
fn on_threads(
    threads: usize,
    room: usize,
    work: &(dyn Fn(&Turns) + Sync),
    has: &dyn Fn(usize) -> bool,
    consume: &mut dyn FnMut(usize) -> bool,
) -> bool {
    let state = Mutex::new(State { due: 0, threads: 0, stopped: false });
    let turns = Turns { state, has_moved: Condvar::new(), has_arrived: Condvar::new(), room };
    let turns = &turns;
    std::thread::scope(|scope| {
        let _consuming = Consuming(turns);
        for already in 0..threads {
            turns.lock().threads += 1;
            let working = Working(turns);
            let in_thread = move || {
                let working = working;
                work(working.0);
            };
            match std::thread::Builder::new().spawn_scoped(scope, in_thread) {
                Ok(_) => {}
                Err(_) if already > 0 => break,
                Err(_) => return false,
            }
        }
        while let Some(number) = turns.next(has) {
            if !consume(number) {
                break;
            }
            turns.has_consumed();
        }
        true
    })
}

/// Locks a mutex, even if a thread panicked while it held it.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// Returns the guard of a lock, or what it protects, even if a thread has panicked: then the panic
/// is what counts.
pub fn unpoisoned<G>(guard: Result<G, PoisonError<G>>) -> G {
    guard.unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
