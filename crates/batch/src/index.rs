//! The place of each task on disk: a task is held in memory only while its candidates are judged.
//!
//! Only the name and the place of each record are in memory, about a hundred bytes. A task in a
//! compressed file or on standard input is copied to a temporary file, because nothing can be read
//! there a second time.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use referee_base::digest::ContentHash;
use referee_base::fault::Fault;
use referee_checker::text::escape;

use crate::problem_task::ProblemTask;
use crate::records::{Place, RawRecord, Records};
use crate::task::{Shape, Task};
use crate::tasks::TaskFormat;

/// The number of a task, from 0, in the order in which tasks are read.
pub(crate) type TaskNumber = u32;

/// The tasks of some files, by name.
#[derive(Default)]
pub struct TaskIndex {
    pub(crate) format: TaskFormat,
    by_id: HashMap<Box<str>, (TaskNumber, Source)>,
    /// The number of tasks of each shape.
    pub shapes: BTreeMap<Shape, usize>,
    /// The number of malformed records.
    pub malformed: usize,
    copies: Option<File>,
    copied: u64,
}

enum Source {
    /// The place of a record, whose offset is among the copies unless its file is plain, and its
    /// length.
    Record(Place, usize),
    Problem(Arc<ProblemTask>),
}

/// A remark on a task while it is read.
pub enum Remark {
    /// The task is malformed, and left out.
    Malformed(Fault),
    /// Something makes its verdicts doubtful, in escaped words.
    Warning(String),
}

impl TaskIndex {
    /// Reads all tasks once, and calls `remark` for those that are malformed or doubtful.
    ///
    /// # Errors
    /// A file cannot be read, or there is no task.
    pub fn read(
        files: &[Arc<Path>],
        problems: Vec<ProblemTask>,
        format: TaskFormat,
        remark: &mut dyn FnMut(Remark),
    ) -> Result<TaskIndex, Fault> {
        let mut index = TaskIndex { format, ..TaskIndex::default() };
        for problem in problems {
            index.add_problem(problem)?;
        }
        for path in files {
            for record in Records::open(path)? {
                let added = record.and_then(|record| index.add(record, remark));
                let Err(fault) = added else { continue };
                // A file that cannot be read is not a malformed record.
                if fault.place.is_none() {
                    return Err(fault);
                }
                index.malformed += 1;
                remark(Remark::Malformed(fault));
            }
        }
        if index.by_id.is_empty() {
            let path = files.first().map_or(Path::new("."), |path| path);
            return Err(Fault::bad_input("there is no task that can be judged").at(path));
        }
        Ok(index)
    }

    fn add_problem(&mut self, problem: ProblemTask) -> Result<(), Fault> {
        let (id, number) = (problem.problem.name().into(), self.by_id.len() as TaskNumber);
        let message = format!("two problems are named {id}");
        match self.by_id.insert(id, (number, Source::Problem(Arc::new(problem)))) {
            None => *self.shapes.entry(Shape::Problem).or_default() += 1,
            Some(_) => return Err(Fault::bad_input(message)),
        }
        Ok(())
    }

    fn add(&mut self, record: RawRecord, remark: &mut dyn FnMut(Remark)) -> Result<(), Fault> {
        let task = self.format.read(&record)?;
        if self.by_id.contains_key(&*task.id) {
            return Err(record.fault(format!("there is a task {} already", task.id)));
        }
        let RawRecord { text, mut place } = record;
        if !place.is_plain {
            place.offset = self.copy(&text)?;
        }
        let number = self.by_id.len() as TaskNumber;
        if let Some(warning) = task.warning() {
            let id = escape(task.id.as_bytes());
            remark(Remark::Warning(format!("task {id}: {warning}")));
        }
        *self.shapes.entry(task.shape).or_default() += 1;
        self.by_id.insert(task.id.into(), (number, Source::Record(place, text.len())));
        Ok(())
    }

    /// Appends a record to the copies, and returns where it is.
    fn copy(&mut self, text: &[u8]) -> Result<u64, Fault> {
        let failed = |error: std::io::Error| {
            Fault::judge(format!("cannot keep tasks in a temporary file: {error}"))
        };
        let file = match &mut self.copies {
            Some(file) => file,
            none => none.insert(tempfile::tempfile().map_err(failed)?),
        };
        file.write_all(text).map_err(failed)?;
        let offset = self.copied;
        self.copied += text.len() as u64;
        Ok(offset)
    }

