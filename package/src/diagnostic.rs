//! What is wrong with a package: all of it in one go, each with its place and a way out.

use std::fmt;

use referee_base::document::DocumentError;
use referee_checker::Position;
use referee_checker::text::escape;

/// How bad something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The package is not as its format demands.
    Error,
    /// It is, but somebody may be surprised.
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

/// Something that is wrong with a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file or folder below the package, with `/` between parts; the package itself where it is empty.
    pub path: String,
    /// The place in that file.
    pub place: Option<Position>,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong: a lower-case fragment without a full stop.
    pub message: String,
    /// What to do next.
    pub help: Option<String>,
    /// Whether nothing can be judged before it is mended, since what it leaves open decides verdicts.
    pub blocks: bool,
}

impl Diagnostic {
    /// The file with the place in it, as compilers write it: `problem.yaml:3:1`. Escaped, since strangers name files.
    pub fn location(&self) -> String {
        let path = if self.path.is_empty() { "." } else { &self.path };
        let path = escape(path.as_bytes());
        match self.place {
            Some(Position { line, column }) => format!("{path}:{line}:{column}"),
            None => path,
        }
    }

    /// The same with what to do next.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same at a place.
    pub fn at(&mut self, place: Position) -> &mut Diagnostic {
        self.place = Some(place);
        self
    }
}

impl fmt::Display for Diagnostic {
    /// In one line; escaped, since messages quote what strangers wrote.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location(), escape(self.message.as_bytes()))
    }
}

/// All that was found so far.
#[derive(Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Adds that something is not as the format demands.
    pub fn error(
        &mut self,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.add(path.into(), message.into(), Severity::Error, false)
    }

    /// Adds an error that must be mended before anything can be judged.
    pub fn blocking_error(
        &mut self,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.add(path.into(), message.into(), Severity::Error, true)
    }

    /// Adds that somebody may be surprised.
    pub fn warning(
        &mut self,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.add(path.into(), message.into(), Severity::Warning, false)
    }

    /// Adds what is wrong with the value of a key, which decides verdicts.
    pub fn document(&mut self, path: &str, error: DocumentError) -> &mut Diagnostic {
        let diagnostic = self.blocking_error(path, error.message).at(error.place);
        diagnostic.help = error.help;
        diagnostic
    }

    /// Adds what others have found.
    pub fn extend(&mut self, more: Diagnostics) {
        self.0.extend(more.0);
    }

    /// Whether something must be mended before anything can be judged.
    pub fn has_blocking_error(&self) -> bool {
        self.0.iter().any(|diagnostic| diagnostic.blocks)
    }

    /// All of it by path and place, worst first where these are equal.
    pub fn sorted(mut self) -> Vec<Diagnostic> {
        let key =
            |one: &Diagnostic| (one.place.map(|place| (place.line, place.column)), one.severity);
        self.0.sort_by(|a, b| a.path.cmp(&b.path).then_with(|| key(a).cmp(&key(b))));
        self.0.dedup();
        self.0
    }

    fn add(
        &mut self,
        path: String,
        message: String,
        severity: Severity,
        blocks: bool,
    ) -> &mut Diagnostic {
        let at = self.0.len();
        self.0.push(Diagnostic { path, place: None, severity, message, help: None, blocks });
        &mut self.0[at]
    }
}
