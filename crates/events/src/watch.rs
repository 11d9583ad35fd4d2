//! How long work reports its progress, independent of who shows it.

/// Receives the progress of long work, from all its threads; ignores what it does not implement.
pub trait Watch: Sync {
    /// Adds steps to be done.
    fn expects(&self, _steps: usize) {}

    /// Removes expected steps that turn out not to be needed.
    fn skips(&self, _steps: usize) {}

    /// Counts a finished step. One that took no time, such as a result from the record, says
    /// nothing about the pace.
    fn counts(&self, _took_time: bool) {}

    /// Marks the start of an item that may take long.
    fn begins(&self, _what: &str) {}

    /// Marks its end.
    fn ends(&self, _what: &str) {}
}

/// A watch that ignores everything.
pub struct Unwatched;

impl Watch for Unwatched {}

/// Passes on the items in progress, while others count the steps.
pub struct Running<'a>(pub &'a dyn Watch);

impl Watch for Running<'_> {
    fn begins(&self, what: &str) {
        self.0.begins(what);
    }

    fn ends(&self, what: &str) {
        self.0.ends(what);
    }
}

/// Does work that may take long; its end is marked even if it panics.
pub fn watched<T>(watch: &dyn Watch, what: &str, work: impl FnOnce() -> T) -> T {
    struct Ends<'a>(&'a dyn Watch, &'a str);
    impl Drop for Ends<'_> {
        fn drop(&mut self) {
            self.0.ends(self.1);
        }
    }
    watch.begins(what);
    let _ends = Ends(watch, what);
    work()
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;

    use super::*;

    #[derive(Default)]
    struct Said(Mutex<Vec<String>>);

    impl Watch for Said {
        fn begins(&self, what: &str) {
            self.0.lock().unwrap().push(format!("begins {what}"));
        }

        fn ends(&self, what: &str) {
            self.0.lock().unwrap().push(format!("ends {what}"));
        }
    }

    #[test]
    fn what_panics_has_ended() {
        let said = Said::default();
        let running = Running(&said);
        let panics = || watched(&running, "a", || watched(&running, "b", || panic!("on purpose")));
        assert!(catch_unwind(AssertUnwindSafe(panics)).is_err());
        assert_eq!(*said.0.lock().unwrap(), ["begins a", "begins b", "ends b", "ends a"]);
    }
}
