//! Control groups of version 2: what all processes of a run use together, as the kernel counts it.
//!
//! Sampling `/proc` misses what happens between two looks, and processes too short-lived to be seen. A control group counts all of it: CPU
//! time with that of every process that has ended, memory with page tables and buffers, each page once. It also holds them to a limit, and
//! kills them in one call. `place.rs` finds where groups may be made, `group.rs` is that of one launcher.

mod files;
mod group;
mod place;

pub(super) use group::{Group, HeldGroup, Measured, MeasuredMemory};
pub(super) use place::{Place, here};
