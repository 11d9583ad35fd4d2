//! Counts replies, for Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

/// Counts replies by path and status.
#[derive(Default)]
pub(super) struct Metrics(Mutex<BTreeMap<(&'static str, u16), u64>>);

impl Metrics {
    pub(super) fn count(&self, path: &'static str, status: u16) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry((path, status)).or_default() += 1;
    }

    /// Returns all figures as text.
    pub(super) fn text(&self, running: usize, waiting: usize) -> String {
        let mut text = String::from(
            "# HELP referee_replies_total Replies, by path and status.\n\
             # TYPE referee_replies_total counter\n",
        );
        for ((path, status), count) in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter()
        {
            let labels = format!("path=\"{path}\",status=\"{status}\"");
            // Writing to a string cannot fail.
            let _ = writeln!(text, "referee_replies_total{{{labels}}} {count}");
        }
        for (name, what, value) in [
            ("running", "Requests that are judged.", running),
            ("waiting", "Requests that are read, and wait.", waiting),
        ] {
            let _ = writeln!(text, "# HELP referee_{name} {what}\n# TYPE referee_{name} gauge");
            let _ = writeln!(text, "referee_{name} {value}");
        }
        text
    }
}
