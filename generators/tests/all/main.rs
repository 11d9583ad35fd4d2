//! Generators: the promises of all families, the bytes that must stay the same forever, recipes,
//! and what shrinks or is enumerated.

mod families;
mod golden;
mod recipe;
mod shrinking;
mod smallest;
