//! Options of reports of a comparison.

/// Options of a report.
#[derive(Debug, Clone, Copy)]
pub struct SimilarStyle {
    /// The minimum similarity of the pairs shown; by default, those that stand out are shown.
    pub least: Option<f64>,
    /// The maximum number of pairs shown.
    pub pairs: usize,
    /// The maximum width of lines.
    pub width: usize,
    /// The maximum size of a page, in bytes.
    pub room: usize,
}
