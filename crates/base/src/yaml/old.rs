//! Plain scalars as YAML 1.1 reads them, for which old packages were written.
//!
//! Source: the resolver of PyYAML. Deviations: numbers of YAML 1.2 alone, such as `1e3` or `08`,
//! are numbers here, too, because PyYAML's callers convert such texts; and sexagesimal numbers are
//! integers.

use super::node::Node;

/// Returns a Boolean: also `yes`, `no`, `on` and `off`, in small or capital letters, or with a
/// capital.
pub fn boolean(node: &Node) -> Option<bool> {
    match node.plain()? {
        "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Some(true),
        "no" | "No" | "NO" | "off" | "Off" | "OFF" => Some(false),
        _ => node.boolean(),
    }
}

/// Returns an integer: also one with `_` between its digits, with another base (`010` is 8, `0x10`
/// 16), or in parts of sixty (`1:30`).
pub fn integer(node: &Node) -> Option<i64> {
    let text = node.plain().filter(|text| !text.starts_with('_'))?.replace('_', "");
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(&text)),
    };
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let number = if let Some(hexadecimal) = digits.strip_prefix("0x") {
        based(hexadecimal, 16)?
    } else if let Some(binary) = digits.strip_prefix("0b") {
        based(binary, 2)?
    } else if digits.contains(':') {
        sexagesimal(digits)?
    } else if digits.starts_with('0') {
        based(digits, 8).or_else(|| based(digits, 10))?
    } else {
        based(digits, 10)?
    };
    Some(sign * number)
}

/// Returns a finite number: an integer as [`integer`] reads it, or one in decimal digits with `_`
/// between them.
pub fn number(node: &Node) -> Option<f64> {
    let is_separated = |text: &&str| text.contains('_') && text.starts_with(|c: char| c != '_');
    let separated = node.plain().filter(is_separated);
    integer(node).map(|number| number as f64).or_else(|| node.number()).or_else(|| {
        Node::scalar((node.place, node.first), &separated?.replace('_', ""), true).number()
    })
}

fn based(digits: &str, base: u32) -> Option<i64> {
    i64::from_str_radix(digits, base)
        .ok()
        // `from_str_radix` also accepts a sign.
        .filter(|_| digits.bytes().all(|c| c.is_ascii_alphanumeric()))
}

fn sexagesimal(text: &str) -> Option<i64> {
    text.split(':')
        .try_fold(0i64, |whole, part| whole.checked_mul(60)?.checked_add(based(part, 10)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Node {
        Node::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn booleans() {
        for (text, expected) in [
            ("yes", Some(true)),
            ("On", Some(true)),
            ("NO", Some(false)),
            ("off", Some(false)),
            ("true", Some(true)),
            ("False", Some(false)),
            ("yEs", None),
            ("y", None),
            ("n", None),
            ("'yes'", None),
            ("1", None),
        ] {
            assert_eq!(boolean(&read(text)), expected, "{text}");
        }
    }

    #[test]
    fn numbers() {
        for (text, expected) in [
            ("10", Some(10.0)),
            ("010", Some(8.0)),
            ("-010", Some(-8.0)),
            ("08", Some(8.0)),
            ("0", Some(0.0)),
            ("0x1f", Some(31.0)),
            ("0b101", Some(5.0)),
            ("1_000", Some(1000.0)),
            ("1_000.5", Some(1000.5)),
            ("1:30", Some(90.0)),
            ("1:01:00", Some(3660.0)),
            (".5", Some(0.5)),
            ("+1.5", Some(1.5)),
            ("1e3", Some(1000.0)),
            ("_1", None),
            ("1:x", None),
            ("'10'", None),
            ("--1", None),
            ("ten", None),
            ("99999999999999999999:0", None),
        ] {
            assert_eq!(number(&read(text)), expected, "{text}");
        }
        assert_eq!((integer(&read("1_000")), integer(&read("1.5"))), (Some(1000), None));
        assert_eq!((integer(&read("7")), integer(&read("-9"))), (Some(7), Some(-9)));
    }
}
