//! Reads what must be known of a Java source before it is compiled: its encoding, and its public type, after which the compiler wants the
//! file to be named.
//!
//! Only as much of the language is parsed as that takes: comments, string literals, brackets and words. For invalid sources the result is
//! arbitrary, and the compiler reports what is wrong.

use std::borrow::Cow;

use crate::tokens::{SourceTokens, is_of_name};

/// Decodes a source to UTF-8 without a byte order mark. Sources in UTF-16, which have such a mark, are converted; other sources that are
/// not UTF-8 are read as Latin-1, in which all bytes are characters: they were written on an older Windows.
pub(crate) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let units = |from: fn([u8; 2]) -> u16| {
        let units: Vec<u16> =
            bytes[2..].chunks_exact(2).map(|two| from([two[0], two[1]])).collect();
        Cow::Owned(String::from_utf16_lossy(&units))
    };
    match bytes {
        [0xff, 0xfe, ..] => return units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return units(u16::from_be_bytes),
        _ => {}
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(text.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// Returns the name of the public class, interface, enum or record at the top level of a source, if there is one.
pub(super) fn public_type(text: &str) -> Option<&str> {
    let (mut braces, mut others) = (0usize, 0usize);
    let (mut is_public, mut is_named) = (false, false);
    for token in SourceTokens::of(text) {
        let is_top = braces == 0 && others == 0;
        match token {
            "{" => braces += 1,
            "}" => braces = braces.saturating_sub(1),
            "(" | "[" => others += 1,
            ")" | "]" => others = others.saturating_sub(1),
            _ => {}
        }
        match token {
            _ if !is_top => {}
            ";" | "{" => (is_public, is_named) = (false, false),
            "public" => is_public = true,
            "class" | "interface" | "enum" | "record" if is_public && !is_named => is_named = true,
            name if is_named && name.starts_with(is_of_name) => return Some(name),
            _ => is_named = false,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_public_type_is_found() {
        for (text, name) in [
            ("public class Main { }", Some("Main")),
            ("package a.b;\nimport java.util.*;\npublic final class Main{}", Some("Main")),
            ("public interface I {}", Some("I")),
            ("public enum E { A, B }", Some("E")),
            ("public record R(int a) {}", Some("R")),
            ("public @interface A {}", Some("A")),
            ("public sealed abstract class S permits T {}", Some("S")),
            ("public non-sealed class S extends T {}", Some("S")),
            ("public strictfp class Größe_2$ <T> {}", Some("Größe_2$")),
            ("class Helper { public class Inner {} }\npublic class Main {}", Some("Main")),
            ("class Helper { }", None),
            ("class Helper { public static void main(String[] a) {} }", None),
            (
                "// public class Not {}\n/* public class Nor\n{ */ public class Main {}",
                Some("Main"),
            ),
            ("/** {@code public class Not} don't */ public class Main {}", Some("Main")),
            (
                "class A { String s = \"} public class Not {\"; char c = '\\''; char d = '\"'; }\npublic class Main {}",
                Some("Main"),
            ),
            (
                "class A { String s = \"\"\"\n } \"public\" \\\"\"\" class Not { \"\"\"; }\npublic class Main {}",
                Some("Main"),
            ),
            (
                "@SuppressWarnings({\"public class Not\", \"{\"})\npublic class Main {}",
                Some("Main"),
            ),
            ("@A(public = class Not.class) public class Main {}", Some("Main")),
            ("public @Deprecated class Main {}", Some("Main")),
            ("public class", None),
            ("\"unclosed\npublic class Main {}", Some("Main")),
            ("/* unclosed public class Main {}", None),
            ("}}} public class Main {", Some("Main")),
            ("public", None),
            ("", None),
        ] {
            assert_eq!(public_type(text), name, "{text}");
        }
    }

    #[test]
    fn sources_are_read_in_the_encodings_that_they_come_in() {
        for bytes in [
            "// größer\n".as_bytes().to_vec(),
            [b"\xef\xbb\xbf", "// größer\n".as_bytes()].concat(),
            b"// gr\xf6\xdfer\n".to_vec(),
            [vec![0xff, 0xfe], "// größer\n".encode_utf16().flat_map(u16::to_le_bytes).collect()]
                .concat(),
            [vec![0xfe, 0xff], "// größer\n".encode_utf16().flat_map(u16::to_be_bytes).collect()]
                .concat(),
        ] {
            assert_eq!(decoded(&bytes), "// größer\n", "{bytes:?}");
        }
        assert_eq!(decoded(b""), "");
        assert_eq!(decoded(b"\xff\xfe\x00"), "");
    }

    proptest! {
        #[test]
        fn any_text_has_a_public_type_or_none(text in "(public|class|[\"'\\\\/*{}()\n aö;@]){0,60}") {
            let _ = public_type(&text);
        }
    }
}
