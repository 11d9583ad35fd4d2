//! Compares outputs and results with the right ones.
//!
//! Everything that a candidate prints or returns is data here, in a process that it has never been
//! in.

use std::collections::BTreeMap;
use std::io::Read;

use referee_checker::compare::{Comparison, Expected};
use referee_checker::text::excerpt;
use referee_checker::{
    Case, CheckError, CheckVerdict, Explanation, InputError, Position, Refusal, RefusalKind,
    TooLarge,
};
use serde_json::value::RawValue;

/// The default tolerance of floating-point numbers.
const TOLERANCE: &str = "1e-6";

/// The maximum length of a line or result that is shown.
const SHOWN: usize = 100;

/// The maximum depth to which results may be nested.
const MAX_DEPTH: u32 = 100;

/// How outputs are compared with right ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparing {
    /// Line by line, except for white space at the ends of lines and empty lines at the end.
    Lines,
    /// Byte by byte.
    Exact,
    /// Token by token, and numbers with a tolerance if one is given.
    Tokens(Comparison),
}

impl Comparing {
    /// Parses a comparison: `lines`, `exact`, `tokens`, or `float`, which a tolerance may follow.
    /// Errors are fragments for a message.
    pub fn parse(text: &str) -> Result<Comparing, String> {
        let mut words = text.split([' ', '=']).filter(|word| !word.is_empty());
        let tokens = |tolerance: Option<&str>| {
            let option = tolerance.map(|tolerance| ["float_tolerance", tolerance]);
            let words = ["case_sensitive"].into_iter().chain(option.into_iter().flatten());
            Comparison::parse(words).map(Comparing::Tokens).map_err(|error| error.to_string())
        };
        match (words.next(), words.next(), words.next()) {
            (Some("lines"), None, _) => Ok(Comparing::Lines),
            (Some("exact"), None, _) => Ok(Comparing::Exact),
            (Some("tokens"), None, _) => tokens(None),
            (Some("float"), tolerance, None) => tokens(tolerance.or(Some(TOLERANCE))),
            _ => Err(format!("no comparison: `{text}`; it is lines, exact, tokens or float=1e-6")),
        }
    }

    /// Returns the case that judges outputs by this comparison.
    pub(crate) fn case(&self, output: &str) -> Box<dyn Case> {
        let answer = output.as_bytes().to_vec();
        match self {
            Comparing::Lines => Box::new(Lines { answer, is_exact: false }),
            Comparing::Exact => Box::new(Lines { answer, is_exact: true }),
            Comparing::Tokens(comparison) => Box::new(Expected::new(answer, comparison.clone())),
        }
    }

    /// Returns the case that judges the results of functions by this comparison.
    pub(crate) fn results(&self, right: &[Box<RawValue>]) -> Box<dyn Case> {
        let near = match self {
            Comparing::Tokens(comparison) => Some(comparison.clone()),
            Comparing::Lines | Comparing::Exact => None,
        };
        Box::new(Results { right: right.to_vec(), near: near.filter(Comparison::has_tolerance) })
    }
}

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

/// The right results of a function, any of which is accepted.
struct Results {
    right: Vec<Box<RawValue>>,
    /// How numbers are compared, if with a tolerance.
    near: Option<Comparison>,
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
        let is_right = |right: &RawValue| are_equal(right, found, self.near.as_ref(), MAX_DEPTH);
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

/// Returns whether two values, of which the first is right, are equal in Python: `1`, `1.0` and
/// `true` are. With `near`, numbers only need to be within its tolerance.
fn are_equal(a: &RawValue, b: &RawValue, near: Option<&Comparison>, depth: u32) -> bool {
    let start = |value: &RawValue| value.get().bytes().next();
    let Some(depth) = depth.checked_sub(1) else { return false };
    match (start(a), start(b)) {
        (Some(b'['), Some(b'[')) => {
            let list = |value: &RawValue| serde_json::from_str::<Vec<Box<RawValue>>>(value.get());
            let (Ok(a), Ok(b)) = (list(a), list(b)) else { return false };
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| are_equal(a, b, near, depth))
        }
        (Some(b'{'), Some(b'{')) => {
            type Object = BTreeMap<String, Box<RawValue>>;
            let object = |value: &RawValue| serde_json::from_str::<Object>(value.get());
            let (Ok(a), Ok(b)) = (object(a), object(b)) else { return false };
            a.len() == b.len()
                && a.iter().all(|(name, value)| {
                    let other = b.get(name);
                    other.is_some_and(|other| are_equal(value, other, near, depth))
                })
        }
        (Some(b'"'), Some(b'"')) => {
            let text = |value: &RawValue| serde_json::from_str::<String>(value.get());
            matches!((text(a), text(b)), (Ok(a), Ok(b)) if a == b)
        }
        _ => are_equal_numbers(a.get(), b.get(), near),
    }
}

/// Returns whether two numbers, truth values or nulls are equal, of which the first is right. Whole
/// numbers are compared digit by digit, because they may be of any size.
fn are_equal_numbers(a: &str, b: &str, near: Option<&Comparison>) -> bool {
    let as_number = |text: &str| match text {
        "true" => "1".to_string(),
        "false" => "0".to_string(),
        other => other.to_string(),
    };
    let (a, b) = (as_number(a), as_number(b));
    if let Some(near) = near {
        return near.same(a.as_bytes(), b.as_bytes()).is_ok();
    }
    let is_whole = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    // A float may only be near a large integer. The sum with 0 has no sign if it is 0.
    let is_exactly =
        |float: f64, whole: &str| float.fract() == 0.0 && format!("{:.0}", float + 0.0) == whole;
    match (a.parse::<f64>(), b.parse::<f64>()) {
        _ if a == b => true,
        _ if is_whole(&a) && is_whole(&b) => false,
        (Ok(_), Ok(b)) if is_whole(&a) => is_exactly(b, &a),
        (Ok(a), Ok(_)) if is_whole(&b) => is_exactly(a, &b),
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
