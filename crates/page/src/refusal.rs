//! What a page shows of one rejection, within bounds.

use std::borrow::Cow;

use serde::Serialize;

use super::case_view::{EmbeddedImage, SvgPicture};
use referee_events::{JudgedCase, LabelledFact};

/// The maximum number of bytes kept of a text. Excerpts are shorter.
const MAX_EXCERPT: usize = 8000;

/// The maximum number of facts, and of lines of a drawing, kept.
const MAX_LINES: usize = 200;

/// The marker at the end of a shortened text.
const REST: &str = "...";

/// A rejection, and the number of its case.
#[derive(Debug, Clone)]
pub(crate) struct CollectedRefusal {
    pub(crate) case: usize,
    pub(crate) judged: JudgedCase,
}

impl CollectedRefusal {
    /// Copies a rejection, within bounds.
    pub(crate) fn of(case: usize, judged: &JudgedCase) -> CollectedRefusal {
        // Inputs are shown with the cases, and what else is left out is not shown.
        let mut judged = JudgedCase {
            public: None,
            input: None,
            output_digest: None,
            kept: false,
            ..judged.clone()
        };
        judged.facts.truncate(MAX_LINES);
        judged.drawing.truncate(MAX_LINES);
        judged.repeats.truncate(MAX_LINES);
        if judged.message.len() > MAX_EXCERPT {
            let mut message = judged.message.into_owned();
            shorten(&mut message);
            judged.message = Cow::Owned(message);
        }
        let JudgedCase { says, facts, drawing, answer, dialogue, output, .. } = &mut judged;
        let texts = facts.iter_mut().map(|fact| &mut fact.text).chain(drawing).chain([says]);
        let excerpts = [answer, dialogue, output].into_iter().flatten();
        texts.chain(excerpts).for_each(shorten);
        CollectedRefusal { case, judged }
    }

    /// Returns its approximate size in memory, in bytes.
    pub(crate) fn size(&self) -> usize {
        let JudgedCase { message, says, facts, drawing, answer, dialogue, output, .. } =
            &self.judged;
        let facts = facts.iter().map(|fact| fact.text.len() + size_of::<LabelledFact>());
        let lines = drawing.iter().map(|line| line.len() + size_of::<String>());
        let excerpts = [answer, dialogue, output].into_iter().flatten().map(String::len);
        let texts: usize = facts.chain(lines).chain(excerpts).sum();
        size_of::<CollectedRefusal>() + message.len() + says.len() + texts
    }

    /// Returns its whole output, if known: an excerpt is whole if it is not shortened and has no
    /// escapes.
    pub(crate) fn whole_output(&self) -> Option<&str> {
        let output = self.judged.output.as_deref()?;
        (!output.ends_with(REST) && !output.contains('\\')).then_some(output)
    }
}

/// What the page shows of a rejection besides the judgement.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RefusalContext {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) again: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<SvgPicture>,
    /// Images of it made by programs of a package.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) images: Vec<EmbeddedImage>,
}

/// Shortens a text that is too long.
fn shorten(text: &mut String) {
    if text.len() > MAX_EXCERPT {
        let is_boundary = |at: &usize| text.is_char_boundary(*at);
        text.truncate((0..=MAX_EXCERPT).rev().find(is_boundary).unwrap_or(0));
        text.push_str(REST);
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Detail<'a> {
    #[serde(flatten)]
    pub(crate) judged: &'a JudgedCase,
    #[serde(flatten)]
    pub(crate) context: RefusalContext,
}
