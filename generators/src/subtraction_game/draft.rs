//! Rules and heaps under construction, and the promises checked on the finished input. Every family
//! ends here: the checker asserts "the player to move loses" and "exactly these moves win" in one
//! place. Also parameters that several families share.

use std::collections::BTreeSet;

use referee_checker::subtraction_game::{Claim, HeapMove, Instance, Prepared, Rule};
use referee_checker::{Case, CheckVerdict, Settings};

use super::values::NimValues;
use crate::family::promise;
use crate::removable::written;
use crate::{Arguments, FamilyError, Parameter, Random};

/// The largest heap among several: the generators evaluate all values up to it.
pub(super) const MAX_EVALUATED: i64 = 1_000_000;

/// The rule: which amounts may be taken.
pub(super) const RULE: Parameter =
    Parameter::choice("rule", &["squares", "set"], "what may be taken");

/// The number of amounts in a set.
pub(super) const AMOUNTS: Parameter =
    Parameter::integer("amounts", 1, 1000, "of a set: how many amounts it has").or(4);

/// The largest amount that a set may contain.
pub(super) const LARGEST: Parameter =
    Parameter::integer("largest", 1, 1_000_000, "of a set: amounts are drawn up to this").or(20);

pub(super) const fn heaps(least: i64, most: i64) -> Parameter {
    Parameter::integer("heaps", least, most, "number of heaps")
}

/// Declares the maximum size of heaps.
pub(super) const fn size(least: i64, most: i64) -> Parameter {
    Parameter::integer("size", least, most, "heaps are drawn up to this")
}

/// The checker verifies promises up to this size of a single heap ...
const VERIFIED_HEAP: u64 = 1_000_000;

/// ... and for several heaps, up to this product of the largest heap and the number of amounts,
/// which costs about half a second. Beyond that, a promise rests on the argument that the family
/// states.
const VERIFIED_WORK: u64 = 100_000_000;

/// The bound on verifying "exactly these moves win": each verified move costs a pass over all heaps
/// and amounts.
const VERIFIED_LOOKS: usize = 20_000_000;

/// The number of sets a family tries, of positions for each set, and of positions under squares.
pub(super) const RULES: usize = 50;
pub(super) const POSITIONS: usize = 400;
const POSITIONS_OF_SQUARES: usize = 20_000;

/// A family's promise about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Promise {
    /// The player to move loses.
    Cold,
    /// The player to move wins.
    Hot,
    /// The player to move wins by exactly these moves, of which there is at least one.
    Moves(Vec<HeapMove>),
}

impl Promise {
    /// Returns the promise for a position that is known to be cold or hot.
    pub(super) fn cold_if(is_cold: bool) -> Promise {
        if is_cold { Promise::Cold } else { Promise::Hot }
    }
}

/// Draws distinct amounts from 1 to `largest` in random order, each set equally likely
/// (R. Floyd's sampling).
pub(super) fn draw_amounts(
    count: u64,
    largest: u64,
    random: &mut Random,
) -> Result<Vec<u64>, FamilyError> {
    if count > largest {
        return Err(FamilyError(format!(
            "there are no {count} amounts up to {largest}; choose fewer, or a larger largest one"
        )));
    }
    let mut drawn = BTreeSet::new();
    for last in largest - count + 1..=largest {
        let amount = 1 + random.below(last);
        if !drawn.insert(amount) {
            drawn.insert(last);
        }
    }
    let mut amounts: Vec<u64> = drawn.into_iter().collect();
    random.shuffle(&mut amounts);
    Ok(amounts)
}

/// Draws heaps of 0 to `size` uniformly.
pub(super) fn draw_heaps(count: u64, size: u64, random: &mut Random) -> Vec<u64> {
    (0..count).map(|_| random.below(size + 1)).collect()
}

/// Draws one of the heaps; `None` if there is none.
pub(super) fn pick(heaps: &[u64], random: &mut Random) -> Option<u64> {
    (!heaps.is_empty()).then(|| *random.choose(heaps))
}

