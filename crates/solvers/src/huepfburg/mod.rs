//! The solvers of Hüpfburg. Each finds a meeting with the fewest jumps.
//!
//! The solvers share with the checker only the instance and the format of a claim.

pub mod adaptive;
mod bits;
pub mod gauge;
pub mod graph;
pub mod layers;
pub mod pairs;
mod rows;
mod trail;
mod wide;

use std::io::Write;

use referee_checker::huepfburg::{Claim, Instance, Meeting, write_meeting};
use referee_checker::{Strictness, TooLarge};

use super::solver::{SolveError, Solver};
use gauge::RowPolicy;
use graph::Graph;

/// All solvers, the default one first.
pub const SOLVERS: &[Solver] = &[
    Solver {
        name: "adaptive",
        summary: "search over pairs of fields; wide layers as rows of bits, narrow ones as lists",
        complexity: "O(n m)",
        error: "none",
        solve: |input, memory, out| {
            let graph = graph_of(input)?;
            match adaptive::solve(&graph, memory, RowPolicy::Measured)? {
                None => Claim::Impossible.write(out)?,
                Some(way) => {
                    let named = |field: u32| graph.fields[field as usize];
                    let (sasha, mika) = (way.sasha().map(named), way.mika().map(named));
                    write_meeting(way.jumps(), sasha, mika, out)?;
                }
            }
            Ok(())
        },
    },
    Solver {
        name: "pairs",
        summary: "breadth-first search over unordered pairs of fields, in half steps",
        complexity: "O(n m)",
        error: "none",
        solve: |input, memory, out| answer(input, memory, pairs::solve, out),
    },
    Solver {
        name: "layers",
        summary: "the fields of each player after 1, 2, ... jumps, until they meet or no pair is new",
        complexity: "O(n^2 (m + n^2 / 64))",
        error: "none",
        solve: |input, memory, out| answer(input, memory, layers::solve, out),
    },
];

fn graph_of(input: &[u8]) -> Result<Graph, SolveError> {
    Ok(Graph::new(&Instance::parse(input, Strictness::Lenient)?))
}

fn answer(
    input: &[u8],
    memory: u64,
    solve: fn(&Graph, u64) -> Result<Option<Meeting>, TooLarge>,
    out: &mut dyn Write,
) -> Result<(), SolveError> {
    let meeting = solve(&graph_of(input)?, memory)?;
    Ok(meeting.map_or(Claim::Impossible, Claim::Meeting).write(out)?)
}
