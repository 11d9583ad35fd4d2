//! Subtraction games: their grammars, their check against a naive oracle, their limits, and what
//! people see of them.

mod check;
mod claims;
mod explanations;
mod inputs;
mod large;
mod long_inputs;
mod memory;
mod oracle;
mod trial;

use referee_checker::subtraction_game::{Instance, Prepared};
use referee_checker::{Case, CheckVerdict, Settings, Strictness};

/// An instance from the first line of its input and its heaps.
fn instance(rule: &str, heaps: &[u64]) -> Instance {
    let sizes: Vec<String> = heaps.iter().map(u64::to_string).collect();
    let input = format!("{rule}\n{}\n{}\n", heaps.len(), sizes.join(" "));
    Instance::parse(input.as_bytes(), Strictness::Strict).expect("a legal instance")
}

/// The same, prepared for checking.
fn game(rule: &str, heaps: &[u64]) -> Prepared {
    Prepared::new(instance(rule, heaps), Settings::default())
}

/// Checks an output in memory.
fn check(prepared: &Prepared, output: &[u8]) -> CheckVerdict {
    let mut reader = output;
    prepared.check(&mut reader).expect("a slice can be read, and there is memory enough")
}

/// The verdict on one line.
fn verdict(prepared: &Prepared, output: &[u8]) -> String {
    match check(prepared, output) {
        CheckVerdict::Accepted(claim) => format!("accepted: {claim}"),
        CheckVerdict::Refused(refusal) => crate::support::described(&refusal),
    }
}
