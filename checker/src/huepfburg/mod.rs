//! Hüpfburg: Sasha and Mika jump along arrows, both at the same time, until they are on one field.
//!
//! Sasha starts on field 1, Mika on field 2. With every jump, each of them follows one arrow. They
//! succeed as soon as both are on the same field. The answer is the sequence of fields of both, or
//! that there is none. The checker accepts any; the option `shortest` also requires the smallest
//! number of jumps.
//!
//! Source: Bundeswettbewerb Informatik 41, round 1, task 5.

mod check;
mod claim;
#[cfg(feature = "drawing")]
mod draw;
mod instance;
mod prepared;
mod refutation;
mod search;

pub use claim::{Claim, Meeting, strict_form, write_meeting};
pub use instance::{Arrow, Instance, MAX_M, MAX_N};
pub use prepared::Prepared;
pub use search::Shortest;

use std::io::{self, Read};

#[cfg(feature = "drawing")]
use crate::drawing::Drawing;
use crate::text::{InputError, Scanner, Strictness};
use crate::{Case, CheckError, CheckVerdict, CheckerOption, ProblemRules, Settings, TooLarge};

/// The problem as seen by the engine.
pub struct Huepfburg;

/// The options of the checker, which refers to them by position.
const OPTIONS: &[CheckerOption] =
    &[CheckerOption { name: "shortest", summary: "a meeting must have the least number of jumps" }];

/// The position of `shortest`.
const SHORTEST: usize = 0;

impl ProblemRules for Huepfburg {
    fn name(&self) -> &'static str {
        "huepfburg"
    }

    fn title(&self) -> &'static str {
        "Hüpfburg"
    }

    fn longest_input(&self, head: &[u8]) -> u64 {
        let mut scanner = Scanner::new(head, Strictness::Lenient);
        let mut header = || {
            let n = scanner.integer("n", 0, MAX_N.into())?;
            scanner.space()?;
            Ok::<_, InputError>((n as u64, scanner.integer("m", 0, MAX_M.into())? as u64))
        };
        let Ok((n, m)) = header() else { return head.len() as u64 };
        // Two numbers, a space and a line end; twice that to allow for extra white space.
        let line = 2 * n.to_string().len() as u64 + 3;
        2 * line * m.min(n * n) + 1024
    }

    fn options(&self) -> &'static [CheckerOption] {
        OPTIONS
    }

    fn prepare(
        &self,
        input: &[u8],
        form: Strictness,
        settings: Settings,
    ) -> Result<Box<dyn Case>, InputError> {
        Ok(Box::new(Prepared::new(Instance::parse(input, form)?, settings)))
    }
}

impl Case for Prepared {
    fn check(&self, output: &mut dyn Read) -> Result<CheckVerdict, CheckError> {
        Prepared::check(self, output)
    }

    fn outcome(&self) -> Result<&'static str, TooLarge> {
        Ok(if self.can_meet()? { "meeting" } else { "impossible" })
    }

    fn answer_form(&self, answer: &mut dyn Read) -> io::Result<Result<(), InputError>> {
        strict_form(answer, self.instance())
    }

    #[cfg(feature = "drawing")]
    fn draw(&self, output: Option<&mut dyn Read>) -> Result<Option<Drawing>, CheckError> {
        draw::draw(self, output).map(Some)
    }
}
