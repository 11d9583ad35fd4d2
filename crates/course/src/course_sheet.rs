//! Several exercises in one sheet: points scaled to the maximum of each exercise, weighted, and the best exercises of each student.
//!
//! A student is known by the id of the platform. Moodle numbers students anew for each exercise, so that there it is the name, unless two
//! students of an exercise have the same one.

use std::collections::{BTreeMap, BTreeSet};

use super::class::ExerciseResults;
use super::course_file::{CourseFile, Exercise};
use referee_events::points::Points;
use referee_events::{Decision, Platform, Student, SubmissionResult};
use referee_intake::hand_in::alike::folded;

/// The points of a course, with a row for each student.
#[derive(Debug, Clone, PartialEq)]
pub struct CourseSheet {
    /// The exercises, each with the points to which those of its problem are scaled.
    pub exercises: Vec<(String, Points)>,
    /// The students, sorted by name.
    pub rows: Vec<SheetRow>,
}

/// What a student gets.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetRow {
    /// The name.
    pub student: String,
    /// The id; empty where that is not known.
    pub id: String,
    /// What the student gets in each exercise.
    pub cells: Vec<SheetCell>,
    /// The sum of what counts; none where an exercise that counts was not judged.
    pub total: Option<Points>,
    /// What that sum could be at most.
    pub most: Points,
}

/// What a student gets in an exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetCell {
    /// So many points.
    Points(Points),
    /// Nothing, since nothing was handed in.
    NothingHandedIn,
    /// It is not known yet.
    NotJudged,
    /// The exercise does not count for this student.
    Excused,
}

/// A student of the course, and the cells that are known.
struct Entry {
    student: String,
    id: String,
    cells: BTreeMap<usize, SheetCell>,
}

impl CourseSheet {
    /// Adds up what came of the exercises of a course, in their order.
    pub fn new(course: &CourseFile, results: &[ExerciseResults]) -> CourseSheet {
        let namesakes = namesakes(results);
        let exercises: Vec<(&Exercise, &ExerciseResults)> =
            course.exercises.iter().zip(results).collect();
        let maximum = |exercise: &Exercise, results: &ExerciseResults| {
            results.maximum.or(exercise.maximum).unwrap_or_else(|| results.most())
        };
        let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
        for (at, &(exercise, results)) in exercises.iter().enumerate() {
            let scale = Scale { to: maximum(exercise, results), most: results.most() };
            for end in results.counted() {
                let cell = scale.cell(results.points(end), end.decision.as_ref());
                for person in people(end, &namesakes) {
                    let entry =
                        Entry { student: person.name, id: person.id, cells: BTreeMap::new() };
                    let entry = entries.entry(person.key).or_insert(entry);
                    entry.cells.insert(at, cell);
                }
            }
            for without in &results.without {
                let cell = scale.cell(without.decision.points, Some(&without.decision));
                let student = without.student.clone();
                let key = known(&entries, &student).unwrap_or_else(|| folded(&student));
                let entry = Entry { student, id: String::new(), cells: BTreeMap::new() };
                entries.entry(key).or_insert(entry).cells.insert(at, cell);
            }
        }
        let counting = Counting {
            weights: exercises.iter().map(|(exercise, _)| exercise.weight).collect(),
            maxima: exercises
                .iter()
                .map(|&(exercise, results)| maximum(exercise, results))
                .collect(),
            best: course.best.unwrap_or(exercises.len()),
        };
        let mut rows: Vec<SheetRow> = entries.into_values().map(|one| counting.row(one)).collect();
        rows.sort_by(|a, b| (&a.student, &a.id).cmp(&(&b.student, &b.id)));
        let titles = exercises.iter().map(|(exercise, _)| exercise.title.clone());
        CourseSheet { exercises: titles.zip(counting.maxima).collect(), rows }
    }
}

/// Returns the key of the student that a table calls so, by id or name.
fn known(entries: &BTreeMap<String, Entry>, text: &str) -> Option<String> {
    let text = folded(text);
    let is_called = |(_, entry): &(&String, &Entry)| {
        [&entry.id, &entry.student].iter().any(|name| folded(name) == text)
    };
    entries.iter().find(is_called).map(|(key, _)| key.clone())
}

