//! Where the events of a shard come from: which part of which plan it is, and on which machine it was run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// How many contestants the whole run has.
    pub contestants: usize,
    /// The name of the machine.
    pub host: String,
    /// The model of its processor, where the system tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// The name and release of its system's kernel.
    pub kernel: String,
    /// The command without the number of the shard and without reports: what makes another shard of the run begins so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
}
