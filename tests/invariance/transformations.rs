//! Changes that must not affect the verdict, the points or the first failing case.

use crate::corpus::Program;
use crate::scene::{HandIn, Scene};
use crate::{called, encoded, moved, packed, renamed, repeated};

/// A change to the submission of one program, or to a call of the judge.
pub(crate) struct Transformation<Of> {
    pub(crate) name: String,
    /// The domain: the programs for which the change must not matter.
    pub(crate) applies: Box<dyn Fn(&Program) -> bool + Send + Sync>,
    pub(crate) change: Box<dyn Fn(&mut Of) + Send + Sync>,
    /// The behaviour that is the first to show an effect.
    pub(crate) shown_by: Option<&'static str>,
}

/// The names of changes, with the functions that make them.
pub(crate) type Changes<Of, const COUNT: usize> = [(&'static str, fn(&mut Of)); COUNT];

impl<Of> Transformation<Of> {
    pub(crate) fn new(
        name: impl Into<String>,
        applies: impl Fn(&Program) -> bool + Send + Sync + 'static,
        change: impl Fn(&mut Of) + Send + Sync + 'static,
    ) -> Transformation<Of> {
        let (applies, change) = (Box::new(applies), Box::new(change));
        Transformation { name: name.into(), applies, change, shown_by: None }
    }

    /// Sets the behaviour that shows an effect.
    pub(crate) fn shown_by(self, behaviour: &'static str) -> Self {
        Transformation { shown_by: Some(behaviour), ..self }
    }

    /// Returns a transformation for all programs.
    pub(crate) fn of_all(
        name: impl Into<String>,
        change: impl Fn(&mut Of) + Send + Sync + 'static,
    ) -> Self {
        Transformation::new(name, |_| true, change)
    }

    /// Returns a transformation that changes nothing.
    pub(crate) fn of_nothing() -> Self {
        Transformation::of_all("as it is", |_| {})
    }
}

/// Returns the transformations of a program's submission; the first changes nothing.
pub(crate) fn of_hand_ins() -> Vec<Transformation<HandIn>> {
    let families = [renamed::transformations(), encoded::transformations(), packed::of_hand_ins()];
    [Transformation::of_nothing()].into_iter().chain(families.into_iter().flatten()).collect()
}

/// Returns the transformations of a call; the first changes nothing.
pub(crate) fn of_calls() -> Vec<Transformation<Scene>> {
    let families = [
        packed::of_calls(),
        moved::transformations(),
        repeated::transformations(),
        called::transformations(),
    ];
    [Transformation::of_nothing()].into_iter().chain(families.into_iter().flatten()).collect()
}
