//! Expressions and tests. A bracket may begin either, and only what follows it decides, so one
//! recursion parses both.

use std::sync::Arc;

use referee_checker::Position;

use super::{MAX_BYTES, Parser};
use crate::decimal::Decimal;
use crate::error::{DescriptionError, Failure};
use crate::integer::{Integer, MAX_DIGITS};
use crate::lexer::Kind;
use crate::syntax::{Connective, Expression, Node, Test, Variable};
use crate::value::{Comparison, Operator, Value};

type Result<T> = std::result::Result<T, DescriptionError>;

enum Operand {
    Value(Expression),
    Test(Test),
}

impl Operand {
    fn value(self, place: Position) -> Result<Expression> {
        match self {
            Operand::Value(value) => Ok(value),
            Operand::Test(_) => Err(Failure::new("expected a value, found a test").at(place)),
        }
    }

    fn test(self, place: Position) -> Result<Test> {
        match self {
            Operand::Test(test) => Ok(test),
            Operand::Value(_) => Err(Failure::new("expected a test, found a value")
                .help("such as `n < 3` or `ISEOF`")
                .at(place)),
        }
    }
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Result<Expression> {
        let place = self.place();
        self.sum()?.value(place)
    }

    pub(super) fn test(&mut self) -> Result<Test> {
        let place = self.place();
        self.operand()?.test(place)
    }

    /// Parses a variable, with its index if it has one.
    pub(super) fn variable(&mut self) -> Result<Variable> {
        let place = self.place();
        let name = self.name()?;
        let index = if !self.take("[") {
            Vec::new()
        } else {
            let index = self.nested(|parser| parser.list(Self::expression))?;
            self.expect("]")?;
            index
        };
        Ok(Variable { place, name, index })
    }

    fn operand(&mut self) -> Result<Operand> {
        let place = self.place();
        let first = self.negation()?;
        let mut rest = Vec::new();
        while let Some(connective) = self.connective() {
            let place = self.place();
            rest.push((connective, self.negation()?.test(place)?));
        }
        if rest.is_empty() {
            Ok(first)
        } else {
            Ok(Operand::Test(Test::Chain(Box::new(first.test(place)?), rest)))
        }
    }

    fn connective(&mut self) -> Option<Connective> {
        if self.take("&&") {
            Some(Connective::And)
        } else if self.take("||") {
            Some(Connective::Or)
        } else {
            None
        }
    }

    fn negation(&mut self) -> Result<Operand> {
        if !self.take("!") {
            return self.comparison();
        }
        let place = self.place();
        // As in the reference, it negates everything that follows within these brackets.
        let negated = self.nested(Self::operand)?.test(place)?;
        Ok(Operand::Test(Test::Not(Box::new(negated))))
    }

    fn comparison(&mut self) -> Result<Operand> {
        let start = self.place();
        let left = self.sum()?;
        let place = self.place();
        let comparison = match self.peek().kind {
            Kind::Symbol("<") => Comparison::Less,
            Kind::Symbol(">") => Comparison::Greater,
            Kind::Symbol("<=") => Comparison::LessOrEqual,
            Kind::Symbol(">=") => Comparison::GreaterOrEqual,
            Kind::Symbol("==") => Comparison::Equal,
            Kind::Symbol("!=") => Comparison::NotEqual,
            _ => return Ok(left),
        };
        self.advance();
        let left = left.value(start)?;
        let right = self.expression()?;
        Ok(Operand::Test(Test::Compare { place, left, comparison, right }))
    }

    fn sum(&mut self) -> Result<Operand> {
        let operators = [("+", Operator::Add), ("-", Operator::Subtract)];
        self.chain(&operators, Self::term)
    }

