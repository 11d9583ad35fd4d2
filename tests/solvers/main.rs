//! Every solver and the checker of each problem, against each other and against a naive oracle.

mod huepfburg;
mod infinity_war;
mod subtraction_game;

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;
use referee::solvers::solvers;
use referee_checker::problems;

/// The same cases in every run, and no files beside the tests.
fn fixed() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(1);
    ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// A writer that fails after some bytes, as a full disk does.
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
            assert_eq!(solver.problem, problem.name());
            assert!(solvers[..at].iter().all(|other| other.name != solver.name));
            let found = referee::solvers::solver(problem.name(), solver.name).unwrap();
            assert_eq!(found.summary, solver.summary);
        }
        assert!(referee::solvers::solver(problem.name(), "magic").is_none());
    }
    assert!(referee::solvers::solvers("magic").is_empty());
}
