//! The learning platforms whose forms of folders are known.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What says whose a submission is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize, Deserialize,
)]
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
    /// Names of the course's own form.
    Template,
}
