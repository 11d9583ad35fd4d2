//! The time budget of a search.

use std::time::{Duration, Instant};

use referee_base::files;
use referee_sandbox::TimeBound;

/// The time of a search since its start.
pub struct SearchTime {
    begun: Instant,
    /// When the time is over, if it is limited.
    deadline: Option<Instant>,
}

impl SearchTime {
    /// Starts now.
    pub fn of(most: Option<Duration>) -> SearchTime {
        let begun = Instant::now();
        SearchTime { begun, deadline: most.and_then(|most| begun.checked_add(most)) }
    }

    /// Starts a budget with a part of the remaining time.
    pub fn part_of_rest(&self, part: f64) -> SearchTime {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        SearchTime::of(left.map(|left| left.mul_f64(part)))
    }

    /// Returns the bound that ends all programs when the time is over.
    pub fn bound(&self) -> TimeBound {
        TimeBound::at(self.deadline)
    }

    /// Returns whether the time is over, or the user interrupts.
    pub fn is_over(&self) -> bool {
        files::is_to_stop() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns whether this part of the time is over, or the user interrupts.
    pub fn is_over_after(&self, part: f64) -> bool {
        self.is_over() || self.part(self.so_far()) >= part
    }

    /// Returns the part of the whole time that this is; 0 if the time is not limited.
    pub fn part(&self, time: Duration) -> f64 {
        let whole = self.deadline.map(|deadline| deadline - self.begun);
        let whole = whole.filter(|whole| !whole.is_zero());
        whole.map_or(0.0, |whole| time.as_secs_f64() / whole.as_secs_f64())
    }

    /// Returns the time since the start.
    pub fn so_far(&self) -> Duration {
        self.begun.elapsed()
    }
}
