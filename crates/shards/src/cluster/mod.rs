//! Scripts for existing engines to judge the shards of a run: Slurm and GNU parallel. For
//! Kubernetes, GitLab and GitHub there are templates in `dist`.
//!
//! Each is a text generated from the options, to be read before it is run. Only Slurm is also
//! queried (`commands`). All follow the same contract: each shard is judged by a separate command,
//! which contains its number; its events appear completely or not at all; a shard may be stopped
//! and restarted at any time; and one last command merges.

pub mod commands;
pub mod folder;
pub mod numbers;
pub mod parallel;
pub mod queue;
pub mod shell;
pub mod slurm;

pub use folder::Work;
