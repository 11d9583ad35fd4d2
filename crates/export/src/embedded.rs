//! The files that are embedded in this program, as its build script finds them.

/// Files with their paths.
pub(super) type Files = &'static [(&'static str, &'static [u8])];

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Returns the files of a problem whose paths start like this, with the rest of their paths.
pub(super) fn of(
    problem: &str,
    files: Files,
    start: &str,
) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    files.iter().filter_map(move |(path, bytes)| {
        let below = path.strip_prefix(problem)?.strip_prefix('/')?;
        Some((below.strip_prefix(start)?, *bytes))
    })
}
