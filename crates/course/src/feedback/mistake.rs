//! A mistake that is recognised: which text explains it, and what is filled in.

/// The longest excerpt of a program or its output, in characters.
const LONGEST: usize = 80;

/// A mistake: the key of its text, and what is filled in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// The key of the text.
    pub key: &'static str,
    /// What is filled in, by name.
    pub values: Vec<(&'static str, String)>,
}

impl Mistake {
    /// A mistake of which there is no more to say.
    pub(super) fn plain(key: &'static str) -> Mistake {
        Mistake { key, values: Vec::new() }
    }

    /// A mistake with what is filled in.
    pub(super) fn with<const N: usize>(
        key: &'static str,
        values: [(&'static str, String); N],
    ) -> Mistake {
        Mistake { key, values: values.into() }
    }
}

/// Returns the start of a text, with an ellipsis where something is left out.
pub(super) fn short(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}
