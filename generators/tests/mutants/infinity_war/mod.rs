//! The mutants of Infinity War, and how a case kills them.

mod slow;
mod solver;
mod wrong;

use std::sync::LazyLock;

use referee_checker::infinity_war::{Claim, Instance, Prepared};
use referee_checker::text::Strictness;

use crate::{Cases, Group, Part, is_committed, is_on_demand};
use solver::{RIGHT, Steps, TimeLimit};

type Solve = fn(&Instance, &mut Steps) -> Result<Claim, TimeLimit>;
type Mutant = crate::Mutant<Solve>;

pub(crate) static CASES: LazyLock<Cases<Prepared>> = LazyLock::new(|| {
    Cases::new("infinity-war", |bytes| {
        let instance =
            Instance::parse(bytes, Strictness::Strict).expect("families write legal inputs");
        Prepared::new(instance)
    })
});

pub(crate) fn part() -> Part<Prepared, Solve> {
    let group =
        |title, mutants, on| Group { title, remark: "", mutants, on, enough: usize::MAX, kills };
    let groups = vec![
        group("Wrong answers", wrong::WRONG, is_committed),
        group(
            "Wrong answers on boards too large to commit",
            wrong::WRONG_ON_LARGE_BOARDS,
            is_on_demand,
        ),
        group("Too slow", slow::SLOW, is_committed),
    ];
    Part { title: "Infinity War", head: HEAD, says_how: false, groups }
}

fn kills(case: &Prepared, solve: &Solve) -> Option<&'static str> {
    let instance = case.instance();
    match solve(instance, &mut Steps::for_side(instance.n())) {
        Ok(claim) => case.check(claim).err().map(|_| "wrong answer"),
        Err(TimeLimit) => Some("time limit"),
    }
}

#[test]
fn the_right_solver_is_not_killed() {
    let right: Solve = |instance, steps| RIGHT.solve(instance, steps);
    for (name, case) in CASES.on(|_| true) {
        assert_eq!(kills(case, &right), None, "{name} kills the right solver");
    }
}

const HEAD: &str = "\
A mutant is too slow when it takes more than 2000 n + 1,000,000 steps, a step being a look at one
move.
";
