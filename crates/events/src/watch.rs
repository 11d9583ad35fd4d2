//! How those who do long work tell how far they are, whoever shows it.

/// Is told of the steps of long work, from all its threads.
pub trait Watch: Sync {
    /// So many more steps are to be done.
    fn expects(&self, steps: usize);

    /// So many of the expected steps turn out not to be needed.
    fn skips(&self, steps: usize);

    /// A step is done. One that took no time, such as a result from the record, says nothing about the pace.
    fn counts(&self, took_time: bool);

    /// Something is begun that may take long.
    fn begins(&self, what: &str);

    /// It has ended.
    fn ends(&self, what: &str);
}

/// Nobody watches.
pub struct Unwatched;

impl Watch for Unwatched {
    fn expects(&self, _: usize) {}
    fn skips(&self, _: usize) {}
    fn counts(&self, _: bool) {}
    fn begins(&self, _: &str) {}
    fn ends(&self, _: &str) {}
}

/// Passes on what is under way, where others count the steps.
pub struct Running<'a>(pub &'a dyn Watch);

impl Watch for Running<'_> {
    fn expects(&self, _: usize) {}
    fn skips(&self, _: usize) {}
    fn counts(&self, _: bool) {}

    fn begins(&self, what: &str) {
        self.0.begins(what);
    }

    fn ends(&self, what: &str) {
        self.0.ends(what);
    }
}

/// Does what may take long; even if it panics, it has ended then.
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
        fn expects(&self, _: usize) {}
        fn skips(&self, _: usize) {}
        fn counts(&self, _: bool) {}

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
