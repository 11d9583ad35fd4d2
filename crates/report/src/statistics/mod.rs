//! Statistics of a run: how its results are spread, which cases are hardest, and which failures many submissions share.
//!
//! They are collected from the events, whatever shows them: a text for the terminal, JSON, a table of the cases, the page. The failures
//! have identifiers, by which people comment on all that are equal at once.

mod comments;
mod failures;
mod json;
mod summary;
mod table;
mod template;
mod text;

pub(super) use comments::COMMENT;
pub use comments::{CommentReaches, Comments};
pub use failures::{Common, EqualFailures};
pub(super) use json::StatisticsJson;
pub(super) use summary::asked;
pub use summary::{
    AskedSuspicion, CaseStatistics, GroupStatistics, Statistics, StatisticsCollector, Unit,
};
pub(super) use table::StatisticsCsv;
pub(super) use template::CommentsTemplate;
pub(super) use text::StatisticsText;
