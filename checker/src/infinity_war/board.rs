//! A small board, drawn in text.

use super::{Claim, Path, Prepared, Square};

/// The largest side that is drawn.
pub(super) const DRAWN_UP_TO: i32 = 20;

/// The board, top row first, with a legend beside it. Only for small boards.
///
/// Shows Bob's reach, or the path by which Alice captures him if there is one.
pub(super) fn draw(prepared: &Prepared, claim: Claim) -> Vec<String> {
    let instance = prepared.instance();
    let n = instance.n();
    let mut legend = vec!["A Alice, B Bob"];
    let mut marks = vec![b'.'; (n * n) as usize];
    let index = |square: Square| ((square.y - 1) * n + square.x - 1) as usize;
    match prepared.capture() {
        Some(Path::Two(first, _)) => {
            if let Some(midpoint) = instance.landing(instance.alice(), instance.moves()[first]) {
                marks[index(midpoint)] = b'1';
                legend.push("1 Alice's first landing");
            }
        }
        Some(_) => {}
        None => {
            for (mark, reached) in marks.iter_mut().zip(prepared.reach().squares(instance.bob())) {
                if reached {
                    *mark = b'b';
                }
            }
            legend.push("b within Bob's reach");
        }
    }
    marks[index(instance.alice())] = b'A';
    marks[index(instance.bob())] = b'B';
    if let Claim::Tie { x, y } = claim {
        let n = i64::from(n);
        if (1..=n).contains(&x) && (1..=n).contains(&y) {
            marks[index(Square { x: x as i32, y: y as i32 })] = b'x';
            legend.push("x the claim");
        }
    }
    let width = n.to_string().len();
    let rows = (1..=n).rev().map(|y| {
        let cells = (1..=n).map(|x| marks[index(Square { x, y })] as char);
        format!("{y:>width$} | {}", spread(cells.map(String::from), width))
    });
    let mut lines: Vec<String> = rows.collect();
    let columns = spread((1..=n).map(|x| x.to_string()), width);
    lines.push(format!("{:width$}   {columns}", ""));
    for (line, words) in lines.iter_mut().zip(&legend) {
        line.push_str("   ");
        line.push_str(words);
    }
    // A board of side 2 has three lines and up to four things to explain.
    for words in legend.iter().skip(lines.len()) {
        lines.push(format!(
            "{:indent$}{words}",
            "",
            indent = width + 3 + (width + 1) * n as usize + 2
        ));
    }
    lines
}

fn spread(cells: impl Iterator<Item = String>, width: usize) -> String {
    cells.map(|cell| format!("{cell:>width$}")).collect::<Vec<_>>().join(" ")
}
