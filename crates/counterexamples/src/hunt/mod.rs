//! Searches for an input on which a program fails.
//!
//! Candidates come from *sources*: the smallest inputs, the families of a problem, the parameters
//! of its recipe, and any that the caller adds. Each source is a stateless sequence of candidates
//! from which the engine takes the next one. `shares` divides the work among the sources.
//! Candidates that are slow or merely valid may be changed: `costly` and `wander`.

mod candidate;
mod chase;
mod costly;
mod families;
mod ladder;
mod pace;
mod result;
mod shares;
mod source;
mod wander;

pub use candidate::{Candidate, CaseNaming, FamilyCase, Origin};
pub use chase::hunt;
pub use families::{FamilySource, RecipeSource, SmallestSource};
pub use ladder::rung;
pub use result::{EndReason, Found, HuntOptions, HuntResult, SourceReport};
pub use source::{CandidateSource, Draw, SourceProfile};
