//! Formats a kill matrix and its analysis: for people, as CSV and as JSON.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value, json};

use referee_base::plural;
use referee_base::spreadsheet::CsvTable;
use referee_display::columns::{self, BandRow, CaseColumns};
use referee_display::grid::{Cell, Grid, Row};
use referee_display::paint::{BAD, GOOD, LABEL, ODD, painted};
use referee_display::width::shortened;
use referee_display::wrap::wrapped_after;
use referee_suites::{KillMatrix, Needs, SuiteAnalysis, Weight};

/// The width of the labels in front of facts.
const LABEL_WIDTH: usize = 11;

/// How to find a case for a program that no case catches.
const HUNT: &str = "`referee hunt PROBLEM SUBMISSION` looks for a case that catches one";

/// Longer program names are shortened.
const MAX_NAME: usize = 40;

/// Formats the matrix and its analysis, in lines of at most `width` characters.
pub fn human(
    problem: &str,
    matrix: &KillMatrix,
    suite: &SuiteAnalysis,
    needs: Needs,
    width: usize,
) -> String {
    let mut text = format!(
        "{problem}: {}, {}, {}\n\n",
        plural(matrix.cases.len(), "case", "cases"),
        plural(matrix.wrong.len(), "wrong program", "wrong programs"),
        plural(matrix.right.len(), "right one", "right ones"),
    );
    text += &marks(matrix, width);
    for (label, lines) in facts(matrix, suite, needs) {
        let mut label = painted(LABEL, &format!("{label:<LABEL_WIDTH$}"));
        for line in lines {
            wrapped_after(&mut text, &std::mem::take(&mut label), LABEL_WIDTH + 2, width, &line);
        }
    }
    text
}

/// Formats the order of cases, one per line.
pub fn order(matrix: &KillMatrix, suite: &SuiteAnalysis) -> String {
    suite.order.cases.iter().map(|&case| format!("{}\n", matrix.cases[case].name)).collect()
}

/// Formats the matrix: a row for each wrong program, with a mark for each case that catches it, in
/// tens and by folder. If there are too many cases, they are counted.
fn marks(matrix: &KillMatrix, line: usize) -> String {
    let names: Vec<Arc<str>> = matrix.cases.iter().map(|case| case.name.clone()).collect();
    let columns = CaseColumns::of(&names);
    let painted = |rejected_by: &[usize], text: &str| {
        let paint = if rejected_by.is_empty() { BAD } else { anstyle::Style::new() };
        Cell::painted(paint, text)
    };
    let marks = |row: usize, cases: Range<usize>| {
        let rejected_by = &matrix.wrong[row].rejected_by;
        let is_caught = |case: usize| rejected_by.binary_search(&case).is_ok();
        let marks = cases.map(|case| if is_caught(case) { 'x' } else { '.' });
        painted(rejected_by, &columns::tens(marks))
    };
    let rows: Vec<_> = (matrix.wrong.iter().zip(0..))
        .map(|(program, row)| BandRow::Named(shortened(&program.name, MAX_NAME), row))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let text = columns::bands(&columns, &rows, line, &marks).unwrap_or_else(|| {
        let mut grid = Grid::default();
        for program in &matrix.wrong {
            let count =
                format!("caught by {} of {}", program.rejected_by.len(), matrix.cases.len());
            let name = Cell::plain(program.name.to_string());
            grid.rows.push(Row::Cells(vec![name, painted(&program.rejected_by, &count)]));
        }
        grid.fit(line, &[]);
        grid.to_string()
    });
    text + "\n"
}

