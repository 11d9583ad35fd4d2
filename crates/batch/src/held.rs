//! The tasks that are held in memory while their candidates are judged, with the files and programs
//! that their tests need.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use referee_base::digest::ContentHash;
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_base::parallel::lock;
use referee_events::Verdict;
use referee_problem::{CheckerProtocol, JuryProgram, ToolRunner};
use referee_programs::Source;
use referee_programs::language::Languages;

use crate::index::{TaskIndex, TaskNumber};
use crate::languages;
use crate::outcome::Outcome;
use crate::task::{CheckerSource, Protocol, Task};

/// The maximum number of tasks that are held at a time. Candidates that are sorted by task need at
/// most one for each thread.
const HELD: usize = 64;

/// The maximum number of programs of a task that are remembered, so that equal ones are judged
/// once.
const REMEMBERED: usize = 4096;

/// The maximum number of results of their tests. Each takes half a kilobyte.
const RESULTS: usize = 1 << 15;

/// Calls a checker that prints a number, as a validator of the ICPC format.
const PRINTS: &str = include_str!("prints.py");

/// The outcome of a program, once it is known.
type Judged = Arc<OnceLock<Arc<Outcome>>>;

pub(crate) struct HeldTask {
    /// The task.
    pub task: Task,
    /// Its number.
    pub number: TaskNumber,
    /// The hash of its record, and of how that is read.
    pub content: ContentHash,
    /// The outcomes of its programs, by the hash of what they depend on: equal programs are judged
    /// once.
    judged: Mutex<HashMap<ContentHash, Judged>>,
    folder: OnceLock<TemporaryFolder>,
    checker: Mutex<Option<Arc<JuryProgram>>>,
}

impl HeldTask {
    pub(crate) fn new(task: Task, number: TaskNumber, content: ContentHash) -> HeldTask {
        let (judged, checker) = (Mutex::default(), Mutex::default());
        HeldTask { task, number, content, judged, folder: OnceLock::new(), checker }
    }

    /// Returns the outcome of a program, given the hash of what it depends on, and whether it is
    /// new. Calls `judge` unless an equal program was judged before. A judge error is not
    /// remembered: its reason, such as a full disk, may be gone at the next request.
    pub(crate) fn judged(
        &self,
        key: ContentHash,
        judge: impl FnOnce() -> Outcome,
    ) -> (Arc<Outcome>, bool) {
        let place = {
            let mut judged = lock(&self.judged);
            let results = judged.len() * self.task.tests.len();
            let is_full = judged.len() == REMEMBERED || results >= RESULTS;
            if is_full && !judged.contains_key(&key) {
                judged.clear();
            }
            Arc::clone(judged.entry(key).or_default())
        };
        let mut is_new = false;
        let outcome = place.get_or_init(|| {
            is_new = true;
            Arc::new(judge())
        });
        if outcome.verdict() == Verdict::JudgeError {
            let mut judged = lock(&self.judged);
            if judged.get(&key).is_some_and(|kept| Arc::ptr_eq(kept, &place)) {
                judged.remove(&key);
            }
        }
        (Arc::clone(outcome), is_new)
    }

    /// Writes a file for a program that judges, unless it exists, and returns its path.
    pub(crate) fn file(&self, name: &str, text: &str) -> Result<PathBuf, Fault> {
        let path = self.folder()?.join(name);
        if !path.exists() {
            // Several threads may write it at the same time: each first writes the whole file under
            // a name of its own.
            let own = format!("{name}.{:?}", std::thread::current().id());
            let own = path.with_file_name(own.replace(['(', ')'], "-"));
            let written = std::fs::write(&own, text).and_then(|()| std::fs::rename(&own, &path));
            written.map_err(|error| Fault::cannot_write(&path, &error))?;
        }
        Ok(path)
    }

    fn folder(&self) -> Result<&Path, Fault> {
        if let Some(folder) = self.folder.get() {
            return Ok(folder.path());
        }
        let new = TemporaryFolder::new()?;
        // If another thread was faster, its folder is used, and this one is removed.
        Ok(self.folder.get_or_init(|| new).path())
    }

