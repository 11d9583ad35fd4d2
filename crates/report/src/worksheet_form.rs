//! What the report on a worksheet starts from.

use referee_course::worksheet::Worksheet;

/// A worksheet that is to be filled in, and how.
#[derive(Debug, Clone)]
pub struct WorksheetForm {
    /// The worksheet as it came.
    pub worksheet: Worksheet,
    /// Whether of several attempts of a student the best counts, and not the last.
    pub best_counts: bool,
}
