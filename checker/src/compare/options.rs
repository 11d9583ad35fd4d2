//! What the default comparison can be told, and when it takes two tokens for the same.

use std::fmt;

/// How outputs are compared with answers. The default takes letters of either case for the same, and any white space.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Comparison {
    /// Whether upper and lower case differ.
    pub case_sensitive: bool,
    /// Whether white space must be as in the answer.
    pub space_change_sensitive: bool,
    /// By how much a number may be off.
    pub absolute_tolerance: Option<f64>,
    /// By how much a number may be off, for each unit of the number in the answer.
    pub relative_tolerance: Option<f64>,
}

/// Options that are not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionError(String);

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}

/// All options, as messages list them.
const KNOWN: &str = "case_sensitive, space_change_sensitive, float_tolerance E, \
    float_absolute_tolerance E, float_relative_tolerance E";

impl Comparison {
    /// Reads options, word by word, as a package gives them to the default validator.
    ///
    /// # Errors
    /// An option that is not known, or twice there, or without a tolerance that is a number from 0 on.
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
                if place.replace(tolerance).is_some() {
                    return Err(twice());
                }
            }
        }
        Ok(comparison)
    }

    /// Whether a token is as good as the one of the answer. If not, and both are numbers, how far they are apart.
    pub(super) fn same(&self, expected: &[u8], found: &[u8]) -> Result<(), Option<String>> {
        if expected == found {
            return Ok(());
        }
        let number = |bytes| std::str::from_utf8(bytes).ok()?.parse::<f64>().ok();
        let has_tolerance = self.absolute_tolerance.or(self.relative_tolerance).is_some();
        if let Some(wanted) = number(expected).filter(|_| has_tolerance) {
            let Some(given) = number(found) else { return Err(None) };
            return self.near(wanted, given);
        }
        match !self.case_sensitive && expected.eq_ignore_ascii_case(found) {
            true => Ok(()),
            false => Err(None),
        }
    }

    fn near(&self, wanted: f64, given: f64) -> Result<(), Option<String>> {
        if wanted == given || wanted.is_nan() && given.is_nan() {
            return Ok(());
        }
        let distance = (given - wanted).abs();
        let absolute = self.absolute_tolerance.unwrap_or(0.0);
        let relative = self.relative_tolerance.unwrap_or(0.0) * wanted.abs();
        // An infinite number has no neighbours, whatever a relative tolerance makes of it.
        if wanted.is_finite() && (distance <= absolute || distance <= relative) {
            return Ok(());
        }
        let allowed = absolute.max(if wanted.is_finite() { relative } else { 0.0 });
        Err(Some(format!("off by {distance:e}, where {allowed:e} is allowed")))
    }
}

fn tolerance_after(option: &str, word: Option<&str>) -> Result<f64, OptionError> {
    let Some(word) = word else {
        return Err(OptionError(format!("`{option}` needs a tolerance after it, such as 1e-6")));
    };
    match word.parse() {
        Ok(tolerance) if (0.0..f64::INFINITY).contains(&tolerance) => Ok(tolerance),
        _ => Err(OptionError(format!(
            "the tolerance of `{option}` is `{word}`, no number from 0 on"
        ))),
    }
}
