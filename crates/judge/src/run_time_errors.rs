//! Adds to run-time errors what standard error leaves out: the line that it names only by number,
//! and the installed modules, if a program imports one that is missing.

use std::sync::OnceLock;

use referee_checker::text::excerpt;
use referee_events::{INSTALLED, JudgedCase, LINE, LabelledFact, Reason, STDERR};
use referee_programs::{Source, installed_modules};

use crate::inputs::Services;

/// The message of an interpreter about a missing module.
const MISSING: &str = "No module named ";

/// The language whose modules are known.
const LANGUAGE: &str = "python";

/// The maximum number of bytes of a line that are shown.
const SHOWN: usize = 120;

/// The names of the installed modules, read when a program first lacks one.
pub(super) struct InstalledModules<'a> {
    services: &'a Services<'a>,
    names: OnceLock<String>,
}

impl<'a> InstalledModules<'a> {
    /// Creates the list without reading anything yet.
    pub(super) fn new(services: &'a Services<'a>) -> InstalledModules<'a> {
        InstalledModules { services, names: OnceLock::new() }
    }

    /// Adds the names to the failure of a program that lacks a module.
    pub(super) fn add_to(&self, judged: &mut JudgedCase, source: Option<&Source>) {
        let is_missing = |fact: &LabelledFact| fact.label == STDERR && fact.text.contains(MISSING);
        let source = source.filter(|source| source.language.name == LANGUAGE);
        if judged.reason != Reason::RunTimeError || !judged.facts.iter().any(is_missing) {
            return;
        }
        let Some(source) = source else { return };
        let text = self.names.get_or_init(|| {
            let Services { toolchains, executor, .. } = self.services;
            let toolchain = toolchains.of(&source.language, *executor);
            let interpreter = toolchain.programs.last();
            let names = interpreter.map(|program| installed_modules(&program.path));
            names.unwrap_or_default().join(", ")
        });
        if !text.is_empty() {
            let fact = LabelledFact { label: INSTALLED.into(), text: text.clone() };
            judged.facts.push(fact);
        }
    }
}

/// Adds the line of the program that its standard error names only by number.
pub(crate) fn add_line(judged: &mut JudgedCase, source: Option<&Source>) {
    if judged.reason != Reason::RunTimeError {
        return;
    }
    let stderr = judged.facts.iter().find(|fact| fact.label == STDERR);
    let named = stderr.zip(source).and_then(|(stderr, source)| {
        let line = source.line_named_in(&stderr.text)?;
        let text = excerpt(line.text.as_bytes(), SHOWN);
        (!stderr.text.contains(&text)).then(|| format!("{}: {text}", line.line))
    });
    judged.facts.extend(named.map(|text| LabelledFact { label: LINE.into(), text }));
}
