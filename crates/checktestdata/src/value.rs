//! The values of variables and expressions, and the operations on them.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use referee_checker::text::excerpt;

use crate::budget::Budget;
use crate::decimal::Decimal;
use crate::error::Failure;
use crate::integer::Integer;

/// A value. Numbers are ordered by value, whatever their types; strings come after them, in byte
/// order.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Integer(Integer),
    Float(Decimal),
    Text(Arc<[u8]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

impl Comparison {
    /// Returns the comparison that holds with the two values swapped.
    pub(crate) fn flipped(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::Greater => Comparison::Less,
            Comparison::LessOrEqual => Comparison::GreaterOrEqual,
            Comparison::GreaterOrEqual => Comparison::LessOrEqual,
            Comparison::Equal | Comparison::NotEqual => self,
        }
    }

    /// Returns whether it holds for two values with this ordering.
    pub(crate) fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Less => order.is_lt(),
            Comparison::Greater => order.is_gt(),
            Comparison::LessOrEqual => order.is_le(),
            Comparison::GreaterOrEqual => order.is_ge(),
            Comparison::Equal => order.is_eq(),
            Comparison::NotEqual => order.is_ne(),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Text(a), Value::Text(b)) => a.cmp(b),
            (Value::Text(_), _) => Ordering::Greater,
            (_, Value::Text(_)) => Ordering::Less,
            (Value::Integer(a), Value::Integer(b)) => a.cmp(b),
            (Value::Float(a), Value::Float(b)) => a.cmp(b),
            (Value::Integer(a), Value::Float(b)) => Decimal::from(a.clone()).cmp(b),
            (Value::Float(a), Value::Integer(b)) => a.cmp(&Decimal::from(b.clone())),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Value {}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => value.fmt(f),
            Value::Float(value) => value.fmt(f),
            Value::Text(text) => write!(f, "\"{}\"", excerpt(text, 40)),
        }
    }
}

impl Value {
    /// Returns the size in words of 64 bits.
    pub(crate) fn words(&self) -> u64 {
        match self {
            Value::Integer(value) => value.words(),
            Value::Float(value) => value.words(),
            Value::Text(text) => text.len() as u64 / 8 + 1,
        }
    }

    /// Returns the name of its type, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Integer(_) => "an integer",
            Value::Float(_) => "a float",
            Value::Text(_) => "a string",
        }
    }

    /// Returns it as a float; `None` if it is a string.
    pub(crate) fn to_decimal(&self) -> Option<Decimal> {
        match self {
            Value::Integer(value) => Some(value.clone().into()),
            Value::Float(value) => Some(value.clone()),
            Value::Text(_) => None,
        }
    }

    /// Compares it with another value of its kind. Error: one is a string and the other a number.
    pub(crate) fn compare(&self, other: &Value, budget: &mut Budget) -> Result<Ordering, Failure> {
        match (self, other) {
            (Value::Integer(Integer::Small(a)), Value::Integer(Integer::Small(b))) => {
                return Ok(a.cmp(b));
            }
            (Value::Text(_), Value::Integer(_) | Value::Float(_))
            | (Value::Integer(_) | Value::Float(_), Value::Text(_)) => {
                let kinds = (self.kind(), other.kind());
                return Err(Failure::new(format!("{} is compared with {}", kinds.0, kinds.1)));
            }
            _ => {}
        }
        budget.step(cost_of_comparison(self.words().max(other.words())))?;
        Ok(self.cmp(other))
    }

    /// Returns the negative. Error: it is a string.
    pub(crate) fn negate(&self) -> Result<Value, Failure> {
        match self {
            Value::Integer(value) => Ok(Value::Integer(value.negate())),
            Value::Float(value) => Ok(Value::Float(value.negate())),
            Value::Text(_) => Err(Failure::new("a string has no negative")),
        }
    }

    /// Applies an operator. The result is an integer if both operands are. Error: the operator is
    /// not defined for these values, or the result is too large.
    pub(crate) fn apply(
        &self,
        operator: Operator,
        other: &Value,
        budget: &mut Budget,
    ) -> Result<Value, Failure> {
        if operator == Operator::Power {
            return self.power(other, budget);
        }
        if let (Value::Integer(a), Value::Integer(b)) = (self, other) {
            return Ok(Value::Integer(match operator {
                Operator::Add => a.add(b, budget)?,
                Operator::Subtract => a.add(&b.negate(), budget)?,
                Operator::Multiply => a.multiply(b, budget)?,
                Operator::Divide => a.divide(b, budget)?.0,
                Operator::Modulo | Operator::Power => a.divide(b, budget)?.1,
            }));
        }
        let (Some(a), Some(b)) = (self.to_decimal(), other.to_decimal()) else {
            return Err(Failure::new("there is no arithmetic with strings"));
        };
        Ok(Value::Float(match operator {
            Operator::Add => a.add(&b, budget)?,
            Operator::Subtract => a.add(&b.negate(), budget)?,
            Operator::Multiply => a.multiply(&b, budget)?,
            Operator::Divide => a.divide(&b, budget)?,
            Operator::Modulo | Operator::Power => {
                return Err(Failure::new("`%` is defined for integers only"));
            }
        }))
    }

    fn power(&self, exponent: &Value, budget: &mut Budget) -> Result<Value, Failure> {
        let Value::Integer(exponent) = exponent else {
            let message = format!("the exponent is {}, not an integer", exponent.kind());
            return Err(Failure::new(message));
        };
        let exponent = exponent.to_u64().ok_or_else(|| {
            Failure::new(format!("the exponent is {exponent}, not a number from 0 to 2^64 - 1"))
        })?;
        match self {
            Value::Integer(base) => Ok(Value::Integer(base.power(exponent, budget)?)),
            Value::Float(base) => Ok(Value::Float(base.power(exponent, budget)?)),
            Value::Text(_) => Err(Failure::new("there is no arithmetic with strings")),
        }
    }
}

/// Returns the steps for comparing values of `words` words. Numbers may first have to be brought to
/// the same exponent.
pub(crate) fn cost_of_comparison(words: u64) -> u64 {
    if words <= 4 { 1 } else { words.saturating_mul(words) }
}
