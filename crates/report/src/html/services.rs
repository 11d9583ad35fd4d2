//! What a page takes besides events: bounds, cases, and who reads it.

use serde::Serialize;

use super::case_view::CaseSource;
use super::suite_block::SuiteSource;

/// What a page takes besides events.
#[derive(Clone, Copy)]
pub struct PageServices<'a> {
    /// The maximum size of the page, in bytes.
    pub limit: u64,
    /// Reads cases; none where inputs and answers are not shown.
    pub cases: Option<&'a dyn CaseSource>,
    /// Tells what the cases catch; none where that is not shown.
    pub suite: Option<&'a dyn SuiteSource>,
    /// Whether a student reads it, to whom it tells nothing of the judge.
    pub for_student: bool,
    /// The order in which a student reads of the cases, if one reads it.
    pub sections: &'a [PageSection],
    /// Takes notes for the person who runs the program.
    pub note: &'a dyn Fn(&str),
}

/// A section of a student's page.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PageSection {
    /// What people call it.
    pub title: String,
    /// What was earned and lost in it.
    pub words: String,
    /// The numbers of its cases.
    pub cases: Vec<usize>,
}

impl Default for PageServices<'_> {
    fn default() -> Self {
        PageServices {
            limit: DEFAULT_LIMIT << 20,
            cases: None,
            suite: None,
            for_student: false,
            sections: &[],
            note: &|_| (),
        }
    }
}

/// The default of the maximum size of a page, in MiB.
pub const DEFAULT_LIMIT: u64 = 20;
