//! The supported learning platforms.

use serde::{Deserialize, Serialize};

/// The source of the information to whom a submission belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Platform {
    /// Moodle's folder of all submissions.
    Moodle,
    /// Canvas' folder of all submissions.
    Canvas,
    /// Gradescope's export.
    Gradescope,
    /// Artemis' export of repositories.
    Artemis,
    /// Repositories of GitHub Classroom.
    Classroom,
    /// Names in a format that the course defines.
    Template,
}
