//! One case for people, as printed by `show`.

use std::fmt::Write as _;

use referee_base::plural;
use referee_checker::text::escape;

use referee_author::show::{FileStart, ShownCase};
use referee_display::drawing;
use referee_display::explanation::{self, row};
use referee_display::paint::{GOOD, painted};
use referee_display::wrap::wrapped;
use referee_events::{JudgedCase, Reason};

/// The maximum size of an answer printed beside a drawing, in bytes.
const SHORT_ANSWER: u64 = 60;

/// Formats a case, with drawings and sentences in lines of at most `width`.
pub fn shown_case(view: &ShownCase, width: usize) -> String {
    let problem = view.problem.as_deref().map_or("of an unknown problem".into(), escaped);
    let mut text = format!("{}   {problem}\n\n", escaped(&view.name));
    // A drawing shows the content of the files, so their sizes suffice.
    let is_drawn = view.drawing.is_some();
    file(&mut text, "input", &view.input, !is_drawn);
    match &view.answer {
        Some(answer) => {
            file(&mut text, "answer", answer, !is_drawn || answer.bytes <= SHORT_ANSWER);
        }
        None => row(&mut text, "answer", "none"),
    }
    if let Some(provenance) = &view.provenance {
        row(&mut text, "made by", provenance);
    }
    if let Some(judged) = &view.judged {
        judgement(&mut text, judged, is_drawn);
    }
    if let Some(drawing) = &view.drawing {
        text.push('\n');
        if view.judged.is_none() {
            wrapped(&mut text, 0, width, &escaped(&drawing.description));
            text.push('\n');
        }
        text += &drawing::text(drawing, width);
    }
    text
}

/// Appends the size of a file and, if requested, its start: on the same line if it is one line,
/// otherwise below.
fn file(text: &mut String, label: &str, file: &FileStart, is_shown: bool) {
    let size = plural(file.bytes as usize, "byte", "bytes");
    match file.lines.as_slice() {
        [line] if is_shown && !file.is_cut => row(text, label, &format!("{size}: {line}")),
        lines if is_shown => {
            let more = if file.is_cut { ", which begin with" } else { "" };
            row(text, label, &format!("{size}{more}"));
            lines.iter().for_each(|line| row(text, "", line));
        }
        _ => row(text, label, &size),
    }
}

/// Appends the verdict on an output with its reasons.
fn judgement(text: &mut String, judged: &JudgedCase, is_drawn: bool) {
    text.push('\n');
    if judged.reason == Reason::Proved {
        let _ = writeln!(text, "{}   {}", judged.contestant, painted(GOOD, "accepted"));
        if !judged.says.is_empty() {
            row(text, "says", &judged.says);
        }
        return;
    }
    let drawing = if is_drawn { Vec::new() } else { judged.drawing.clone() };
    *text += &explanation::coloured(&JudgedCase { drawing, ..judged.clone() });
}

fn escaped(text: &str) -> String {
    escape(text.as_bytes())
}
