//! The options of the default comparison, and when two tokens count as equal.

use std::fmt;

use super::decimal::{Decimal, Sum};

/// How outputs are compared with answers. By default, letter case and the amount of white space do
/// not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Whether upper and lower case differ.
    pub case_sensitive: bool,
    /// Whether white space must be as in the answer.
    pub space_change_sensitive: bool,
    /// The maximum absolute error of a number.
    pub absolute_tolerance: Option<Tolerance>,
    /// The maximum error of a number, relative to the number in the answer.
    pub relative_tolerance: Option<Tolerance>,
}

/// A non-negative decimal number, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tolerance(String);

impl Tolerance {
    fn decimal(&self) -> Option<Decimal<'_>> {
        Decimal::parse(self.0.as_bytes()).filter(|number| !number.is_negative)
    }
}

/// An error in the options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionError(String);

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}

/// The longest number in an output, in bytes, unless the one in the answer is longer.
pub(super) const MAX_NUMBER: usize = 1024;

/// All options, as messages list them.
const KNOWN: &str = "case_sensitive, space_change_sensitive, float_tolerance E, \
    float_absolute_tolerance E, float_relative_tolerance E";

impl Comparison {
    /// Parses options, word by word, as a package passes them to the default validator.
    ///
    /// # Errors
    /// An unknown or duplicate option, or one without a non-negative number as tolerance.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Comparison, OptionError> {
        let mut comparison = Comparison::default();
        let mut words = words.into_iter();
        while let Some(option) = words.next() {
            let Comparison { absolute_tolerance: absolute, relative_tolerance: relative, .. } =
                &mut comparison;
            let (switch, tolerances) = match option {
                "case_sensitive" => (Some(&mut comparison.case_sensitive), [None, None]),
                "space_change_sensitive" => {
                    (Some(&mut comparison.space_change_sensitive), [None, None])
                }
                "float_tolerance" => (None, [Some(absolute), Some(relative)]),
                "float_absolute_tolerance" => (None, [Some(absolute), None]),
                "float_relative_tolerance" => (None, [None, Some(relative)]),
                other => {
                    let message = format!("unknown option `{other}`; known are: {KNOWN}");
                    return Err(OptionError(message));
                }
            };
            let twice =
                || OptionError(format!("`{option}` comes after an option that says the same"));
            if let Some(switch) = switch {
                if std::mem::replace(switch, true) {
                    return Err(twice());
                }
                continue;
            }
            let tolerance = tolerance_after(option, words.next())?;
            for place in tolerances.into_iter().flatten() {
                if place.replace(tolerance.clone()).is_some() {
                    return Err(twice());
                }
            }
        }
        Ok(comparison)
    }

    /// Whether numbers are compared with a tolerance.
    pub fn has_tolerance(&self) -> bool {
        self.absolute_tolerance.is_some() || self.relative_tolerance.is_some()
    }

    /// Whether a token counts as equal to that of the answer.
    ///
    /// # Errors
    /// It does not. If both are numbers, the error has their distance.
    pub fn same(&self, expected: &[u8], found: &[u8]) -> Result<(), Option<String>> {
        if expected == found {
            return Ok(());
        }
        if let Some(wanted) = Decimal::parse(expected).filter(|_| self.has_tolerance()) {
            let is_short = found.len() <= MAX_NUMBER.max(expected.len());
            let given = Decimal::parse(found).filter(|_| is_short);
            return self.near(wanted, given.ok_or(None)?);
        }
        if !self.case_sensitive && expected.eq_ignore_ascii_case(found) {
            Ok(())
        } else {
            Err(None)
        }
    }

    fn near(&self, wanted: Decimal, given: Decimal) -> Result<(), Option<String>> {
        let distance = Sum::of(&[given, wanted.negated()]);
        // The larger of both minus the smaller.
        let [above, below] = if distance.is_positive() {
            [given, wanted.negated()]
        } else {
            [wanted, given.negated()]
        };
        let is_within =
            |allowed: &Decimal| !Sum::of(&[above, below, allowed.negated()]).is_positive();
        let absolute = self.absolute_tolerance.as_ref().and_then(Tolerance::decimal);
        if absolute.as_ref().is_some_and(is_within) {
            return Ok(());
        }
        let factor = self.relative_tolerance.as_ref().and_then(Tolerance::decimal);
        let digits = factor.map(|factor| factor.product(wanted)).unwrap_or_default();
        let relative = factor.map(|factor| Decimal::of_product(&digits, [factor, wanted]));
        if relative.as_ref().is_some_and(is_within) {
            return Ok(());
        }
        let allowed = match (absolute, relative) {
            (Some(a), Some(b)) if Sum::of(&[a, b.negated()]).is_positive() => Some(a),
            (absolute, relative) => relative.or(absolute),
        };
        let (distance, allowed) = (distance.magnitude(), Sum::of(allowed.as_slice()));
        Err(Some(format!("off by {distance}, where {allowed} is allowed")))
    }
}

fn tolerance_after(option: &str, word: Option<&str>) -> Result<Tolerance, OptionError> {
    let Some(word) = word else {
        return Err(OptionError(format!("`{option}` needs a tolerance after it, such as 1e-6")));
    };
    let tolerance = Tolerance(word.to_string());
    match tolerance.decimal() {
        Some(_) => Ok(tolerance),
        None => Err(OptionError(format!(
            "the tolerance of `{option}` is `{word}`, no decimal number from 0 on"
        ))),
    }
}
