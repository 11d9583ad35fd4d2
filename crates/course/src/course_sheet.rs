//! Combines several exercises in one sheet: points are scaled to the maximum of each exercise and
//! weighted, and the best exercises of each student count.
//!
//! Students are identified by their ids on the platform. Moodle and Artemis number students
//! differently in each exercise, so they are identified by name there, unless two students of an
//! exercise share it.

use std::collections::{BTreeMap, BTreeSet};

use super::class::ExerciseResults;
use super::course_file::CourseFile;
use super::student_key::without_extension;
use referee_events::points::Points;
use referee_events::{Decision, Platform, Student, SubmissionResult};
use referee_intake::hand_in::alike::folded;

/// The points of a course, with a row for each student.
#[derive(Debug, Clone, PartialEq)]
pub struct CourseSheet {
    /// The exercises, each with the points that those of its problem are scaled to.
    pub exercises: Vec<(String, Points)>,
    /// The students, sorted by name.
    pub rows: Vec<SheetRow>,
}

/// The row of a student.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetRow {
    /// The name.
    pub student: String,
    /// The id; empty if unknown.
    pub id: String,
    /// The result in each exercise.
    pub cells: Vec<SheetCell>,
    /// The sum of the exercises that count; `None` if one of them was not judged.
    pub total: Option<Points>,
    /// The maximum of that sum.
    pub most: Points,
}

/// The result of a student in an exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetCell {
    /// The points.
    Points(Points),
    /// No points, since nothing was handed in.
    NothingHandedIn,
    /// Not known yet.
    NotJudged,
    /// The exercise does not count for this student.
    Excused,
}

/// A student of the course, with the known cells.
struct Entry {
    student: String,
    id: String,
    cells: BTreeMap<usize, SheetCell>,
}

impl Entry {
    fn of(student: &str, id: &str) -> Entry {
        Entry { student: student.into(), id: id.into(), cells: BTreeMap::new() }
    }
}

impl CourseSheet {
    /// Combines the results of a course's exercises, in their order.
    pub fn new(course: &CourseFile, results: &[ExerciseResults]) -> CourseSheet {
        let namesakes = namesakes(results);
        let exercises = course.exercises.iter().zip(results).map(|(exercise, results)| {
            let most = results.most();
            let to = results.maximum.or(exercise.maximum).unwrap_or(most);
            (exercise, results, Scale { to, most })
        });
        let exercises: Vec<_> = exercises.collect();
        let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
        for (at, (_, results, scale)) in exercises.iter().enumerate() {
            for end in results.counted() {
                let cell = scale.cell(results.points(end), end.decision.as_ref());
                for (mut key, mut person) in people(end, &namesakes) {
                    // A student who has handed in twice has two rows, so that no points are lost.
                    if entries.get(&key).is_some_and(|entry| entry.cells.contains_key(&at)) {
                        key = format!("{key}\n{}", end.contestant);
                        person.student = end.contestant.to_string();
                    }
                    entries.entry(key).or_insert(person).cells.insert(at, cell);
                }
            }
        }
        // Only now all students are known by their ids.
        let are_numbered = results.iter().any(ExerciseResults::are_numbered_anew);
        for (at, (_, results, scale)) in exercises.iter().enumerate() {
            for without in &results.without {
                let cell = scale.cell(without.decision.points, Some(&without.decision));
                let key = if are_numbered {
                    numbered_key(&without.student, &without.id, &namesakes)
                } else {
                    known(&entries, &without.id).unwrap_or_else(|| folded(&without.id))
                };
                let person = Entry::of(&without.student, &without.id);
                entries.entry(key).or_insert(person).cells.insert(at, cell);
            }
        }
        let counting = Counting {
            weights: exercises.iter().map(|(exercise, ..)| exercise.weight).collect(),
            maxima: exercises.iter().map(|(.., scale)| scale.to).collect(),
            best: course.best.unwrap_or(exercises.len()),
        };
        let mut rows: Vec<SheetRow> = entries.into_values().map(|one| counting.row(one)).collect();
        rows.sort_by(|a, b| (&a.student, &a.id).cmp(&(&b.student, &b.id)));
        let titles = exercises.iter().map(|(exercise, ..)| exercise.title.clone());
        CourseSheet { exercises: titles.zip(counting.maxima).collect(), rows }
    }
}

/// Returns the key of the student with this id or name.
fn known(entries: &BTreeMap<String, Entry>, text: &str) -> Option<String> {
    let text = folded(text);
    let is_called = |(_, entry): &(&String, &Entry)| {
        [&entry.id, &entry.student].iter().any(|name| folded(name) == text)
    };
    entries.iter().find(is_called).map(|(key, _)| key.clone())
}

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

/// The rules for adding up a student's exercises.
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

    /// Returns the key for ranking the exercises of a student: first the share of the maximum, then
    /// the weight. An exercise that was not judged may be the best.
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

/// Returns the students who handed in a submission, each with a key.
fn people(end: &SubmissionResult, namesakes: &BTreeSet<String>) -> Vec<(String, Entry)> {
    let Some(student) = &end.student else {
        let name = without_extension(&end.contestant, end.is_folder);
        return vec![(folded(name), Entry::of(name, ""))];
    };
    let person = |(name, id): (&str, &str)| {
        let key = match student.platform {
            Platform::Moodle | Platform::Artemis => numbered_key(name, id, namesakes),
            _ => folded(id),
        };
        (key, Entry::of(name, id))
    };
    student.people().into_iter().map(person).collect()
}

/// Returns the key of a student who has another number in each exercise.
fn numbered_key(name: &str, id: &str, namesakes: &BTreeSet<String>) -> String {
    let key = folded(name);
    if namesakes.contains(&key) { folded(&format!("{name} {id}")) } else { key }
}

/// Returns the names that several students of an exercise share.
fn namesakes(results: &[ExerciseResults]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for exercise in results {
        let mut ids: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let students = exercise.submissions.iter().filter_map(|end| end.student.as_ref());
        let without = exercise.without.iter().map(|one| (&*one.student, &*one.id));
        for (name, id) in students.flat_map(Student::people).chain(without) {
            ids.entry(folded(name)).or_default().insert(id);
        }
        found.extend(ids.into_iter().filter(|(_, ids)| ids.len() > 1).map(|(name, _)| name));
    }
    found
}

#[cfg(test)]
mod tests;
