//! A program on a case without a record: it is run again alone while its time is close to the
//! limit, and the least time counts.

use referee_base::machine::Machine;
use referee_events::Verdict::{self, Accepted, TimeLimit, WrongAnswer};
use referee_judge::{ReadyCase, StandaloneJudge, StandaloneRun};
use referee_problem::{self as problem, Problem, cases};
use referee_programs::{Builder, Builds, Source, StartRule, Toolchains};

use crate::mock::{COMPILE_LIMITS, Folder, LIMITS, Mock, languages};

/// Runs a program once, unless its time is close to the limit. Returns the verdict, whether it is
/// confirmed, and the number of runs.
fn judged(words: &str) -> (Verdict, bool, usize) {
    one_after_the_other(&[words], false).remove(0)
}

/// The same for several programs, one after the other, optionally on a virtual machine.
fn one_after_the_other(programs: &[&str], is_virtual: bool) -> Vec<(Verdict, bool, usize)> {
    let folder = Folder::new();
    for (number, words) in programs.iter().enumerate() {
        folder.write(&format!("{number}/a.mock"), words);
    }
    let problem = Problem::Shipped(problem::find("infinity-war").unwrap());
    let cases = cases::find(&folder.path("cases")).unwrap();
    let case = ReadyCase::of_problem(&problem, &cases.cases[0], Machine::here(Some(1))).unwrap();
    let (mock, toolchains, builds) = (Mock::default(), Toolchains::default(), Builds::default());
    let builder = Builder::of_submissions(&COMPILE_LIMITS, &toolchains, &mock);
    let judge = StandaloneJudge::new(&mock, StartRule::Cold, is_virtual);
    let judged = (0..programs.len()).map(|number| {
        let source = Source::read(&folder.path(&number.to_string()), &languages(), None).unwrap();
        let build = builds.build(&source, source.content().unwrap(), &builder);
        let Ok(program) = &*build else { panic!("it is not built") };
        let before = mock.runs();
        let StandaloneRun { judged, confirmed } = judge.judge(&"a".into(), &case, program, &LIMITS);
        (judged.verdict, confirmed, mock.runs() - before)
    });
    judged.collect()
}

#[test]
fn what_is_clear_of_the_limit_is_run_once() {
    for (words, verdict) in [
        ("right", Accepted),
        ("right@1.59", Accepted),
        ("wrong@1.9", WrongAnswer),
        ("cpu@2.5", TimeLimit),
    ] {
        assert_eq!(judged(words), (verdict, true, 1), "{words}");
    }
}

#[test]
fn what_is_close_to_the_limit_is_run_again_alone() {
    for (words, verdict, confirmed, runs) in [
        ("right@1.9", Accepted, true, 3),
        ("right@1.9 right@1.95 right@1.9", Accepted, true, 3),
        // The spread reaches over the limit.
        ("right@1.9 right@1.9 right@1.999 right@1.9", Accepted, true, 3),
        ("right@1.9 right@1.9 right@2 right@1.9", Accepted, false, 3),
        // The first run was beside others.
        ("cpu@2.3 right@1.9", Accepted, true, 3),
        ("cpu@2.3 cpu@2.2 right@1.9", Accepted, false, 3),
        ("cpu@2.3", TimeLimit, true, 3),
        ("cpu-waiting@2.3", TimeLimit, false, 3),
        // The clock gives no time, and neither does a run that is lost.
        ("right@1.9 wall right@1.9", Accepted, false, 3),
        ("cpu@2.1 wall cpu@2.1", TimeLimit, true, 8),
        ("right@1.9 lost", Accepted, false, 2),
        // No two times are close: it is run as often as it may be.
        (
            "cpu@2.4 cpu@2.35 cpu@2.3 cpu@2.25 cpu@2.2 cpu@2.15 cpu@2.1 cpu@2.05",
            TimeLimit,
            false,
            8,
        ),
    ] {
        assert_eq!(judged(words), (verdict, confirmed, runs), "{words}");
    }
}

#[test]
fn equal_times_over_the_limit_confirm_nothing_on_a_virtual_machine() {
    let programs = ["right@1.9", "cpu@2.3", "cpu@3.9", "cpu@4"];
    let expected =
        [(Accepted, true, 3), (TimeLimit, false, 3), (TimeLimit, false, 3), (TimeLimit, true, 1)];
    assert_eq!(one_after_the_other(&programs, true), expected);
}

#[test]
fn what_the_clock_ends_is_run_again_whatever_came_before() {
    let wall = (TimeLimit, true, 2);
    assert_eq!(
        one_after_the_other(&["wall", "wall right", "wall "], false),
        [wall, (Accepted, true, 2), wall]
    );
    assert_eq!(judged("lost"), (Verdict::JudgeError, false, 1));
}
