//! Seeds: the origin of the randomness of a case.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::Arguments;

/// The value that determines a random stream. Displayed as 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seed(u64);

impl Seed {
    /// Creates the seed with this value.
    pub fn from_value(value: u64) -> Self {
        Seed(value)
    }

    /// Returns its value.
    pub fn value(self) -> u64 {
        self.0
    }

    /// Returns the seed of a list of strings: the first eight bytes of the SHA-256 of all strings,
    /// each preceded by its length as eight bytes, little-endian, so that different lists hash
    /// differently.
    pub fn of(texts: &[&str]) -> Self {
        let mut hash = Sha256::new();
        for text in texts {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        let digest = hash.finalize();
        Seed(u64::from_le_bytes(std::array::from_fn(|i| digest[i])))
    }

    /// Returns the seed of a case; `number` is the value of `seed` in its recipe, or 0.
    pub fn of_case(
        salt: &str,
        name: &str,
        family: &str,
        arguments: &Arguments,
        number: i64,
    ) -> Self {
        Seed::of(&[salt, name, family, &arguments.to_string(), &number.to_string()])
    }

    /// Returns the state and the stream number of the generator: the two halves of a SHA-256.
    pub(crate) fn expand(self) -> (u128, u128) {
        let mut hash = Sha256::new();
        hash.update(b"referee stream 1");
        hash.update(self.0.to_le_bytes());
        let digest = hash.finalize();
        let half = |at: usize| u128::from_le_bytes(std::array::from_fn(|i| digest[at + i]));
        (half(0), half(16))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
