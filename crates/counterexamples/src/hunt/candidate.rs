//! An input that may fail a program, and where it comes from: whoever keeps it wants to write that down.

use std::fmt;

use referee_generators::{Arguments, Family, FamilyError, ParameterKind, Random, Seed};

/// An input on which a program is to be tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The input.
    pub input: Vec<u8>,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where an input comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// It is the smallest input of that number.
    Smallest(u64),
    /// A family made it.
    Family(Box<FamilyCase>),
    /// A generator of the problem made it: its name, then its arguments.
    Generator(Box<[String]>),
    /// Anything else, in words.
    Other(String),
}

/// A family with its arguments and a seed, as a recipe has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FamilyCase {
    /// The name of the family.
    pub family: &'static str,
    /// The values of its parameters.
    pub arguments: Arguments,
    /// The name of the case, on which its random numbers depend.
    pub name: String,
    /// The key `seed`.
    pub seed: i64,
}

/// What a recipe needs to make the same case: random numbers depend on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseNaming {
    /// The salt of the recipe.
    pub salt: String,
    /// The name that the case will have, such as `secret/hunt-1`.
    pub name: String,
}

impl Candidate {
    /// What the input costs to make and to judge, by rule of thumb: as much as its bytes, or as the largest parameter, since a heap
    /// of a million takes a few bytes and as much time as a megabyte. Beyond that, large numbers are there for their digits.
    pub(super) fn cost(&self) -> u64 {
        let largest = match &self.origin {
            Origin::Family(case) => case.arguments.largest().min(1 << 20),
            Origin::Smallest(_) | Origin::Generator(_) | Origin::Other(_) => 0,
        };
        largest.max(self.input.len() as u64)
    }
}

impl FamilyCase {
    /// Makes the input, as a recipe with that salt would.
    ///
    /// # Errors
    /// The family rejects the arguments, or could not keep its promise.
    pub(super) fn generate(
        self,
        family: &Family,
        naming: &CaseNaming,
    ) -> Result<Candidate, FamilyError> {
        let (name, arguments) = (&self.name, &self.arguments);
        let seed = Seed::of_case(&naming.salt, name, self.family, arguments, self.seed);
        let input = (family.generate)(arguments, &mut Random::new(seed))?;
        Ok(Candidate { input, origin: Origin::Family(Box::new(self)) })
    }
}

impl fmt::Display for FamilyCase {
    /// Writes the entry of a recipe that makes the same input, if the recipe has the same salt.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[[case]]\nname = \"{}\"\nfamily = \"{}\"", self.name, self.family)?;
        for (name, value) in self.arguments.iter() {
            match value.as_integer() {
                Some(number) => writeln!(f, "{name} = {number}")?,
                // A basic string of TOML is escaped as in Rust, but for characters that no input has.
                None => writeln!(f, "{name} = {:?}", value.to_string())?,
            }
        }
        writeln!(f, "seed = {}", self.seed)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Smallest(number) => write!(f, "smallest input number {number}"),
            Origin::Family(case) => {
                write!(f, "family {} {} seed={}", case.family, case.arguments, case.seed)
            }
            Origin::Generator(command) => write!(f, "generator {}", command.join(" ")),
            Origin::Other(words) => f.write_str(words),
        }
    }
}

/// Whether all parameters of a family can be drawn: those of handwritten inputs cannot.
pub(super) fn can_be_drawn(family: &Family) -> bool {
    family.parameters.iter().all(|parameter| parameter.kind != ParameterKind::Text)
}