/// Draws a rule according to the parameters `rule`, `amounts` and `largest`.
pub(super) fn draw_rule(arguments: &Arguments, random: &mut Random) -> Result<Rule, FamilyError> {
    if arguments.text("rule") == "squares" {
        return Ok(Rule::Squares);
    }
    let [count, largest] = ["amounts", "largest"].map(|name| arguments.integer(name) as u64);
    Ok(Rule::Set(draw_amounts(count, largest, random)?))
}

/// Draws rules, and positions up to `size` under each, until one fits: `position` gets all values
/// and returns the heaps with their promise, which is then asserted.
pub(super) fn search(
    size: u64,
    wanted: &str,
    random: &mut Random,
    mut rule: impl FnMut(&mut Random) -> Result<Rule, FamilyError>,
    mut position: impl FnMut(&NimValues, &mut Random) -> Option<(Vec<u64>, Promise)>,
) -> Result<Vec<u8>, FamilyError> {
    for _ in 0..RULES {
        let rule = rule(random)?;
        let values = NimValues::new(&rule, size);
        let is_squares = rule == Rule::Squares;
        let positions = if is_squares { POSITIONS_OF_SQUARES } else { POSITIONS };
        let found = (0..positions).find_map(|_| position(&values, random));
        if let Some((heaps, promise)) = found {
            return finish(rule, heaps, &promise);
        }
        if is_squares {
            break;
        }
    }
    Err(not_found(wanted, size))
}

pub(super) fn not_found(wanted: &str, size: u64) -> FamilyError {
    FamilyError(format!("no {wanted} found up to {size}; choose other parameters or another seed"))
}

/// Returns the input, after asserting its promise.
pub(super) fn finish(
    rule: Rule,
    heaps: Vec<u64>,
    promise: &Promise,
) -> Result<Vec<u8>, FamilyError> {
    let prepared = prepare(rule, heaps)?;
    keeps(&prepared, promise)?;
    Ok(bytes(&prepared))
}

pub(super) fn prepare(rule: Rule, heaps: Vec<u64>) -> Result<Prepared, FamilyError> {
    let instance = Instance::new(rule, heaps).map_err(|error| FamilyError(error.to_string()))?;
    Ok(Prepared::new(instance, Settings::default()))
}

/// Writes the instance in the strict form.
pub(super) fn bytes(prepared: &Prepared) -> Vec<u8> {
    written(|out| prepared.instance().write(out))
}

/// Asserts a promise by the checker, unless that would take too long.
fn keeps(prepared: &Prepared, promised: &Promise) -> Result<(), FamilyError> {
    let (rule, heaps) = (prepared.instance().rule(), prepared.instance().heaps());
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let amounts = rule.up_to(largest);
    let is_small = match heaps {
        [heap] => *heap <= VERIFIED_HEAP,
        _ => largest * amounts.len() as u64 <= VERIFIED_WORK,
    };
    if !is_small {
        return Ok(());
    }
    let cold = prepared.is_cold().map_err(|error| FamilyError(error.to_string()))?;
    promise(cold == (*promised == Promise::Cold), || {
        format!(
            "promised is {promised:?}, but the position is {}",
            if cold { "cold" } else { "hot" }
        )
    })?;
    let Promise::Moves(moves) = promised else { return Ok(()) };
    let legal = (1..).zip(heaps).flat_map(|(heap, &size)| {
        let takes = amounts.iter().take_while(move |&&take| take <= size);
        takes.map(move |&take| HeapMove { heap, take: take as i64 })
    });
    let mut left = moves.iter();
    for step in legal.take(VERIFIED_LOOKS / (heaps.len() + amounts.len())) {
        let promised = left.as_slice().first() == Some(&step);
        if promised {
            left.next();
        }
        let verdict = prepared.check(&mut Claim::Hot(step).to_string().as_bytes());
        let wins = matches!(verdict, Ok(CheckVerdict::Accepted(_)));
        promise(wins == promised, || {
            let HeapMove { heap, take } = step;
            format!("taking {take} from heap {heap} wins: {wins}, promised: {promised}")
        })?;
    }
    Ok(())
}
