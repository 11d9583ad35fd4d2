//! The syntax tree of a description. The parser bounds its depth, so that walking and dropping it
//! need only a bounded stack: operators that can be repeated without brackets, such as `1 + 1 + 1`,
//! are in a list.

use referee_checker::Position;

use crate::pattern::Pattern;
use crate::value::{Comparison, Operator, Value};

pub(crate) type Block = Vec<Command>;

#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) place: Position,
    pub(crate) action: Action,
}

#[derive(Debug)]
pub(crate) enum Action {
    Space,
    Newline,
    Eof,
    Int { min: Expression, max: Expression, into: Option<Variable> },
    Float(Box<Float>),
    Text(Expression),
    Regex { pattern: Regex, into: Option<Variable> },
    Assert { test: Test, source: String },
    Set(Vec<(Variable, Expression)>),
    Unset(Vec<usize>),
    Loop(Box<Loop>),
    If { test: Test, then: Block, otherwise: Block },
}

/// `FLOAT` or `FLOATP`.
#[derive(Debug)]
pub(crate) struct Float {
    pub(crate) min: Expression,
    pub(crate) max: Expression,
    /// The minimum and the maximum number of decimals.
    pub(crate) decimals: Option<(Expression, Expression)>,
    pub(crate) into: Option<Variable>,
    pub(crate) notation: Notation,
}

/// The notation in which a float must be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    Any,
    Fixed,
    Scientific,
}

/// The expression of `REGEX`. Literals are compiled once.
#[derive(Debug)]
pub(crate) enum Regex {
    /// A literal, and its index among all literals.
    Literal(Pattern, usize),
    Computed(Expression),
}

#[derive(Debug)]
pub(crate) struct Loop {
    pub(crate) counter: Option<Variable>,
    pub(crate) condition: Condition,
    pub(crate) separator: Option<Command>,
    pub(crate) body: Block,
}

/// The number of repetitions of a loop.
#[derive(Debug)]
pub(crate) enum Condition {
    Times(Expression),
    While(Test),
}

/// A variable, or an element of an array.
#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) place: Position,
    /// Its index among all names.
    pub(crate) name: usize,
    pub(crate) index: Vec<Expression>,
}

#[derive(Debug)]
pub(crate) struct Expression {
    pub(crate) place: Position,
    pub(crate) node: Node,
}

#[derive(Debug)]
pub(crate) enum Node {
    Constant(Value),
    Variable(Variable),
    Length(Box<Expression>),
    Negative(Box<Expression>),
    /// Operators of the same precedence, applied from left to right.
    Chain(Box<Expression>, Vec<(Operator, Expression)>),
}

#[derive(Debug)]
pub(crate) enum Test {
    Eof,
    Match(Expression),
    Unique {
        place: Position,
        names: Vec<usize>,
    },
    InArray {
        place: Position,
        value: Expression,
        name: usize,
    },
    Compare {
        place: Position,
        left: Expression,
        comparison: Comparison,
        right: Expression,
    },
    Not(Box<Test>),
    /// `&&` and `||`, which have the same precedence, from left to right.
    Chain(Box<Test>, Vec<(Connective, Test)>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Connective {
    And,
    Or,
}
