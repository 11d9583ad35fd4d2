//! The draws of a stream, recorded or dictated.

use std::panic::resume_unwind;

/// The maximum number of recorded draws: 16 MiB.
const MAX_CHOICES: usize = 1 << 20;

/// The number of zeros drawn after the dictated values: this many per value ...
const ZEROS_PER_CHOICE: usize = 1;

/// ... plus this many. A family that draws until something fits would draw zeros forever.
const MORE_ZEROS: usize = 100;

/// A number that a family has drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The number.
    pub value: u64,
    /// The largest number that it could have been; the smallest is 0.
    pub most: u64,
}

/// The draws of a stream: those made so far, and those dictated.
pub(crate) struct Choices {
    drawn: Vec<Choice>,
    /// The values to draw; none if the stream decides.
    dictated: Option<Vec<u64>>,
    /// Whether there were more draws than can be recorded.
    is_full: bool,
}

impl Choices {
    pub(crate) fn recording() -> Choices {
        Choices { drawn: Vec::new(), dictated: None, is_full: false }
    }

    pub(crate) fn replaying(values: Vec<u64>) -> Choices {
        Choices { dictated: Some(values), ..Choices::recording() }
    }

    /// Draws a number up to `most`: the dictated one, or one from the stream.
    pub(crate) fn draw(&mut self, most: u64, stream: impl FnOnce() -> u64) -> u64 {
        let value = match &self.dictated {
            None => stream(),
            Some(values) => match values.get(self.drawn.len()) {
                Some(&value) => value.min(most),
                None if self.drawn.len() < (1 + ZEROS_PER_CHOICE) * values.len() + MORE_ZEROS => 0,
                // Unwinds without a panic, which would print a message although nothing is wrong.
                None => resume_unwind(Box::new("out of draws")),
            },
        };
        self.is_full |= self.drawn.len() == MAX_CHOICES;
        if !self.is_full || self.dictated.is_some() {
            self.drawn.push(Choice { value, most });
        }
        value
    }

    pub(crate) fn recorded(self) -> Option<Vec<Choice>> {
        (!self.is_full).then_some(self.drawn)
    }
}
