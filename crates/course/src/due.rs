//! Due times, and the points that late submissions lose.
//!
//! An unknown time never costs points: such a submission counts as in time, and is reported.

use std::path::Path;
use std::sync::Arc;

use super::decisions::Decisions;
use super::extensions::Extensions;
use super::late::LateRule;
use super::student_key::StudentKey;
use super::worksheet::Worksheet;
use referee_base::fault::Fault;
use referee_checker::text::escape;
use referee_events::Lateness;
use referee_intake::hand_in::timestamp::{Incomparable, Timestamp};
use referee_intake::submission::{FoundSubmissions, HandedIn};

/// The due time of an exercise, with its rule and extensions.
#[derive(Debug, Clone)]
pub struct Due {
    time: Timestamp,
    rule: LateRule,
    extensions: Extensions,
    /// The extensions among the decisions, which take precedence.
    decided: Extensions,
}

impl Due {
    /// Creates a due time with a rule, a table of extensions and decisions, if there are any.
    ///
    /// # Errors
    /// The table cannot be read, or an extension in it or among the decisions is invalid.
    pub fn new(
        time: Timestamp,
        rule: LateRule,
        extensions: Option<&Path>,
        decisions: Option<&Decisions>,
    ) -> Result<Due, Fault> {
        let extensions =
            extensions.map(|path| Extensions::read(path, time)).transpose()?.unwrap_or_default();
        let decided = decisions.map(|decisions| decisions.extensions(time)).transpose()?;
        Ok(Due { time, rule, extensions, decided: decided.unwrap_or_default() })
    }

    /// Records how much each late submission loses. Returns messages about submissions without a
    /// known time, and about extensions of unknown students.
    ///
    /// # Errors
    /// An extension is ambiguous, a time in the worksheet is malformed, or only one of the due time
    /// and the time of a submission has a zone.
    pub fn apply(
        &self,
        found: &mut FoundSubmissions,
        worksheet: Option<&Worksheet>,
    ) -> Result<Vec<String>, Fault> {
        let all = found.students();
        self.extensions.refuse_ambiguous(&all)?;
        let mut messages = Vec::new();
        let mut unknown: Vec<Arc<str>> = Vec::new();
        let mut handed_in: Vec<_> = found.handed_in.iter_mut().collect();
        handed_in.sort_by_key(|(name, _)| Arc::clone(name));
        for (name, handed) in handed_in {
            if handed.time.is_none() {
                let time = worksheet.map(|worksheet| worksheet.time_of(&handed.student));
                handed.time = time.transpose()?.flatten();
            }
            match self.lateness(handed) {
                Ok(lateness) => handed.lateness = lateness,
                Err(NoLateness::Unknown) => unknown.push(Arc::clone(name)),
                Err(NoLateness::Incomparable(time)) => return Err(self.incomparable(name, time)),
            }
        }
        let submissions = found.submissions.iter().map(|one| &one.name);
        unknown.extend(submissions.filter(|name| !found.handed_in.contains_key(*name)).cloned());
        unknown.sort();
        if let [first, ..] = &unknown[..] {
            messages.push(match unknown.len() {
                1 => format!("the time of {first} is unknown; it counts as on time"),
                count => format!(
                    "the times of {count} submissions are unknown, such as {first}; they count as on time"
                ),
            });
        }
        let keys: Vec<StudentKey> = all.iter().map(StudentKey::of).collect();
        let unknown_ids = self.extensions.unknown_ids(&keys);
        messages.extend(
            unknown_ids.map(|id| format!("an extension is for {id}, who has no submission")),
        );
        Ok(messages)
    }

    /// Returns the fault for a submission whose time cannot be compared with the due time.
    fn incomparable(&self, name: &str, time: Timestamp) -> Fault {
        let due = self.time;
        let name = escape(name.as_bytes());
        if time.has_zone() {
            let message = format!(
                "{name} was handed in at {time}, with a zone; the due time, {due}, has none"
            );
            return Fault::bad_input(message).help(format!(
                "write the due time with its zone, such as due = \"{due}+01:00\", or \"{due}Z\" if it is in UTC"
            ));
        }
        let message = format!(
            "the due time, {due}, has a zone; {name} was handed in at {time}, which has none"
        );
        Fault::bad_input(message)
            .help("write `due` by the clock of the platform, without a zone; or give the times of the submissions a zone")
    }

    fn lateness(&self, handed: &HandedIn) -> Result<Option<Lateness>, NoLateness> {
        let key = StudentKey::of_student(&handed.student);
        let decided = self.decided.of(&key, self.time);
        let extended = decided.or_else(|| self.extensions.of(&key, self.time));
        let Some(time) = handed.time else {
            return match (handed.is_marked_late, extended) {
                // Only the minimum lateness is known.
                (true, None) => Ok(Some(self.lost(None, None))),
                // Canvas marks only late submissions.
                (false, None) if handed.has_marks() => Ok(None),
                _ => Err(NoLateness::Unknown),
            };
        };
        let since = time.since(extended.unwrap_or(self.time));
        let since = since.map_err(|Incomparable| NoLateness::Incomparable(time))?;
        let late = u64::try_from(since).unwrap_or(0);
        Ok((late > 0).then(|| self.lost(Some(time), Some(late))))
    }

    fn lost(&self, time: Option<Timestamp>, late: Option<u64>) -> Lateness {
        let percent = late.map_or(self.rule.least(), |late| self.rule.percent(late));
        Lateness { time: time.map(|time| time.to_string()), seconds: late, percent, points: None }
    }
}

/// The reason why the lateness of a submission is unknown.
enum NoLateness {
    /// The time of the hand-in is unknown.
    Unknown,
    /// The time of the hand-in, which is incomparable: only one of it and the due time has a zone.
    Incomparable(Timestamp),
}
