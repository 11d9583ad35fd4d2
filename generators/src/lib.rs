//! Families of inputs, and recipes, which list the families that generate a case folder.
//!
//! A *family* is a function of typed parameters and a random stream; it asserts what it promises
//! before it returns its input. A *recipe* is a TOML document that names families, parameters and
//! seeds. The same recipe yields the same bytes on every machine, in any order and on any number of
//! threads, permanently.
//!
//! ```
//! use referee_generators::Recipe;
//!
//! let recipe = Recipe::parse(
//!     r#"
//!     format = 1
//!     problem = "infinity-war"
//!     salt = "an example"
//!
//!     [[case]]
//!     name = "secret/01-bob-wins"
//!     family = "bob-wins"
//!     n = 2
//!     "#,
//! )?;
//! let input = recipe.cases[0].generate()?;
//! assert!(input.starts_with(b"2\n"));
//! assert_eq!(input, recipe.cases[0].generate()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Deliberately absent: files, clocks, environment, processes, global state. The crate maps text to
//! bytes.

#![forbid(unsafe_code)]

mod choices;
mod chosen;
mod entry;
mod family;
pub mod huepfburg;
pub mod infinity_war;
mod mixer;
mod parameter;
mod random;
mod recipe;
mod registry;
mod removable;
mod scattered;
mod seed;
pub mod subtraction_game;

pub use choices::Choice;
pub use chosen::Chosen;
pub use entry::{RecipeEntry, check_name, refuse_clashes};
pub use family::{Family, FamilyError};
pub use parameter::{Arguments, Parameter, ParameterKind, ParameterValue};
pub use random::Random;
pub use recipe::{CaseSpec, Recipe};
pub use registry::{NumberedInputs, ProblemFamilies, families, shipped};
pub use removable::{Removable, View};
pub use seed::Seed;
