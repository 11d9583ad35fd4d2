//! One hash for a sequence of byte strings.

use std::io::{self, Read};

use sha2::{Digest as _, Sha256};

/// The 32 bytes of a finished [`Digest`].
pub type ContentHash = [u8; 32];

/// SHA-256 of a sequence of byte strings, each with its length, so that two different sequences are never hashed as the same bytes.
pub struct Digest(Sha256);

impl Default for Digest {
    fn default() -> Digest {
        Digest::new()
    }
}

impl Digest {
    /// Creates an empty digest.
    pub fn new() -> Digest {
        Digest(Sha256::new())
    }

    /// Adds a byte string.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Adds all bytes of a reader, which may be too large for memory.
    ///
    /// # Errors
    /// Errors of the reader.
    pub fn add_all(&mut self, reader: &mut dyn Read) -> io::Result<()> {
        let mut inner = Sha256::new();
        let mut block = vec![0; 64 << 10];
        loop {
            match reader.read(&mut block) {
                Ok(0) => break,
                Ok(count) => inner.update(&block[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.add(&inner.finalize());
        Ok(())
    }

    /// Returns the hash of everything that was added.
    pub fn number(self) -> ContentHash {
        self.0.finalize().into()
    }
}

/// Writes bytes as hexadecimal digits, two for each byte.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::to_hex;

    #[test]
    fn two_digits_for_each_byte() {
        assert_eq!(to_hex(&[]), "");
        assert_eq!(to_hex(&[0, 9, 0xa0, 0xff]), "0009a0ff");
    }
}
