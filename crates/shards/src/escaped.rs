//! Escapes control characters, and those that XML forbids, in events.
//!
//! Whatever this program writes is escaped already, but a file of events may have been edited, and
//! its texts are shown on a terminal.

use std::borrow::Cow;

use referee_checker::text::escape;
use serde_json::Value;

/// The fields that are written as they are, and escaped where they are shown.
const UNESCAPED: [&str; 5] = ["path", "again", "command", "request", "program"];

/// Returns the line of an event, with its texts escaped if they have such characters.
pub(super) fn escaped(line: &[u8]) -> Cow<'_, [u8]> {
    // Most lines need not be parsed for it.
    let may_have_any = line.contains(&0x7f)
        || line.windows(2).any(|pair| {
            let is_escape = matches!(pair, [b'\\', b'u' | b'b' | b'f' | b'r']);
            is_escape || matches!(pair, [0xc2, 0x80..=0x9f] | [0xbf, 0xbe | 0xbf])
        });
    if may_have_any
        && let Ok(mut event) = serde_json::from_slice::<Value>(line)
        && escape_texts(&mut event)
    {
        return Cow::Owned(event.to_string().into_bytes());
    }
    Cow::Borrowed(line)
}

/// Returns whether a terminal or XML cannot take a character.
fn is_harmful(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        other => other.is_control(),
    }
}

/// Escapes the texts with harmful characters. Returns whether there are any.
fn escape_texts(value: &mut Value) -> bool {
    match value {
        Value::String(text) => {
            let has_any = text.contains(is_harmful);
            if has_any {
                let lines = text.split('\n').map(|line| escape(line.as_bytes()));
                *text = lines.collect::<Vec<_>>().join("\n");
            }
            has_any
        }
        Value::Array(values) => {
            values.iter_mut().fold(false, |has_any, value| escape_texts(value) | has_any)
        }
        Value::Object(fields) => {
            let shown = fields.iter_mut().filter(|(name, _)| !UNESCAPED.contains(&&***name));
            shown.fold(false, |has_any, (_, value)| escape_texts(value) | has_any)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_shown_as_it_is_is_escaped() {
        for line in [
            r#"{"event":"fault","message":"a\n\tb \\u001b \\r ä"}"#,
            r#"{"event":"submission","path":"\u001b","again":["\u001b"],"seconds":0.1}"#,
            "no event \u{7f}",
        ] {
            assert!(matches!(escaped(line.as_bytes()), Cow::Borrowed(_)), "{line}");
        }
        for (text, shown) in [
            (r"\u001b[2J", r"\\x1b[2J"),
            (r"a\r\nb", r"a\\r\nb"),
            (r"\b\f", r"\\x08\\x0c"),
            ("\u{7f}\u{9b}", r"\\x7f\\u{9b}"),
            ("\u{ffff}", r"\\u{ffff}"),
        ] {
            let line = format!(r#"{{"names":[["{text}"],"{text}"]}}"#);
            let expected = format!(r#"{{"names":[["{shown}"],"{shown}"]}}"#);
            assert_eq!(String::from_utf8_lossy(&escaped(line.as_bytes())), expected);
        }
    }
}
