//! Suspicions about languages: one in which everything fails alike, one in which otherwise right
//! programs are too slow, and one that is slower than its twin.

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_events::{Reason, Verdict};

use super::{ClassRow, MANY, Suspicion, SuspicionKind, about};

/// Pairs of languages that are usually equally fast.
const TWINS: [(&str, &str); 7] = [
    ("C", "C++"),
    ("C++", "Rust"),
    ("C", "Rust"),
    ("Java", "Kotlin"),
    ("Java", "Scala"),
    ("C#", "F#"),
    ("Python 2", "Python 3"),
];

/// A language is suspicious if it takes this many times as long as its twin, and at least this many
/// seconds longer.
const FACTOR: f64 = 2.0;
const LONGER: f64 = 0.1;

type ByLanguage<'a> = BTreeMap<Arc<str>, Vec<&'a ClassRow>>;

fn by_language<'a>(rows: impl IntoIterator<Item = &'a ClassRow>) -> ByLanguage<'a> {
    let mut languages = ByLanguage::new();
    for row in rows {
        if let Some(language) = &row.language {
            languages.entry(Arc::clone(language)).or_default().push(row);
        }
    }
    languages
}

/// Returns the languages in which all submissions fail in the same way and pass nothing.
pub(super) fn failing(rows: &[&ClassRow]) -> Vec<Suspicion> {
    let all = by_language(rows.iter().copied()).into_iter();
    let odd = all.filter_map(|(language, rows)| {
        let way = way_of_failing(rows.first()?)?;
        let is_alike = rows.len() >= MANY
            && rows.iter().all(|row| row.failed == row.run && way_of_failing(row) == Some(way));
        let kind = SuspicionKind::LanguageFails { language, verdict: way.0 };
        about(kind, rows).filter(|_| is_alike)
    });
    odd.collect()
}

/// Returns how a submission fails. Wrong outputs count as the same way only if they are equal, as
/// there may be different mistakes.
fn way_of_failing(row: &ClassRow) -> Option<(Verdict, Option<(usize, u64)>)> {
    match row.verdict? {
        Verdict::Accepted | Verdict::JudgeError => None,
        verdict @ (Verdict::WrongAnswer | Verdict::Malformed) => {
            let first = row.failures.first()?;
            Some((verdict, Some((first.case, first.output?))))
        }
        verdict => Some((verdict, None)),
    }
}

/// Returns the languages in which all otherwise right submissions are too slow, while many in
/// another one are accepted.
pub(super) fn too_slow(rows: &[&ClassRow], cases: usize) -> Vec<Suspicion> {
    let is_accepted = |row: &&ClassRow| row.verdict == Some(Verdict::Accepted);
    let accepted = by_language(rows.iter().copied().filter(is_accepted));
    let other = accepted.iter().max_by_key(|(_, rows)| rows.len());
    let Some((other, fast)) = other.filter(|(_, rows)| rows.len() >= MANY) else {
        return Vec::new();
    };
    let is_too_slow = |row: &&ClassRow| {
        let has_passed = row.failed > 0 && row.run > row.failed && row.run <= cases;
        has_passed && row.failures.iter().all(|failure| failure.reason == Reason::TimeLimit)
    };
    let slow = by_language(rows.iter().copied().filter(is_too_slow)).into_iter();
    let odd = slow.filter(|(language, rows)| {
        rows.len() >= MANY && language != other && !accepted.contains_key(&**language)
    });
    odd.filter_map(|(language, rows)| {
        let other = Arc::clone(other);
        about(SuspicionKind::LanguageTooSlow { language, other, accepted: fast.len() }, rows)
    })
    .collect()
}

/// Returns the languages whose accepted submissions are all much slower than those in a twin.
pub(super) fn slower_than_twins(rows: &[&ClassRow]) -> Vec<Suspicion> {
    let is_accepted = |row: &&ClassRow| row.verdict == Some(Verdict::Accepted);
    let languages = by_language(rows.iter().copied().filter(is_accepted));
    let both_ways = TWINS.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    let odd = both_ways.filter_map(|(language, twin)| {
        let (language, slow) = languages.get_key_value(language)?;
        let (twin, fast) = languages.get_key_value(twin)?;
        let seconds = times(slow)?.into_iter().reduce(f64::min)?;
        let twin_seconds = times(fast)?.into_iter().reduce(f64::max)?;
        let is_odd = seconds > twin_seconds * FACTOR && seconds > twin_seconds + LONGER;
        let (language, twin) = (Arc::clone(language), Arc::clone(twin));
        let kind = SuspicionKind::SlowerThanTwin { language, twin, seconds, twin_seconds };
        about(kind, slow.iter().copied()).filter(|_| is_odd)
    });
    odd.collect()
}

/// Returns the times of submissions; `None` if there are too few.
fn times(rows: &[&ClassRow]) -> Option<Vec<f64>> {
    let times: Vec<f64> = rows.iter().filter_map(|row| row.seconds).collect();
    (times.len() >= MANY).then_some(times)
}
