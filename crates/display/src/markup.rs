//! Text and numbers in images: no text is interpreted as markup, and equal images have equal bytes.

use quick_xml::escape::escape as escape_markup;
use referee_checker::text::escape as escape_control;

/// Escapes text for markup, including characters that XML does not allow.
pub fn plain(text: &str) -> String {
    escape_markup(escape_control(text.as_bytes())).into_owned()
}

/// Rounds a coordinate to a tenth, so that the same image is the same text on every machine.
pub fn rounded(coordinate: f64) -> f64 {
    // Adding zero turns -0 into 0.
    (coordinate * 10.0).round() / 10.0 + 0.0
}
