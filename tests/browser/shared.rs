//! A pool of browsers for tests: starting one takes longer than many a test.

use std::ops::Deref;
use std::sync::{Mutex, MutexGuard};

use crate::webdriver::Browser;

/// The idle browsers, and the number of tests that want or have one. While it is above zero no
/// browser is ended; the last test ends them all, since nothing else would.
struct Pool {
    free: Vec<Browser>,
    tests: usize,
}

static POOL: Mutex<Pool> = Mutex::new(Pool { free: Vec::new(), tests: 0 });

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A browser for one test, in the state of a freshly started one.
pub(crate) struct Borrowed(Option<Browser>);

impl Borrowed {
    /// Takes an idle browser, or starts one. The error says why there is none.
    pub(crate) fn take() -> Result<Borrowed, String> {
        let free = {
            let mut pool = pool();
            pool.tests += 1;
            pool.free.pop()
        };
        let mut borrowed = Borrowed(free);
        match &borrowed.0 {
            Some(browser) => browser.begin_again(),
            None => borrowed.0 = Some(Browser::start()?),
        }
        Ok(borrowed)
    }
}

impl Deref for Borrowed {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        self.0.as_ref().expect("it is given back at the end only")
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        // A failed test's browser is not reused: its state is unknown.
        let reusable = self.0.take().filter(|_| !std::thread::panicking());
        let ended = {
            let mut pool = pool();
            pool.free.extend(reusable);
            pool.tests -= 1;
            if pool.tests == 0 { std::mem::take(&mut pool.free) } else { Vec::new() }
        };
        drop(ended);
    }
}
