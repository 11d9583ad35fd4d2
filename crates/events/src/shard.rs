//! Where the events of a shard come from: which part of which plan it is, and on which machine it was run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::block::ShardBlock;

/// A part of a run that several machines share.
#[derive(Debug, Clone, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct ShardOrigin {
    /// Its number, from 1.
    pub number: usize,
    /// How many shards there are.
    pub of: usize,
    /// The hash of all that counts: shards of one run have the same one. 64 hexadecimal digits.
    pub plan: String,
    /// The positions of its contestants among those of the whole run, from 0, ascending.
    pub positions: Vec<usize>,
    /// Of which of them it has only some cases, and which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<ShardBlock>,
    /// How many contestants the whole run has.
    pub contestants: usize,
    /// The name of the machine. Empty where machines are not told, like that of the kernel.
    pub host: String,
    /// The model of its processor, where the system tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// The name and release of its system's kernel.
    pub kernel: String,
    /// The command without the number of the shard and without reports: what makes another shard of the run begins so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// What the last shard was made from, if this is that one. Its number is then one more than there are shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastShard>,
}

/// What a last shard is made from: it judges again, on one machine, what others have found near the limit of CPU time.
#[derive(Debug, Clone, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct LastShard {
    /// The hash of the results of all shards. 64 hexadecimal digits.
    pub made_from: String,
}
