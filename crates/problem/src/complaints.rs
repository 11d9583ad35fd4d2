//! The messages of failing jury programs and their compilers. A program that fails on one case
//! often fails on all, so its full message is reported once per program and not with each case.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Mutex;

use referee_base::parallel::lock;

/// The messages of programs, in escaped lines, by the names of the programs.
#[derive(Debug, Default)]
pub struct Complaints(Mutex<BTreeMap<String, String>>);

impl Complaints {
    /// Adds the message of a program; of several the smallest is kept, whatever came first.
    pub(super) fn add(&self, program: &str, said: String) {
        let mut all = lock(&self.0);
        let known = all.entry(program.to_string()).or_insert_with(|| said.clone());
        if said < *known {
            *known = said;
        }
    }

    /// Removes and returns all messages.
    pub fn take(&self) -> BTreeMap<String, String> {
        mem::take(&mut *lock(&self.0))
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
