//! Compares outputs and results with the right ones.
//!
//! Whatever a candidate prints or returns is data here, in a process that it has never been in.

use std::collections::BTreeMap;
use std::io::Read;

use referee_checker::compare::{Comparison, Expected};
use referee_checker::text::excerpt;
use referee_checker::{
    Case, CheckError, CheckVerdict, Explanation, InputError, Position, Refusal, RefusalKind,
    TooLarge,
};
use serde_json::value::RawValue;

/// The tolerance of floating-point numbers for which none is given.
const TOLERANCE: &str = "1e-6";

/// How much of a line or result is shown.
const SHOWN: usize = 100;

/// How deep a result may be nested.
const MAX_DEPTH: u32 = 100;

/// How outputs are compared with right ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparing {
    /// Line by line, except for white space at the ends of lines and empty lines at the end.
    Lines,
    /// Byte by byte.
    Exact,
    /// Token by token, and numbers with a tolerance if one is given.
    Tokens {
        /// How tokens are compared.
        comparison: Comparison,
        /// The tolerance, for results of functions.
        tolerance: Option<String>,
    },
}

impl Comparing {
    /// Reads a comparison: `lines`, `exact`, `tokens`, or `float`, after which a tolerance may stand. Errors are fragments for a message.
    ///
    /// # Errors
    /// The text names no comparison.
    pub fn parse(text: &str) -> Result<Comparing, String> {
        let mut words = text.split([' ', '=']).filter(|word| !word.is_empty());
        let tokens = |tolerance: Option<&str>| {
            let option = tolerance.map(|tolerance| ["float_tolerance", tolerance]);
            let words = ["case_sensitive"].into_iter().chain(option.into_iter().flatten());
            let comparison = Comparison::parse(words).map_err(|error| error.to_string())?;
            Ok(Comparing::Tokens { comparison, tolerance: tolerance.map(String::from) })
        };
        match (words.next(), words.next(), words.next()) {
            (Some("lines"), None, _) => Ok(Comparing::Lines),
            (Some("exact"), None, _) => Ok(Comparing::Exact),
            (Some("tokens"), None, _) => tokens(None),
            (Some("float"), tolerance, None) => tokens(tolerance.or(Some(TOLERANCE))),
            _ => Err(format!("no comparison: `{text}`; it is lines, exact, tokens or float=1e-6")),
        }
    }

    /// Returns what judges outputs by this comparison.
    pub(crate) fn case(&self, output: &str) -> Box<dyn Case> {
        let answer = output.as_bytes().to_vec();
        match self {
            Comparing::Lines => Box::new(Lines { answer, is_exact: false }),
            Comparing::Exact => Box::new(Lines { answer, is_exact: true }),
            Comparing::Tokens { comparison, .. } => {
                Box::new(Expected::new(answer, comparison.clone()))
            }
        }
    }

    /// Returns what judges the results of functions by this comparison.
    pub(crate) fn results(&self, right: &[Box<RawValue>]) -> Box<dyn Case> {
        let tolerance = match self {
            Comparing::Tokens { tolerance: Some(tolerance), .. } => tolerance.parse().ok(),
            _ => None,
        };
        Box::new(Results { right: right.to_vec(), tolerance: tolerance.unwrap_or(0.0) })
    }
}

/// An output that is compared line by line.
struct Lines {
    answer: Vec<u8>,
    is_exact: bool,
}

impl Lines {
    /// Splits a text into the lines that are compared.
    fn lines<'a>(&self, text: &'a [u8]) -> Vec<&'a [u8]> {
        if self.is_exact {
            return text.split_inclusive(|&byte| byte == b'\n').collect();
        }
        let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
        let mut lines: Vec<&[u8]> = lines.collect();
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        lines
    }
}

