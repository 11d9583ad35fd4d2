//! Diagnostics about a package. All are collected in one pass, each with a place and advice.

use std::fmt;

use referee_base::document::DocumentError;
use referee_checker::Position;
use referee_checker::text::escape;

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The package violates its format.
    Error,
    /// The package follows its format, but the effect may be surprising.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// Kinds of work with a package, the most demanding first: an error that blocks one kind also
/// blocks those before it.
///
/// A command names its kind of work, and ignores all errors that do not block it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Work {
    /// Judging, which requires everything that verdicts and scores depend on.
    Judging,
    /// Running programs that do not judge, such as generators, which requires their arguments.
    Running,
    /// Converting the package, which requires its structure. Unusable values are left out.
    Converting,
}

/// A problem found in a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The path below the package, with `/` between parts; empty for the package itself.
    pub path: String,
    /// The place in that file.
    pub place: Option<Position>,
    /// The severity.
    pub severity: Severity,
    /// The message: a lower-case fragment without a full stop.
    pub message: String,
    /// The advice on what to do next.
    pub help: Option<String>,
    /// The work that is impossible until this is fixed, if any.
    pub blocked: Option<Work>,
}

impl Diagnostic {
    /// Returns the file and the place, such as `problem.yaml:3:1`; escaped, since it is untrusted.
    pub fn location(&self) -> String {
        let path = if self.path.is_empty() { "." } else { &self.path };
        let path = escape(path.as_bytes());
        match self.place {
            Some(Position { line, column }) => format!("{path}:{line}:{column}"),
            None => path,
        }
    }

    /// Returns whether this kind of work is impossible until this is fixed.
    pub fn blocks(&self, work: Work) -> bool {
        self.blocked >= Some(work)
    }

    /// Declares which work is impossible until this is fixed; `None` if all work is possible.
    pub fn blocking(&mut self, work: impl Into<Option<Work>>) -> &mut Diagnostic {
        self.blocked = work.into();
        self
    }

    /// Adds advice on what to do next.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Sets the place.
    pub fn at(&mut self, place: Position) -> &mut Diagnostic {
        self.place = Some(place);
        self
    }
}

impl fmt::Display for Diagnostic {
    /// Writes the diagnostic in one line; escaped, since messages quote untrusted text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location(), escape(self.message.as_bytes()))
    }
}

/// The diagnostics found so far.
#[derive(Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Adds an error, which blocks nothing unless [`Diagnostic::blocking`] says so.
    pub fn error(
        &mut self,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.add(path.into(), message.into(), Severity::Error)
    }

    /// Adds a warning.
    pub fn warning(
        &mut self,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.add(path.into(), message.into(), Severity::Warning)
    }

    /// Adds an error in a document.
    pub fn document(&mut self, path: &str, error: DocumentError) -> &mut Diagnostic {
        let diagnostic = self.error(path, error.message).at(error.place);
        diagnostic.help = error.help;
        diagnostic
    }

    /// Adds the diagnostics of another collection.
    pub fn extend(&mut self, more: Diagnostics) {
        self.0.extend(more.0);
    }

    /// Returns whether any error must be fixed before this kind of work is possible.
    pub fn block(&self, work: Work) -> bool {
        self.0.iter().any(|diagnostic| diagnostic.blocks(work))
    }

    /// Returns the diagnostics sorted by path and place; of equal ones, the most severe first.
    pub fn sorted(mut self) -> Vec<Diagnostic> {
        let key =
            |one: &Diagnostic| (one.place.map(|place| (place.line, place.column)), one.severity);
        self.0.sort_by(|a, b| a.path.cmp(&b.path).then_with(|| key(a).cmp(&key(b))));
        self.0.dedup();
        self.0
    }

    fn add(&mut self, path: String, message: String, severity: Severity) -> &mut Diagnostic {
        let at = self.0.len();
        self.0.push(Diagnostic { path, place: None, severity, message, help: None, blocked: None });
        &mut self.0[at]
    }
}
