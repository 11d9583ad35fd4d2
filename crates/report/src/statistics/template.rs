//! The file in which people write comments: a table for each group of equal failures, preceded by
//! its members.

use std::fmt::Write as _;

use referee_checker::text::excerpt;

use super::comments::Comments;
use super::failures::{Common, EqualFailures};
use super::summary::Statistics;

/// Formats a template for comments. Existing comments are kept.
pub(crate) fn template(statistics: &Statistics, written: Option<&Comments>) -> String {
    let Statistics { failures, languages, .. } = statistics;
    let mut text = String::from(
        "# Equal failures of several submissions, the most frequent first. What you write as a comment is in the feedback\n\
         # of everybody in the group: `comments = \"FILE\"` in course.toml names a copy of this file\n\n\
         format = 1\n",
    );
    let line = |words: &str| excerpt(words.as_bytes(), 400);
    if let Some(file) = languages {
        let _ = writeln!(text, "# Run with the languages of {}.", line(file));
    }
    for EqualFailures { id, case, common, reason, message, submissions } in failures {
        let what = match common {
            Common::Refutation => "",
            Common::Output => ", all with the same output",
        };
        let count = submissions.len();
        let _ = writeln!(text, "\n# {}: {}", line(case), line(&reason.with(message)));
        // All of them: a comment reaches only submissions that are named here.
        let named: Vec<String> = submissions.iter().map(|name| line(name)).collect();
        let _ = writeln!(text, "# {count} submissions{what}: {}", named.join(", "));
        entry(&mut text, id, written.and_then(|written| written.of(id)).unwrap_or_default());
    }
    let is_gone = |id: &str| failures.iter().all(|failure| failure.id != id);
    for (id, comment) in written.into_iter().flat_map(Comments::all).filter(|(id, _)| is_gone(id)) {
        text.push_str("\n# Nobody, or only one submission, fails like this any more.\n");
        entry(&mut text, id, comment);
    }
    text
}

fn entry(text: &mut String, id: &str, comment: &str) {
    let _ = writeln!(text, "[[failure]]\nid = {}\ncomment = {}", quoted(id), quoted(comment));
}

/// Returns a string of TOML, which may take several lines.
fn quoted(text: &str) -> String {
    toml::Value::String(text.replace('\r', "")).to_string()
}
