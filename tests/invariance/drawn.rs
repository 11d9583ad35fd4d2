//! Chooses the calls: a few, always the same ones, or all.

use referee_generators::{Random, Seed};

use crate::corpus::{CORPUS, Program};
use crate::pairs::Call;
use crate::problems::PROBLEMS;
use crate::scene::{HandIn, Scene};
use crate::transformations::Transformation;

/// The number of programs drawn for a call.
const PROGRAMS: usize = 2;
/// The tools that are quick. All programs of a call use these, except for the first program, which
/// shows what the call changes.
const QUICK: [&str; 6] = ["awk", "bash", "cc", "node", "perl", "python3"];
/// One call out of this many also gets a program that runs until its time is up.
const SLOW: usize = 8;

/// Cards in a fixed pseudo-random order; a dealt card goes below the others, so that each has its
/// turn.
struct Deck<'a, Card>(Vec<&'a Card>);

impl<'a, Card> Deck<'a, Card> {
    fn new(cards: impl IntoIterator<Item = &'a Card>, name: &str) -> Self {
        let mut cards: Vec<&Card> = cards.into_iter().collect();
        Random::new(Seed::of(&[name])).shuffle(&mut cards);
        Deck(cards)
    }

    fn deal(&mut self, fits: impl Fn(&Card) -> bool) -> Option<&'a Card> {
        let card = self.0.remove(self.0.iter().position(|card| fits(card))?);
        self.0.push(card);
        Some(card)
    }
}

/// The programs in common languages, and the changes to them.
struct Dealer<'a> {
    programs: Deck<'static, Program>,
    /// The other programs of a call.
    quick: Deck<'static, Program>,
    /// For programs whose result shows if something goes wrong.
    told: Deck<'a, Transformation<HandIn>>,
    /// For the other programs.
    untold: Deck<'a, Transformation<HandIn>>,
}

impl<'a> Dealer<'a> {
    fn deal(
        &mut self,
        call: &Transformation<Scene>,
        fits: impl Fn(&Program) -> bool,
    ) -> Option<(&'static Program, &'a Transformation<HandIn>)> {
        let program = self.programs.deal(|program| (call.applies)(program) && fits(program))?;
        Some(self.changed(program))
    }

    fn deal_quick(
        &mut self,
        call: &Transformation<Scene>,
    ) -> Option<(&'static Program, &'a Transformation<HandIn>)> {
        let program = self.quick.deal(|program| (call.applies)(program))?;
        Some(self.changed(program))
    }

    /// Returns a program with a change to it.
    fn changed(
        &mut self,
        program: &'static Program,
    ) -> (&'static Program, &'a Transformation<HandIn>) {
        let changes = if program.is_telling() { &mut self.told } else { &mut self.untold };
        (program, changes.deal(|change| (change.applies)(program)).expect("one is for all"))
    }
}

/// Returns a call for each transformation of calls, and for some of them a second one with a slow
/// program, with programs and their transformations dealt in turn.
pub(crate) fn drawn<'a>(
    calls: &'a [Transformation<Scene>],
    hand_ins: &'a [Transformation<HandIn>],
) -> Vec<Call<'a>> {
    let usual = || CORPUS.iter().filter(|one| !one.language.is_further);
    let is_quick = |one: &&Program| !one.is_slow && QUICK.contains(&&*one.language.tool);
    let mut dealer = Dealer {
        programs: Deck::new(usual(), "programs"),
        quick: Deck::new(usual().filter(is_quick), "quick"),
        told: Deck::new(hand_ins, "told"),
        untold: Deck::new(hand_ins, "untold"),
    };
    let mut drawn = Vec::new();
    for (number, transformation) in calls.iter().enumerate() {
        let shows = |program: &Program| transformation.shown_by == Some(program.behaviour);
        let first = dealer.deal(transformation, shows);
        let first = first.or_else(|| dealer.deal(transformation, Program::is_telling));
        let others = (1..PROGRAMS).map(|_| dealer.deal_quick(transformation));
        let quick = first.into_iter().chain(others.flatten()).collect();
        let is_slow = |program: &Program| program.is_slow && number % SLOW == SLOW - 1;
        let slow = dealer.deal(transformation, is_slow).into_iter().collect();
        let problem = &PROBLEMS[number % PROBLEMS.len()];
        drawn.extend([quick, slow].map(|programs| Call { problem, transformation, programs }));
    }
    drawn.retain(|call| !call.programs.is_empty());
    drawn
}

/// Returns calls in which every program meets every transformation that applies to it.
///
/// A program meets another transformation of its files in each call. The calls come in four parts,
/// each with another quarter of the programs in every call.
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
        // The next transformation of the same program has another problem.
        let problem = &PROBLEMS[(part + at / PROBLEMS.len()) % PROBLEMS.len()];
        Call { problem, transformation, programs: programs.collect() }
    });
    all.filter(|call| !call.programs.is_empty()).collect()
}

/// Returns the programs of calls that have this text in one of their names.
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
