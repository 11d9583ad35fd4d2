//! Evaluates expressions and tests.

use std::sync::Arc;

use referee_checker::Position;

use super::{At, Result, Run};
use crate::decimal::Decimal;
use crate::error::Failure;
use crate::integer::Integer;
use crate::syntax::{self, Connective, Expression, Node, Test};
use crate::value::Value;
use crate::variables::{Duplicate, Index, duplicate};

impl Run<'_> {
    pub(super) fn value(&mut self, expression: &Expression) -> Result<Value> {
        let place = expression.place;
        self.budget.step(1).at(place)?;
        match &expression.node {
            Node::Constant(value) => {
                self.budget.step(value.words()).at(place)?;
                Ok(value.clone())
            }
            Node::Variable(variable) => {
                let index = self.index(variable)?;
                let value = self.variables[variable.name].get(&index);
                let value = value.cloned().ok_or_else(|| self.undefined(variable.name, &index));
                let value = value.at(variable.place)?;
                self.budget.step(value.words()).at(place)?;
                Ok(value)
            }
            Node::Length(text) => {
                let length = self.text(text)?.len();
                Ok(Value::Integer(Integer::Small(length as i64)))
            }
            Node::Negative(operand) => self.value(operand)?.negate().at(place),
            Node::Chain(first, rest) => {
                let mut left = self.value(first)?;
                for (operator, operand) in rest {
                    let right = self.value(operand)?;
                    left = left.apply(*operator, &right, &mut self.budget).at(operand.place)?;
                }
                Ok(left)
            }
        }
    }

    fn undefined(&self, name: usize, index: &Index) -> Failure {
        let name = &self.parsed.names[name].text;
        Failure::new(format!("{name}{index} has no value"))
    }

    pub(super) fn integer(&mut self, expression: &Expression) -> Result<Integer> {
        match self.value(expression)? {
            Value::Integer(value) => Ok(value),
            other => {
                let failure =
                    Failure::new(format!("this must be an integer, and is {}", other.kind()));
                Err(failure.help("10^6 is an integer, 1e6 a float")).at(expression.place)
            }
        }
    }

    pub(super) fn number(&mut self, expression: &Expression) -> Result<Decimal> {
        let number = self.value(expression)?.to_decimal();
        let failure = || Failure::new("this must be a number, and is a string");
        number.ok_or_else(failure).at(expression.place)
    }

    pub(super) fn text(&mut self, expression: &Expression) -> Result<Arc<[u8]>> {
        match self.value(expression)? {
            Value::Text(text) => Ok(text),
            other => {
                let message = format!("this must be a string, and is {}", other.kind());
                Err(Failure::new(message)).at(expression.place)
            }
        }
    }

    pub(super) fn index(&mut self, variable: &syntax::Variable) -> Result<Index> {
        match &variable.index[..] {
            [] => Ok(Index::None),
            [only] => Ok(match self.integer(only)? {
                Integer::Small(number) => Index::One(number),
                large => Index::of(vec![large]),
            }),
            several => {
                let numbers = several.iter().map(|number| self.integer(number));
                Ok(Index::of(numbers.collect::<Result<_>>()?))
            }
        }
    }

    pub(super) fn set(&mut self, variable: &syntax::Variable, value: Value) -> Result<()> {
        let index = self.index(variable)?;
        if self.writer.is_some() {
            return self.set_written(variable, index, value);
        }
        self.variables[variable.name].set(index, value, &mut self.budget).at(variable.place)
    }

    pub(super) fn test(&mut self, test: &Test) -> Result<bool> {
        if let (Some(writer), Test::Eof | Test::Match(_)) = (&mut self.writer, test) {
            return Ok(writer.chooses());
        }
        match test {
            Test::Eof => Ok(self.cursor.peek().is_none()),
            Test::Match(bytes) => {
                let bytes = self.text(bytes)?;
                Ok(self.cursor.peek().is_some_and(|next| bytes.contains(&next)))
            }
            Test::Unique { place, names } => Ok(self.why_not_unique(names, *place)?.is_none()),
            Test::InArray { place, value, name } => {
                let value = self.value(value)?;
                self.refuse_undefined(*name, *place)?;
                self.variables[*name].has(&value, &mut self.budget).at(*place)
            }
            Test::Compare { place, left, comparison, right } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let order = left.compare(&right, &mut self.budget).at(*place)?;
                Ok(comparison.holds(order))
            }
            Test::Not(test) => Ok(!self.test(test)?),
            Test::Chain(first, rest) => {
                let mut holds = self.test(first)?;
                for (connective, test) in rest {
                    // With equal precedence, `a || b && c` is `(a || b) && c`. A test that cannot
                    // change the result is not evaluated.
                    let decides = *connective == Connective::Or;
                    if holds != decides {
                        holds = self.test(test)?;
                    }
                }
                Ok(holds)
            }
        }
    }

    fn refuse_undefined(&self, name: usize, place: Position) -> Result<()> {
        if self.variables[name].is_empty() {
            Err(self.undefined(name, &Index::None)).at(place)
        } else {
            Ok(())
        }
    }

    /// Returns why tuples of variables are not unique; `None` if they are.
    fn why_not_unique(&mut self, names: &[usize], place: Position) -> Result<Option<String>> {
        for name in names {
            self.refuse_undefined(*name, place)?;
        }
        let variables: Vec<_> = names.iter().map(|name| &self.variables[*name]).collect();
        let texts: Vec<&str> = names.iter().map(|name| &*self.parsed.names[*name].text).collect();
        let all = match texts[..] {
            [only] => only.to_string(),
            _ => format!("({})", texts.join(",")),
        };
        let duplicate = duplicate(&variables, &mut self.budget).at(place)?;
        Ok(duplicate.map(|duplicate| match duplicate {
            Duplicate::OtherIndices => format!("that {all} have different indices"),
            Duplicate::At(a, b, tuple) => {
                let values: Vec<String> = tuple.into_iter().map(Value::to_string).collect();
                format!("the same {all} at {a} and {b}: {}", values.join(", "))
            }
        }))
    }

    /// Explains why a test does not hold, if there is a simple explanation.
    pub(super) fn why_not(&mut self, test: &Test) -> Result<String> {
        match test {
            Test::Eof | Test::Match(_) => Ok(self.cursor.shown(self.cursor.offset())),
            Test::Unique { place, names } => {
                Ok(self.why_not_unique(names, *place)?.unwrap_or_default())
            }
            Test::InArray { value, name, .. } => {
                let value = self.value(value)?;
                Ok(format!("that {value} is not in {}", self.parsed.names[*name].text))
            }
            Test::Compare { left, right, .. } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                Ok(format!("{left} on the left and {right} on the right"))
            }
            Test::Chain(first, rest) if rest.iter().all(|(by, _)| *by == Connective::And) => {
                for test in std::iter::once(&**first).chain(rest.iter().map(|(_, test)| test)) {
                    if !self.test(test)? {
                        return self.why_not(test);
                    }
                }
                Ok("that it does not".into())
            }
            Test::Not(_) | Test::Chain(..) => Ok("that it does not".into()),
        }
    }
}
