//! One number for many things: equal only where all of them are equal.

use std::io::{self, Read};

use sha2::{Digest as _, Sha256};

/// A number of 32 bytes that stands for what was put into a [`Digest`].
pub(super) type Number = [u8; 32];

/// SHA-256 of a sequence of things, each with its length, so that no two sequences run into each other.
pub(super) struct Digest(Sha256);

impl Digest {
    pub(super) fn new() -> Digest {
        Digest(Sha256::new())
    }

    /// The next thing.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// The next thing, which may be too large for memory: all that a reader gives.
    pub(super) fn add_all(&mut self, reader: &mut dyn Read) -> io::Result<()> {
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

    pub(super) fn number(self) -> Number {
        self.0.finalize().into()
    }
}
