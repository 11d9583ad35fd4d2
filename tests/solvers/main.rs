//! Every solver and the checker of each problem, against each other and against a naive oracle.

mod huepfburg;
mod infinity_war;
mod subtraction_game;

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;
use referee_checker::problems;
use referee_solvers::{SolveError, solvers};

/// A configuration with the same cases in every run, and without failure files beside the tests.
fn fixed() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(1);
    ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// A writer that fails after some bytes, as on a full disk.
struct Full(usize);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(std::io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn every_problem_has_solvers_that_are_told_apart_by_name() {
    for problem in problems() {
        let solvers = solvers(problem.name());
        assert!(!solvers.is_empty(), "{}", problem.name());
        for (at, solver) in solvers.iter().enumerate() {
            assert!(solvers[..at].iter().all(|other| other.name != solver.name));
            let found = referee_solvers::solver(problem.name(), solver.name).unwrap();
            assert_eq!(found.summary, solver.summary);
        }
        assert!(referee_solvers::solver(problem.name(), "magic").is_none());
    }
    assert!(referee_solvers::solvers("magic").is_empty());
}

#[test]
fn too_little_memory_is_said_before_it_is_taken() {
    // All fields can be reached: 10^12 bits for each set of pairs.
    let arrows: String = (1..1_000_000).map(|field| format!("{field} {}\n", field + 1)).collect();
    let chain = format!("1000000 999999\n{arrows}");
    for (problem, input, memory, needed, what) in [
        ("huepfburg", &*chain, 1 << 30, 100 << 30, "1000000 fields"),
        ("subtraction-game", "squares\n1\n4294967296\n", 100 << 20, 500 << 20, "below 4294967297"),
        (
            "subtraction-game",
            "squares\n2\n4294967296 5\n",
            100 << 20,
            500 << 20,
            "below 4294967297",
        ),
    ] {
        for solver in solvers(problem) {
            let mut answer = Vec::new();
            match (solver.solve)(input.as_bytes(), memory, &mut answer) {
                Err(SolveError::TooLarge(error)) => {
                    assert!(error.needed > needed, "{}: {error}", solver.name);
                    assert_eq!(error.available, memory);
                    assert!(error.what.contains(what), "{error}");
                }
                other => panic!("{}: {other:?}", solver.name),
            }
            assert!(answer.is_empty());
        }
    }
}

#[test]
fn a_full_disk_is_no_panic() {
    let mut cycles = Vec::new();
    huepfburg::two_cycles(31, 32).write(&mut cycles);
    for (problem, input, rooms) in [
        ("infinity-war", &b"2\n1 2\n2 1\n-1 0\n0 1\n"[..], &[0, 1, 8][..]),
        ("huepfburg", &cycles, &[0, 1, 100, 3000]),
        ("subtraction-game", b"squares\n1\n13\n", &[0, 1, 7]),
    ] {
        for solver in solvers(problem) {
            for &room in rooms {
                let solved = (solver.solve)(input, u64::MAX, &mut Full(room));
                assert!(matches!(solved, Err(SolveError::Write(_))), "{}", solver.name);
            }
        }
    }
}
