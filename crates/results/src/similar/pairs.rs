//! A comparison as a table of pairs, with the columns of the `pairs.csv` of Dolos (`dolos run -f
//! csv`), so that tools that read that can read this.
//!
//! Deviation: Symbols are counted, where Dolos counts fingerprints. Pairs that share nothing are
//! left out. Names are written such that no spreadsheet takes them for a formula.

use std::io;

use referee_base::spreadsheet::CsvTable;
use referee_course::similar::{ComparedProgram, Similarities};

pub(super) fn pairs(found: &Similarities) -> io::Result<String> {
    let mut table = CsvTable::new(Vec::new());
    let header = "id,leftFileId,leftFilePath,rightFileId,rightFilePath,similarity,totalOverlap,\
        longestFragment,leftCovered,rightCovered";
    table.row(header.split(','))?;
    for (id, pair) in found.comparison.pairs.iter().enumerate() {
        let (left, right) = (pair.left_covered.0, pair.right_covered.0);
        table.row([
            id.to_string(),
            pair.left.to_string(),
            path(&found.programs[pair.left]),
            pair.right.to_string(),
            path(&found.programs[pair.right]),
            pair.similarity().to_string(),
            (left + right).to_string(),
            pair.longest.to_string(),
            left.to_string(),
            right.to_string(),
        ])?;
    }
    table.into_text()
}

fn path(program: &ComparedProgram) -> String {
    let file = program.files.first().map_or("", |file| &file.name);
    let folder = match &program.earlier {
        Some(earlier) => format!("{earlier}/{}", program.name),
        None => program.name.to_string(),
    };
    // A submission of a single file already has its name.
    if folder.ends_with(file) { folder } else { format!("{folder}/{file}") }
}
