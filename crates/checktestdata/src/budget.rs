//! The bounds of a check. Descriptions are untrusted, and the language has loops and numbers of any
//! size.

use crate::error::Failure;

/// The bounds of one check.
///
/// They are counted, not measured, so the same description and input always have the same result,
/// on any machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of steps. A command, an operation, a byte of the input, and a word of a
    /// large number each take one step; a hundred million steps take about a second.
    pub steps: u64,
    /// The maximum memory of all variables, in bytes.
    pub memory: u64,
}

impl Default for Limits {
    /// About a minute, and 1 GiB.
    fn default() -> Limits {
        Limits { steps: 6_000_000_000, memory: 1 << 30 }
    }
}

/// The remaining steps and memory of one check.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    steps: u64,
    memory: u64,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Budget {
        Budget { limits, steps: limits.steps, memory: limits.memory }
    }

    /// Spends steps. Error: there are not enough left.
    #[inline]
    pub(crate) fn step(&mut self, steps: u64) -> Result<(), Failure> {
        match self.steps.checked_sub(steps) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => Err(self.out_of_steps()),
        }
    }

    pub(crate) fn steps_left(&self) -> u64 {
        self.steps
    }

    #[cold]
    fn out_of_steps(&self) -> Failure {
        let most = self.limits.steps;
        let message = format!("it takes more than {most} steps, the most it may take");
        Failure { is_too_long: true, ..Failure::new(message) }
            .help("look for a loop that reads nothing, or that reads far more than it should")
    }

    /// Reserves memory for a variable. Error: there is not enough left.
    #[inline]
    pub(crate) fn hold(&mut self, bytes: u64) -> Result<(), Failure> {
        self.memory = self.memory.checked_sub(bytes).ok_or_else(|| {
            let most = self.limits.memory >> 20;
            Failure::new(format!("its variables take more than {most} MiB, the most they may take"))
        })?;
        Ok(())
    }

    /// Releases the memory of a variable.
    #[inline]
    pub(crate) fn release(&mut self, bytes: u64) {
        self.memory += bytes;
    }
}
