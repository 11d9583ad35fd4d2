//! A machine with one language or none, whatever is installed: `doctor` queries the versions of all
//! languages it finds, and judging those it may need, which takes seconds.

use std::iter;

use referee_programs::language::Languages;

/// Returns a languages file with which no shipped language is found but this one.
pub(crate) fn alone(language: Option<&str>) -> String {
    let others = Languages::shipped();
    let others = others.iter().map(|other| &*other.name).filter(|name| Some(*name) != language);
    let missing = others.map(|name| {
        format!("[[language]]\nname = '{name}'\ncompile = ['nowhere']\nrun = ['nowhere']\n")
    });
    iter::once("format = 1\n".to_string()).chain(missing).collect()
}
