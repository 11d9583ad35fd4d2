//! The origin of a shard's events: its plan, its part of the plan, and its machine. A submission
//! that outweighs a shard is cut into blocks of cases, which several machines judge.

use serde::{Deserialize, Serialize};

use super::submission::SubmissionResult;
use referee_package::ExpectationResult;

/// A part of a run that several machines share.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShardOrigin {
    /// Its number, from 1.
    pub number: usize,
    /// The number of shards.
    pub of: usize,
    /// The hash of the plan, which all shards of one run share. 64 hexadecimal digits.
    pub plan: String,
    /// The positions of its contestants among those of the whole run, from 0, ascending.
    pub positions: Vec<usize>,
    /// The contestants for which it has only some cases, with these cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<ShardBlock>,
    /// The number of contestants of the whole run.
    pub contestants: usize,
    /// The name of the machine; like that of the kernel, empty if machines are not reported.
    pub host: String,
    /// The model of its processor, if the system reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// The name and release of its system's kernel.
    pub kernel: String,
    /// The command without the number of the shard and without reports: the beginning of the
    /// command for another shard of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// The source of the last shard, if this is the last shard. Its number is then one more than
    /// the number of shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastShard>,
}

/// The source of a last shard: it judges again, on one machine, what others found near the limit of
/// CPU time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LastShard {
    /// The hash of the results of all shards. 64 hexadecimal digits.
    pub made_from: String,
}

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
