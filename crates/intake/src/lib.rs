//! Finds what people hand in, and which programs of it are judged: files, folders, archives,
//! exports of learning platforms, packages.
//!
//! [`finding`] reads it once and returns [`submission::FoundSubmissions`]. It uses names and times,
//! and contents only where these decide which file is the program. Nothing here runs a program or
//! knows cases.

mod archives;
pub mod finding;
mod folders;
pub mod hand_in;
pub mod notebook;
mod other_form;
pub mod submission;
