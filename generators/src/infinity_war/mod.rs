//! The families of Infinity War.

use referee_checker::infinity_war::{Instance, Move, Square};

use crate::{Arguments, Family, FamilyError, Parameter, Random};

/// All families, in the order in which they are listed for people.
pub const FAMILIES: &[Family] = &[Family {
    name: "uniform",
    summary: "pieces and moves drawn uniformly",
    purpose: "everything that goes wrong without a special trap",
    parameters: &[Parameter::integer("n", 2, 10_000_000, "side of the board, number of moves")],
    generate: uniform,
}];

fn uniform(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let n = arguments.integer("n");
    let square = |random: &mut Random| Square {
        x: random.between(1, n) as i32,
        y: random.between(1, n) as i32,
    };
    let alice = square(random);
    let mut bob = square(random);
    while bob == alice {
        bob = square(random);
    }
    let mut seen = std::collections::HashSet::new();
    let mut moves = Vec::new();
    while moves.len() < n as usize {
        let m = Move {
            dx: random.between(1 - n, n - 1) as i32,
            dy: random.between(1 - n, n - 1) as i32,
        };
        if seen.insert(m) {
            moves.push(m);
        }
    }
    let instance = Instance::new(alice, bob, moves).map_err(|e| FamilyError(e.to_string()))?;
    let mut out = Vec::new();
    instance.write(&mut out);
    Ok(out)
}
