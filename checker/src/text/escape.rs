//! Untrusted bytes made harmless: nothing that comes out of here can move a cursor, change a colour,
//! reverse the direction of writing or break a line.

/// `bytes` as one line of printable text. What is not printable, or not UTF-8, becomes `\n`, `\t`,
/// `\r`, `\xNN` or `\u{NNNN}`.
pub fn escape(bytes: &[u8]) -> String {
    let mut line = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' => line.push_str("\\n"),
                '\t' => line.push_str("\\t"),
                '\r' => line.push_str("\\r"),
                c if c.is_ascii_control() => line.push_str(&format!("\\x{:02x}", c as u32)),
                c if c.is_control() || is_invisible(c) => {
                    line.push_str(&format!("\\u{{{:x}}}", c as u32));
                }
                c => line.push(c),
            }
        }
        for byte in chunk.invalid() {
            line.push_str(&format!("\\x{byte:02x}"));
        }
    }
    line
}

/// The first `most` bytes of `bytes`, escaped, followed by `...` when that is not all.
pub fn excerpt(bytes: &[u8], most: usize) -> String {
    if bytes.len() <= most {
        return escape(bytes);
    }
    // A character cut in two would look like rubbish that is not in the file.
    let mut end = most;
    while end > 0 && most - end < 3 && bytes[end] & 0xc0 == 0x80 {
        end -= 1;
    }
    format!("{}...", escape(&bytes[..end]))
}

/// Characters that a terminal shows as nothing, that reorder what surrounds them, or that XML forbids.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal() {
        assert_eq!(escape(b"a\x1b[31mb\0\x7f"), "a\\x1b[31mb\\x00\\x7f");
        assert_eq!(escape(b"\xff\xfe ok \xc3"), "\\xff\\xfe ok \\xc3");
        assert_eq!(escape("ä\u{202e}x\u{9b}".as_bytes()), "ä\\u{202e}x\\u{9b}");
        assert_eq!(escape(b"a\r\n\tb"), "a\\r\\n\\tb");
    }

    #[test]
    fn excerpts_do_not_cut_characters_in_two() {
        assert_eq!(excerpt("aäb".as_bytes(), 2), "a...");
        assert_eq!(excerpt("aäb".as_bytes(), 3), "aä...");
        assert_eq!(excerpt("aäb".as_bytes(), 4), "aäb");
        assert_eq!(excerpt(&[0x80; 9], 4), "\\x80...");
    }
}
