//! Names in messages: the first of them, so that no folder fills a screen.

use referee_checker::text::excerpt;

/// Lists the first of some names, and how many more there are.
pub(super) fn list<T: AsRef<str>>(names: &[T]) -> String {
    const LISTED: usize = 5;
    let shown = names.iter().map(|name| excerpt(name.as_ref().as_bytes(), 80));
    referee_base::listed(&shown.collect::<Vec<_>>(), LISTED)
}
