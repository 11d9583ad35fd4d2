//! Validates and writes inputs by descriptions in checktestdata, the language in which DOMjudge
//! describes inputs (`.ctd` files).
//!
//! A description states, command by command, what an input consists of. It is parsed once, and then
//! matched against inputs, byte by byte: white space counts. The result is the first position that
//! differs, and what is expected there.
//!
//! ```
//! use referee_checktestdata::{CheckError, Description, Limits};
//!
//! let source = b"INT(1,100,n) NEWLINE REP(n,SPACE) INT(-5,5) END NEWLINE";
//! let description = Description::parse(source)?;
//! assert_eq!(description.check(b"3\n1 -2 5\n", Limits::default()), Ok(()));
//! let checked = description.check(b"3\n1 -2  5\n", Limits::default());
//! let Err(CheckError::Mismatch(mismatch)) = checked else {
//!     panic!("there are two spaces in a row")
//! };
//! assert_eq!((mismatch.place.line, mismatch.place.column), (2, 6));
//! assert_eq!((&*mismatch.expected, &*mismatch.found), ("an integer from -5 to 5", "a space"));
//! # Ok::<(), referee_checktestdata::DescriptionError>(())
//! ```
//!
//! Deliberately absent: files, clocks, processes. Bytes come in, a result goes out.
//!
//! # Writing inputs
//!
//! [`Description::write`] writes an input that matches. What the description leaves open (numbers,
//! letters, lengths, alternatives, and what `ISEOF` and `MATCH` see) is [chosen](Choices) by the
//! caller. Where assertions fail on what was chosen, the repetition of the innermost loop is made
//! anew, and if that does not help, the one around it; a description whose assertions hardly ever
//! hold by chance gives no input.
//!
//! # Grammar
//!
//! White space and comments, from `#` to the end of the line, separate tokens and mean nothing
//! else.
//!
//! ```text
//! description := command*
//! command     := 'SPACE' | 'NEWLINE' | 'EOF'
//!              | 'INT' '(' expr ',' expr [',' variable] ')'
//!              | 'FLOAT' '(' expr ',' expr [',' variable [',' notation]] ')'
//!              | 'FLOATP' '(' expr ',' expr ',' expr ',' expr [',' variable [',' notation]] ')'
//!              | 'STRING' '(' expr ')'
//!              | 'REGEX' '(' expr [',' variable] ')'
//!              | 'ASSERT' '(' test ')'
//!              | 'SET' '(' variable '=' expr (',' variable '=' expr)* ')'
//!              | 'UNSET' '(' name (',' name)* ')'
//!              | 'REP' '(' expr [',' command] ')' command* 'END'
//!              | 'REPI' '(' variable ',' expr [',' command] ')' command* 'END'
//!              | 'WHILE' '(' test [',' command] ')' command* 'END'
//!              | 'WHILEI' '(' variable ',' test [',' command] ')' command* 'END'
//!              | 'IF' '(' test ')' command* ['ELSE' command*] 'END'
//! notation    := 'FIXED' | 'SCIENTIFIC'
//! test        := test ('&&' | '||') test | '!' test | '(' test ')' | expr compare expr
//!              | 'ISEOF' | 'MATCH' '(' expr ')' | 'UNIQUE' '(' name (',' name)* ')'
//!              | 'INARRAY' '(' expr ',' name ')'
//! compare     := '<' | '>' | '<=' | '>=' | '==' | '!='
//! expr        := term (('+' | '-') term)*
//! term        := factor (('*' | '/' | '%') factor)*
//! factor      := '-' factor | power
//! power       := operand ('^' ('-' factor | operand))*
//! operand     := integer | float | string | variable | 'STRLEN' '(' expr ')' | '(' expr ')'
//! variable    := name ['[' expr (',' expr)* ']']
//! name        := [a-z][a-z0-9]*
//! integer     := '0' | [1-9][0-9]*
//! float       := [0-9]+ '.' [0-9]* [exponent] | [0-9]+ exponent
//! exponent    := [eE] [+-]? [0-9]+
//! string      := '"' ... '"'
//! ```
//!
//! `&&` and `||` have the same precedence, and `!` negates everything after it up to the end of its
//! brackets: `!a && b` is `!(a && b)`. Both are as in the reference. `^` is applied from left to
//! right. In a string, `\n`, `\t`, `\r`, `\b`, `\f`, `\"`, `\\` and octal escapes such as `\101`
//! stand for one byte, an escaped line end for nothing, and any other backslash for itself.
//!
//! # Values
//!
//! Integers have any size, and their quotients are rounded towards zero. Floats are decimal
//! fractions: reading, comparing, adding and multiplying them is exact, up to at least a thousand
//! digits; so are quotients that terminate. A number is a float if it has a dot or an exponent, and
//! so is a result with a float among its operands. Strings are bytes, and can only be compared.
//! Regular expressions are POSIX extended ones, over bytes; the longest match counts, a dot also
//! matches a line end, and `$` matches only the end of the input.
//!
//! # Bounds
//!
//! Descriptions are untrusted. The [steps](Limits::steps) of a check are bounded and count
//! everything that takes time (commands, operations, bytes, words of large numbers, states of
//! automata); so is the [memory](Limits::memory) of variables. A description has at most 256 KiB,
//! blocks and brackets are nested at most 50 levels deep, and integers have at most a million bits.
//! Exceeding a bound is an error, never a panic.
//!
//! # Differences from the reference
//!
//! - `UNIQUE` and `INARRAY` are as specified: tests that hold or not, and that see only current
//!   values. In the reference, `UNIQUE` rejects the input immediately if it does not hold, and
//!   `INARRAY` finds values that were overwritten.
//! - `MATCH` takes any expression, as specified; in the reference, a variable stands for its name.
//! - Floats are exact, while the reference rounds to binary fractions: `0.1` is not less than
//!   `0.1`.
//! - Integers with leading zeros are rejected in descriptions; the reference reads them as octal.
//! - In a regular expression, any punctuation can be escaped; collating elements and equivalence
//!   classes are single bytes.
//! - The options for lax white space and preset variables are not supported.

