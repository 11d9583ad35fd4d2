//! Compares outputs with right answers: recognizes extra prompts, other notations, results of
//! integer division, and overflows.

use super::mistake::{Mistake, short};

/// The last line of a truncated excerpt.
const CUT: &str = "...";

/// From here on, different whole numbers may be equal as numbers of the type `f64`.
const ROUNDED: f64 = 9_007_199_254_740_992.0;

/// Returns whether an excerpt is the whole text.
pub(super) fn is_whole(text: &str) -> bool {
    text.lines().last().is_none_or(|line| line != CUT)
}

/// Returns how an output differs from a right answer, if that is recognized.
pub(super) fn compare(output: &str, answer: &str) -> Option<Mistake> {
    if answer.trim().is_empty() || !is_whole(output) || !is_whole(answer) {
        return None;
    }
    tokens(output, answer).or_else(|| surroundings(output, answer))
}

/// Compares word by word, if the numbers of words are equal.
fn tokens(output: &str, answer: &str) -> Option<Mistake> {
    let (output, answer): (Vec<&str>, Vec<&str>) =
        (output.split_whitespace().collect(), answer.split_whitespace().collect());
    if output.len() != answer.len() {
        return None;
    }
    let mut both = output.iter().zip(&answer).filter(|(output, answer)| output != answer);
    let (output, answer) = both.next()?;
    let first = word(output, answer)?;
    // All other differing words must show the same mistake.
    both.all(|(output, answer)| word(output, answer).is_some_and(|other| other.key == first.key))
        .then_some(first)
}

fn word(output: &str, answer: &str) -> Option<Mistake> {
    let values = || [("output", short(output)), ("answer", short(answer))];
    if output.to_lowercase() == answer.to_lowercase() {
        return Some(Mistake::with("letters", values()));
    }
    if let (Ok(wrong), Ok(right)) = (output.parse::<i128>(), answer.parse::<i128>()) {
        let wrap = |bits: u32| {
            let modulus = 1_i128 << bits;
            // A program may print any number; wrapping changes no remainder by a power of two.
            right.wrapping_sub(wrong) % modulus == 0 && -modulus / 2 <= wrong && wrong < modulus
        };
        let bits = [32, 64].into_iter().find(|&bits| wrap(bits) && wrong != right)?;
        let [output, answer] = values();
        return Some(Mistake::with("overflow", [output, answer, ("bits", bits.to_string())]));
    }
    let wrong: f64 = output.replace(',', ".").parse().ok()?;
    let right: f64 = answer.parse().ok().filter(|right: &f64| right.is_finite())?;
    if wrong == right {
        return (right.abs() < ROUNDED).then(|| Mistake::with("number-form", values()));
    }
    let is_cut = answer.contains('.') && right.fract() != 0.0 && wrong.fract() == 0.0;
    (is_cut && (wrong == right.trunc() || wrong == right.floor()))
        .then(|| Mistake::with("integer-division", values()))
}

/// Looks for the lines of the answer among those of the output.
fn surroundings(output: &str, answer: &str) -> Option<Mistake> {
    let lines: Vec<&str> = output.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let wanted: Vec<&str> = answer.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (mut behind_prompt, mut more) = (None, None);
    let mut rest = wanted.iter().peekable();
    for line in lines {
        let Some(next) = rest.peek() else {
            more = more.or(Some(line));
            continue;
        };
        match line.strip_suffix(**next) {
            Some("") => {}
            // A part of a number is not the number.
            Some(before) if before.ends_with(|c: char| ":=?>".contains(c) || c.is_whitespace()) => {
                behind_prompt = behind_prompt.or(Some(before));
            }
            _ => {
                more = more.or(Some(line));
                continue;
            }
        }
        rest.next();
    }
    if rest.next().is_some() {
        return None;
    }
    let prompt = behind_prompt.map(|text| Mistake::with("prompt", [("text", short(text))]));
    prompt.or_else(|| more.map(|text| Mistake::with("extra-lines", [("text", short(text))])))
}

/// Returns how far a program got before it was stopped; `None` if only the start of its output is
/// known.
pub(super) fn progress(output: &str, answer: Option<&str>) -> Option<Mistake> {
    if !is_whole(output) {
        return None;
    }
    let lines: Vec<&str> = output.lines().collect();
    let count = |lines: &[&str]| ("lines", lines.len().to_string());
    if lines.is_empty() {
        return Some(Mistake::plain("time-none"));
    }
    let wanted: Vec<&str> = answer.map(|answer| answer.lines().collect()).unwrap_or_default();
    let is_right =
        lines.len() <= wanted.len() && lines.iter().zip(&wanted).all(|(a, b)| a.trim() == b.trim());
    if is_right && answer.is_none_or(is_whole) {
        Some(Mistake::with("time-right", [count(&lines), ("all", wanted.len().to_string())]))
    } else {
        Some(Mistake::with("time-lines", [count(&lines)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(output: &str, answer: &str) -> Option<(&'static str, Vec<String>)> {
        let mistake = compare(output, answer)?;
        Some((mistake.key, mistake.values.into_iter().map(|(_, value)| value).collect()))
    }

    #[test]
    fn what_is_recognized_in_outputs() {
        for (output, answer, key, values) in [
            ("Enter a number: 7", "7", "prompt", &["Enter a number:"][..]),
            ("Wie viele? 1\n2", "1\n2", "prompt", &["Wie viele?"]),
            ("i = 0\n7\ndone", "7", "extra-lines", &["i = 0"]),
            ("2.0", "2", "number-form", &["2.0", "2"]),
            ("1e+06", "1000000", "number-form", &["1e+06", "1000000"]),
            ("2,50", "2.5", "number-form", &["2,50", "2.5"]),
            ("2", "2.5", "integer-division", &["2", "2.5"]),
            ("-1294967296", "3000000000", "overflow", &["-1294967296", "3000000000", "32"]),
            (
                "-8446744073709551616",
                "10000000000000000000",
                "overflow",
                &["-8446744073709551616", "10000000000000000000", "64"],
            ),
            ("Yes", "YES", "letters", &["Yes", "YES"]),
        ] {
            let values = values.iter().map(ToString::to_string).collect();
            assert_eq!(told(output, answer), Some((key, values)), "{output} for {answer}");
        }
    }

    #[test]
    fn another_answer_is_no_mistake_of_form() {
        for (output, answer) in [
            ("8", "7"),
            ("17", "7"),
            ("3", "2.5"),
            ("1 2.0", "2 2"),
            ("2\n1", "1\n2"),
            ("2.0 3", "2 4"),
            ("9007199254740992.0", "9007199254740993"),
            ("-170141183460469231731687303715884105728", "1"),
            ("1\n...", "1"),
            ("", "7"),
            ("7", ""),
        ] {
            assert_eq!(told(output, answer), None, "{output} for {answer}");
        }
    }

    #[test]
    fn how_far_a_program_came() {
        let key = |output, answer| progress(output, answer).unwrap().key;
        assert_eq!(key("", Some("1\n2")), "time-none");
        assert_eq!(key("1", Some("1\n2")), "time-right");
        assert_eq!(key("3", Some("1\n2")), "time-lines");
        assert_eq!(key("1\n", None), "time-lines");
        // An excerpt ends before the output does.
        assert_eq!(progress("1\n2\n...", Some("1\n3")), None);
    }
}
