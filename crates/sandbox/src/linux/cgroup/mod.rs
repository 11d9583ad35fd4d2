//! Control groups of version 2: the resources of all processes of a run, as counted by the kernel.
//!
//! Sampling `/proc` misses what happens between two samples, and processes too short-lived to be
//! seen. A control group counts everything: the CPU time of all processes, including those that
//! have ended, and memory with page tables and buffers, each page once. It also enforces limits,
//! and kills all processes in one call. `place.rs` finds where groups can be created; `group.rs` is
//! the group of one launcher.

mod group;
mod place;

pub(super) use group::{Group, HeldGroup, Measured, MeasuredMemory};
pub use place::control_groups;
pub(super) use place::{Place, here};
