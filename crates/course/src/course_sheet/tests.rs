use std::path::Path;

use super::*;
use crate::decisions::WithoutHandIn;

fn decided(points: u64) -> Option<Decision> {
    Some(Decision { points: Some(Points::of_hundredths(points * 100)), ..Decision::default() })
}

/// Creates a submission with points out of a hundred, or not judged. The id of a student differs
/// between exercises.
fn end(name: &str, id: &str, points: Option<u64>) -> SubmissionResult {
    let student = Student { name: name.into(), id: id.into(), platform: Platform::Moodle };
    let decision = points.and_then(decided);
    SubmissionResult {
        student: Some(student),
        decision,
        ..SubmissionResult::unjudged(&name.into())
    }
}

fn exercise(submissions: Vec<SubmissionResult>) -> ExerciseResults {
    ExerciseResults { submissions, ..ExerciseResults::default() }
}

fn course(top: &str) -> CourseFile {
    let exercises = ["maximum = 10", "maximum = 10\nweight = 2", "maximum = 4"];
    let text = ["a", "b", "c"]
        .iter()
        .zip(exercises)
        .map(|(name, keys)| format!("[[exercise]]\nname = '{name}'\n{keys}\n"));
    let text = format!("format = 1\nsubmissions = 'x'\n{top}\n{}", text.collect::<String>());
    CourseFile::parse(Path::new("."), &text).unwrap()
}

/// Returns the rows of a sheet as text: cells, total and maximum.
fn rows(top: &str, results: &[ExerciseResults]) -> Vec<String> {
    let word = |cell: &SheetCell| match cell {
        SheetCell::Points(points) => points.to_string(),
        SheetCell::NothingHandedIn => "-".into(),
        SheetCell::NotJudged => "?".into(),
        SheetCell::Excused => "excused".into(),
    };
    let row = |row: SheetRow| {
        let cells: Vec<String> = row.cells.iter().map(word).collect();
        let total = row.total.map_or("?".to_string(), |total| total.to_string());
        format!("{} {} = {total} of {}", row.student, cells.join(" "), row.most)
    };
    CourseSheet::new(&course(top), results).rows.into_iter().map(row).collect()
}

#[test]
fn points_are_scaled_weighted_and_added_up() {
    let excused = SubmissionResult {
        decision: Some(Decision { is_excused: true, ..Decision::default() }),
        ..end("Cy", "7", None)
    };
    let without = WithoutHandIn { student: "bob".into(), decision: decided(1).unwrap() };
    let results = [
        exercise(vec![end("Ann", "1", Some(1)), end("Bob", "2", Some(0)), end("Cy", "3", None)]),
        exercise(vec![end("Ann", "4", Some(1)), end("Cy", "5", Some(1))]),
        ExerciseResults {
            without: vec![without],
            ..exercise(vec![end("Ann", "6", Some(0)), excused])
        },
    ];
    assert_eq!(
        rows("", &results),
        ["Ann 10 10 0 = 30 of 34", "Bob 0 - 4 = 4 of 34", "Cy ? 10 excused = ? of 30",]
    );
    // Of two exercises, the one with the larger share of its maximum counts; for equal shares, the
    // one with the larger weight.
    assert_eq!(
        rows("best = 1", &results),
        ["Ann 10 10 0 = 20 of 20", "Bob 0 - 4 = 4 of 4", "Cy ? 10 excused = ? of 10"]
    );
}

#[test]
fn namesakes_are_two_and_members_of_a_group_each_have_a_row() {
    let group = SubmissionResult {
        student: Some(Student {
            name: "Dee, Eve".into(),
            id: "8, 9".into(),
            platform: Platform::Gradescope,
        }),
        ..end("Dee", "", Some(1))
    };
    let file = SubmissionResult { student: None, ..end("flo.py", "", Some(1)) };
    let twins = exercise(vec![end("Ann", "1", Some(1)), end("Ann", "2", Some(0)), group, file]);
    let results = [twins, exercise(vec![]), exercise(vec![])];
    let names: Vec<String> = CourseSheet::new(&course(""), &results)
        .rows
        .into_iter()
        .map(|row| row.student + &row.id)
        .collect();
    assert_eq!(names, ["Ann1", "Ann2", "Dee8", "Eve9", "flo"]);
}