impl Case for Lines {
    fn check(&self, output: &mut dyn Read) -> Result<CheckVerdict, CheckError> {
        let mut text = Vec::new();
        output.read_to_end(&mut text)?;
        let (expected, found) = (self.lines(&self.answer), self.lines(&text));
        if expected == found {
            return Ok(CheckVerdict::Accepted(String::new()));
        }
        if found.is_empty() {
            return Ok(refused(RefusalKind::Empty, "nothing", None, None));
        }
        let differs = |(a, b): (&&[u8], &&[u8])| a != b;
        let common = expected.len().min(found.len());
        let at = expected.iter().zip(&found).position(differs).unwrap_or(common);
        let shown = |lines: &[&[u8]]| match lines.get(at) {
            Some(line) => format!("\"{}\"", excerpt(line, SHOWN)),
            None => "nothing more".to_string(),
        };
        let place = Position { line: at as u64 + 1, column: 1 };
        Ok(refused(
            RefusalKind::WrongAnswer,
            &shown(&found),
            Some(&format!("{}, at {place} of the answer", shown(&expected))),
            Some(place),
        ))
    }

    fn outcome(&self) -> Result<&'static str, TooLarge> {
        Ok("the answer")
    }

    fn answer_form(&self, _: &mut dyn Read) -> std::io::Result<Result<(), InputError>> {
        Ok(Ok(()))
    }
}

/// The results of a function, of which any is right.
struct Results {
    right: Vec<Box<RawValue>>,
    tolerance: f64,
}

impl Case for Results {
    fn check(&self, output: &mut dyn Read) -> Result<CheckVerdict, CheckError> {
        let mut text = Vec::new();
        output.read_to_end(&mut text)?;
        let text = String::from_utf8_lossy(&text);
        if text.trim().is_empty() {
            return Ok(refused(RefusalKind::Empty, "no result", None, None));
        }
        let shown = excerpt(text.trim().as_bytes(), SHOWN);
        let Ok(found) = serde_json::from_str::<&RawValue>(text.trim()) else {
            return Ok(refused(RefusalKind::Malformed, &shown, None, None));
        };
        let is_right = |right: &RawValue| are_equal(right, found, self.tolerance, MAX_DEPTH);
        if self.right.iter().any(|right| is_right(right)) {
            return Ok(CheckVerdict::Accepted(String::new()));
        }
        let expected = self.right.first().map(|right| excerpt(right.get().as_bytes(), SHOWN));
        Ok(refused(RefusalKind::WrongAnswer, &shown, expected.as_deref(), None))
    }

    fn outcome(&self) -> Result<&'static str, TooLarge> {
        Ok("the result")
    }

    fn answer_form(&self, _: &mut dyn Read) -> std::io::Result<Result<(), InputError>> {
        Ok(Ok(()))
    }
}

fn refused(
    kind: RefusalKind,
    says: &str,
    expected: Option<&str>,
    place: Option<Position>,
) -> CheckVerdict {
    let says = says.to_string();
    let explanation = Explanation { says, place, public: kind.to_string(), ..Default::default() };
    let explanation = match expected {
        Some(expected) => explanation.with("expected", expected),
        None => explanation,
    };
    CheckVerdict::Refused(Box::new(Refusal { kind, explanation }))
}

/// Returns whether two values are equal as values of Python are: `1`, `1.0` and `true` are.
fn are_equal(a: &RawValue, b: &RawValue, tolerance: f64, depth: u32) -> bool {
    let start = |value: &RawValue| value.get().bytes().next();
    let Some(depth) = depth.checked_sub(1) else { return false };
    match (start(a), start(b)) {
        (Some(b'['), Some(b'[')) => {
            let list = |value: &RawValue| serde_json::from_str::<Vec<Box<RawValue>>>(value.get());
            let (Ok(a), Ok(b)) = (list(a), list(b)) else { return false };
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| are_equal(a, b, tolerance, depth))
        }
        (Some(b'{'), Some(b'{')) => {
            type Object = BTreeMap<String, Box<RawValue>>;
            let object = |value: &RawValue| serde_json::from_str::<Object>(value.get());
            let (Ok(a), Ok(b)) = (object(a), object(b)) else { return false };
            a.len() == b.len()
                && a.iter().all(|(name, value)| {
                    let other = b.get(name);
                    other.is_some_and(|other| are_equal(value, other, tolerance, depth))
                })
        }
        (Some(b'"'), Some(b'"')) => {
            let text = |value: &RawValue| serde_json::from_str::<String>(value.get());
            matches!((text(a), text(b)), (Ok(a), Ok(b)) if a == b)
        }
        _ => are_equal_numbers(a.get(), b.get(), tolerance),
    }
}

