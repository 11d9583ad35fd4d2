//! The result of a batch: for people, as JSON, and as a web page.

mod figures;
mod human;
mod json;
mod page;
mod page_rows;

pub use figures::BatchSummary;
pub use human::human;
pub use json::{audit, json};
pub use page::page;
pub use page_rows::PageRows;
