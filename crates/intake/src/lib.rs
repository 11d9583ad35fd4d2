//! Finds hand-ins and the programs in them that are judged: files, folders, archives,
//! exports of learning platforms, packages.
//!
//! [`finding`] reads them once and returns [`submission::FoundSubmissions`]. It uses names and
//! times, and contents only where these decide which file is the program. Nothing here runs a
//! program or deals with cases.

pub mod finding;
mod folders;
pub mod hand_in;
pub mod notebook;
mod other_form;
pub mod submission;