/// Returns the analysis of the matrix, as labels with lines.
fn facts(
    matrix: &KillMatrix,
    suite: &SuiteAnalysis,
    needs: Needs,
) -> Vec<(&'static str, Vec<String>)> {
    let program = |number: usize| matrix.wrong[number].name.to_string();
    let case = |number: &usize| matrix.cases[*number].name.to_string();
    let mut facts = Vec::new();
    let share = 100.0 * matrix.caught_share();
    let all = format!("{} of {}, {share:.1} %", suite.caught, matrix.wrong.len());
    let paint = if suite.uncaught.is_empty() { GOOD } else { BAD };
    facts.push(("caught", vec![painted(paint, &all)]));
    if !suite.uncaught.is_empty() {
        facts.push((
            "not caught",
            vec![list(suite.uncaught.iter().map(|&number| program(number))), HUNT.into()],
        ));
    }
    let weak = weak_spots(matrix, suite);
    if !weak.is_empty() {
        facts.push(("weak spots", weak));
    }
    for right in matrix.right.iter().filter(|right| !right.rejected_by.is_empty()) {
        let cases = list(right.rejected_by.iter().map(case));
        facts.push((
            "refused",
            vec![painted(BAD, &format!("{}, which is right, by {cases}", right.name))],
        ));
    }
    if !matrix.not_judged.is_empty() {
        let names = list(matrix.not_judged.iter().map(|name| name.to_string()));
        facts.push(("not judged", vec![painted(ODD, &names)]));
    }
    facts.push(("rank", vec![independent(suite)]));
    if suite.caught > 0 {
        facts.push((
            "smallest",
            vec![proof(suite, needs), list(suite.smallest.columns.iter().map(case))],
        ));
    }
    if !suite.idle.is_empty() {
        let count = plural(suite.idle.len(), "case catches", "cases catch");
        facts.push((
            "idle",
            vec![format!("{count} none of these programs: {}", list(suite.idle.iter().map(case)))],
        ));
    }
    facts
}

/// Lists the programs that depend on a single case, or on cases made on demand.
fn weak_spots(matrix: &KillMatrix, suite: &SuiteAnalysis) -> Vec<String> {
    let name = |case: usize| &*matrix.cases[case].name;
    let alone = suite.weak.iter().map(|&number| {
        let program = &matrix.wrong[number];
        let case = program.rejected_by[0];
        let on_demand = if matrix.cases[case].is_on_demand { ", made on demand" } else { "" };
        format!("{} by {} alone{on_demand}", program.name, name(case))
    });
    let several = suite.on_demand_only.iter().map(|&program| &matrix.wrong[program]);
    let several = several.filter(|program| program.rejected_by.len() > 1).map(|program| {
        let cases = list(program.rejected_by.iter().map(|&case| name(case).to_string()));
        format!("{} by cases made on demand only: {cases}", program.name)
    });
    alone.chain(several).collect()
}

/// Formats the number of independent failures.
pub fn independent(suite: &SuiteAnalysis) -> String {
    match suite.rank {
        1 => "1 failure is independent".into(),
        rank => format!("{rank} failures are independent of each other"),
    }
}

/// Formats the cost of the smallest suite, and whether it is proved minimal.
pub fn proof(suite: &SuiteAnalysis, needs: Needs) -> String {
    let smallest = &suite.smallest;
    let count = plural(smallest.columns.len(), "case suffices", "cases suffice");
    let programs = plural(suite.caught, "program that is caught", "programs that are caught");
    let times = match needs.times {
        1 => String::new(),
        times => format!(", each {times} times where that is possible"),
    };
    let unit = needs.weight.unit();
    let proved = match (smallest.is_cheapest(), needs.weight) {
        (true, Weight::Number) => ", and no fewer do".to_string(),
        (true, _) => format!(", with {} {unit}, and no suite has less", smallest.cost),
        (false, Weight::Number) => {
            format!("; it is proved that at least {} are needed", smallest.bound)
        }
        (false, _) => {
            format!(
                ", with {} {unit}; it is proved that at least {} are needed",
                smallest.cost, smallest.bound
            )
        }
    };
    format!("{count} for the {programs}{times}{proved}; samples always stay")
}

