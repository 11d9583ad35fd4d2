//! Flags whose values have names: the names come from the library, or from a table next to the
//! flag, and their help from the command line.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command};

use referee_base::document::one_of;
use referee_run::detail::{self, Detail, ValueMeaning};

/// Returns a parser of the known names; `help` has the help of each.
pub(super) fn choice<T: Copy + Send + Sync + 'static>(
    known: &'static [(&'static str, T)],
    help: &'static [&'static str],
) -> impl TypedValueParser<Value = T> {
    let values = known.iter().zip(help);
    let values = values.map(|((name, _), help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).try_map(move |name| one_of(&name, known))
}

/// Returns a parser of values by their own names.
pub(super) fn by_name<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name))
        .try_map(move |text| one_of(&text, &all.map(|one| (name(one), one))))
}

/// Returns a parser of a table of names, values and help.
pub(super) fn named<T: Copy + Send + Sync + 'static>(
    known: &'static [(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let values = known.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).try_map(move |name| {
        let found = known.iter().find(|(own, ..)| *own == name);
        found.map(|(_, value, _)| *value).ok_or("no such value")
    })
}

/// A parser whose values help lists, each with its meaning: names, and forms such as `html=SIZE`.
#[derive(Clone)]
pub(super) struct Listed<P> {
    pub(super) parser: P,
    pub(super) values: &'static [(&'static str, &'static str)],
}

impl<P: TypedValueParser> TypedValueParser for Listed<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = self.values.iter();
        Some(Box::new(values.map(|(name, help)| PossibleValue::new(*name).help(*help))))
    }
}

/// Returns a parser that calls a function, with values for help to list.
pub(super) fn listed<T: Clone + Send + Sync + 'static>(
    parse: impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static,
    values: &'static [(&'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    Listed { parser: StringValueParser::new().try_map(move |text| parse(&text)), values }
}

/// Returns a parser of these details, with their help.
pub(super) fn details(known: &'static [ValueMeaning]) -> impl TypedValueParser<Value = Detail> {
    listed(move |text| detail::of(text, known), known)
}
