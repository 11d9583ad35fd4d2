//! When submissions are due, and what those lose that came later.
//!
//! A time that is not known costs nobody anything: such a submission counts as in time, and is reported.

use std::path::Path;
use std::sync::Arc;

use super::extensions::Extensions;
use super::late::LateRule;
use super::student_key::StudentKey;
use super::worksheet::Worksheet;
use crate::events::Lateness;
use crate::hand_in::moment::Moment;
use crate::judge::submission::{FoundSubmissions, HandedIn};
use referee_base::fault::Fault;
use referee_base::plural;
use referee_checker::text::escape;

/// When submissions are due.
#[derive(Debug, Clone)]
pub struct Due {
    time: Moment,
    rule: LateRule,
    extensions: Extensions,
}

impl Due {
    /// Creates a due time with a rule and, if there is one, a table of extensions.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn new(time: Moment, rule: LateRule, extensions: Option<&Path>) -> Result<Due, Fault> {
        let extensions = extensions.map(Extensions::read).transpose()?.unwrap_or_default();
        Ok(Due { time, rule, extensions })
    }

    /// Notes at all submissions that are late what they lose. Returns messages on those of which it is not known when they were handed in,
    /// and on extensions of nobody.
    pub fn apply(
        &self,
        found: &mut FoundSubmissions,
        worksheet: Option<&Worksheet>,
    ) -> Vec<String> {
        let mut messages = Vec::new();
        let mut unknown: Vec<Arc<str>> = Vec::new();
        for (name, handed) in &mut found.handed_in {
            if handed.time.is_none() {
                handed.time = worksheet.and_then(|worksheet| worksheet.time_of(&handed.student));
            }
            match self.lateness(name, handed) {
                Ok(lateness) => handed.lateness = lateness,
                Err(UnknownTime) => unknown.push(Arc::clone(name)),
            }
        }
        let all = found.submissions.iter().map(|one| &one.name);
        unknown.extend(all.filter(|name| !found.handed_in.contains_key(*name)).cloned());
        unknown.sort();
        if let [first, ..] = &unknown[..] {
            let count = plural(unknown.len(), "submission", "submissions");
            messages.push(format!(
                "when {count} came in is not known, such as {first}; they count as in time"
            ));
        }
        let handed = found.handed_in.iter();
        let keys = handed.map(|(name, handed)| StudentKey::new(Some(&handed.student), name));
        let others = found.submissions.iter().map(|one| StudentKey::new(None, &one.name));
        let keys: Vec<StudentKey> = keys.chain(others).collect();
        let strangers = self.extensions.strangers(&keys);
        messages.extend(
            strangers
                .map(|id| escape(id.as_bytes()))
                .map(|id| format!("an extension is for {id}, of whom there is no submission")),
        );
        messages
    }

    fn lateness(&self, name: &str, handed: &HandedIn) -> Result<Option<Lateness>, UnknownTime> {
        let extended = self.extensions.of(&StudentKey::new(Some(&handed.student), name), self.time);
        let Some(time) = handed.time else {
            return match (handed.is_marked_late, extended) {
                // Of how late it is only the least is known.
                (true, None) => Ok(Some(self.lost(None, None))),
                // Canvas does not mark those who are in time.
                (false, None) if handed.has_marks() => Ok(None),
                _ => Err(UnknownTime),
            };
        };
        let late = u64::try_from(time.since(extended.unwrap_or(self.time))).unwrap_or(0);
        Ok((late > 0).then(|| self.lost(Some(time), Some(late))))
    }

    fn lost(&self, time: Option<Moment>, late: Option<u64>) -> Lateness {
        let percent = late.map_or(self.rule.least(), |late| self.rule.percent(late));
        Lateness { time: time.map(|time| time.to_string()), seconds: late, percent, points: None }
    }
}

/// Nobody says when a submission was handed in.
struct UnknownTime;
