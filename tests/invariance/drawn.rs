//! The calls that are made: a few, always the same, or all.

use referee_generators::{Random, Seed};

use crate::corpus::{CORPUS, Program};
use crate::pairs::Call;
use crate::problems::PROBLEMS;
use crate::scene::{HandIn, Scene};
use crate::transformations::Transformation;

/// So many programs are drawn for a call.
const PROGRAMS: usize = 3;
/// Of so many calls, one is with a program whose time is to be up.
const SLOW: usize = 8;

/// A call for each transformation of calls, with programs and transformations of these that are drawn, always the same.
pub(crate) fn drawn<'a>(
    calls: &'a [Transformation<Scene>],
    hand_ins: &'a [Transformation<HandIn>],
) -> Vec<Call<'a>> {
    let drawn = calls.iter().enumerate().map(|(number, transformation)| {
        let mut random = Random::new(Seed::of(&[&transformation.name]));
        let is_slow = number % SLOW == SLOW - 1;
        let applies = |program: &&Program| {
            !program.language.is_further
                && program.is_slow == is_slow
                && (transformation.applies)(program)
        };
        let mut programs: Vec<&Program> = CORPUS.iter().filter(applies).collect();
        random.shuffle(&mut programs);
        programs.truncate(if is_slow { 1 } else { PROGRAMS });
        let mut with_change = |program| {
            let change = || random.choose(hand_ins);
            let mut changes = std::iter::repeat_with(change);
            (program, changes.find(|change| (change.applies)(program)).expect("one is for all"))
        };
        let programs = programs.into_iter().map(&mut with_change).collect();
        Call { problem: &PROBLEMS[number % PROBLEMS.len()], transformation, programs }
    });
    drawn.filter(|call| !call.programs.is_empty()).collect()
}

/// Calls in which every program meets every transformation that applies to it.
///
/// With each call it meets another transformation of what is handed in. Of four parts the first has a quarter of the programs in all
/// calls, each the next quarter.
pub(crate) fn all<'a>(
    calls: &'a [Transformation<Scene>],
    hand_ins: &'a [Transformation<HandIn>],
) -> Vec<Call<'a>> {
    let parts = (0..PROBLEMS.len())
        .flat_map(|part| calls.iter().enumerate().map(move |(at, call)| (part, at, call)));
    let both = parts.flat_map(|part| [(part, false), (part, true)]);
    let all = both.map(|((part, at, transformation), is_slow)| {
        let in_part = |(number, _): &(usize, &Program)| (number + at) % PROBLEMS.len() == part;
        let programs = CORPUS.iter().enumerate().filter(in_part);
        let programs = programs
            .filter(|(_, program)| program.is_slow == is_slow && (transformation.applies)(program));
        let programs = programs.map(|(number, program)| {
            let changes = hand_ins.iter().filter(|change| (change.applies)(program));
            let earlier = calls[..at].iter().filter(|call| (call.applies)(program)).count();
            let mut changes = changes.cycle().skip(number % hand_ins.len() + earlier);
            (program, changes.next().expect("one is for all"))
        });
        // Another problem for the next transformation of the same program.
        let problem = &PROBLEMS[(part + at / PROBLEMS.len()) % PROBLEMS.len()];
        Call { problem, transformation, programs: programs.collect() }
    });
    all.filter(|call| !call.programs.is_empty()).collect()
}

/// The programs of calls of which some name has this text.
pub(crate) fn having<'a>(calls: Vec<Call<'a>>, text: &str) -> Vec<Call<'a>> {
    let having = |mut call: Call<'a>| {
        let in_call = call.transformation.name.contains(text);
        call.programs.retain(|(program, change)| {
            in_call || program.name.contains(text) || change.name.contains(text)
        });
        call
    };
    calls.into_iter().map(having).filter(|call| !call.programs.is_empty()).collect()
}
