//! The shipped problems: the rules, families and solvers of each, joined by name.
//!
//! No other part of this crate refers to a problem by name.

use std::io::Write;
use std::path::Path;

use referee_base::document::suggestion;
use referee_checker::{Case, InputError, ProblemRules, Settings, Strictness};
use referee_generators::ProblemFamilies;

use crate::cases::CaseFile;
use crate::cases::case_fault;
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_solvers::{self as solvers, SolveError, Solver};

/// A shipped problem.
#[derive(Clone, Copy)]
pub struct Shipped {
    /// Its rules.
    pub rules: &'static dyn ProblemRules,
    /// Its families of inputs, and its recipe.
    pub families: &'static ProblemFamilies,
    /// Its reference solvers; the first is the default.
    pub solvers: &'static [Solver],
    /// The enabled options of its checker.
    settings: Settings,
}

impl Shipped {
    /// Returns the name, such as `infinity-war`.
    pub fn name(&self) -> &'static str {
        self.rules.name()
    }

    /// Returns the same problem with an option of its checker enabled.
    ///
    /// # Errors
    /// Its checker has no such option.
    pub fn with_option(self, name: &str) -> Result<Shipped, Fault> {
        let known = self.rules.options();
        match self.settings.with_option(known, name) {
            Some(settings) => Ok(Shipped { settings, ..self }),
            None => {
                let known: Vec<&str> = known.iter().map(|option| option.name).collect();
                Err(unknown(&format!("checker option of {}", self.name()), name, &known))
            }
        }
    }

    /// Returns the names of the enabled options of its checker.
    pub fn options(&self) -> Vec<String> {
        let known = self.rules.options().iter().enumerate();
        let enabled = known.filter(|(at, _)| self.settings.has_option(*at));
        enabled.map(|(_, option)| option.name.to_string()).collect()
    }

    /// Parses an input and prepares it for checks within the memory that the machine allows.
    ///
    /// # Errors
    /// The input violates the grammar; the error has the first such position.
    pub fn prepare(
        &self,
        input: &[u8],
        form: Strictness,
        machine: Machine,
    ) -> Result<Box<dyn Case>, InputError> {
        self.rules.prepare(input, form, self.settings.with_memory(machine.memory))
    }

    /// Reads an input by the strict grammar. Returns its faults, and the case if it is usable.
    pub(super) fn validate(
        &self,
        path: &Path,
        input: &[u8],
        machine: Machine,
    ) -> (Vec<Fault>, Option<Box<dyn Case>>) {
        match self.prepare(input, Strictness::Strict, machine) {
            Ok(prepared) => (Vec::new(), Some(prepared)),
            Err(error) => {
                let fault = case_fault::grammar(path, &error, input);
                // The fault may only be a line end; then the answer can still be checked.
                (vec![fault], self.prepare(input, Strictness::Lenient, machine).ok())
            }
        }
    }

    /// Solves a case from its input and writes the answer.
    pub(super) fn solve(
        &self,
        solver: &Solver,
        file: &CaseFile,
        input: &[u8],
        machine: Machine,
        answer: &mut dyn Write,
    ) -> Result<(), Fault> {
        let path = &file.input;
        (solver.solve)(input, machine.memory, answer).map_err(|error| match error {
            SolveError::Input(error) => case_fault::broken_input(path, &error, input),
            SolveError::TooLarge(error) => case_fault::too_large(path, &error),
            SolveError::NimTooLarge(_) => Fault::judge(error.to_string()).at(path),
            SolveError::Write(error) => Fault::cannot_write(&file.answer(), &error),
        })
    }

    /// Returns the solver with this name, or the default one.
    ///
    /// # Errors
    /// There is no such solver.
    pub fn solver(&self, name: Option<&str>) -> Result<&'static Solver, Fault> {
        let Some(name) = name else { return Ok(&self.solvers[0]) };
        solvers::solver(self.name(), name).ok_or_else(|| {
            let known: Vec<&str> = self.solvers.iter().map(|solver| solver.name).collect();
            unknown(&format!("solver of {}", self.name()), name, &known)
        })
    }
}

/// Returns all shipped problems, in the order in which they are listed.
pub fn shipped() -> impl Iterator<Item = Shipped> {
    referee_checker::problems().iter().filter_map(|rules| {
        let families = referee_generators::families(rules.name())?;
        let solvers = solvers::solvers(rules.name());
        Some(Shipped { rules: *rules, families, solvers, settings: Settings::default() })
    })
}

/// Returns the shipped problem with this name.
///
/// # Errors
/// There is no such problem.
pub fn find(name: &str) -> Result<Shipped, Fault> {
    shipped().find(|problem| problem.name() == name).ok_or_else(|| {
        let known: Vec<&str> = shipped().map(|problem| problem.name()).collect();
        unknown("problem", name, &known)
    })
}

/// Returns the fault for an unknown name, suggesting the nearest known one.
pub fn unknown(what: &str, name: &str, known: &[&str]) -> Fault {
    let name = referee_checker::text::excerpt(name.as_bytes(), 60);
    let help = if known.is_empty() { "there are none".into() } else { suggestion(&name, known) };
    Fault::bad_input(format!("unknown {what} `{name}`")).help(help)
}
