//! stub
/// Reference solvers of the shipped problems.
pub mod solvers;
