//! Arguments for a family, small ones first. Each rung allows larger parameters than the one below
//! and is half as frequent, so that large inputs do not take all the time.

use std::collections::BTreeMap;

use referee_generators::{
    Arguments, Family, Parameter, ParameterKind, ParameterValue, Random, Recipe,
};

/// Upper bounds for the parameters of a family: about the sizes in the recipe, whose author knows
/// how large inputs are and which take too long.
#[derive(Debug)]
pub(super) struct Bounds {
    /// The largest value of each parameter in the recipe, by name and across all families.
    values: BTreeMap<&'static str, i64>,
    /// The arguments of the family in the recipe, without the cases made on demand.
    cases: Vec<Arguments>,
}

impl Bounds {
    pub(super) fn of(family: &Family, recipe: &Recipe) -> Self {
        let mut values = BTreeMap::new();
        for (name, value) in recipe.cases.iter().flat_map(|case| case.arguments.iter()) {
            if let Some(value) = value.as_integer() {
                values.entry(name).and_modify(|most| *most = value.max(*most)).or_insert(value);
            }
        }
        let of_family = recipe.cases.iter().filter(|case| case.family.name == family.name);
        let quick = of_family.filter(|case| !case.on_demand);
        Bounds { values, cases: quick.map(|case| case.arguments.clone()).collect() }
    }

    fn allow(&self, arguments: &Arguments) -> bool {
        let most = self.cases.iter().map(product).max();
        most.is_none_or(|most| product(arguments) <= most)
    }
}

fn product(arguments: &Arguments) -> u128 {
    let integers = arguments.iter().filter_map(|(_, value)| value.as_integer());
    let sizes = integers.map(|value| u128::from(value.unsigned_abs().max(1)));
    sizes.fold(1, u128::saturating_mul)
}

/// The number of attempts to draw arguments whose product is within bounds.
const ATTEMPTS: usize = 8;

/// Returns the rung of a candidate: 0 1 0 2 0 1 0 3 ..., as on a ruler.
pub fn rung(index: u64) -> u32 {
    (index + 1).trailing_zeros()
}

/// Draws arguments of a family on this rung; `None` if all attempts were too large. Parameters that
/// depend on each other may contradict each other.
pub(super) fn arguments(
    family: &Family,
    bounds: &Bounds,
    rung: u32,
    random: &mut Random,
) -> Option<Arguments> {
    (0..ATTEMPTS).map(|_| draw(family, bounds, rung, random)).find(|drawn| bounds.allow(drawn))
}

/// Draws either all parameters, or one parameter of a case of the recipe, whose others fit
/// together.
fn draw(family: &Family, bounds: &Bounds, rung: u32, random: &mut Random) -> Arguments {
    let most = span(rung).unsigned_abs().saturating_mul(16);
    let cases: Vec<&Arguments> =
        bounds.cases.iter().filter(|arguments| arguments.largest() <= most).collect();
    if cases.is_empty() || family.parameters.is_empty() || random.below(2) == 0 {
        let mut arguments = Arguments::default();
        for parameter in family.parameters {
            arguments.set(parameter.name, value(parameter, bounds, rung, random));
        }
        return arguments;
    }
    let mut arguments = (*random.choose(&cases)).clone();
    let parameter = random.choose(family.parameters);
    arguments.set(parameter.name, value(parameter, bounds, rung, random));
    arguments
}

fn value(parameter: &Parameter, bounds: &Bounds, rung: u32, random: &mut Random) -> ParameterValue {
    match parameter.kind {
        ParameterKind::Integer { least, most } => {
            let bound = bounds.values.get(parameter.name).copied().unwrap_or(most);
            let range = (least, most.min(bound.max(least)));
            ParameterValue::Integer(integer(parameter, range, rung, random))
        }
        ParameterKind::Choice(words) => ParameterValue::Text((*random.choose(words)).into()),
        ParameterKind::Text => unreachable!("families with texts are no sources"),
    }
}

/// Returns how far numbers on this rung may be from the simplest value.
fn span(rung: u32) -> i64 {
    4i64.saturating_pow(rung + 1)
}

/// Draws an integer from the range of the rung, often one at which programs go wrong.
fn integer(parameter: &Parameter, range: (i64, i64), rung: u32, random: &mut Random) -> i64 {
    let (least, most) = range;
    // The simplest value: 0, or the allowed value closest to it.
    let simple = 0.clamp(least, most);
    let span = span(rung);
    let (low, high) =
        (least.max(simple.saturating_sub(span)), most.min(simple.saturating_add(span)));
    let value = match random.below(8) {
        0 => high,
        1 => simple + random.between(0, 1),
        2 => beside_power_of_two(high, random),
        3 => match parameter.default_value().and_then(|value| value.as_integer()) {
            Some(default) => default,
            None => by_magnitude(low, high, random),
        },
        4 | 5 => by_magnitude(low, high, random),
        _ => random.between(low, high),
    };
    value.clamp(low, high)
}

/// Returns a power of 2 up to `high`, or one of its neighbours.
fn beside_power_of_two(high: i64, random: &mut Random) -> i64 {
    let exponent = random.below(u64::from(high.max(1).ilog2()) + 1);
    (1 << exponent) + random.between(-1, 1)
}

/// Returns a number from a magnitude chosen uniformly.
fn by_magnitude(low: i64, high: i64, random: &mut Random) -> i64 {
    let width = high.abs_diff(low).max(1);
    let exponent = random.below(u64::from(width.ilog2()) + 1);
    low.saturating_add_unsigned(random.below(2 << exponent))
}

#[cfg(test)]
mod tests;
