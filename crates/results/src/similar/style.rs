//! What reports of a comparison show of it.

/// What is shown of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct SimilarStyle {
    /// How similar pairs must be to be shown; without it those are shown that stand out.
    pub least: Option<f64>,
    /// How many pairs are shown at most.
    pub pairs: usize,
    /// The width of lines.
    pub width: usize,
    /// How many bytes a page may have.
    pub room: usize,
}
