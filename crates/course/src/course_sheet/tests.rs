use std::path::Path;

use super::*;
use crate::decisions::WithoutHandIn;
use referee_events::{Lateness, Verdict};
use referee_intake::hand_in::attempts::Attempts;

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

/// Somebody who has handed in nothing, and gets these points.
fn without(name: &str, id: &str, points: u64) -> WithoutHandIn {
    WithoutHandIn { student: name.into(), id: id.into(), decision: decided(points).unwrap() }
}

/// A submission of a student whose id is the same in all exercises.
fn known(name: &str, id: &str, points: Option<u64>) -> SubmissionResult {
    let student = Student { name: name.into(), id: id.into(), platform: Platform::Template };
    SubmissionResult { student: Some(student), ..end(name, id, points) }
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
    let without = without("bob", "9", 1);
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

#[test]
fn who_has_handed_in_nothing_at_first_has_one_row() {
    let first =
        |all| ExerciseResults { without: all, ..exercise(vec![known("Ann", "1", Some(1))]) };
    for called in [without("Cy Ox", "3", 1), without("3", "3", 1), without("Cy Ox", "Cy Ox", 1)] {
        let later = exercise(vec![known("Cy Ox", "3", Some(1))]);
        let rows = rows("", &[first(vec![called]), later, exercise(vec![])]);
        assert_eq!(rows, ["Ann 10 - - = 10 of 34", "Cy Ox 10 10 - = 30 of 34"]);
    }
    // Of two of one name, the other one gets nothing that is not hers.
    let results = [ExerciseResults {
        without: vec![without("Ann", "2", 0)],
        ..exercise(vec![end("Ann", "1", Some(1))])
    }];
    let row = |row: SheetRow| (row.id, row.cells);
    let sheet = CourseSheet::new(&course(""), &results);
    let points = |points| vec![SheetCell::Points(Points::of_hundredths(points)); 1];
    let rows: Vec<_> =
        sheet.rows.into_iter().map(row).map(|(id, cells)| (id, cells[..1].to_vec())).collect();
    assert_eq!(rows, [("1".to_string(), points(1000)), ("2".to_string(), points(0))]);
}

#[test]
fn who_has_another_number_in_each_repository_has_one_row() {
    let repository = |login: &str, number: &str| {
        let student =
            Student { name: login.into(), id: number.into(), platform: Platform::Artemis };
        SubmissionResult { student: Some(student), ..end(login, number, Some(1)) }
    };
    let first = exercise(vec![repository("ann", "1"), repository("bob", "2")]);
    let second = exercise(vec![repository("bob", "7"), repository("ann", "8")]);
    let third = ExerciseResults { without: vec![without("Bob Ray", "bob", 1)], ..exercise(vec![]) };
    let rows = rows("", &[first, second, third]);
    assert_eq!(rows, ["ann 10 10 - = 30 of 34", "bob 10 10 4 = 34 of 34"]);
}

#[test]
fn no_submission_hides_another() {
    let file =
        |name: &str, points| SubmissionResult { student: None, ..end(name, "", Some(points)) };
    let folder = |name, points| SubmissionResult { is_folder: true, ..file(name, points) };
    let all = vec![
        folder("ann.kim", 0),
        folder("ann.lee", 1),
        file("bob.py", 1),
        file("bob.c", 0),
        file("Bob", 1),
    ];
    let alone = known("Cy", "7", Some(1));
    let results = exercise([all, vec![alone, known("Cy, Dee", "7, 8", Some(0))]].concat());
    let results = [results, exercise(vec![file("bob.rs", 1)]), exercise(vec![])];
    assert_eq!(
        rows("", &results),
        [
            "Bob 10 10 - = 30 of 34",
            "Cy 10 - - = 10 of 34",
            "Cy, Dee 0 - - = 0 of 34",
            "Dee 0 - - = 0 of 34",
            "ann.kim 0 - - = 0 of 34",
            "ann.lee 10 - - = 10 of 34",
            "bob.c 0 - - = 0 of 34",
            "bob.py 10 - - = 10 of 34",
        ]
    );
}

#[test]
fn the_last_attempt_counts_in_whatever_order_they_were_judged() {
    let attempt = |number: u32, points| SubmissionResult {
        contestant: format!("Ann, attempt {number}").into(),
        ..end("Ann", "1", points)
    };
    let all =
        [attempt(3, None), end("Bob", "2", Some(1)), attempt(1, Some(1)), attempt(2, Some(0))];
    let row = |attempts| {
        let results = ExerciseResults { attempts, ..exercise(all.to_vec()) };
        rows("", &[results, exercise(vec![]), exercise(vec![])])
    };
    assert_eq!(row(Attempts::All), ["Ann ? - - = ? of 34", "Bob 10 - - = 10 of 34"]);
    assert_eq!(row(Attempts::Best), ["Ann 10 - - = 10 of 34", "Bob 10 - - = 10 of 34"]);
}

#[test]
fn being_late_costs_where_cases_are_worth_nothing() {
    let late = |percent| {
        let lateness = Lateness { time: None, seconds: None, percent, points: None };
        let accepted = Some(Verdict::Accepted);
        SubmissionResult { verdict: accepted, lateness: Some(lateness), ..end("Ann", "1", None) }
    };
    let results = ExerciseResults::default();
    let points = |percent| results.points(&late(percent)).map(|points| points.to_string());
    assert_eq!([0.0, 30.0, 100.0].map(points), ["1", "0.7", "0"].map(|points| Some(points.into())));
}