    /// Returns the program that judges outputs, and its protocol.
    pub(crate) fn checker(
        &self,
        source: &CheckerSource,
        known: &Languages,
        tool_runner: impl FnOnce() -> ToolRunner,
    ) -> Result<(Arc<JuryProgram>, CheckerProtocol), Fault> {
        let protocol = match source.protocol {
            Protocol::Contest(protocol) => protocol,
            Protocol::Prints => CheckerProtocol::Icpc,
        };
        // Its sandbox and what was compiled are dropped together with the task.
        let make = || {
            let language = languages::find(known, &source.language).ok_or_else(|| {
                Fault::bad_input(format!(
                    "the checker is in an unknown language: {}",
                    source.language
                ))
            })?;
            if source.protocol == Protocol::Prints && language.name != "python" {
                let title = &language.title;
                let wrong = format!("a checker that prints a number is in Python, not in {title}");
                return Err(Fault::bad_input(wrong));
            }
            let folder = self.folder()?.join("checker");
            let extension = language.extensions.first().map_or("", String::as_str);
            let main = format!("main.{extension}");
            let files = match source.protocol {
                Protocol::Contest(_) => vec![(&*main, &*source.source)],
                Protocol::Prints => vec![("main.py", PRINTS), ("checker.py", &*source.source)],
            };
            write_all(&folder, &files)?;
            let runner = Arc::new(tool_runner());
            let source = Source::read(&folder, known, None)?;
            Ok(Arc::new(JuryProgram::of_source("checker", "of the task".into(), source, &runner)))
        };
        let mut kept = lock(&self.checker);
        let checker = match &*kept {
            Some(checker) => Arc::clone(checker),
            None => Arc::clone(kept.insert(make()?)),
        };
        Ok((checker, protocol))
    }
}

/// The tasks that were needed last, the latest at the end.
#[derive(Default)]
pub(crate) struct Recent(VecDeque<Arc<HeldTask>>);

impl Recent {
    pub(crate) fn find(&mut self, is_it: impl Fn(&HeldTask) -> bool) -> Option<Arc<HeldTask>> {
        let at = self.0.iter().position(|held| is_it(held))?;
        let held = self.0.remove(at)?;
        self.0.push_back(Arc::clone(&held));
        Some(held)
    }

    /// Holds a task, in place of the one that was not needed for the longest time.
    pub(crate) fn add(&mut self, held: &Arc<HeldTask>) {
        if self.0.len() == HELD {
            self.0.pop_front();
        }
        self.0.push_back(Arc::clone(held));
    }
}

/// The tasks of an index; those needed last are held.
pub(crate) struct Held<'r> {
    index: &'r mut TaskIndex,
    recent: Recent,
}

impl<'r> Held<'r> {
    pub(crate) fn new(index: &'r mut TaskIndex) -> Held<'r> {
        Held { index, recent: Recent::default() }
    }

    /// Returns a task. Errors are messages for a row.
    pub(crate) fn task(&mut self, id: &str) -> Result<Arc<HeldTask>, String> {
        if let Some(held) = self.recent.find(|held| held.task.id == id) {
            return Ok(held);
        }
        let (task, number, content) = self.index.task(id)?;
        let held = Arc::new(HeldTask::new(task, number, content));
        self.recent.add(&held);
        Ok(held)
    }
}

/// Writes files into a new folder.
pub(crate) fn write_all(folder: &Path, files: &[(&str, &str)]) -> Result<(), Fault> {
    files.iter().try_for_each(|(name, text)| write_beside(&folder.join(name), text.as_bytes()))
}

/// Writes a file into a folder that may be new.
pub(crate) fn write_beside(path: &Path, content: &[u8]) -> Result<(), Fault> {
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = made.and_then(|()| std::fs::write(path, content));
    written.map_err(|error| Fault::cannot_write(path, &error))
}

#[cfg(test)]
mod tests {
    use referee_base::digest::Digest;
    use referee_problem::limits::LimitOverrides;

    use super::*;
    use crate::task::{Shape, Test};

    #[test]
    fn a_judge_error_is_not_remembered() {
        let task = Task::bare("t".into(), Shape::Referee, LimitOverrides::default());
        let held = HeldTask::new(task, 0, ContentHash::default());
        let key = ContentHash::default();
        let failed = || Outcome::failed(1, "the disk is full".into());
        assert!(held.judged(key, failed).1);
        assert!(held.judged(key, failed).1);
        let refused = || Outcome { is_refused: true, ..Outcome::default() };
        assert!(held.judged(key, refused).1);
        assert!(!held.judged(key, refused).1);
    }

    /// Otherwise memory would grow with the number of candidates of tasks with many tests.
    #[test]
    fn programs_with_many_results_are_forgotten() {
        let task = Task::bare("t".into(), Shape::Referee, LimitOverrides::default());
        let tests = (0..RESULTS / 2).map(Test::Case).collect();
        let held = HeldTask::new(Task { tests, ..task }, 0, ContentHash::default());
        let refused = || Outcome { is_refused: true, ..Outcome::default() };
        let is_new = |number: u8| held.judged(Digest::of(&[number]), refused).1;
        assert_eq!([0, 1, 0, 2, 0, 2].map(is_new), [true, true, false, true, true, false]);
    }
}
