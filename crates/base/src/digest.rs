//! One hash for a sequence of byte strings.

use std::io::{self, Read, Seek};

use sha2::{Digest as _, Sha256};

/// The 32 bytes of a finished [`Digest`].
pub type ContentHash = [u8; 32];

/// SHA-256 of a sequence of byte strings, each with its length: two different sequences are never
/// hashed as the same bytes.
#[derive(Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Creates an empty digest.
    pub fn new() -> Digest {
        Digest::default()
    }

    /// Returns the hash of a single byte string.
    pub fn of(bytes: &[u8]) -> ContentHash {
        let mut digest = Digest::new();
        digest.add(bytes);
        digest.number()
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
        self.add(&hash_of(reader)?);
        Ok(())
    }

    /// Returns the hash of everything that was added.
    pub fn number(self) -> ContentHash {
        self.0.finalize().into()
    }
}

/// A hash of bytes that come in parts; where they are divided does not matter.
#[derive(Default)]
pub struct StreamDigest(Sha256);

impl StreamDigest {
    /// Adds the next bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the first 64 bits of the SHA-256 of all bytes, as 16 hexadecimal digits.
    pub fn hex(self) -> String {
        to_hex(&self.0.finalize()[..8])
    }
}

/// Returns the SHA-256 of all bytes of a reader.
///
/// # Errors
/// Errors of the reader.
pub fn hash_of(reader: &mut dyn Read) -> io::Result<ContentHash> {
    Ok(hash_all(reader)?.1.finalize().into())
}

/// Returns the SHA-256 of some bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    to_hex(&Sha256::digest(bytes))
}

/// Rewinds a reader, and returns its length in bytes and its SHA-256 in hexadecimal.
///
/// # Errors
/// Errors of the reader.
pub fn sha256_of<C: Read + Seek>(content: &mut C) -> io::Result<(u64, String)> {
    content.rewind()?;
    let (length, hash) = hash_all(content)?;
    Ok((length, to_hex(&hash.finalize())))
}

/// Hashes all bytes of a reader, and counts them.
fn hash_all(reader: &mut dyn Read) -> io::Result<(u64, Sha256)> {
    let (mut length, mut hash) = (0, Sha256::new());
    // On the stack: most files are small, and very many are hashed.
    let mut block = [0; 16 << 10];
    loop {
        match reader.read(&mut block) {
            Ok(0) => return Ok((length, hash)),
            Ok(count) => {
                hash.update(&block[..count]);
                length += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Writes bytes as hexadecimal digits, two for each byte.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses a hash from its hexadecimal digits.
pub fn from_hex(text: &str) -> Option<ContentHash> {
    let mut hash = ContentHash::default();
    let digits = text.as_bytes();
    if digits.len() != 2 * hash.len() {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = (digit(pair[0])? << 4 | digit(pair[1])?) as u8;
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn a_content_is_hashed_from_its_start_whatever_its_length() {
        for length in [0, 3, (16 << 10) + 1] {
            let bytes = vec![b'x'; length];
            let mut content = Cursor::new(&bytes);
            content.set_position(2);
            assert_eq!(sha256_of(&mut content).unwrap(), (length as u64, sha256(&bytes)));
        }
    }

    #[test]
    fn a_stream_is_hashed_wherever_it_is_divided() {
        for at in 0..=5 {
            let mut stream = StreamDigest::default();
            let (first, last) = b"abcde".split_at(at);
            [first, last].into_iter().for_each(|part| stream.add(part));
            assert_eq!(stream.hex(), sha256(b"abcde")[..16]);
        }
    }

    #[test]
    fn two_digits_for_each_byte() {
        assert_eq!(to_hex(&[]), "");
        assert_eq!(to_hex(&[0, 9, 0xa0, 0xff]), "0009a0ff");
    }
}
