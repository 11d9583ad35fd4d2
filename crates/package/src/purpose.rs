//! The purpose of the cases in a folder below `data`.

use super::version::Version;

/// The folder of the samples, below `data`.
pub const SAMPLE: &str = "sample";

/// The folder of the secret cases, below `data`.
pub const SECRET: &str = "secret";

/// Returns whether the case with this name is a sample: one in a folder called `sample`.
pub fn is_sample(case: &str) -> bool {
    case.rsplit('/').skip(1).any(|folder| folder == SAMPLE)
}

/// The purpose of a folder of cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Submissions are run on these cases, and contestants see them.
    Sample,
    /// Submissions are run on these cases.
    Secret,
    /// An input validator must reject the inputs.
    InvalidInput,
    /// The output validator must reject the outputs.
    InvalidOutput,
    /// The output validator must accept the outputs.
    ValidOutput,
}

impl Purpose {
    /// Returns the purpose of a folder below `data`.
    pub(super) fn of(folder: &str, version: Version) -> Option<Purpose> {
        match folder {
            SAMPLE => Some(Purpose::Sample),
            SECRET => Some(Purpose::Secret),
            _ if version.is_legacy() => None,
            "invalid_input" => Some(Purpose::InvalidInput),
            "invalid_inputs" if version == Version::Draft => Some(Purpose::InvalidInput),
            "invalid_output" => Some(Purpose::InvalidOutput),
            "valid_output" => Some(Purpose::ValidOutput),
            _ => None,
        }
    }
}
