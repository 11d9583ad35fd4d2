//! Text and numbers as images carry them: nothing in a text is markup, and equal images are equal bytes.

use quick_xml::escape::escape as escape_markup;
use referee_checker::text::escape as escape_control;

/// Escapes text for markup, without characters that XML does not allow.
pub fn plain(text: &str) -> String {
    escape_markup(escape_control(text.as_bytes())).into_owned()
}

/// Rounds a coordinate to a tenth, so that the same image is the same text on every machine.
pub fn rounded(coordinate: f64) -> f64 {
    // Adding zero makes -0 a 0.
    (coordinate * 10.0).round() / 10.0 + 0.0
}
