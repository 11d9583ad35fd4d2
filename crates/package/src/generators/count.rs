//! The key `count`: one rule for several cases, with different suffixes in their names.

use referee_base::document::DocumentError;

use referee_base::yaml::Node;

/// The maximum number of cases of a rule.
const MAX_COUNT: usize = 100;

/// Reads the values of a `count`: a number `n` for 1 to `n`, a list, or a text `LOW..=HIGH`. Error:
/// the node has another form, or gives no value, a value twice, or more than 100 values.
pub(super) fn values(node: &Node) -> Result<Vec<i64>, DocumentError> {
    let within = |count: i128| match count {
        1..=100 => Ok(()),
        _ => Err(node.error(format!("`count` must be from 1 to {MAX_COUNT} cases, not {count}"))),
    };
    if let Some(count) = node.integer() {
        within(i128::from(count))?;
        return Ok((1..=count).collect());
    }
    if let Some(list) = node.sequence() {
        within(list.len() as i128)?;
        let mut values = Vec::with_capacity(list.len());
        for item in list {
            let value = item
                .integer()
                .ok_or_else(|| item.is_not("a value of `count`", "a whole number"))?;
            if values.contains(&value) {
                return Err(item.error(format!("`count` has {value} twice")));
            }
            values.push(value);
        }
        return Ok(values);
    }
    let ends = node.string().and_then(|text| text.split_once("..="));
    let Some((low, high)) = ends.and_then(|(low, high)| Some((whole(low)?, whole(high)?))) else {
        return Err(
            node.is_not("`count`", "a number, a list of numbers, or a string such as '1..=5'")
        );
    };
    within(i128::from(high) - i128::from(low) + 1)?;
    Ok((low..=high).collect())
}

/// Parses a number of digits, with a minus sign if it is negative.
fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_digits)
}

/// Returns the suffix of the name for each value; all are equally wide if these are consecutive.
pub(super) fn suffixes(values: &[i64]) -> Vec<String> {
    let (low, high) = (values.iter().min(), values.iter().max());
    let follow_each_other = low.zip(high).is_some_and(|(low, high)| {
        i128::from(*high) - i128::from(*low) == values.len() as i128 - 1
    });
    let widest = values.iter().map(|value| value.to_string().len()).max().unwrap_or(0);
    let width = if follow_each_other { widest } else { 0 };
    // The width includes the minus sign.
    values.iter().map(|value| format!("-{value:0width$}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Vec<i64>, String> {
        values(&Node::read(text.as_bytes()).unwrap()).map_err(|error| error.message)
    }

    #[test]
    fn values_and_what_they_put_behind_names() {
        for (text, expected) in [
            ("1", "-1"),
            ("3", "-1 -2 -3"),
            ("[4, 2, 3]", "-4 -2 -3"),
            ("[10, 2]", "-10 -2"),
            ("9..=11", "-09 -10 -11"),
            ("'-2..=1'", "--2 --1 -00 -01"),
        ] {
            assert_eq!(suffixes(&of(text).unwrap()).join(" "), expected, "{text}");
        }
        assert_eq!(of("1..=100").unwrap().len(), 100);
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        for (text, expected) in [
            ("0", "must be from 1 to 100 cases, not 0"),
            ("101", "cases, not 101"),
            ("5..=4", "cases, not 0"),
            ("1..=101", "cases, not 101"),
            ("[]", "cases, not 0"),
            ("[1, 1]", "has 1 twice"),
            ("[a]", "a value of `count` is a string"),
            ("1..5", "`count` is a string; expected"),
            ("+1..=5", "`count` is a string; expected"),
            ("1.5", "`count` is a number; expected"),
            ("{}", "`count` is a mapping; expected"),
            ("-9223372036854775808..=9223372036854775807", "cases, not 18446744073709551616"),
        ] {
            let error = of(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
