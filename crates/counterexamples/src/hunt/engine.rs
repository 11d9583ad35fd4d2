//! What stays from one hunt to the next.

use std::collections::BTreeMap;

use referee_base::fault::Fault;

use super::chase::Chase;
use super::result::{Ended, HuntOptions, HuntProgress, HuntResult};
use super::shares::Record;
use super::source::CandidateSource;
use crate::Subject;

/// What has been learned from hunts so far: which sources find faults. One value serves many hunts, one after the other.
#[derive(Debug, Clone, Default)]
pub struct Hunt {
    records: BTreeMap<String, Record>,
}

impl Hunt {
    /// Starts without any knowledge.
    pub fn new() -> Self {
        Hunt::default()
    }

    /// Looks for an input on which the program fails, until it has one.
    ///
    /// Candidates equal to earlier ones are passed over and not counted. When it is told to stop, it returns a find that a thread
    /// has already made.
    ///
    /// # Errors
    /// A candidate could not be drawn, or not be judged, before there was a find.
    pub fn run(
        &mut self,
        subject: &dyn Subject,
        sources: &[&dyn CandidateSource],
        options: &HuntOptions,
        on_progress: &mut dyn FnMut(HuntProgress),
    ) -> Result<HuntResult, Fault> {
        let result = Chase::new(subject, sources, options, &self.records).run(on_progress)?;
        for (at, report) in result.sources.iter().enumerate() {
            let record = self.records.entry(report.name.clone()).or_default();
            record.cost = record.cost.saturating_add(report.cost);
            let is_its_find = matches!(&result.ended, Ended::Found(found) if found.source == at);
            record.finds += u64::from(is_its_find);
        }
        Ok(result)
    }
}
