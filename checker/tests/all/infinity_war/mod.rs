//! Infinity War: its grammars, its check against a naive oracle, and what people see of it.

mod board;
mod check;
mod claims;
mod inputs;
mod oracle;
