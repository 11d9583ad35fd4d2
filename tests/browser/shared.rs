//! Browsers that tests take turns with: to start one takes longer than many a test.

use std::ops::Deref;
use std::sync::{Mutex, MutexGuard};

use crate::webdriver::Browser;

/// The browsers that no test has, and how many tests want or have one. While there are any, none is ended; after the last one all are, as
/// nothing else would end them.
struct Pool {
    free: Vec<Browser>,
    tests: usize,
}

static POOL: Mutex<Pool> = Mutex::new(Pool { free: Vec::new(), tests: 0 });

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A browser for one test, as if it were just started.
pub(crate) struct Borrowed(Option<Browser>);

impl Borrowed {
    /// Takes one, or starts it. Says why there is none where there is none.
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
        // Whatever a failed test has left, nobody shall find.
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
