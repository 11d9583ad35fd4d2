//! The inputs of a page besides events: bounds and cases.

use super::case_view::CaseSource;
use super::suite_block::SuiteSource;

/// The inputs of a page besides events.
#[derive(Clone, Copy)]
pub struct PageServices<'a> {
    /// The maximum size of the page, in bytes.
    pub limit: u64,
    /// Reads cases; none if inputs and answers are not shown.
    pub cases: Option<&'a dyn CaseSource>,
    /// Provides what the cases catch; none if that is not shown.
    pub suite: Option<&'a dyn SuiteSource>,
    /// Receives notes for the user of the program.
    pub note: &'a dyn Fn(&str),
}

impl Default for PageServices<'_> {
    fn default() -> Self {
        PageServices { limit: DEFAULT_LIMIT << 20, cases: None, suite: None, note: &|_| () }
    }
}

/// The default maximum size of a page, in MiB.
pub const DEFAULT_LIMIT: u64 = 20;
