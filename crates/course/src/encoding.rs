//! The encodings of tables: spreadsheets and platforms write UTF-8 with and without a byte order
//! mark, UTF-16, and Windows-1252.
//!
//! Bytes of unchanged text are preserved exactly.

use std::path::Path;

use referee_base::fault::Fault;
use referee_base::files;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    /// With a byte order mark.
    MarkedUtf8,
    /// UTF-16, both with a byte order mark.
    Utf16LittleEndian,
    Utf16BigEndian,
    Windows1252,
}

/// The maximum size of a list of decisions or the like, in bytes.
pub(super) const MAX_LIST: u64 = 16 << 20;

const MARK: &str = "\u{feff}";

/// The characters of the bytes from 0x80 to 0x9f in Windows-1252; the undefined ones are control
/// characters.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Reads a table of at most `most` bytes.
///
/// # Errors
/// The file cannot be read, is larger, or is not a text.
pub(super) fn read(path: &Path, most: u64) -> Result<(String, Encoding), Fault> {
    let bytes = files::read_whole(path, most)?;
    decode(&bytes).map_err(|message| Fault::bad_input(message).at(path))
}

/// Decodes a text.
///
/// # Errors
/// The bytes are not a text; the error is the message.
pub(super) fn decode(bytes: &[u8]) -> Result<(String, Encoding), String> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => (utf16(rest, u16::from_le_bytes)?, Encoding::Utf16LittleEndian),
        [0xfe, 0xff, rest @ ..] => (utf16(rest, u16::from_be_bytes)?, Encoding::Utf16BigEndian),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => match text.strip_prefix(MARK) {
                Some(text) => (text.to_string(), Encoding::MarkedUtf8),
                None => (text.to_string(), Encoding::Utf8),
            },
            Err(_) => (bytes.iter().map(|&byte| of_windows(byte)).collect(), Encoding::Windows1252),
        },
    };
    if text.0.contains('\0') { Err("this is no text: it has zero bytes".into()) } else { Ok(text) }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, String> {
    let wrong = || "this is not UTF-16, as its start says".to_string();
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(wrong());
    }
    let units = pairs.map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).collect::<Result<String, _>>().map_err(|_| wrong())
}

fn of_windows(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn to_windows(character: char) -> u8 {
    let special = WINDOWS.iter().position(|&known| known == character);
    match (special, u8::try_from(character)) {
        (Some(at), _) => 0x80 + at as u8,
        (None, Ok(byte)) => byte,
        (None, Err(_)) => b'?',
    }
}

impl Encoding {
    /// Encodes a text. Characters that Windows-1252 lacks become question marks.
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        let marked = || format!("{MARK}{text}");
        match self {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::MarkedUtf8 => marked().into_bytes(),
            Encoding::Utf16LittleEndian => {
                marked().encode_utf16().flat_map(u16::to_le_bytes).collect()
            }
            Encoding::Utf16BigEndian => {
                marked().encode_utf16().flat_map(u16::to_be_bytes).collect()
            }
            Encoding::Windows1252 => text.chars().map(to_windows).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_byte_of_windows_1252_comes_out_as_it_went_in() {
        let bytes: Vec<u8> = (1..=255).collect();
        let (text, encoding) = decode(&bytes).unwrap();
        assert_eq!(encoding, Encoding::Windows1252);
        assert!(text.contains("€\u{81}‚") && text.ends_with("ýþÿ"));
        assert_eq!(encoding.encode(&text), bytes);
        assert_eq!(encoding.encode("ł–"), b"?\x96");
    }

    #[test]
    fn a_table_that_is_too_large_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "a,1\nb,2\n").unwrap();
        assert_eq!(read(file.path(), 8).unwrap().0, "a,1\nb,2\n");
        assert!(read(file.path(), 7).unwrap_err().message.contains("larger than"));
    }

    #[test]
    fn marks_are_kept() {
        for bytes in [
            &b"\xef\xbb\xbfa,\xc3\xa4"[..],
            b"\xff\xfea\0\xe4\0",
            b"\xfe\xff\0a\0\xe4",
            b"a,\xc3\xa4",
        ] {
            let (text, encoding) = decode(bytes).unwrap();
            assert!(text.starts_with('a') && text.ends_with('ä'), "{text}");
            assert_eq!(encoding.encode(&text), bytes);
        }
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for bytes in [&b"\xff\xfea"[..], b"\xff\xfe\0\xd8", b"PK\0\0"] {
            assert!(decode(bytes).is_err());
        }
    }

    proptest! {
        #[test]
        fn all_bytes_come_out_as_they_went_in(bytes in prop::collection::vec(1..=255_u8, 0..100)) {
            if let Ok((text, encoding)) = decode(&bytes) {
                prop_assert_eq!(encoding.encode(&text), bytes);
            }
        }
    }
}
