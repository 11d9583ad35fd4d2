//! Which transformations are tried on which programs, and the results.

use std::fmt;

use crate::corpus::Program;
use crate::outcome::{Outcome, outcomes};
use crate::problems::Problem;
use crate::scene::{HandIn, Scene};
use crate::transformations::Transformation;

/// Programs judged in one call; the call and each submission are transformed.
pub(crate) struct Call<'a> {
    pub(crate) problem: &'static Problem,
    pub(crate) transformation: &'a Transformation<Scene>,
    pub(crate) programs: Vec<(&'static Program, &'a Transformation<HandIn>)>,
}

/// A program with a result other than the expected one.
pub(crate) struct Difference {
    /// Its index in the call.
    pub(crate) index: usize,
    expected: Outcome,
    found: String,
}

impl Call<'_> {
    /// Judges the programs; `None` if the call cannot be made on this machine.
    pub(crate) fn differences(&self) -> Option<Vec<Difference>> {
        let programs: Vec<&Program> = self.programs.iter().map(|(program, _)| *program).collect();
        let mut scene = Scene::new(self.problem, &programs);
        for (hand_in, (_, transformation)) in scene.hand_ins.iter_mut().zip(&self.programs) {
            (transformation.change)(hand_in);
        }
        (self.transformation.change)(&mut scene);
        scene.write();
        if !scene.is_possible() {
            return None;
        }
        let output = (scene.run)(&scene);
        let found = outcomes(&String::from_utf8_lossy(&output.stdout));
        let difference = |(index, program): (usize, &&Program)| {
            let expected = Outcome::expected(&program.expected, self.problem);
            let found = match found.get(&index) {
                Some((outcome, _)) if *outcome == expected => return None,
                Some((outcome, why)) => format!("{outcome}: {why}"),
                None => format!("nothing: {}", String::from_utf8_lossy(&output.stderr)),
            };
            Some(Difference { index, expected, found })
        };
        Some(programs.iter().enumerate().filter_map(difference).collect())
    }

    /// Describes a difference.
    pub(crate) fn tell(&self, difference: &Difference) -> String {
        let (program, change) = self.programs[difference.index];
        let (problem, call) = (self.problem.name, &self.transformation.name);
        let names = [problem, &program.name, &change.name, call];
        format!(
            "{}\n  {difference}\n  because of: {}",
            names.join(" | "),
            self.cause(difference.index)
        )
    }

    /// Finds which of the two transformations causes a difference, by trying each alone.
    fn cause(&self, index: usize) -> String {
        let (call, change) = (Transformation::of_nothing(), Transformation::of_nothing());
        let (program, own) = self.programs[index];
        let differs = |transformation: &Transformation<Scene>, change: &Transformation<HandIn>| {
            let call =
                Call { problem: self.problem, transformation, programs: vec![(program, change)] };
            call.differences().is_some_and(|differences| !differences.is_empty())
        };
        match (differs(self.transformation, &change), differs(&call, own)) {
            (true, true) => "each of them, or neither".to_string(),
            (true, false) => self.transformation.name.clone(),
            (false, true) => own.name.clone(),
            (false, false) if differs(self.transformation, own) => {
                format!("{} and {}", self.transformation.name, own.name)
            }
            (false, false) => "beside others only, or by chance".to_string(),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} expected, but {}", self.expected, self.found.trim_end())
    }
}
