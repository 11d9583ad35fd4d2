//! The interface of every problem, for the batch checker, the stand-alone validator and the fuzzer.

use std::fmt;
use std::io::{self, Read};

#[cfg(feature = "drawing")]
use crate::drawing::Drawing;
use crate::settings::{CheckError, CheckerOption, Settings, TooLarge};
use crate::text::{InputError, Strictness};
use crate::verdict::CheckVerdict;

/// One problem's rules, independent of any case.
pub trait ProblemRules: Sync {
    /// The name in recipes, `problem.toml` and on the command line, such as `infinity-war`.
    fn name(&self) -> &'static str;

    /// The name for people, such as `Infinity War`.
    fn title(&self) -> &'static str;

    /// The maximum size in bytes of a valid input that starts with `head` (its first 64 bytes or
    /// more).
    ///
    /// One more byte suffices to find out what is wrong with a longer file, which bounds memory for
    /// hostile files.
    fn longest_input(&self, head: &[u8]) -> u64;

    /// The requirements that its checker supports beyond the rules; none for most problems.
    fn options(&self) -> &'static [CheckerOption] {
        &[]
    }

    /// Parses an input and prepares everything shared by the checks of many outputs.
    ///
    /// # Errors
    /// The first deviation of the input from the grammar.
    fn prepare(
        &self,
        input: &[u8],
        form: Strictness,
        settings: Settings,
    ) -> Result<Box<dyn Case>, InputError>;
}

/// One case: an input, parsed and prepared once, shared by all contestants and threads.
pub trait Case: Send + Sync {
    /// Proves or refutes the claim that `output` makes. Reads it as a stream, in bounded memory.
    ///
    /// # Errors
    /// Those of the reader, and a lack of memory: they say nothing about the contestant.
    fn check(&self, output: &mut dyn Read) -> Result<CheckVerdict, CheckError>;

    /// The kind of outcome that the checker proves for this case, such as `tie`.
    ///
    /// # Errors
    /// There is not enough memory to prove it.
    fn outcome(&self) -> Result<&'static str, TooLarge>;

    /// Whether `answer` has exactly the form of a jury answer, right or wrong. Reads it as a
    /// stream, in bounded memory.
    ///
    /// # Errors
    /// The outer error is the reader's, the inner one the first deviation.
    fn answer_form(&self, answer: &mut dyn Read) -> io::Result<Result<(), InputError>>;

    /// Draws the case and, if an output is given, its claim with what proves or refutes it; `None`
    /// if there is nothing to draw. Takes bounded time besides that of the check, and reads the
    /// output as a stream.
    ///
    /// # Errors
    /// Those of [`Case::check`].
    #[cfg(feature = "drawing")]
    fn draw(&self, _output: Option<&mut dyn Read>) -> Result<Option<Drawing>, CheckError> {
        Ok(None)
    }
}

/// Why parts do not form a legal instance, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalInstance(pub String);

impl fmt::Display for IllegalInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for IllegalInstance {}

/// Reads an input of `problem`, but at most one byte more than a valid one can have: a longer one
/// is wrong, and [`ProblemRules::prepare`] reports where. `size` is the reported length of the
/// file; a wrong one only costs speed.
///
/// # Errors
/// Those of the reader; the input does not fit in memory.
pub fn read_input(
    problem: &dyn ProblemRules,
    reader: &mut dyn Read,
    size: u64,
) -> io::Result<Vec<u8>> {
    const HEAD: u64 = 4096;
    let mut bytes = Vec::with_capacity(HEAD as usize);
    reader.take(HEAD).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == HEAD {
        let most = problem.longest_input(&bytes).saturating_add(1).saturating_sub(HEAD);
        // Growing by doubling would hold up to twice the file at the end.
        let wanted = most.min(size.saturating_sub(HEAD)).saturating_add(1);
        bytes.try_reserve_exact(usize::try_from(wanted).unwrap_or(usize::MAX))?;
        reader.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
