//! Makes untrusted bytes harmless and visible: the result cannot move a cursor, change a colour,
//! reverse the direction of writing, break a line, or look like something else.
//!
//! Characters that a reader cannot recognise are escaped: white space other than the space (a
//! no-break space only looks like one), characters of no width, those that control the direction of
//! writing, private and unassigned ones, and combining characters with nothing to combine with. The
//! standard library knows nearly all of them by their Unicode categories: [`str::escape_debug`]
//! escapes them.

/// `bytes` as one line of visible text. Anything that is invisible or not UTF-8 becomes `\n`, `\t`,
/// `\r`, `\xNN` or `\u{NNNN}`.
pub fn escape(bytes: &[u8]) -> String {
    let mut line = String::with_capacity(bytes.len());
    // Whether there is a character to combine with.
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

/// The first `most` bytes of `bytes`, escaped, followed by `...` if there are more.
pub fn excerpt(bytes: &[u8], most: usize) -> String {
    if bytes.len() <= most {
        return escape(bytes);
    }
    // A character cut in half would look like garbage that is not in the file.
    let mut end = most;
    while end > 0 && most - end < 3 && bytes[end] & 0xc0 == 0x80 {
        end -= 1;
    }
    format!("{}...", escape(&bytes[..end]))
}

/// Whether a reader recognises a character, possibly combined with the previous one.
fn is_visible(c: char, has_base: bool) -> bool {
    if c.is_ascii() {
        return c == ' ' || c.is_ascii_graphic();
    }
    // `escape_debug` escapes a combining character only at the start of a text.
    let mut text = String::from(if has_base { "a" } else { "" });
    text.push(c);
    text.escape_debug().eq(text.chars()) && !is_blank(c)
}

/// Characters that are blank though categorised as letters, marks or symbols: those with the
/// property Default_Ignorable_Code_Point that the standard library prints (Unicode 16,
/// DerivedCoreProperties.txt), the empty Braille pattern and the musical null notehead.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{1d159}' | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests;
