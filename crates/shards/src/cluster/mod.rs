//! Scripts by which engines that are there already judge the shards of a run: Slurm and GNU parallel. For Kubernetes, GitLab and GitHub
//! there are templates in `dist`.
//!
//! Each is a text made of what is asked for, to be read before it is run. Only Slurm is also asked something (`commands`). All have one
//! contract. A shard is judged by a command of its own, which says its number; its events appear whole or not at all; whoever ends
//! it may start it again; and one last command merges.

pub mod commands;
pub mod folder;
pub mod numbers;
pub mod parallel;
pub mod queue;
pub mod shell;
pub mod slurm;
pub mod work;

pub use work::Work;
