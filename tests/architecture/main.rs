//! The house as ARCHITECTURE.md draws it, held against manifests and sources: which crate imports which, how large each is, and what
//! each may not know.

mod files;
mod house;
mod words;
