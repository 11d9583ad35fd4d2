//! The versions of the package format, and the names of its parts in each version.

use std::fmt;

/// The planned name of the version after the drafts. Systems treat it like the drafts.
pub(super) const UNRELEASED: &str = "2023-07";

/// A version of the package format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// The default if a package names no version.
    Legacy,
    /// The subset of the legacy format that ICPC contests use.
    LegacyIcpc,
    /// The drafts in between, which kept changing: both old and new names are accepted.
    Draft,
    /// The newest stable version.
    V2025_09,
}

impl Version {
    /// All values of `problem_format_version`.
    pub const KNOWN: [&str; 6] =
        ["2025-09", "2023-07-draft", "draft", UNRELEASED, "legacy", "legacy-icpc"];

    /// Returns the version with this name.
    pub fn of(name: &str) -> Option<Version> {
        match name {
            "legacy" => Some(Version::Legacy),
            "legacy-icpc" => Some(Version::LegacyIcpc),
            UNRELEASED | "2023-07-draft" | "draft" => Some(Version::Draft),
            "2025-09" => Some(Version::V2025_09),
            _ => None,
        }
    }

    /// Returns whether this is one of the two legacy versions.
    pub fn is_legacy(self) -> bool {
        matches!(self, Version::Legacy | Version::LegacyIcpc)
    }

    /// Returns whether the version has the old names.
    pub fn knows_old(self) -> bool {
        self < Version::V2025_09
    }

    /// Returns whether the version has the names of the newest version.
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
