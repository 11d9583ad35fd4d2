//! Assembles the blocks of a submission, from the files of several shards, into the events of one
//! submission: in the order of its cases, and with the final result that a run on one machine would
//! have.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use super::file::damaged;
use super::turns::{Fate, Turn, TurnPart};
use referee_base::fault::Fault;
use referee_events::scoring::PointScheme;
use referee_events::{CaseRange, Event};
use referee_judge::WholeSubmission;

/// The submissions that are cut into blocks, by position among all contestants.
#[derive(Default)]
pub(super) struct CutSubmissions(BTreeMap<usize, CutSubmission>);

pub(super) struct CutSubmission {
    name: Arc<str>,
    /// Its blocks, in order, each with the number of its shard; some may be missing.
    blocks: Vec<(CaseRange, usize)>,
}

/// The data for assembling submissions.
pub(super) struct Assembly<'a> {
    pub(super) cases: &'a [Arc<str>],
    /// The points of the cases, if they are worth any.
    pub(super) points: Option<&'a PointScheme>,
    /// The files of the shards, by number.
    pub(super) paths: &'a BTreeMap<usize, PathBuf>,
}

/// An event of a part of a submission, with its origin.
pub(super) struct Part {
    pub(super) shard: usize,
    pub(super) line: u64,
    pub(super) event: Event,
}

impl CutSubmission {
    /// Returns the turns in which the parts of the submission at `position` are read.
    pub(super) fn turns(&self, position: usize, fate: Fate) -> Vec<Turn> {
        let mut shards: Vec<usize> = Vec::new();
        for (_, shard) in &self.blocks {
            if !shards.contains(shard) {
                shards.push(*shard);
            }
        }
        let last = shards.last().copied();
        let turn = |shard| Turn {
            name: Arc::clone(&self.name),
            shard,
            fate,
            part: Some(TurnPart { position, is_last: Some(shard) == last }),
        };
        shards.into_iter().map(turn).collect()
    }
}

impl CutSubmissions {
    pub(super) fn at(&self, position: usize) -> Option<&CutSubmission> {
        self.0.get(&position)
    }

    /// Adds a block of the submission at `position`; `shard` is the number of the shard that has
    /// it.
    pub(super) fn add(&mut self, position: usize, name: &Arc<str>, cases: CaseRange, shard: usize) {
        let new = || CutSubmission { name: Arc::clone(name), blocks: Vec::new() };
        let blocks = &mut self.0.entry(position).or_insert_with(new).blocks;
        blocks.insert(blocks.partition_point(|(other, _)| *other < cases), (cases, shard));
    }

    /// Returns the positions of the submissions that lack cases.
    ///
    /// # Errors
    /// The number of a shard whose block overlaps another one, is empty, or has cases that do not
    /// exist.
    pub(super) fn lacking(&self, cases: usize) -> Result<Vec<usize>, usize> {
        let mut lacking = Vec::new();
        for (&position, submission) in &self.0 {
            let (mut next, mut is_whole) = (0, true);
            for (block, shard) in &submission.blocks {
                if block.first < next || block.count == 0 || block.end() > cases {
                    return Err(*shard);
                }
                // A gap may be the block of a missing shard, while overlapping blocks cannot come
                // from one plan.
                is_whole &= block.first == next;
                next = block.end();
            }
            if !is_whole || next != cases {
                lacking.push(position);
            }
        }
        Ok(lacking)
    }
}

impl Assembly<'_> {
    /// Returns the events of a submission, assembled from its parts. Events about no single case
    /// come first.
    pub(super) fn whole(
        &self,
        submission: &CutSubmission,
        parts: Vec<Part>,
    ) -> Result<Vec<Event>, Fault> {
        let (mut events, mut left) = (Vec::new(), HashMap::<usize, VecDeque<Part>>::new());
        for part in parts {
            match part.event {
                Event::Fault { .. } => events.push(part.event),
                _ => left.entry(part.shard).or_default().push_back(part),
            }
        }
        let mut whole = WholeSubmission::new(self.cases, self.points);
        let blocks = submission.blocks.iter();
        let cases = blocks.clone().flat_map(|&(block, shard)| {
            (block.first..block.end()).map(move |case| (Some(case), shard))
        });
        // The result of a shard's block follows its last case, or comes first if it could not run
        // any case.
        let ends = blocks.map(|&(_, shard)| (None, shard));
        for (case, shard) in cases.chain(ends) {
            // A shard that could not run the submission has one event for all cases of its block.
            let Some(part) = left.get_mut(&shard).and_then(VecDeque::pop_front) else { continue };
            match part.event {
                Event::Judged(judged)
                    if case.is_some_and(|case| self.cases[case] == judged.case) =>
                {
                    whole.add_case(case.unwrap_or_default(), &judged);
                    events.push(Event::Judged(judged));
                }
                Event::Block(block) if case.is_none() || block.cases.is_empty() => {
                    whole.add_block(block);
                }
                _ => return Err(self.misplaced(shard, part.line)),
            }
        }
        match left.values().find_map(|parts| parts.front()) {
            Some(part) => Err(self.misplaced(part.shard, part.line)),
            None => {
                events.extend(whole.end()?);
                Ok(events)
            }
        }
    }

    fn misplaced(&self, shard: usize, line: u64) -> Fault {
        damaged(&self.paths[&shard], line, "this event is not the next one of its block")
    }
}
