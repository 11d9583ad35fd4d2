//! Checks the architecture that ARCHITECTURE.md describes against manifests and sources: which
//! crate imports which, how large each is, and what each may not use.

mod files;
mod house;
mod words;
