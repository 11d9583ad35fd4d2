//! Validates `.interaction` files: the messages of judge and submission on a sample, in lines.

use referee_checker::Position;

use referee_base::files;
use referee_package::interaction::{MAX_BYTES, NEXT_PASS};
use referee_package::{CaseFileKind, Diagnostics, Package};

/// Reports malformed `.interaction` files of a package.
pub fn validate(package: &Package, diagnostics: &mut Diagnostics) {
    if !package.metadata.version.knows_new() {
        return;
    }
    let kinds = package.metadata.kinds;
    let is_one = |path: &&String| {
        let kind = path.strip_prefix("data/").and_then(CaseFileKind::split);
        kind.is_some_and(|(_, kind)| kind == CaseFileKind::Interaction)
    };
    for path in package.files().iter().filter(is_one) {
        if !kinds.interactive && !kinds.multi_pass {
            let message = "it has no effect: this problem is neither interactive nor multi-pass";
            diagnostics.warning(path, message);
            continue;
        }
        match files::read_whole(&package.path(path), MAX_BYTES as u64) {
            Ok(text) => {
                if let Some((line, what)) = first_wrong(&text, kinds.multi_pass) {
                    diagnostics.error(path, what).at(Position { line, column: 1 });
                }
            }
            Err(fault) => drop(diagnostics.error(path, fault.message)),
        }
    }
}

/// Returns the number of the first malformed line, and what is wrong with it.
fn first_wrong(text: &[u8], has_passes: bool) -> Option<(u64, &'static str)> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let wrong = |line: &[u8]| match line.trim_ascii_end() {
        line if line == NEXT_PASS.as_bytes() => {
            (!has_passes).then_some("`---` separates passes, but this is not a multi-pass problem")
        }
        [b'<' | b'>', ..] => None,
        _ => Some("expected `<` (the judge) or `>` (the submission) at the start of a line"),
    };
    text.split(|&byte| byte == b'\n').zip(1..).find_map(|(line, at)| Some((at, wrong(line)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_who_writes_them() {
        for (text, in_one_pass, in_several) in [
            ("<3\n>6\n", None, None),
            ("< 3\n> 6", None, None),
            ("<3\n---\n>6\n", Some(2), None),
            ("<3\n\n>6\n", Some(2), Some(2)),
            ("<3\n6\n", Some(2), Some(2)),
            ("----\n", Some(1), Some(1)),
        ] {
            let line = |passes| first_wrong(text.as_bytes(), passes).map(|(line, _)| line);
            assert_eq!((line(false), line(true)), (in_one_pass, in_several), "{text}");
        }
    }
}
