//! Drawings of cases, for terminals and as images.

mod style;
mod svg;
mod text;

pub use svg::svg;
pub use text::text;