    fn term(&mut self) -> Result<Operand> {
        let operators =
            [("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Modulo)];
        self.chain(&operators, Self::factor)
    }

    fn factor(&mut self) -> Result<Operand> {
        // `-2^2` is -4.
        if self.is_next("-") {
            self.negative()
        } else {
            self.chain(&[("^", Operator::Power)], Self::exponent)
        }
    }

    /// Parses an operand of `^`, which is applied from left to right.
    fn exponent(&mut self) -> Result<Operand> {
        if self.is_next("-") { self.negative() } else { self.atom() }
    }

    fn negative(&mut self) -> Result<Operand> {
        let place = self.place();
        self.expect("-")?;
        let start = self.place();
        let operand = self.nested(Self::factor)?.value(start)?;
        let node = match &operand.node {
            Node::Constant(value) => value.negate().ok().map(Node::Constant),
            _ => None,
        };
        let node = node.unwrap_or_else(|| Node::Negative(Box::new(operand)));
        Ok(Operand::Value(Expression { place, node }))
    }

    /// Parses operands between operators of the same precedence.
    fn chain(
        &mut self,
        operators: &[(&str, Operator)],
        operand: fn(&mut Self) -> Result<Operand>,
    ) -> Result<Operand> {
        let place = self.place();
        let first = operand(self)?;
        let mut rest = Vec::new();
        while let Some((_, operator)) = operators.iter().find(|(symbol, _)| self.is_next(symbol)) {
            self.advance();
            let place = self.place();
            rest.push((*operator, operand(self)?.value(place)?));
        }
        if rest.is_empty() {
            Ok(first)
        } else {
            Ok(Operand::Value(self.folded(first.value(place)?, rest)))
        }
    }

    /// Computes the constant beginning of a chain. An operation that cannot be computed only
    /// becomes an error when it is executed.
    fn folded(&mut self, mut first: Expression, rest: Vec<(Operator, Expression)>) -> Expression {
        let place = first.place;
        let mut left = Vec::new();
        for (operator, operand) in rest {
            if let (true, Node::Constant(a), Node::Constant(b)) =
                (left.is_empty(), &first.node, &operand.node)
                && let Ok(value) = a.apply(operator, b, &mut self.constants)
            {
                first.node = Node::Constant(value);
            } else {
                left.push((operator, operand));
            }
        }
        if left.is_empty() {
            first
        } else {
            Expression { place, node: Node::Chain(Box::new(first), left) }
        }
    }

    fn atom(&mut self) -> Result<Operand> {
        let place = self.place();
        let node = match self.peek().kind.clone() {
            Kind::Symbol("(") => {
                self.advance();
                let operand = self.nested(Self::operand)?;
                self.expect(")")?;
                return Ok(operand);
            }
            Kind::Word(word) => return self.called(&word),
            Kind::Name(_) => {
                let variable = self.variable()?;
                return Ok(Operand::Value(Expression { place, node: Node::Variable(variable) }));
            }
            Kind::Integer(digits) => Node::Constant(Value::Integer(self.integer(&digits)?)),
            Kind::Float(number) => Node::Constant(Value::Float(self.float(&number)?)),
            Kind::Text(text) => Node::Constant(Value::Text(Arc::clone(&text))),
            Kind::Symbol(_) | Kind::End => return Err(self.expected("a value")),
        };
        self.advance();
        Ok(Operand::Value(Expression { place, node }))
    }

    /// Parses a named function or test.
    fn called(&mut self, word: &str) -> Result<Operand> {
        let place = self.place();
        if !matches!(word, "STRLEN" | "ISEOF" | "MATCH" | "UNIQUE" | "INARRAY") {
            return Err(self.expected("a value"));
        }
        self.advance();
        if word == "ISEOF" {
            return Ok(Operand::Test(Test::Eof));
        }
        self.expect("(")?;
        let operand = match word {
            "STRLEN" => {
                let text = Box::new(self.nested(Self::expression)?);
                Operand::Value(Expression { place, node: Node::Length(text) })
            }
            "MATCH" => Operand::Test(Test::Match(self.nested(Self::expression)?)),
            "UNIQUE" => Operand::Test(Test::Unique { place, names: self.list(Self::name)? }),
            _ => {
                let value = self.nested(Self::expression)?;
                self.expect(",")?;
                let name = self.name()?;
                self.names[name].is_searched = true;
                Operand::Test(Test::InArray { place, value, name })
            }
        };
        self.expect(")")?;
        Ok(operand)
    }

    /// Parses one or more items with commas between them.
    pub(super) fn list<T>(&mut self, item: fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.take(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn integer(&mut self, digits: &str) -> Result<Integer> {
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(self.wrong("an integer does not begin with a zero"));
        }
        self.digits(digits)
    }

    fn digits(&mut self, digits: &str) -> Result<Integer> {
        // A description has no number as long as that.
        const { assert!(MAX_BYTES < MAX_DIGITS) };
        let place = self.place();
        Integer::parse(false, digits.as_bytes(), &mut self.constants)
            .map_err(|_| Failure::new("there are too many long numbers").at(place))
    }

    fn float(&mut self, number: &str) -> Result<Decimal> {
        let place = self.place();
        let (digits, exponent) = number.split_once('e').unwrap_or((number, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mantissa = self.digits(&[whole, fraction].concat())?;
        let exponent: i64 = exponent.parse().unwrap_or(i64::MAX / 2);
        Decimal::new(mantissa, exponent.saturating_sub(fraction.len() as i64))
            .map_err(|failure| failure.at(place))
    }
}
