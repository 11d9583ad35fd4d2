//! Parts of the cases of a submission: one that outweighs a shard is cut into blocks, which several machines judge.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::submission::SubmissionResult;
use referee_package::ExpectationResult;

/// Consecutive cases of a run, in its order.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize, Deserialize,
)]
pub struct CaseRange {
    /// The position of the first, from 0.
    pub first: usize,
    /// How many they are.
    pub count: usize,
}

/// The cases of one contestant that a shard has, where other shards have the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct ShardBlock {
    /// The position of the contestant among those of the whole run, from 0.
    pub position: usize,
    /// Its cases.
    #[serde(flatten)]
    pub cases: CaseRange,
}

/// What came of the cases of a submission that a shard has. It is not the result of the submission: `merge` makes that of all its blocks.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize, Deserialize)]
#[schemars(rename = "Block")]
pub struct BlockResult {
    /// The cases. None where no case was run, since the submission could not be: `result` is then that of all cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<CaseRange>,
    /// How each rule about what the submission was meant to get compares with these cases alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<ExpectationResult>,
    /// What the result would be if there were no other cases.
    pub result: SubmissionResult,
}

impl CaseRange {
    /// Returns the position after the last.
    pub fn end(&self) -> usize {
        self.first.saturating_add(self.count)
    }

    /// Returns whether it has the case at a position.
    pub fn has(&self, case: usize) -> bool {
        (self.first..self.end()).contains(&case)
    }
}
