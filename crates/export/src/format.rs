//! The package formats of `export`.

/// A package format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The ICPC problem package format, version 2025-09.
    Icpc2025,
    /// The same format, version legacy, which Kattis installs.
    IcpcLegacy,
    /// DOMjudge's import format: the legacy format without an enclosing folder, with some files of
    /// its own.
    Domjudge,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Icpc2025, Format::IcpcLegacy, Format::Domjudge];

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Icpc2025 => "icpc-2025-09",
            Format::IcpcLegacy => "icpc-legacy",
            Format::Domjudge => "domjudge",
        }
    }
}
