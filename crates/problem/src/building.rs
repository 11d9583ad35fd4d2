//! Builds the programs of a package before it is validated, and notes each that cannot be built: as an error of the package, or as less
//! where only a compiler is missing and that is forgiven.

use super::jury_program::JuryProgram;
use referee_base::fault::Fault;
use referee_package::{Diagnostics, Severity};
use referee_programs::Strictness;

/// Programs of a package that are being built.
pub(super) struct Building<'a> {
    strictness: Strictness,
    diagnostics: &'a mut Diagnostics,
    /// Whether a compiler or interpreter is missing, and that is not forgiven.
    pub(super) lacks_compiler: bool,
}

impl<'a> Building<'a> {
    /// Begins with no program.
    pub(super) fn new(strictness: Strictness, diagnostics: &'a mut Diagnostics) -> Self {
        Building { strictness, diagnostics, lacks_compiler: false }
    }

    /// Builds a program without which something cannot be validated. Returns whether that could be done.
    pub(super) fn needs(&mut self, program: &JuryProgram, path: &str) -> bool {
        self.builds(program, path, Severity::Error, self.strictness.forgives_unjudged())
    }

    /// Builds a program that only draws.
    pub(super) fn wants(&mut self, program: &JuryProgram, path: &str) {
        self.builds(program, path, Severity::Warning, self.strictness.forgives_less());
    }

    /// Notes a program that cannot be built.
    pub(super) fn note(&mut self, path: &str, fault: Fault, severity: Severity) {
        let _ = match severity {
            Severity::Error => self.diagnostics.error(path, fault.message),
            Severity::Warning => self.diagnostics.warning(path, fault.message),
        };
    }

    /// Builds a program, and notes a failure by its severity, or a missing compiler by whether that is forgiven.
    fn builds(
        &mut self,
        program: &JuryProgram,
        path: &str,
        severity: Severity,
        is_forgiven: bool,
    ) -> bool {
        let Err(fault) = program.prepare() else { return true };
        let severity = match (program.lacks_compiler(), is_forgiven) {
            (false, _) => severity,
            (true, true) => Severity::Warning,
            (true, false) => {
                self.lacks_compiler = true;
                Severity::Error
            }
        };
        self.note(path, fault, severity);
        false
    }
}