/// How points are scaled.
struct Scale {
    to: Points,
    most: Points,
}

impl Scale {
    fn cell(&self, points: Option<Points>, decision: Option<&Decision>) -> SheetCell {
        match points {
            _ if decision.is_some_and(|decision| decision.is_excused) => SheetCell::Excused,
            Some(points) => SheetCell::Points(points.scaled(self.to, self.most)),
            None => SheetCell::NotJudged,
        }
    }
}

/// What counts of a student's exercises.
struct Counting {
    weights: Vec<Points>,
    maxima: Vec<Points>,
    best: usize,
}

impl Counting {
    fn row(&self, entry: Entry) -> SheetRow {
        let Entry { student, id, cells } = entry;
        let cell = |at| cells.get(&at).copied().unwrap_or(SheetCell::NothingHandedIn);
        let cells: Vec<SheetCell> = (0..self.weights.len()).map(cell).collect();
        let mut counted: Vec<usize> =
            (0..cells.len()).filter(|&at| cells[at] != SheetCell::Excused).collect();
        counted.sort_by_key(|&at| std::cmp::Reverse(self.share(at, cells[at])));
        counted.truncate(self.best);
        let one = Points::of_hundredths(100);
        let weighted = |at: usize, points| Points::scaled(points, self.weights[at], one);
        let points = |&at: &usize| match cells[at] {
            SheetCell::Points(points) => Some(weighted(at, points)),
            SheetCell::NothingHandedIn | SheetCell::Excused => Some(Points::default()),
            SheetCell::NotJudged => None,
        };
        let total = counted.iter().map(points).sum();
        let most = counted.iter().map(|&at| weighted(at, self.maxima[at])).sum();
        SheetRow { student, id, cells, total, most }
    }

    /// Returns by what the best exercises are found: the share of the maximum, and then the weight. One that was not judged may be the best.
    fn share(&self, at: usize, cell: SheetCell) -> (u64, u64) {
        let of_all = 1_000_000_000;
        let share = match cell {
            SheetCell::Points(points) => {
                let whole = Points::of_hundredths(of_all);
                points.scaled(whole, self.maxima[at]).hundredths()
            }
            SheetCell::NotJudged => u64::MAX,
            SheetCell::NothingHandedIn | SheetCell::Excused => 0,
        };
        (share, self.weights[at].hundredths())
    }
}

/// A student who has handed in, perhaps with others.
struct Person {
    key: String,
    name: String,
    id: String,
}

/// Returns those who have handed a submission in.
fn people(end: &SubmissionResult, namesakes: &BTreeSet<String>) -> Vec<Person> {
    let Some(student) = &end.student else {
        let name = end.contestant.rsplit_once('.').map_or(&*end.contestant, |(stem, _)| stem);
        return vec![Person { key: folded(name), name: name.into(), id: String::new() }];
    };
    let person = |(name, id): (&str, &str)| {
        let key = match student.platform {
            Platform::Moodle if namesakes.contains(&folded(name)) => format!("{name} {id}"),
            Platform::Moodle => name.to_string(),
            _ => id.to_string(),
        };
        Person { key: folded(&key), name: name.into(), id: id.into() }
    };
    student.people().into_iter().map(person).collect()
}

/// Returns the names that several students of an exercise have.
fn namesakes(results: &[ExerciseResults]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for exercise in results {
        let mut ids: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let students = exercise.submissions.iter().filter_map(|end| end.student.as_ref());
        for (name, id) in students.flat_map(Student::people) {
            ids.entry(folded(name)).or_default().insert(id);
        }
        found.extend(ids.into_iter().filter(|(_, ids)| ids.len() > 1).map(|(name, _)| name));
    }
    found
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::decisions::WithoutHandIn;

    fn decided(points: u64) -> Option<Decision> {
        Some(Decision { points: Some(Points::of_hundredths(points * 100)), ..Decision::default() })
    }

    /// A submission of a student whose number is another one in each exercise, with points of a hundred, or not judged.
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

    /// The rows of a sheet in words: cells, total and what it could be.
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
            exercise(vec![
                end("Ann", "1", Some(1)),
                end("Bob", "2", Some(0)),
                end("Cy", "3", None),
            ]),
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
        // Of two, the one with the larger share of its maximum counts, and then the one with the larger weight.
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
}