/// Returns whether two numbers, truth values or nulls are equal. Whole numbers are compared digit by digit, as they may be of any size.
fn are_equal_numbers(a: &str, b: &str, tolerance: f64) -> bool {
    let as_number = |text: &str| match text {
        "true" => "1".to_string(),
        "false" => "0".to_string(),
        other => other.to_string(),
    };
    let (a, b) = (as_number(a), as_number(b));
    let is_whole = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if a == b || (is_whole(&a) && is_whole(&b) && tolerance == 0.0) {
        return a == b;
    }
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => a == b || (a - b).abs() <= tolerance * a.abs().max(1.0),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(case: &dyn Case, output: &str) -> String {
        match case.check(&mut output.as_bytes()).unwrap() {
            CheckVerdict::Accepted(_) => "right".into(),
            CheckVerdict::Refused(refusal) => {
                let Refusal { kind, explanation } = *refusal;
                let facts = explanation.facts.iter().map(|fact| format!("; {}", fact.text));
                format!("{kind}: {}{}", explanation.says, facts.collect::<String>())
            }
        }
    }

    #[test]
    fn lines_are_equal_but_for_space_at_their_ends() {
        let case = Comparing::Lines.case("1 2\n3\n");
        for right in ["1 2\n3", "1 2 \r\n3\n\n \n"] {
            assert_eq!(verdict(&*case, right), "right");
        }
        for (wrong, why) in [
            ("1 2\n", "wrong answer: nothing more; \"3\", at line 2, column 1 of the answer"),
            ("1  2\n3", "wrong answer: \"1  2\"; \"1 2\", at line 1, column 1 of the answer"),
            (" 1 2\n3", "wrong answer: \" 1 2\"; \"1 2\", at line 1, column 1 of the answer"),
            ("1 2\n3\n4", "wrong answer: \"4\"; nothing more, at line 3, column 1 of the answer"),
            ("\n", "empty output: nothing"),
        ] {
            assert_eq!(verdict(&*case, wrong), why);
        }
        assert_eq!(verdict(&*Comparing::Exact.case("1\n"), "1\n"), "right");
        assert_ne!(verdict(&*Comparing::Exact.case("1\n"), "1"), "right");
    }

    #[test]
    fn comparisons_have_names() {
        let float = Comparing::parse("float=0.01").unwrap();
        assert_eq!(verdict(&*float.case("1.0 2"), "1.001\n2.0"), "right");
        assert_ne!(verdict(&*float.case("1.0 2"), "1.02\n2.0"), "right");
        let tokens = Comparing::parse("tokens").unwrap();
        assert_eq!(verdict(&*tokens.case("a\nb"), "a b"), "right");
        assert_ne!(verdict(&*tokens.case("a\nb"), "A b"), "right");
        assert_eq!(Comparing::parse("float"), Comparing::parse("float 1e-6"));
        for wrong in ["", "float x", "lines 3", "near"] {
            assert!(Comparing::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn results_are_equal_as_values() {
        let is_right = |right: &str, found: &str, comparing: &Comparing| {
            let case = comparing.results(&[crate::fields::raw(right).unwrap()]);
            verdict(&*case, found) == "right"
        };
        let float = Comparing::parse("float=0.1").unwrap();
        for (a, b) in [
            ("[1, 2.0]", "[1.0,2]"),
            ("true", "1"),
            (r#"{"a": 1, "b": [null]}"#, r#"{"b":[null],"a":1}"#),
            (r#""\u0061""#, r#""a""#),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
        ] {
            assert!(is_right(a, b, &Comparing::Lines), "{a} {b}");
        }
        for (a, b) in [
            ("123456789012345678901234567890", "123456789012345678901234567891"),
            ("[1]", "[1, 1]"),
            ("1", "\"1\""),
            ("null", "0"),
            ("1.0", "1.05"),
            ("1", "NaN"),
            ("1", ""),
            ("1", "1 1"),
        ] {
            assert!(!is_right(a, b, &Comparing::Lines), "{a} {b}");
        }
        assert!(is_right("1.0", "1.05", &float) && !is_right("1.0", "1.2", &float));
        let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(is_right(&deep(90), &deep(90), &float));
        assert!(!is_right(&deep(120), &deep(120), &float));
    }
}
