//! The time that a search may take.

use std::time::{Duration, Instant};

use referee_base::files;
use referee_sandbox::TimeBound;

/// The time of a search, from its beginning on.
pub struct SearchTime {
    begun: Instant,
    /// When it is up, if it is bounded.
    deadline: Option<Instant>,
}

impl SearchTime {
    /// Begins now.
    pub fn of(most: Option<Duration>) -> SearchTime {
        let begun = Instant::now();
        SearchTime { begun, deadline: most.and_then(|most| begun.checked_add(most)) }
    }

    /// Begins a part of what is left of the time.
    pub fn part_of_rest(&self, part: f64) -> SearchTime {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        SearchTime::of(left.map(|left| left.mul_f64(part)))
    }

    /// Returns what ends all programs when the time is up.
    pub fn bound(&self) -> TimeBound {
        TimeBound::at(self.deadline)
    }

    /// Returns whether the time is up, or the user wants an end.
    pub fn is_over(&self) -> bool {
        files::is_to_stop() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns whether this part of the time is up, or the user wants an end.
    pub fn is_over_after(&self, part: f64) -> bool {
        let whole = self.deadline.map(|deadline| deadline - self.begun);
        self.is_over() || whole.is_some_and(|whole| self.so_far() >= whole.mul_f64(part))
    }

    /// Returns how much of it has gone.
    pub fn so_far(&self) -> Duration {
        self.begun.elapsed()
    }
}
