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
    for visible in ["tie 1 1", "a\\b \"c\" 'd'", "Hüpfburg", "日本語", "שלום", "🦀", "1−2", "हिन्दी"]
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
