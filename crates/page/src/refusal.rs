//! What a page shows of one rejection, within bounds.

use std::borrow::Cow;

use serde::Serialize;

use super::case_view::{EmbeddedImage, SvgPicture};
use referee_events::{
    JudgedCase, LabelledFact, NearLimit, OutputPlace, Reason, Recheck, Retried, Verdict,
};

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
        let mut judged = judged.clone();
        judged.facts.truncate(MAX_LINES);
        judged.drawing.truncate(MAX_LINES);
        judged.repeats.truncate(MAX_LINES);
        if judged.message.len() > MAX_EXCERPT {
            let mut message = judged.message.into_owned();
            shorten(&mut message);
            judged.message = Cow::Owned(message);
        }
        let JudgedCase { says, facts, drawing, answer, input, dialogue, output, .. } = &mut judged;
        let texts = facts.iter_mut().map(|fact| &mut fact.text).chain(drawing).chain([says]);
        let excerpts = [answer, input, dialogue, output].into_iter().flatten();
        texts.chain(excerpts).for_each(shorten);
        CollectedRefusal { case, judged }
    }

    /// Returns its approximate size in memory, in bytes.
    pub(crate) fn size(&self) -> usize {
        let JudgedCase { message, says, facts, drawing, answer, input, dialogue, output, .. } =
            &self.judged;
        let facts = facts.iter().map(|fact| fact.text.len() + size_of::<LabelledFact>());
        let lines = drawing.iter().map(|line| line.len() + size_of::<String>());
        let excerpts = [answer, input, dialogue, output].into_iter().flatten().map(String::len);
        let texts: usize = facts.chain(lines).chain(excerpts).sum();
        size_of::<CollectedRefusal>() + message.len() + says.len() + texts
    }

    /// Returns whether it refutes a claim; of other rejections, only the case can be drawn.
    pub(crate) fn is_refuted(&self) -> bool {
        self.judged.reason == Reason::Refuted
    }

    /// Returns its whole output, if known: an excerpt is whole if it is not shortened and has no
    /// escapes.
    pub(crate) fn whole_output(&self) -> Option<&str> {
        let output = self.judged.output.as_deref()?;
        (!output.ends_with(REST) && !output.contains('\\')).then_some(output)
    }

    /// Returns its form in the page.
    pub(crate) fn detail(&self, context: RefusalContext) -> Detail<'_> {
        let judged = &self.judged;
        let used = judged.used.as_ref();
        Detail {
            verdict: judged.verdict,
            reason: judged.reason,
            message: &judged.message,
            says: &judged.says,
            place: judged.place,
            facts: &judged.facts,
            drawing: &judged.drawing,
            answer: judged.answer.as_deref(),
            output: judged.output.as_deref(),
            dialogue: judged.dialogue.as_deref(),
            cpu_seconds: used.map(|used| used.cpu_seconds),
            worked_seconds: used.and_then(|used| used.worked_seconds),
            instructions: used.and_then(|used| used.instructions),
            wall_seconds: used.map(|used| used.wall_seconds),
            memory_bytes: used.map(|used| used.memory_bytes),
            exit: used.and_then(|used| used.exit),
            signal: used.and_then(|used| used.signal),
            near_limit: judged.near_limit,
            repeats: &judged.repeats,
            before: judged.before,
            retried: judged.retried,
            recheck: judged.recheck.as_ref(),
            picture: context.picture,
            images: context.images,
            again: context.again,
        }
    }
}

/// What the page shows of a rejection besides the judgement.
#[derive(Debug, Default)]
pub(crate) struct RefusalContext {
    /// The command that reproduces it.
    pub(crate) again: Option<String>,
    /// A picture of it.
    pub(crate) picture: Option<SvgPicture>,
    /// Images of it made by programs of a package.
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

/// A rejection, as stored in the page.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Detail<'a> {
    verdict: Verdict,
    reason: Reason,
    message: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    says: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<OutputPlace>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    facts: &'a [LabelledFact],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    drawing: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dialogue: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    worked_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wall_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signal: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    near_limit: Option<NearLimit>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    repeats: &'a [Verdict],
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retried: Option<Retried>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recheck: Option<&'a Recheck>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<SvgPicture>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) images: Vec<EmbeddedImage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<String>,
}
