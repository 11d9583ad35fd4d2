//! Makes untrusted bytes harmless and visible: the result cannot move a cursor, change a colour,
//! reverse the direction of writing, break a line, or look like something else.
//!
//! Characters that a reader cannot recognize are escaped: white space other than the space (a
//! no-break space looks right and is not), characters of no width, those that control the direction
//! of writing, private and unassigned ones, and combining characters with nothing to combine with.
//! The standard library knows nearly all of them by their Unicode categories: [`str::escape_debug`]
//! escapes them.

/// `bytes` as one line of visible text. Anything that is invisible or not UTF-8 becomes `\n`, `\t`,
/// `\r`, `\xNN` or `\u{NNNN}`.
pub fn escape(bytes: &[u8]) -> String {
    let mut line = String::with_capacity(bytes.len());
    // Whether there is a character that a combining one can be combined with.
    let mut has_base = false;
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            let is_shown = is_visible(c, has_base);
            match c {
                _ if is_shown => line.push(c),
                '\n' => line.push_str("\\n"),
                '\t' => line.push_str("\\t"),
                '\r' => line.push_str("\\r"),
                c if c.is_ascii() => line.push_str(&format!("\\x{:02x}", c as u32)),
                c => line.push_str(&format!("\\u{{{:x}}}", c as u32)),
            }
            has_base = is_shown && c != ' ';
        }
        for byte in chunk.invalid() {
            line.push_str(&format!("\\x{byte:02x}"));
            has_base = false;
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

/// Whether a reader recognizes a character, perhaps combined with the one before it.
fn is_visible(c: char, has_base: bool) -> bool {
    if c.is_ascii() {
        return c == ' ' || c.is_ascii_graphic();
    }
    // A combining character is escaped at the start of a text only.
    let mut text = String::from(if has_base { "a" } else { "" });
    text.push(c);
    text.escape_debug().eq(text.chars()) && !is_blank(c)
}

/// Characters that are blank though their category says that they are letters, marks or symbols:
/// those with the property Default_Ignorable_Code_Point that the standard library prints (Unicode
/// 16, DerivedCoreProperties.txt), the empty Braille pattern and the musical null notehead.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{1d159}' | '\u{e0100}'..='\u{e01ef}')
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
    fn what_is_not_seen_as_itself_is_named() {
        for (c, what) in [
            ('\u{a0}', "no-break space"),
            ('\u{ad}', "soft hyphen"),
            ('\u{85}', "next line"),
            ('\u{1680}', "ogham space"),
            ('\u{2003}', "em space"),
            ('\u{200b}', "zero width space"),
            ('\u{200d}', "zero width joiner"),
            ('\u{200f}', "right-to-left mark"),
            ('\u{2028}', "line separator"),
            ('\u{202e}', "right-to-left override"),
            ('\u{2060}', "word joiner"),
            ('\u{2067}', "right-to-left isolate"),
            ('\u{2800}', "empty Braille pattern"),
            ('\u{3000}', "ideographic space"),
            ('\u{3164}', "Hangul filler"),
            ('\u{115f}', "Hangul filler"),
            ('\u{feff}', "byte order mark"),
            ('\u{fe0f}', "variation selector"),
            ('\u{34f}', "combining grapheme joiner"),
            ('\u{e000}', "private use"),
            ('\u{378}', "unassigned"),
            ('\u{ffff}', "no character"),
            ('\u{e0041}', "tag"),
        ] {
            let escaped = format!("tie\\u{{{:x}}}1", c as u32);
            assert_eq!(escape(format!("tie{c}1").as_bytes()), escaped, "{what}");
        }
        for visible in
            ["tie 1 1", "a\\b \"c\" 'd'", "Hüpfburg", "日本語", "שלום", "🦀", "1−2", "हिन्दी"]
        {
            assert_eq!(escape(visible.as_bytes()), visible);
        }
    }

    #[test]
    fn combining_characters_need_something_to_combine_with() {
        assert_eq!(escape("e\u{301}\u{302}".as_bytes()), "e\u{301}\u{302}");
        assert_eq!(escape("\u{301}e".as_bytes()), "\\u{301}e");
        assert_eq!(escape("tie \u{301}1".as_bytes()), "tie \\u{301}1");
        assert_eq!(escape("\u{200b}\u{301}".as_bytes()), "\\u{200b}\\u{301}");
        assert_eq!(escape(b"\xff\xcc\x81"), "\\xff\\u{301}");
    }

    #[test]
    fn excerpts_do_not_cut_characters_in_two() {
        assert_eq!(excerpt("aäb".as_bytes(), 2), "a...");
        assert_eq!(excerpt("aäb".as_bytes(), 3), "aä...");
        assert_eq!(excerpt("aäb".as_bytes(), 4), "aäb");
        assert_eq!(excerpt(&[0x80; 9], 4), "\\x80...");
    }
}
