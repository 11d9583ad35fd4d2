//! Reads the one kind of pickle that data sets contain: a string.
//!
//! A pickle is a program, and running it means trusting its author. Only the operations that push a
//! string and remember it are supported here; any other is rejected.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;

/// The maximum size to which data may unpack, in bytes.
const MAX_BYTES: u64 = 512 << 20;

/// Decodes a string that was pickled, compressed by zlib and encoded in base64. Errors are
/// fragments for a message.
pub(crate) fn decode(encoded: &str) -> Result<String, String> {
    let packed = STANDARD.decode(encoded.trim()).map_err(|error| format!("no base64: {error}"))?;
    let mut pickle = Vec::new();
    let mut unpacked = ZlibDecoder::new(&*packed).take(MAX_BYTES + 1);
    unpacked.read_to_end(&mut pickle).map_err(|error| format!("no zlib data: {error}"))?;
    match pickle.len() as u64 {
        0..=MAX_BYTES => text_of(&pickle),
        _ => Err(format!("it unpacks to more than {} MiB", MAX_BYTES >> 20)),
    }
}

fn text_of(mut pickle: &[u8]) -> Result<String, String> {
    let mut text = None;
    let cut = || "the pickle is truncated".to_string();
    loop {
        let (&operation, rest) = pickle.split_first().ok_or_else(cut)?;
        pickle = rest;
        let mut take = |count: u64| {
            let count = usize::try_from(count).ok().filter(|count| *count <= pickle.len());
            let (taken, rest) = pickle.split_at(count.ok_or_else(cut)?);
            pickle = rest;
            Ok::<&[u8], String>(taken)
        };
        // The number of bytes that hold the length of the string that follows.
        let width = match operation {
            // The operations that begin a pickle or remember the string, with the sizes of their
            // arguments.
            0x80 | b'q' => take(1).map(|_| 0)?,
            0x95 => take(8).map(|_| 0)?,
            b'r' => take(4).map(|_| 0)?,
            0x94 => 0,
            b'.' => return text.ok_or_else(|| "the pickle contains no string".to_string()),
            0x8c => 1,
            b'X' => 4,
            0x8d => 8,
            other => {
                return Err(format!(
                    "the pickle contains more than a string: operation {other:#04x}"
                ));
            }
        };
        if width == 0 {
            continue;
        }
        if text.is_some() {
            return Err("the pickle contains more than a string".into());
        }
        let length = take(width)?.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        let bytes = take(length)?.to_vec();
        text = Some(String::from_utf8(bytes).map_err(|_| "the pickled text is not UTF-8")?);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_text_is_read_in_every_protocol() {
        // Protocol 4, with a frame, and protocol 2.
        let four = b"\x80\x04\x95\x07\0\0\0\0\0\0\0\x8c\x03abc\x94.";
        assert_eq!(text_of(four).unwrap(), "abc");
        assert_eq!(text_of(b"\x80\x02X\x03\0\0\0abcq\0.").unwrap(), "abc");
        assert_eq!(text_of(b"\x80\x04\x8d\x01\0\0\0\0\0\0\0a.").unwrap(), "a");
    }

    #[test]
    fn nothing_else_is_run() {
        // `os.system("true")`, as pickles call functions.
        let call = b"\x80\x04\x8c\x02os\x94\x8c\x06system\x94\x93\x8c\x04true\x85R.";
        assert!(text_of(call).unwrap_err().contains("more than a string"));
        assert!(text_of(b"cos\nsystem\n(S'true'\ntR.").unwrap_err().contains("0x63"));
        for broken in
            [&b"\x80\x04"[..], b"\x8c\x05abc.", b".", b"\x8d\xff\xff\xff\xff\xff\xff\xff\xff."]
        {
            assert!(text_of(broken).is_err(), "{broken:?}");
        }
    }

    #[test]
    fn layers_are_unpacked() {
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), Default::default());
        packed.write_all(b"\x80\x04\x8c\x02[]\x94.").unwrap();
        let encoded = STANDARD.encode(packed.finish().unwrap());
        assert_eq!(decode(&encoded).unwrap(), "[]");
        assert!(decode("?").unwrap_err().contains("base64"));
        assert!(decode("AAAA").unwrap_err().contains("zlib"));
    }
}
