//! Evaluation: cold positions and nim-values, each method against the definition and the others.

mod cold;
mod nim;
