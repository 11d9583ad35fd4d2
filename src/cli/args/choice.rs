//! Flags whose values have names: the names are those of the library, what is said of them is help.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use referee_base::document::one_of;

/// Parses one of these names; `help` says something of each.
pub(super) fn choice<T: Copy + Send + Sync + 'static>(
    known: &'static [(&'static str, T)],
    help: &'static [&'static str],
) -> impl TypedValueParser<Value = T> {
    let values = known.iter().zip(help);
    let values = values.map(|((name, _), help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).try_map(move |name| one_of(&name, known))
}
