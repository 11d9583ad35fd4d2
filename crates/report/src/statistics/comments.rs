//! `comments` of a course: what people wrote about groups of equal failures, as feedback for every
//! submission in a group.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::failures::FailureGroup;
use referee_base::document::{DocumentError, Table};
use referee_base::fault::Fault;
use referee_course::class::SentComment;
use referee_events::{Event, JudgedCase, LabelledFact};

/// The label of a fact that contains a comment.
pub(crate) const COMMENT: &str = "comment";

/// Comments by group identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comments(BTreeMap<String, String>);

impl Comments {
    /// Reads a file of comments.
    ///
    /// # Errors
    /// It cannot be read, or is not in the format of `--report failures`.
    pub fn read(path: &Path) -> Result<Comments, Fault> {
        let text = referee_base::files::read_text(path)?;
        parse(&text).map_err(|error| Fault::document(path, &error, &text))
    }

    /// Returns the comment on a group, if there is one.
    pub(super) fn of(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(String::as_str)
    }

    fn on(&self, judged: &JudgedCase) -> Vec<(String, &str)> {
        // Identifiers are digests, so they are not computed for nothing.
        let groups = if self.0.is_empty() { Vec::new() } else { FailureGroup::of(judged) };
        let ids = groups.iter().map(FailureGroup::id);
        ids.filter_map(|id| self.of(&id).map(|comment| (id, comment))).collect()
    }

    /// Returns all comments with their groups.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(id, comment)| (id.as_str(), comment.as_str()))
    }

    /// Adds the comments on a failure to its facts, and the groups with a comment to `used`.
    pub(crate) fn add_to(&self, judged: &mut JudgedCase, used: &mut BTreeSet<String>) {
        for (id, comment) in self.on(judged) {
            judged.facts.push(LabelledFact { label: COMMENT.into(), text: comment.into() });
            used.insert(id);
        }
    }

    /// Returns the groups without a failure.
    pub(crate) fn unused(&self, used: &BTreeSet<String>) -> Vec<&str> {
        self.0.keys().filter(|id| !used.contains(*id)).map(String::as_str).collect()
    }
}

/// Collects the recipients of each comment, event by event.
#[derive(Debug, Clone, Default)]
pub struct CommentReaches {
    comments: Comments,
    reached: BTreeMap<String, SentComment>,
}

impl CommentReaches {
    /// Creates a collection for these comments.
    pub fn new(comments: Comments) -> CommentReaches {
        CommentReaches { comments, reached: BTreeMap::new() }
    }

    /// Processes an event.
    pub fn event(&mut self, event: &Event) {
        let Event::Judged(judged) = event else { return };
        for (id, comment) in self.comments.on(judged) {
            let reach = self.reached.entry(id).or_insert_with(|| SentComment {
                comment: comment.to_string(),
                case: Arc::clone(&judged.case),
                submissions: Vec::new(),
            });
            reach.submissions.push(Arc::clone(&judged.contestant));
        }
    }

    /// Returns each comment that has recipients, with them.
    pub fn finish(self) -> Vec<SentComment> {
        self.reached.into_values().collect()
    }
}

fn parse(text: &str) -> Result<Comments, DocumentError> {
    let mut table = Table::of_format_1(text)?;
    let mut comments = BTreeMap::new();
    let mut known = BTreeSet::new();
    for mut entry in table.tables("failure")? {
        let (id, place) = entry.required_text("id")?;
        let comment = entry.text("comment")?.map(|(comment, _)| comment).unwrap_or_default();
        entry.finish()?;
        if !known.insert(id.clone()) {
            let message = format!("there are two comments on the failure `{id}`");
            return Err(DocumentError { message, place, help: None });
        }
        // Empty strings come from the template: they are not comments yet.
        if !comment.trim().is_empty() {
            comments.insert(id, comment.trim().to_string());
        }
    }
    table.finish()?;
    Ok(Comments(comments))
}

#[cfg(test)]
mod tests;
