//! The commands by which a package calls its generators, generalized to ranges.
//!
//! A word such as `n=10,m=20` is split into text and numbers. Commands that differ only in numbers
//! share one *shape*, in which each number ranges from its least to its greatest value.

use referee_base::fault::Fault;
use referee_generators::{Random, Seed};

/// The start of a seed placeholder, which may include a number.
const SEED: &str = "{seed";

/// How fast the range of numbers grows with the number of the draft: small numbers come first.
const GROWTH: u64 = 2;

/// A command with ranges in place of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CommandShape {
    /// The name of the generator.
    pub program: String,
    words: Vec<Vec<Part>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    /// A number from `least` to `most`.
    Number {
        least: i64,
        most: i64,
    },
    Seed,
}

impl CommandShape {
    /// Parses a command whose words may contain ranges such as `1..100`.
    ///
    /// # Errors
    /// The command or a range is empty.
    pub(super) fn parse(text: &str) -> Result<CommandShape, Fault> {
        let mut words = text.split_whitespace();
        let Some(program) = words.next() else {
            return Err(Fault::bad_input("--args names no generator")
                .help("give it as in generators.yaml, with ranges: --args 'random 1..10 {seed}'"));
        };
        let words = words.map(|word| parts(word, true)).collect::<Result<_, _>>()?;
        Ok(CommandShape { program: program.into(), words })
    }

    /// Returns the shape of a command of a package: its program, and words that may contain a seed
    /// placeholder.
    pub(super) fn of_command(program: &str, words: &[String]) -> CommandShape {
        // Without ranges, parsing cannot fail.
        let words = words.iter().map(|word| parts(word, false).unwrap_or_default()).collect();
        CommandShape { program: program.into(), words }
    }

    /// Extends the ranges by those of another command. Returns whether it has the same shape.
    pub(super) fn join(&mut self, other: &CommandShape) -> bool {
        let others = || other.words.iter().flatten();
        let is_same = self.program == other.program
            && self.words.len() == other.words.len()
            && self.words.iter().flatten().count() == others().count()
            && self.words.iter().flatten().zip(others()).all(|pair| match pair {
                (Part::Text(own), Part::Text(other)) => own == other,
                (Part::Number { .. }, Part::Number { .. }) | (Part::Seed, Part::Seed) => true,
                _ => false,
            });
        if is_same {
            for (own, other) in self.words.iter_mut().flatten().zip(others()) {
                if let (Part::Number { least, most }, Part::Number { least: l, most: m }) =
                    (own, other)
                {
                    (*least, *most) = ((*least).min(*l), (*most).max(*m));
                }
            }
        }
        is_same
    }

    /// Lowers ranges of positive numbers to start at 1: a size of which the package has no case may
    /// expose a mistake. Validators decide whether it is valid.
    pub(super) fn with_small_numbers(mut self) -> CommandShape {
        for part in self.words.iter_mut().flatten() {
            if let Part::Number { least, .. } = part {
                *least = (*least).min(1);
            }
        }
        self
    }

    pub(super) fn at_most(&self, greatest: u64) -> CommandShape {
        let greatest = i64::try_from(greatest).unwrap_or(i64::MAX);
        let mut lowered = self.clone();
        for part in lowered.words.iter_mut().flatten() {
            if let Part::Number { least, most } = part {
                (*least, *most) = ((*least).min(greatest), (*most).min(greatest));
            }
        }
        lowered
    }

    /// Returns whether drafts differ: whether there is a seed or a range.
    pub(super) fn varies(&self) -> bool {
        self.words.iter().flatten().any(|part| match part {
            Part::Text(_) => false,
            Part::Number { least, most } => least < most,
            Part::Seed => true,
        })
    }

    /// Returns the words of a draft, determined by its number. Numbers are small in the first
    /// drafts and grow; some are at the end of their range.
    pub(super) fn draft(&self, salt: &str, number: u64) -> Vec<String> {
        self.scaled(salt, number, number.saturating_add(1).saturating_mul(GROWTH))
    }

    /// Returns the words of a draft whose numbers exceed their minimum by at most `most_above`.
    pub(super) fn scaled(&self, salt: &str, number: u64, most_above: u64) -> Vec<String> {
        let texts = [salt, &self.to_string(), &number.to_string()];
        let mut random = Random::new(Seed::of(&texts));
        let mut text_of = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Seed => random.below(1 << 31).to_string(),
            Part::Number { least, most } => {
                let width = most.abs_diff(*least);
                let reach = width.min(most_above);
                let value = match random.below(8) {
                    0 => *least,
                    1 => least.saturating_add_unsigned(reach),
                    // In a wide range, growth takes long to reach the end, so it is tried early.
                    2 if number % 16 == 15 => *most,
                    _ => random.between(*least, least.saturating_add_unsigned(reach)),
                };
                value.to_string()
            }
        };
        let words = self.words.iter();
        words.map(|word| word.iter().map(&mut text_of).collect::<String>()).collect()
    }
}

impl std::fmt::Display for CommandShape {
    /// Writes it in the format of [`CommandShape::parse`].
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.program)?;
        for word in &self.words {
            f.write_str(" ")?;
            for part in word {
                match part {
                    Part::Text(text) => f.write_str(text)?,
                    Part::Seed => f.write_str("{seed}")?,
                    Part::Number { least, most } if least == most => write!(f, "{least}")?,
                    Part::Number { least, most } => write!(f, "{least}..{most}")?,
                }
            }
        }
        Ok(())
    }
}

