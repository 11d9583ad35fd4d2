//! The script of the page: plain files of one idea each, one after the other, as they stand in the source tree.
//!
//! A file makes one object that those after it use. None of them writes markup: what contestants wrote becomes text nodes.

/// The whole script.
pub(super) const SCRIPT: &str = concat!(
    "\"use strict\";\n",
    include_str!("script/dom.js"),
    include_str!("script/query.js"),
    include_str!("script/scale.js"),
    include_str!("script/verdicts.js"),
    include_str!("script/select.js"),
    include_str!("script/order.js"),
    include_str!("script/route.js"),
    include_str!("script/store.js"),
    include_str!("script/parts.js"),
    include_str!("script/plot.js"),
    include_str!("script/grid.js"),
    include_str!("script/matrix.js"),
    include_str!("script/times.js"),
    include_str!("script/case.js"),
    include_str!("script/feedback.js"),
    include_str!("script/submission.js"),
    include_str!("script/kinds.js"),
    include_str!("script/kills.js"),
    include_str!("script/suite.js"),
    include_str!("script/changes.js"),
    include_str!("script/statistics.js"),
    include_str!("script/views.js"),
    include_str!("script/main.js"),
);
