//! What may change and must change no verdict, no points and no first failing case.

use crate::corpus::Program;
use crate::scene::{HandIn, Scene};
use crate::{called, encoded, moved, packed, renamed, repeated};

/// A change of what is handed in for one program, or of a call of the judge.
pub(crate) struct Transformation<Of> {
    pub(crate) name: String,
    /// Its domain: the programs of which it changes nothing that may matter.
    pub(crate) applies: Box<dyn Fn(&Program) -> bool + Send + Sync>,
    pub(crate) change: Box<dyn Fn(&mut Of) + Send + Sync>,
    /// The behaviour that is the first to show if something goes wrong.
    pub(crate) shown_by: Option<&'static str>,
}

/// The names of changes, each with what does it.
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

    /// The same, of which it is known what shows if something goes wrong.
    pub(crate) fn shown_by(self, behaviour: &'static str) -> Self {
        Transformation { shown_by: Some(behaviour), ..self }
    }

    /// One for all programs.
    pub(crate) fn of_all(
        name: impl Into<String>,
        change: impl Fn(&mut Of) + Send + Sync + 'static,
    ) -> Self {
        Transformation::new(name, |_| true, change)
    }

    /// One that changes nothing.
    pub(crate) fn of_nothing() -> Self {
        Transformation::of_all("as it is", |_| {})
    }
}

/// Those of what is handed in for a program; the first changes nothing.
pub(crate) fn of_hand_ins() -> Vec<Transformation<HandIn>> {
    let families = [renamed::transformations(), encoded::transformations(), packed::of_hand_ins()];
    [Transformation::of_nothing()].into_iter().chain(families.into_iter().flatten()).collect()
}

/// Those of a call; the first changes nothing.
pub(crate) fn of_calls() -> Vec<Transformation<Scene>> {
    let families = [
        packed::of_calls(),
        moved::transformations(),
        repeated::transformations(),
        called::transformations(),
    ];
    [Transformation::of_nothing()].into_iter().chain(families.into_iter().flatten()).collect()
}
