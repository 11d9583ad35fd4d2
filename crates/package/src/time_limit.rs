//! The time limit in the files that DOMjudge reads: `.timelimit` and `domjudge-problem.ini`.

use std::time::Duration;

use referee_checker::Position;

use super::diagnostic::{Diagnostics, Work};
use super::limits::{MAX_SECONDS, MIN_SECONDS};
use super::metadata::Metadata;
use super::tree::{TIME_LIMIT as FILE, Tree};
use referee_base::files;

/// The file with one setting per line.
pub const INI: &str = "domjudge-problem.ini";

/// The maximum size of these files, in bytes.
const MAX_BYTES: u64 = 64 << 10;

/// Reads these files. A time limit in problem.yaml takes precedence.
pub(super) fn read(tree: &Tree, metadata: &mut Metadata, diagnostics: &mut Diagnostics) {
    let mut found = None;
    for path in [INI, FILE].into_iter().filter(|path| tree.has_file(path)) {
        let read = files::read_whole(&tree.path(path), MAX_BYTES);
        let read =
            read.map_err(|fault| diagnostics.error(path, fault.message).blocking(Work::Judging));
        let Ok(bytes) = read else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let value = match path {
            FILE => Some((text.trim(), 1)),
            _ => text.lines().zip(1..).find_map(|(line, number)| Some((setting(line)?, number))),
        };
        let Some((value, line)) = value else { continue };
        let seconds = value.parse().ok();
        match seconds.filter(|seconds| (MIN_SECONDS..=MAX_SECONDS).contains(seconds)) {
            Some(seconds) => found = found.or(Some((path, Duration::from_secs_f64(seconds)))),
            None => {
                diagnostics
                    .error(path, "the time limit is not a number of seconds")
                    .blocking(Work::Judging)
                    .at(Position { line, column: 1 });
            }
        }
    }
    let Some((path, time)) = found else { return };
    match metadata.limits.time {
        Some(given) if given.abs_diff(time) > Duration::from_nanos(1) => {
            diagnostics.error(
                path,
                format!(
                    "its time limit is {} s, that of problem.yaml {} s",
                    time.as_secs_f64(),
                    given.as_secs_f64()
                ),
            );
        }
        _ => metadata.limits.time = Some(time),
    }
}

/// Returns the value set by a line such as `timelimit = '2'`.
fn setting(line: &str) -> Option<&str> {
    let (key, value) = line.split_once('=')?;
    (key.trim() == "timelimit").then(|| value.trim().trim_matches(['\'', '"']))
}