    /// Returns the names of all tasks, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_id.keys().map(|id| &**id)
    }

    /// Returns the names of all tasks, in the order in which they were read.
    pub(crate) fn ids(&self) -> Vec<String> {
        let mut all: Vec<_> = self.by_id.iter().collect();
        all.sort_unstable_by_key(|(_, (number, _))| *number);
        all.into_iter().map(|(id, _)| id.to_string()).collect()
    }

    /// Reads a task again, and returns it with its number, and a hash of its record and of how it
    /// is read. Errors are messages for a row.
    pub(crate) fn task(&mut self, id: &str) -> Result<(Task, TaskNumber, ContentHash), String> {
        let (number, source) =
            self.by_id.get(id).ok_or_else(|| format!("there is no task {id}"))?;
        let number = *number;
        let read = match source {
            Source::Problem(problem) => {
                problem.content().map(|content| (Task::of_problem(problem), content))
            }
            Source::Record(place, length) => {
                let (place, length) = (place.clone(), *length);
                self.record(id, place, length)
            }
        };
        let (task, content) = read.map_err(|fault| fault.one_line())?;
        Ok((task, number, content))
    }

    /// Reads the record of a task again. Fails if its file has changed.
    fn record(
        &mut self,
        id: &str,
        place: Place,
        length: usize,
    ) -> Result<(Task, ContentHash), Fault> {
        let path = &place.path;
        let mut text = vec![0; length];
        let read = |file: &mut File, text: &mut [u8]| {
            file.seek(SeekFrom::Start(place.offset))?;
            file.read_exact(text)
        };
        match &mut self.copies {
            Some(copies) if !place.is_plain => {
                let read = read(copies, &mut text);
                read.map_err(|error| Fault::judge(format!("cannot read a task again: {error}")))?;
                // Later copies are appended at the end.
                let end = copies.seek(SeekFrom::End(0));
                end.map_err(|error| Fault::judge(error.to_string()))?;
            }
            _ => {
                let opened = File::open(path).and_then(|mut file| read(&mut file, &mut text));
                opened.map_err(|error| Fault::cannot_read(path, &error))?;
            }
        }
        let record = RawRecord { text, place };
        let changed = || Fault::judge("the file has changed since its tasks were read first");
        let task = self.format.read(&record).map_err(|_| changed().at(&record.place.path))?;
        if task.id == id {
            Ok((task, self.format.hash(&record.text)))
        } else {
            Err(changed().at(&record.place.path))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::FieldTable;

    /// Reads the task of a record, and returns its hash with the warnings.
    fn read(record: &str, format: TaskFormat) -> (ContentHash, Vec<String>) {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), record).unwrap();
        let mut warnings = Vec::new();
        let mut keep = |remark| match remark {
            Remark::Warning(warning) => warnings.push(warning),
            Remark::Malformed(fault) => panic!("{fault}"),
        };
        let index = TaskIndex::read(&[file.path().into()], Vec::new(), format, &mut keep);
        let mut index = index.unwrap();
        let [id] = &index.ids()[..] else { panic!("it has one task") };
        (index.task(id).unwrap().2, warnings)
    }

    #[test]
    fn the_hash_of_a_task_depends_on_how_it_is_read() {
        let record = r#"{"id": "t", "io": {"in": ["1"], "sample": ["2"], "wanted": ["3"]}}"#;
        let hash = |outputs: &str| {
            let table = format!(
                "format = 1\n[task]\nid = 'id'\ninputs = 'io.in'\noutputs = 'io.{outputs}'"
            );
            let table = Some(FieldTable::parse(&table).unwrap());
            read(record, TaskFormat { table, shape: None }).0
        };
        assert_eq!(hash("wanted"), hash("wanted"));
        assert_ne!(hash("wanted"), hash("sample"));
    }

    #[test]
    fn the_name_of_a_task_in_a_warning_is_escaped() {
        let output = "9".repeat(300) + "...";
        let record = format!(r#"{{"id": "\u001b[31m", "inputs": ["1"], "outputs": ["{output}"]}}"#);
        let (_, warnings) = read(&record, TaskFormat::default());
        let [warning] = &warnings[..] else { panic!("{warnings:?}") };
        assert!(warning.starts_with("task \\x1b[31m: 1 of 1 tests"), "{warning}");
    }
}
