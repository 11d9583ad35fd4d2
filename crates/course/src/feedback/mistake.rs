//! A recognized mistake: the text that explains it, and the values to fill in.

/// The maximum length of an excerpt of a program or its output, in characters.
const MAX_LENGTH: usize = 80;

/// A mistake: the key of its text, and the values to fill in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// The key of the text.
    pub key: &'static str,
    /// The values to fill in, by name.
    pub values: Vec<(&'static str, String)>,
}

impl Mistake {
    pub(super) fn plain(key: &'static str) -> Mistake {
        Mistake { key, values: Vec::new() }
    }

    pub(super) fn with<const N: usize>(
        key: &'static str,
        values: [(&'static str, String); N],
    ) -> Mistake {
        Mistake { key, values: values.into() }
    }
}

/// Returns the start of a text, with an ellipsis if it is truncated.
pub(super) fn short(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}
