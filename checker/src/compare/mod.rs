//! The default comparison of the ICPC problem package format: an output is right if it has the
//! tokens of the answer.
//!
//! This is for problems without a checker of their own. Options make it stricter (`case_sensitive`,
//! `space_change_sensitive`) or laxer (tolerances for numbers); [`Comparison::parse`] lists them.
//! Most right outputs equal the answer byte for byte, so that is tried first, block by block; from
//! the first difference on, tokens are compared. Besides the answer, only one token is held in
//! memory, and no more of it than distinguishes it from the expected one.
//!
//! Source: the section "Default Output Validator Specification" of the format. Deviation from its
//! reference, which compares 80-bit floating-point numbers: numbers are those of the format's
//! grammar, and compared exactly; `inf`, `nan` and hexadecimal numbers are words.

mod decimal;
mod lexer;
mod options;

use std::io::{self, Read};

use crate::text::{InputError, Position, excerpt, is_space};
use crate::{Case, CheckError, CheckVerdict, Explanation, Refusal, RefusalKind, TooLarge};
use lexer::{Lexeme, Lexer};
use options::MAX_NUMBER;
pub use options::{Comparison, OptionError, Tolerance};

/// How much is read at a time while the output equals the answer.
const BLOCK: usize = 64 << 10;

/// How much of a token is shown.
const SHOWN: usize = 60;

/// A case whose outputs are compared with its answer.
pub struct Expected {
    answer: Vec<u8>,
    comparison: Comparison,
}

impl Expected {
    /// A case with that answer.
    pub fn new(answer: Vec<u8>, comparison: Comparison) -> Expected {
        Expected { answer, comparison }
    }

    /// Compares the lexemes of an answer with those of an output. Both start at the same place,
    /// after the same bytes; `has_begun` states whether these contain a token.
    fn compare(
        &self,
        answer: &mut Lexer,
        output: &mut Lexer,
        mut has_begun: bool,
    ) -> io::Result<Result<(), Box<Refusal>>> {
        let (mut expected, mut found) = (Lexeme::default(), Lexeme::default());
        loop {
            answer.space(usize::MAX, &mut expected)?;
            output.space(expected.bytes.len() + 1, &mut found)?;
            if self.comparison.space_change_sensitive && expected.bytes != found.bytes {
                return Ok(Err(differs(&expected, &found, None)));
            }
            answer.token(usize::MAX, &mut expected)?;
            output.token(MAX_NUMBER.max(expected.bytes.len()) + 1, &mut found)?;
            match (expected.bytes.is_empty(), found.bytes.is_empty()) {
                (true, true) => return Ok(Ok(())),
                (false, true) if !has_begun => return Ok(Err(nothing())),
                (true, _) | (_, true) => return Ok(Err(differs(&expected, &found, None))),
                (false, false) => {}
            }
            has_begun = true;
            if let Err(distance) = self.comparison.same(&expected.bytes, &found.bytes) {
                return Ok(Err(differs(&expected, &found, distance)));
            }
        }
    }
}

impl Case for Expected {
    fn check(&self, output: &mut dyn Read) -> Result<CheckVerdict, CheckError> {
        let (same, rest) = common_start(&self.answer, output)?;
        let Some(rest) = rest else { return Ok(CheckVerdict::Accepted(String::new())) };
        // Go back to the start of the lexeme in which they start to differ.
        let is_inside = |&at: &usize| !is_space(self.answer[at - 1]);
        let start = (1..=same).rev().take_while(is_inside).last().map_or(same, |at| at - 1);
        let start = if self.comparison.space_change_sensitive && start == same {
            (1..=same).rev().find(|&at| !is_space(self.answer[at - 1])).unwrap_or(0)
        } else {
            start
        };
        let place = Position::of(&self.answer, start);
        let mut answer = &self.answer[start..];
        let mut output = self.answer[start..same].chain(rest.as_slice()).chain(output);
        let has_begun = self.answer[..start].iter().any(|&byte| !is_space(byte));
        let compared = self.compare(
            &mut Lexer::new(&mut answer, place),
            &mut Lexer::new(&mut output, place),
            has_begun,
        )?;
        Ok(match compared {
            Ok(()) => CheckVerdict::Accepted(String::new()),
            Err(refusal) => CheckVerdict::Refused(refusal),
        })
    }

    fn outcome(&self) -> Result<&'static str, TooLarge> {
        Ok("the answer")
    }

    fn answer_form(&self, _: &mut dyn Read) -> io::Result<Result<(), InputError>> {
        Ok(Ok(()))
    }
}

/// How many bytes output and answer have in common at their start, and what was read after them;
/// `None` if both are equal.
fn common_start(answer: &[u8], output: &mut dyn Read) -> io::Result<(usize, Option<Vec<u8>>)> {
    let mut block = vec![0; BLOCK.min(answer.len() + 1)];
    let mut same = 0;
    loop {
        let length = match output.read(&mut block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            length => length?,
        };
        let (read, expected) = (&block[..length], &answer[same..]);
        if length == 0 {
            return Ok((same, (!expected.is_empty()).then(Vec::new)));
        }
        if expected.starts_with(read) {
            same += length;
            continue;
        }
        let equal = read.iter().zip(expected).take_while(|(a, b)| a == b).count();
        return Ok((same + equal, Some(read[equal..].to_vec())));
    }
}

/// The rejection of an empty output.
fn nothing() -> Box<Refusal> {
    let public = format!("{}: expected an answer", RefusalKind::Empty);
    let explanation = Explanation { says: "nothing".into(), public, ..Explanation::default() };
    Box::new(Refusal { kind: RefusalKind::Empty, explanation })
}

/// The rejection of a lexeme; an empty one is the end. `distance` is how far apart two numbers are.
fn differs(expected: &Lexeme, found: &Lexeme, distance: Option<String>) -> Box<Refusal> {
    let shown = |lexeme: &Lexeme| match lexeme.bytes.as_slice() {
        [] => "nothing more".into(),
        bytes => format!("\"{}\"", excerpt(bytes, SHOWN)),
    };
    let kind = RefusalKind::WrongAnswer;
    let mut explanation = Explanation {
        says: shown(found),
        place: Some(found.place),
        public: format!("{kind} at {}", found.place),
        ..Explanation::default()
    }
    .with("expected", format!("{}, at {} of the answer", shown(expected), expected.place));
    if let Some(distance) = distance {
        explanation = explanation.with("but", distance);
    }
    Box::new(Refusal { kind, explanation })
}
