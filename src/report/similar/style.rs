//! What reports of a comparison show of it.

/// What is shown of a comparison.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SimilarStyle {
    /// How similar pairs must be to be shown; without it those are shown that stand out.
    pub(crate) least: Option<f64>,
    /// How many pairs are shown at most.
    pub(crate) pairs: usize,
    /// The width of lines.
    pub(crate) width: usize,
    /// How many bytes a page may have.
    pub(crate) room: usize,
}