#![forbid(unsafe_code)]

mod budget;
mod choices;
mod cursor;
mod decimal;
mod error;
mod integer;
mod lexer;
mod parser;
mod pattern;
mod run;
mod syntax;
mod value;
mod variables;

pub use budget::Limits;
pub use choices::{Choices, Site};
pub use error::{CheckError, DescriptionError, Mismatch};

/// A description of inputs.
#[derive(Debug)]
pub struct Description {
    parsed: parser::Parsed,
}

impl Description {
    /// Parses a description.
    ///
    /// # Errors
    /// The text is no description.
    pub fn parse(source: &[u8]) -> Result<Description, DescriptionError> {
        Ok(Description { parsed: parser::parse(source)? })
    }

    /// Writes an input that matches; `None` if the choices made do not lead to one. Its size counts
    /// as memory.
    ///
    /// # Errors
    /// The description cannot be executed: with smaller sizes, it may be.
    pub fn write(
        &self,
        choices: &mut dyn Choices,
        limits: Limits,
    ) -> Result<Option<Vec<u8>>, DescriptionError> {
        let written = run::write(&self.parsed, choices, limits).and_then(|input| {
            self.check(&input, limits)?;
            Ok(input)
        });
        match written {
            Ok(input) => Ok(Some(input)),
            Err(CheckError::Mismatch(_)) => Ok(None),
            Err(CheckError::Failed(error)) => Err(error),
        }
    }

    /// Checks that an input matches the description.
    ///
    /// # Errors
    /// The input does not match, or the description cannot be executed.
    pub fn check(&self, input: &[u8], limits: Limits) -> Result<(), CheckError> {
        self.check_spending(input, &mut { limits })
    }

    /// Does the same, and subtracts the steps that it takes from the limits, so that the rest
    /// serves for another input.
    ///
    /// # Errors
    /// Those of [`check`](Self::check).
    pub fn check_spending(&self, input: &[u8], limits: &mut Limits) -> Result<(), CheckError> {
        run::check(&self.parsed, input, limits)
    }
}
