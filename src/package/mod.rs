//! Problem packages: folders with a `problem.yaml`, as contests hand them from one tool to the next.

pub mod generators;
