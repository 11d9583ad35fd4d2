//! Commands and blocks.

use referee_checker::Position;
use referee_checker::text::excerpt;

use super::Parser;
use crate::error::DescriptionError;
use crate::lexer::Kind;
use crate::pattern::Pattern;
use crate::syntax::{
    Action, Block, Command, Condition, Expression, Float, Loop, Node, Notation, Regex, Test,
    Variable,
};
use crate::value::Value;

type Result<T> = std::result::Result<T, DescriptionError>;

/// The maximum size of the automata of all regular expressions, in bytes.
const MAX_LITERALS: u64 = 64 << 20;

const COMMANDS: [&str; 16] = [
    "SPACE", "NEWLINE", "EOF", "INT", "FLOAT", "FLOATP", "STRING", "REGEX", "ASSERT", "SET",
    "UNSET", "REP", "REPI", "WHILE", "WHILEI", "IF",
];

impl Parser<'_> {
    /// Parses commands, up to an `END`, an `ELSE`, or the end of the description.
    pub(super) fn block(&mut self) -> Result<Block> {
        let mut block = Vec::new();
        while !matches!(self.word(), Some("END" | "ELSE")) && self.peek().kind != Kind::End {
            block.push(self.command()?);
        }
        Ok(block)
    }

    fn command(&mut self) -> Result<Command> {
        let place = self.place();
        let start = self.peek().start;
        let Some(word) = self.word().map(str::to_string) else {
            return Err(self.expected("a command"));
        };
        if !COMMANDS.contains(&&*word) {
            let nearest = COMMANDS.iter().find(|command| {
                command.starts_with(&*word) || word.starts_with(**command) && command.len() > 2
            });
            let error = self.expected("a command");
            let help = nearest.map(|nearest| format!("did you mean {nearest}?"));
            return Err(DescriptionError { help, ..error });
        }
        self.advance();
        let action = match &*word {
            "SPACE" => Action::Space,
            "NEWLINE" => Action::Newline,
            "EOF" => Action::Eof,
            _ => {
                self.expect("(")?;
                self.with_arguments(&word, place, start)?
            }
        };
        Ok(Command { place, action })
    }

    /// Parses the arguments of a command, and its block if it has one.
    fn with_arguments(&mut self, word: &str, place: Position, start: usize) -> Result<Action> {
        let action = match word {
            "INT" => {
                let (min, max) = self.bounds()?;
                Action::Int { min, max, into: self.further(Self::variable)? }
            }
            "FLOAT" | "FLOATP" => Action::Float(Box::new(self.float_command(word == "FLOATP")?)),
            "STRING" => Action::Text(self.expression()?),
            "REGEX" => {
                Action::Regex { pattern: self.regex()?, into: self.further(Self::variable)? }
            }
            "SET" => Action::Set(self.list(Self::assignment)?),
            "UNSET" => Action::Unset(self.list(Self::name)?),
            "ASSERT" => {
                let test = self.test()?;
                // Includes the closing bracket.
                let source = &self.source[start..self.peek().end];
                Action::Assert { test, source: excerpt(source, 200) }
            }
            "IF" => {
                let test = self.test()?;
                self.expect(")")?;
                return self.branches(test, place.line);
            }
            _ => return self.repetition(word, place.line),
        };
        self.expect(")")?;
        Ok(action)
    }

    /// Parses a further argument, if there is one.
    fn further<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<Option<T>> {
        if self.take(",") { parse(self).map(Some) } else { Ok(None) }
    }

    fn bounds(&mut self) -> Result<(Expression, Expression)> {
        let min = self.expression()?;
        self.expect(",")?;
        Ok((min, self.expression()?))
    }

    fn float_command(&mut self, has_decimals: bool) -> Result<Float> {
        let (min, max) = self.bounds()?;
        let decimals = if has_decimals {
            self.expect(",")?;
            Some(self.bounds()?)
        } else {
            None
        };
        let into = self.further(Self::variable)?;
        let notation = match into {
            Some(_) => self.further(Self::notation)?.unwrap_or(Notation::Any),
            None => Notation::Any,
        };
        Ok(Float { min, max, decimals, into, notation })
    }

    fn notation(&mut self) -> Result<Notation> {
        let notation = match self.word() {
            Some("FIXED") => Notation::Fixed,
            Some("SCIENTIFIC") => Notation::Scientific,
            _ => return Err(self.expected("FIXED or SCIENTIFIC")),
        };
        self.advance();
        Ok(notation)
    }

    fn regex(&mut self) -> Result<Regex> {
        let expression = self.expression()?;
        let Node::Constant(Value::Text(text)) = &expression.node else {
            return Ok(Regex::Computed(expression));
        };
        let pattern = Pattern::compile(text).map_err(|failure| failure.at(expression.place))?;
        self.literals += 1;
        self.literals_size += pattern.size();
        if self.literals_size > MAX_LITERALS {
            Err(self.wrong("the regular expressions are too large together"))
        } else {
            Ok(Regex::Literal(pattern, self.literals - 1))
        }
    }

    fn assignment(&mut self) -> Result<(Variable, Expression)> {
        let variable = self.variable()?;
        self.expect("=")?;
        Ok((variable, self.expression()?))
    }

    fn repetition(&mut self, word: &str, line: u64) -> Result<Action> {
        let counter = match word {
            "REPI" | "WHILEI" => {
                let counter = self.variable()?;
                self.expect(",")?;
                Some(counter)
            }
            _ => None,
        };
        let condition = match word {
            "REP" | "REPI" => Condition::Times(self.expression()?),
            _ => Condition::While(self.test()?),
        };
        let separator = self.further(Self::separator)?;
        self.expect(")")?;
        let body = self.nested(Self::block)?;
        self.close(word, line)?;
        Ok(Action::Loop(Box::new(Loop { counter, condition, separator, body })))
    }

    fn separator(&mut self) -> Result<Command> {
        match self.word() {
            Some("REP" | "REPI" | "WHILE" | "WHILEI" | "IF") => {
                Err(self.wrong("a separator is a single command, without a block"))
            }
            _ => self.command(),
        }
    }

    fn branches(&mut self, test: Test, line: u64) -> Result<Action> {
        let then = self.nested(Self::block)?;
        let mut otherwise = Vec::new();
        if self.word() == Some("ELSE") {
            self.advance();
            otherwise = self.nested(Self::block)?;
        }
        self.close("IF", line)?;
        Ok(Action::If { test, then, otherwise })
    }

    /// Consumes the `END` of a block.
    fn close(&mut self, word: &str, line: u64) -> Result<()> {
        match self.word() {
            Some("END") => {
                self.advance();
                Ok(())
            }
            Some("ELSE") => Err(self.wrong("ELSE belongs into an IF, and only once")),
            _ => Err(self.expected(&format!("the END of the {word} in line {line}"))),
        }
    }
}