/// Splits a word into parts. Without ranges, what looks like one is text.
fn parts(word: &str, has_ranges: bool) -> Result<Vec<Part>, Fault> {
    let mut parts = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        if rest.starts_with(SEED)
            && let Some(end) = rest.find('}')
        {
            parts.push(Part::Seed);
            rest = &rest[end + 1..];
        } else if let Some((least, length)) = number(rest, &parts, has_ranges) {
            rest = &rest[length..];
            let after = rest.strip_prefix("..").filter(|_| has_ranges);
            let after = after.and_then(|after| Some((number(after, &[], true)?, after)));
            let most = match after {
                Some(((most, length), after)) => {
                    rest = &after[length..];
                    most
                }
                None => least,
            };
            if most < least {
                return Err(Fault::bad_input(format!("the range {least}..{most} is empty"))
                    .help("ranges are written as 1..100, both ends included"));
            }
            parts.push(Part::Number { least, most });
        } else {
            let letter = rest.chars().next().map_or(1, char::len_utf8);
            match parts.last_mut() {
                Some(Part::Text(text)) => text.push_str(&rest[..letter]),
                _ => parts.push(Part::Text(rest[..letter].into())),
            }
            rest = &rest[letter..];
        }
    }
    Ok(parts)
}

/// Reads an integer at the start of a string; `before` are the earlier parts of the word. Returns
/// the integer and its length. Digits within a name or a fraction, or with leading zeros, are not
/// an integer; without ranges, nor are those before two dots.
fn number(text: &str, before: &[Part], has_ranges: bool) -> Option<(i64, usize)> {
    let last = match before.last() {
        Some(Part::Text(text)) => text.chars().next_back(),
        _ => None,
    };
    if last.is_some_and(|last| last.is_alphanumeric() || last == '_' || last == '.') {
        return None;
    }
    let sign = usize::from(text.starts_with('-') && last.is_none_or(|last| last != '-'));
    let digits = text[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - sign);
    let end = sign + digits;
    let next = text[end..].chars().next();
    let is_range = has_ranges && text[end..].starts_with("..");
    let is_fraction = next == Some('.') && !is_range;
    let is_padded = digits > 1 && text[sign..].starts_with('0');
    let goes_on = next.is_some_and(|next| next.is_alphanumeric() || next == '_');
    if is_fraction || is_padded || goes_on {
        return None;
    }
    Some((text[..end].parse().ok()?, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> CommandShape {
        CommandShape::parse(text).unwrap()
    }

    #[test]
    fn words_are_taken_apart() {
        for (text, expected) in [
            ("gen 5 n=1..10,m=-3 {seed:7}", "gen 5 n=1..10,m=-3 {seed}"),
            ("gen -5..-1 --n=3 x2 2x 007 1.5 0.25", "gen -5..-1 --n=3 x2 2x 007 1.5 0.25"),
            ("gen a-3 ..", "gen a-3 .."),
        ] {
            assert_eq!(shape(text).to_string(), expected);
        }
        assert!(!shape("gen x2 2x 007 1.5 a-b").varies());
        assert!(shape("gen 1..2").varies() && shape("gen {seed}").varies());
        let fault = |text| CommandShape::parse(text).unwrap_err().message.to_string();
        assert_eq!(fault("gen 5..1"), "the range 5..1 is empty");
        assert_eq!(fault(" "), "--args names no generator");
    }

    #[test]
    fn commands_of_a_package_have_no_ranges() {
        let words = ["1..10", "10..1", "n=-2..5", "7", "{seed}"].map(String::from);
        let shape = CommandShape::of_command("gen", &words);
        assert_eq!(shape.to_string(), "gen 1..10 10..1 n=-2..5 7 {seed}");
        for number in 0..20 {
            assert_eq!(shape.draft("salt", number)[..4], words[..4]);
        }
    }

    #[test]
    fn commands_of_one_shape_make_ranges() {
        let mut first = shape("gen 10 n=7 {seed}");
        assert!(first.join(&shape("gen 3 n=700 {seed:2}")));
        assert_eq!(first.to_string(), "gen 3..10 n=7..700 {seed}");
        for other in [
            "gen 3 m=7 {seed}",
            "gen 3 n=7",
            "other 3 n=7 {seed}",
            "gen 3 n=7 {seed} 1",
            "gen a n=7 {seed}",
        ] {
            assert!(!first.join(&shape(other)), "{other}");
        }
        assert_eq!(first.with_small_numbers().to_string(), "gen 1..10 n=1..700 {seed}");
    }

    #[test]
    fn drafts_are_within_their_ranges_and_grow() {
        let shape = shape("gen 2..1000 {seed} x=-5..5");
        let numbers = |number| {
            let words = shape.draft("salt", number);
            assert_eq!(words, shape.draft("salt", number));
            let size: i64 = words[0].parse().unwrap();
            let x: i64 = words[2].strip_prefix("x=").unwrap().parse().unwrap();
            assert!((2..=1000).contains(&size) && (-5..=5).contains(&x), "{words:?}");
            size
        };
        assert!((0..10).all(|number| numbers(number) <= 22));
        assert!((0..2000).any(|number| numbers(number) > 900));
        assert!((0..40).map(numbers).collect::<std::collections::BTreeSet<_>>().len() > 10);
        assert_ne!(shape.draft("salt", 3), shape.draft("other salt", 3));
    }
}
