//! What programs of the jury, or their compilers, say when they fail. A program that fails on one case often fails on all: it is
//! told whole, once per program, and not with each case.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Mutex, PoisonError};

/// What programs have said, in escaped lines, by their names.
#[derive(Debug, Default)]
pub struct Complaints(Mutex<BTreeMap<String, String>>);

impl Complaints {
    /// Adds what a program has said. Of several texts, one is kept, and the same one in whatever order cases are run.
    pub(super) fn add(&self, program: &str, said: String) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match all.get_mut(program) {
            Some(known) if *known <= said => {}
            Some(known) => *known = said,
            None => drop(all.insert(program.to_string(), said)),
        }
    }

    /// Takes what was said.
    pub fn take(&self) -> BTreeMap<String, String> {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_of_each_program_is_kept_whatever_came_first() {
        for texts in [["b", "a"], ["a", "b"]] {
            let complaints = Complaints::default();
            texts.iter().for_each(|text| complaints.add("the checker c.py", text.to_string()));
            complaints.add("the solver s.py", "z".into());
            let all: Vec<(String, String)> = complaints.take().into_iter().collect();
            let expected = [("the checker c.py", "a"), ("the solver s.py", "z")];
            assert_eq!(all, expected.map(|(name, text)| (name.into(), text.into())));
            assert!(complaints.take().is_empty());
        }
    }
}
