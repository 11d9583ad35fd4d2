//! Parses an event from its line. Fields that this version does not write are ignored.
//!
//! A file may contain millions of judgements. So their texts are borrowed until they are known to
//! be new, and names that were read before are shared.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use referee_package::{Score, Verdict};
use serde::{Deserialize, Deserializer};

use super::{
    Event, JudgedCase, LabelledFact, NearLimit, OutputPlace, Reason, Recheck, Retried, Used,
};
use crate::calibration::{CalibrationFigures, MachineSpeed};

/// The start of a line that this program has written.
const START: &[u8] = b"{\"event\":\"";

/// The message of most judgements.
const ACCEPTED: &str = "accepted";

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow)]
    event: Cow<'a, str>,
}

/// An event about no contestant, or no case.
#[derive(Deserialize)]
struct Note {
    #[serde(default)]
    contestant: String,
    #[serde(default)]
    path: String,
    message: String,
}

/// The last event, as far as it is parsed.
#[derive(Deserialize)]
struct End {
    #[serde(default)]
    machine: Option<MachineSpeed>,
    #[serde(default)]
    calibration: Option<CalibrationFigures>,
}

/// The names of cases, shared by all events.
#[derive(Debug, Default)]
pub struct CaseNames {
    names: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, usize>,
}

impl CaseNames {
    /// Creates it from the names of a run's cases.
    pub fn of(names: &[Arc<str>]) -> CaseNames {
        CaseNames { names: names.to_vec(), numbers: names.iter().cloned().zip(0..).collect() }
    }
}

/// The names that were read last, which most events share.
#[derive(Debug, Default)]
pub struct Names<'a> {
    contestant: Option<Arc<str>>,
    cases: Option<&'a CaseNames>,
    /// The index of the case that is expected next.
    next: usize,
}

impl<'a> Names<'a> {
    /// Creates the names for events of this contestant on these cases.
    pub fn of(contestant: &Arc<str>, cases: &'a CaseNames) -> Names<'a> {
        Names { contestant: Some(Arc::clone(contestant)), cases: Some(cases), next: 0 }
    }

    fn contestant(&self, name: &str) -> Arc<str> {
        let known = self.contestant.as_ref().filter(|known| ***known == *name);
        known.map_or_else(|| name.into(), Arc::clone)
    }

    fn case(&mut self, name: &str) -> Arc<str> {
        let Some(CaseNames { names, numbers }) = self.cases else { return name.into() };
        let is_next = names.get(self.next).is_some_and(|known| **known == *name);
        match if is_next { Some(self.next) } else { numbers.get(name).copied() } {
            Some(number) => {
                self.next = number + 1;
                Arc::clone(&names[number])
            }
            None => name.into(),
        }
    }
}

/// A judgement as its line has it: the resources that its program used are fields beside the
/// others.
#[derive(Deserialize)]
struct JudgedLine<'a> {
    #[serde(borrow)]
    contestant: Cow<'a, str>,
    #[serde(borrow)]
    case: Cow<'a, str>,
    verdict: Verdict,
    reason: Reason,
    #[serde(borrow)]
    message: Cow<'a, str>,
    public: Option<String>,
    #[serde(default)]
    says: String,
    place: Option<OutputPlace>,
    #[serde(default)]
    facts: Vec<LabelledFact>,
    #[serde(default)]
    drawing: Vec<String>,
    answer: Option<String>,
    input: Option<String>,
    dialogue: Option<String>,
    output: Option<String>,
    output_digest: Option<String>,
    cpu_seconds: Option<f64>,
    instructions: Option<u64>,
    worked_seconds: Option<f64>,
    wall_seconds: Option<f64>,
    waited_seconds: Option<f64>,
    memory_bytes: Option<u64>,
    exit: Option<i32>,
    signal: Option<i32>,
    score: Option<Score>,
    #[serde(default)]
    kept: bool,
    near_limit: Option<NearLimit>,
    #[serde(default)]
    repeats: Vec<Verdict>,
    before: Option<Verdict>,
    retried: Option<Retried>,
    recheck: Option<Recheck>,
}