fn list(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Formats the matrix as CSV: a row for each program, a column for each case, 1 if the case catches
/// or rejects the program. `weakness` lists what is weak about a wrong program, separated by
/// spaces: `uncaught`, or `one-case` and `on-demand-only`.
///
/// # Errors
/// Memory is exhausted.
pub fn csv(matrix: &KillMatrix, suite: &SuiteAnalysis) -> std::io::Result<String> {
    let mut out = CsvTable::new(Vec::new());
    let fixed = ["program".to_string(), "is_right".into(), "weakness".into()];
    out.row(fixed.into_iter().chain(matrix.cases.iter().map(|case| case.name.to_string())))?;
    let wrong = matrix.wrong.iter().enumerate().map(|(number, program)| {
        let weakness = [
            ("uncaught", program.rejected_by.is_empty()),
            ("one-case", program.rejected_by.len() == 1),
            ("on-demand-only", suite.on_demand_only.contains(&number)),
        ];
        let words = weakness.into_iter().filter(|(_, is_so)| *is_so).map(|(word, _)| word);
        (&program.name, "0", words.collect::<Vec<_>>().join(" "), &program.rejected_by)
    });
    let right = matrix.right.iter();
    let right = right.map(|program| (&program.name, "1", String::new(), &program.rejected_by));
    for (name, is_right, weakness, cases) in wrong.chain(right) {
        let marks = (0..matrix.cases.len())
            .map(|case| if cases.binary_search(&case).is_ok() { "1" } else { "0" });
        let fixed = [name.to_string(), is_right.into(), weakness];
        out.row(fixed.into_iter().chain(marks.map(String::from)))?;
    }
    out.into_text()
}

/// Formats the matrix and its analysis as one JSON object.
pub fn json(problem: &str, matrix: &KillMatrix, suite: &SuiteAnalysis, needs: Needs) -> String {
    let names =
        |cases: &[usize]| cases.iter().map(|&case| &*matrix.cases[case].name).collect::<Value>();
    let programs = |programs: &[usize]| {
        programs.iter().map(|&number| &*matrix.wrong[number].name).collect::<Value>()
    };
    let program = |name: &str, cases: &[usize]| json!({ "name": name, "cases": names(cases) });
    let wrong = matrix.wrong.iter().map(|one| program(&one.name, &one.rejected_by));
    let right = matrix.right.iter().map(|one| program(&one.name, &one.rejected_by));
    let weak = suite.weak.iter().map(|&weak| {
        let program = &matrix.wrong[weak];
        json!({ "program": program.name, "case": matrix.cases[program.rejected_by[0]].name })
    });
    let document = json!({
        "format": "referee-strength",
        "version": 1,
        "problem": problem,
        "cases": matrix.cases,
        "wrong": wrong.collect::<Value>(),
        "right": right.collect::<Value>(),
        "accepted_share": matrix.accepted_share(),
        "caught_share": matrix.caught_share(),
        "not_judged": matrix.not_judged,
        "uncaught": programs(&suite.uncaught),
        "weak": weak.collect::<Value>(),
        "on_demand_only": programs(&suite.on_demand_only),
        "idle": names(&suite.idle),
        "rank": suite.rank,
        "smallest": {
            "cases": names(&suite.smallest.columns),
            "weight": needs.weight.unit(),
            "cover": needs.times,
            "cost": suite.smallest.cost,
            "bound": suite.smallest.bound,
        },
        "order": names(&suite.order.cases),
        // How many of the first cases in the order catch all programs that any case catches.
        "order_catching": suite.order.catching,
    });
    format!("{document}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_events::{JudgedCase, Verdict};
    use referee_package::ExpectedVerdicts;
    use referee_suites::MatrixCase;

    /// Formats the analysis of a wrong program with these verdicts on two cases.
    fn facts_of(verdicts: [Verdict; 2]) -> String {
        let case = |name: &str| MatrixCase {
            name: name.into(),
            bytes: 1,
            seconds: 1.0,
            is_on_demand: false,
        };
        let mut matrix = KillMatrix::new(["1", "2"].map(case).into());
        let judged = [("1", verdicts[0]), ("2", verdicts[1])].map(|(case, verdict)| JudgedCase {
            case: case.into(),
            verdict,
            ..JudgedCase::default()
        });
        let expected = ExpectedVerdicts::of_words("wrong answer");
        matrix.add(&"a".into(), expected.as_ref(), &judged);
        let suite = SuiteAnalysis::of(&matrix, Needs::BESIDE_OTHERS);
        facts(&matrix, &suite, Needs::BESIDE_OTHERS)
            .into_iter()
            .map(|(label, lines)| format!("{label}: {}\n", lines.join("; ")))
            .collect()
    }

    #[test]
    fn one_failure_is_independent_of_nothing() {
        let text = facts_of([Verdict::Accepted, Verdict::WrongAnswer]);
        assert!(text.contains("\nrank: 1 failure is independent\n"), "{text}");
        assert!(text.contains("\nsmallest: 1 case suffices for the 1 program"), "{text}");
    }

    #[test]
    fn no_cases_suffice_for_nothing() {
        let text = facts_of([Verdict::Accepted; 2]);
        assert!(text.contains("\nrank: 0 failures are independent of each other\n"), "{text}");
        assert!(!text.contains("smallest"), "{text}");
    }
}
