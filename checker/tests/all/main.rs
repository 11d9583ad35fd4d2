//! The checker: of each problem its grammars, its check against a naive oracle, its limits, and
//! what people see of it; comparing by tolerances; drawings; and the stand-alone program.
//!
//! One program, since each of several would be compiled with libraries of its own.

mod compare;
mod drawing;
mod huepfburg;
mod infinity_war;
mod protocols;
mod subtraction_game;
mod support;
