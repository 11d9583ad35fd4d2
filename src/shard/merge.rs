//! The events of all shards of a plan as those of one run, in its order. Of each file one event is in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_base::fault::{Fault, show};
use referee_base::plural;

use super::file::{self, ShardFile};
use crate::events::{Event, Started, Totals};

/// The shards of a plan.
pub struct Merge {
    /// The files, by number of the shard.
    files: BTreeMap<usize, ShardFile>,
    /// The contestant at each position, with the number of its shard; none where that is missing.
    contestants: Vec<Option<(Arc<str>, usize)>>,
    /// The numbers of shards without a file.
    pub missing: Vec<usize>,
    /// What the caller may want to know of the files, in sentences.
    pub notes: Vec<String>,
}

impl Merge {
    /// Opens the events of shards. One that did not end counts as missing; of a shard that was run twice the first counts.
    ///
    /// # Errors
    /// A file cannot be read, they are of different plans, or one shard has two different results.
    pub fn open(paths: &[PathBuf]) -> Result<Merge, Fault> {
        let mut merge = Merge {
            files: BTreeMap::new(),
            contestants: Vec::new(),
            missing: Vec::new(),
            notes: Vec::new(),
        };
        for path in paths {
            match file::is_whole(path)? {
                true => merge.add(path)?,
                false => {
                    merge.notes.push(format!("{} did not end, and does not count", show(path)))
                }
            }
        }
        let Some(first) = merge.files.values().next() else {
            return Err(Fault::judge("none of these files has the events of a whole shard")
                .help("judge again: what is recorded is not run again"));
        };
        let of = first.origin.of;
        merge.contestants = vec![None; first.origin.contestants];
        merge.missing = (1..=of).filter(|number| !merge.files.contains_key(number)).collect();
        for (&number, file) in &merge.files {
            file.place(number, &mut merge.contestants)?;
        }
        match merge.missing.is_empty() && merge.contestants.contains(&None) {
            true => Err(Fault::bad_input("these shards are not all of their plan")),
            false => Ok(merge),
        }
    }

    fn add(&mut self, path: &Path) -> Result<(), Fault> {
        let file = ShardFile::open(path)?;
        if let Some(first) = self.files.values().next()
            && (&first.origin.plan, first.origin.of) != (&file.origin.plan, file.origin.of)
        {
            let fault = Fault::bad_input("this shard is of another run").at(path);
            return Err(fault
                .details(format!(
                    "the plan of {} is {}, its own is {}",
                    show(&first.path),
                    first.origin.plan,
                    file.origin.plan
                ))
                .help("cases, submissions, limits, options and compilers must be the same: judge one of them again"));
        }
        let number = file.origin.number;
        match self.files.get(&number) {
            None => drop(self.files.insert(number, file)),
            Some(first) if ShardFile::judged(&first.path)? == ShardFile::judged(path)? => {
                let (path, first) = (show(path), show(&first.path));
                self.notes.push(format!("{path} is the same shard as {first}, with equal results"));
            }
            Some(first) => {
                let message = format!("shard {number} has other results in {}", show(&first.path));
                let fault = Fault::bad_input(message).at(path);
                return Err(
                    fault.help("leave one of them away; `--repeat` finds unsteady programs")
                );
            }
        }
        Ok(())
    }

    /// Returns the number of contestants, and how many of them the missing shards have.
    pub fn count(&self) -> (usize, usize) {
        let missing = self.contestants.iter().filter(|contestant| contestant.is_none()).count();
        (self.contestants.len(), missing)
    }

    /// Describes what is missing.
    pub fn describe_missing(&self) -> String {
        let numbers: Vec<String> = self.missing.iter().map(usize::to_string).collect();
        let of = self.missing.len() + self.files.len();
        let (all, missing) = self.count();
        let lacking = plural(missing, "submission", "submissions");
        format!("missing: {} of {of} shards, with {lacking} of {all}", numbers.join(", "))
    }

    /// Returns the words of the command that makes a shard.
    pub fn command(&self, number: usize) -> Vec<String> {
        let Some(ShardFile { origin, .. }) = self.files.values().next() else { return Vec::new() };
        let of = origin.of;
        let more = ["--shard", &format!("{number}/{of}"), "--report"].map(String::from);
        let report = format!("jsonl=shard-{number}-of-{of}.jsonl");
        origin.command.iter().cloned().chain(more).chain([report]).collect()
    }

    /// Tells the listener the events of one run. Missing shards are a fault of the run, so that no report of it
    /// passes for a whole one.
    ///
    /// # Errors
    /// Those of the listener; a file that is not as it was written.
    pub fn run(
        mut self,
        listener: &mut dyn FnMut(&Event) -> Result<(), Fault>,
    ) -> Result<Totals, Fault> {
        let Some(first) = self.files.values().next() else { return Ok(Totals::default()) };
        let contestants = self.contestants.iter().flatten().map(|(name, _)| Arc::clone(name));
        let started = Started { contestants: contestants.collect(), ..first.started.clone() };
        listener(&Event::Started(started))?;
        let mut totals = Totals::default();
        if !self.missing.is_empty() {
            let partial = Event::Fault { message: self.describe_missing() };
            totals.count(&partial);
            listener(&partial)?;
        }
        for (name, number) in self.contestants.iter().flatten() {
            let Some(file) = self.files.get_mut(number) else { continue };
            file.tell(name, &mut totals, listener)?;
        }
        for file in self.files.values_mut() {
            if !matches!(file.next()?, Some(Event::Finished(_))) || file.next()?.is_some() {
                return Err(file.damaged("events of a submission that this shard does not have"));
            }
        }
        listener(&Event::Finished(totals.clone()))?;
        Ok(totals)
    }
}

impl ShardFile {
    /// Notes the contestants of the shard, whose number is given, at their positions.
    fn place(
        &self,
        number: usize,
        contestants: &mut [Option<(Arc<str>, usize)>],
    ) -> Result<(), Fault> {
        let (positions, names) = (&self.origin.positions, &self.started.contestants);
        if positions.len() != names.len() || !positions.is_sorted_by(|a, b| a < b) {
            return Err(
                self.damaged("the positions of this shard are not those of its submissions")
            );
        }
        for (&position, name) in positions.iter().zip(names) {
            match contestants.get_mut(position) {
                Some(free @ None) => *free = Some((Arc::clone(name), number)),
                _ => return Err(self.damaged("another shard has submissions of this one")),
            }
        }
        Ok(())
    }

    /// Tells the events up to the end of a submission.
    fn tell(
        &mut self,
        name: &str,
        totals: &mut Totals,
        listener: &mut dyn FnMut(&Event) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        loop {
            let Some(event) = self.next()? else {
                return Err(self.damaged("the events end before those of a submission"));
            };
            let has_ended = match &event {
                Event::Submission(end) if *end.contestant == *name => true,
                Event::Judged(judged) if *judged.contestant == *name => false,
                Event::Fault { .. } => false,
                _ => return Err(self.damaged("this event is none of the next submission's")),
            };
            totals.count(&event);
            listener(&event)?;
            if has_ended {
                return Ok(());
            }
        }
    }
}
