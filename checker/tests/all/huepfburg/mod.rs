//! Hüpfburg: its grammars, its check against a naive oracle, its limits, and what people see of it.

mod answers;
mod check;
mod claims;
mod explanations;
mod inputs;
mod long_inputs;
mod long_outputs;
mod memory;
mod oracle;
mod trial;

use referee_checker::huepfburg::{Arrow, Instance, Prepared};
use referee_checker::{CheckVerdict, Settings, problem};

/// An instance from pairs of fields.
fn instance(n: u32, arrows: &[(u32, u32)]) -> Instance {
    let arrows = arrows.iter().map(|&(from, to)| Arrow { from, to }).collect();
    Instance::new(n, arrows).expect("a legal instance")
}

/// A graph with a long shortest meeting: Sasha goes round a wheel of `sasha` fields, Mika round one
/// of `mika`. From the last field of each wheel, an arrow leads to the last field of all. So they
/// meet there after the least common multiple of both.
fn clockwork(sasha: u32, mika: u32) -> Instance {
    let n = sasha + mika + 1;
    let wheels: [Vec<u32>; 2] = [
        [1].into_iter().chain(3..sasha + 2).collect(),
        [2].into_iter().chain(sasha + 2..n).collect(),
    ];
    let mut arrows = Vec::new();
    for wheel in wheels {
        arrows.extend(wheel.windows(2).map(|jump| (jump[0], jump[1])));
        let last = wheel[wheel.len() - 1];
        arrows.extend([(last, wheel[0]), (last, n)]);
    }
    instance(n, &arrows)
}

/// The settings that require the least number of jumps.
fn shortest() -> Settings {
    let options = problem("huepfburg").expect("a shipped problem").options();
    Settings::default().with_option(options, "shortest").expect("a known option")
}

/// Checks an output in memory.
fn check(prepared: &Prepared, output: &[u8]) -> CheckVerdict {
    let mut reader = output;
    prepared.check(&mut reader).expect("a slice can be read, and there is memory enough")
}
