//! What people hand in, and which programs of it are judged: files, folders, archives, exports of learning platforms, packages.
//!
//! [`finding`] walks in once and returns [`submission::FoundSubmissions`]. Names and times are looked at, contents only where they
//! decide which file is the program. Nothing here runs a program or knows of cases.

mod archives;
pub mod finding;
mod folders;
pub mod hand_in;
pub mod notebook;
mod other_form;
pub mod submission;
