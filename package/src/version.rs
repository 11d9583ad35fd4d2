//! The versions of the package format, and what each calls its parts.

use std::fmt;

/// A version of the package format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// What is meant where a package does not say.
    Legacy,
    /// The part of it that contests of the ICPC use.
    LegacyIcpc,
    /// What came between: a moving target, of which both the old and the new names are understood.
    Draft,
    /// The newest stable one.
    V2025_09,
}

impl Version {
    /// All values of `problem_format_version`.
    pub const KNOWN: [&str; 6] =
        ["2025-09", "2023-07-draft", "draft", "2023-07", "legacy", "legacy-icpc"];

    /// The version of that name.
    pub fn of(name: &str) -> Option<Version> {
        match name {
            "legacy" => Some(Version::Legacy),
            "legacy-icpc" => Some(Version::LegacyIcpc),
            "2023-07-draft" | "draft" => Some(Version::Draft),
            "2023-07" | "2025-09" => Some(Version::V2025_09),
            _ => None,
        }
    }

    /// Whether it is one of the two old ones.
    pub fn is_legacy(self) -> bool {
        matches!(self, Version::Legacy | Version::LegacyIcpc)
    }

    /// Whether the names of the old versions count.
    pub fn knows_old(self) -> bool {
        self < Version::V2025_09
    }

    /// Whether the names of the newest version count.
    pub fn knows_new(self) -> bool {
        self >= Version::Draft
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Version::Legacy => "legacy",
            Version::LegacyIcpc => "legacy-icpc",
            Version::Draft => "2023-07-draft",
            Version::V2025_09 => "2025-09",
        })
    }
}