impl JudgedLine<'_> {
    fn used(&self) -> Option<Used> {
        Some(Used {
            cpu_seconds: self.cpu_seconds?,
            instructions: self.instructions,
            worked_seconds: self.worked_seconds,
            wall_seconds: self.wall_seconds?,
            waited_seconds: self.waited_seconds,
            memory_bytes: self.memory_bytes?,
            exit: self.exit,
            signal: self.signal,
        })
    }

    fn judged(self, names: &mut Names) -> JudgedCase {
        JudgedCase {
            used: self.used(),
            contestant: names.contestant(&self.contestant),
            case: names.case(&self.case),
            verdict: self.verdict,
            reason: self.reason,
            message: match self.message {
                message if message == ACCEPTED => Cow::Borrowed(ACCEPTED),
                message => Cow::Owned(message.into_owned()),
            },
            public: self.public,
            says: self.says,
            place: self.place,
            facts: self.facts,
            drawing: self.drawing,
            answer: self.answer,
            input: self.input,
            dialogue: self.dialogue,
            output: self.output,
            output_digest: self.output_digest,
            score: self.score,
            kept: self.kept,
            near_limit: self.near_limit,
            repeats: self.repeats,
            before: self.before,
            retried: self.retried,
            recheck: self.recheck,
        }
    }
}

impl<'de> Deserialize<'de> for JudgedCase {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JudgedCase, D::Error> {
        JudgedLine::deserialize(deserializer).map(|line| line.judged(&mut Names::default()))
    }
}

/// Returns the kind of a line, which is the value of its `event`. In lines written by this program
/// it comes first, and then nothing else is parsed.
fn kind(line: &[u8]) -> serde_json::Result<Cow<'_, str>> {
    let written = line.strip_prefix(START).and_then(|rest| {
        let end = rest.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        str::from_utf8(&rest[..end]).ok().filter(|_| rest[end] == b'"')
    });
    match written {
        Some(kind) => Ok(kind.into()),
        None => serde_json::from_slice::<Head>(line).map(|head| head.event),
    }
}

/// Returns whether a line is the last one of a submission, or of its part in a shard.
pub fn ends_submission(line: &[u8]) -> bool {
    kind(line).is_ok_and(|kind| matches!(&*kind, "submission" | "block"))
}

impl Event {
    /// Parses a line of the JSON form; `None` if a later version has added its kind. Of the totals
    /// in `finished`, only the speed of the machine is parsed.
    ///
    /// # Errors
    /// The line is not an event.
    pub fn parse(line: &[u8]) -> serde_json::Result<Option<Event>> {
        Event::parse_with(line, &mut Names::default())
    }

    /// Does the same, sharing known names.
    ///
    /// # Errors
    /// The line is not an event.
    pub fn parse_with(line: &[u8], names: &mut Names) -> serde_json::Result<Option<Event>> {
        let event = match &*kind(line)? {
            "started" => Event::Started(serde_json::from_slice(line)?),
            "judged" => Event::Judged(serde_json::from_slice::<JudgedLine>(line)?.judged(names)),
            "submission" => Event::Submission(serde_json::from_slice(line)?),
            "block" => Event::Block(serde_json::from_slice(line)?),
            "fault" => Event::Fault { message: serde_json::from_slice::<Note>(line)?.message },
            "extra" => {
                let Note { contestant, path, message } = serde_json::from_slice(line)?;
                Event::Extra { contestant: contestant.into(), path, message }
            }
            "finished" => {
                let End { machine, calibration } = serde_json::from_slice(line)?;
                Event::Finished(super::Totals { machine, calibration, ..super::Totals::default() })
            }
            _ => return Ok(None),
        };
        Ok(Some(event))
    }
}

#[cfg(test)]
mod tests;
