//! Constants of a package: `{{name}}` in sources and settings of groups is replaced by its value.

use std::collections::BTreeMap;

/// The values of constants, by name.
pub type Constants = BTreeMap<String, String>;

/// The maximum length of a constant's name, in bytes: it bounds the search for the closing braces.
const MAX_LENGTH: usize = 200;

/// The maximum total length of the values in a text, in bytes: a long value may occur often.
const MAX_ADDED: usize = 64 << 20;

/// Substitutes the constants in a text. Unknown names are left unchanged, and so are those that
/// would make the text far too long.
pub fn substitute(text: &[u8], constants: &Constants) -> Vec<u8> {
    let mut substituted = Vec::with_capacity(text.len());
    let mut added = 0;
    let mut rest = text;
    while let Some(start) = find(rest, b"{{") {
        let inside = &rest[start + 2..];
        let name = find(&inside[..inside.len().min(MAX_LENGTH)], b"}}").map(|end| &inside[..end]);
        let value = name
            .and_then(|name| std::str::from_utf8(name).ok())
            .and_then(|name| constants.get(name).map(|value| (name.len(), value)));
        substituted.extend_from_slice(&rest[..start]);
        match value.filter(|(_, value)| added + value.len() <= MAX_ADDED) {
            Some((length, value)) => {
                added += value.len();
                substituted.extend_from_slice(value.as_bytes());
                rest = &inside[length + 2..];
            }
            None => {
                substituted.push(b'{');
                rest = &rest[start + 1..];
            }
        }
    }
    substituted.extend_from_slice(rest);
    substituted
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_known_is_filled_in() {
        let constants = [("max", "100"), ("max.tex", "10^2")];
        let constants = constants.map(|(name, value)| (name.to_string(), value.to_string())).into();
        for (text, expected) in [
            ("n <= {{max}};", "n <= 100;"),
            ("{{max.tex}}{{max}}", "10^2100"),
            ("{{{max}}}", "{100}"),
            ("{{min}} {{max} {max}} {{", "{{min}} {{max} {max}} {{"),
            ("{{ max }}", "{{ max }}"),
            ("", ""),
        ] {
            let filled = substitute(text.as_bytes(), &constants);
            assert_eq!(String::from_utf8(filled).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn a_long_value_is_not_filled_in_without_end() {
        let constants = Constants::from([("a".to_string(), "1".repeat(1 << 20))]);
        let text = "{{a}}".repeat(100);
        let filled = substitute(text.as_bytes(), &constants);
        let rest = "{{a}}".repeat(36);
        assert!(filled.len() == MAX_ADDED + rest.len() && filled.ends_with(rest.as_bytes()));
    }
}
