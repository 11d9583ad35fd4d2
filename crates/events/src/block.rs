//! Blocks of a submission's cases: a submission that outweighs a shard is cut into blocks, which
//! several machines judge.

use serde::{Deserialize, Serialize};

use super::submission::SubmissionResult;
use referee_package::ExpectationResult;

/// Consecutive cases of a run, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CaseRange {
    /// The position of the first case, from 0.
    pub first: usize,
    /// The number of cases.
    pub count: usize,
}

/// The cases of one contestant in a shard, if other shards have other cases of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShardBlock {
    /// The position of the contestant among those of the whole run, from 0.
    pub position: usize,
    /// Its cases.
    #[serde(flatten)]
    pub cases: CaseRange,
}

/// The result of a shard's cases of a submission. The result of the submission is only known once
/// `merge` combines all its blocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Block"))]
pub struct BlockResult {
    /// The cases. Empty if no case was run, since the submission could not be: then `result` is
    /// that of all cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<CaseRange>,
    /// How each rule about the expected result compares with these cases alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<ExpectationResult>,
    /// The result if there were no other cases.
    pub result: SubmissionResult,
}

impl CaseRange {
    /// Returns the position after the last case.
    pub fn end(&self) -> usize {
        self.first.saturating_add(self.count)
    }

    /// Returns whether it contains the case at a position.
    pub fn has(&self, case: usize) -> bool {
        (self.first..self.end()).contains(&case)
    }
}
