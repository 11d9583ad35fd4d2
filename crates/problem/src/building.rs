//! Builds the programs of a package before it is validated, and records each failure: as an error
//! of the package, or as a warning where only a compiler is missing and the user allows that.

use super::jury_program::JuryProgram;
use referee_base::fault::Fault;
use referee_package::{Diagnostics, Severity};
use referee_programs::Strictness;

/// Builds programs of a package and records their failures.
pub(super) struct Building<'a> {
    strictness: Strictness,
    diagnostics: &'a mut Diagnostics,
    /// Whether a compiler or interpreter is missing and the user does not allow that.
    pub(super) lacks_compiler: bool,
}

impl<'a> Building<'a> {
    /// Creates it before any program is built.
    pub(super) fn new(strictness: Strictness, diagnostics: &'a mut Diagnostics) -> Self {
        Building { strictness, diagnostics, lacks_compiler: false }
    }

    /// Records a program that cannot be built.
    pub(super) fn note(&mut self, path: &str, fault: Fault, severity: Severity) {
        let _ = match severity {
            Severity::Error => self.diagnostics.error(path, fault.message),
            Severity::Warning => self.diagnostics.warning(path, fault.message),
        };
    }

    /// Builds a program. Records a failure with the given severity, a warning if it only draws, and
    /// a missing compiler by whether that is allowed. Returns whether the build succeeded.
    pub(super) fn builds(&mut self, program: &JuryProgram, path: &str, severity: Severity) -> bool {
        let Err(fault) = program.prepare() else { return true };
        let is_forgiven = match severity {
            Severity::Error => self.strictness.forgives_unjudged(),
            Severity::Warning => self.strictness.forgives_less(),
        };
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
