//! Merges the events of all shards of a plan into those of one run, in its order.
//!
//! Threads parse pieces of the files ahead of the thread that emits the events. Memory holds only
//! some pieces, whatever the size of the files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use referee_base::digest::{Digest, to_hex};
use referee_base::fault::{Fault, show};
use referee_base::parallel::ordered_stream;
use referee_base::plural;

use super::assembly::{Assembly, CutSubmissions, Part};
use super::file::ShardFile;
use super::hosts;
use super::last::{Before, ChangedVerdict, Doubt};
use super::turns::{Fate, ParsedPiece, Turn, Turns, parsed};
use referee_events::scoring::PointScheme;
use referee_events::{CaseNames, Event, Runs, Started, Totals};

/// The number of words before the number of a shard in a command: `referee shard run`.
const VERB: usize = 3;

/// The shards of a plan.
#[derive(Default)]
pub struct Merge {
    cases: Vec<Arc<str>>,
    /// The files, by number of the shard. The number of the last shard is one more than the number
    /// of the others.
    files: BTreeMap<usize, ShardFile>,
    /// The contestant at each position, with the number of its shard; `None` if that shard is
    /// missing.
    contestants: Vec<Option<(Arc<str>, usize)>>,
    /// The submissions whose cases several shards have.
    cut: CutSubmissions,
    /// The positions of the contestants that the last shard judged again.
    again: BTreeSet<usize>,
    /// The numbers of shards without a file.
    pub missing: Vec<usize>,
    /// Notes about the files for the user, in sentences.
    pub notes: Vec<String>,
}

/// Receives the next event of a run, and the line that it was read from if that is unchanged.
pub type LineListener<'a> = dyn FnMut(&Event, Option<&[u8]>) -> Result<(), Fault> + 'a;

/// The result of a merge.
#[derive(Debug, Default)]
pub struct Merged {
    /// The totals of the run.
    pub totals: Totals,
    /// The submissions with verdicts that depend on their machine, and the number of these
    /// verdicts; without those that the last shard judged again.
    pub doubtful: BTreeMap<Arc<str>, usize>,
    /// Whether the machines differ significantly.
    pub hosts_differ: bool,
    /// The verdicts that the last shard changed, in the order of the run.
    pub changed: Vec<ChangedVerdict>,
}

impl Merge {
    /// Opens the events of shards. A shard that did not finish counts as missing; of a shard that
    /// was run twice, the first counts.
    ///
    /// # Errors
    /// A file cannot be read, the files belong to different plans, or two results of one shard
    /// differ.
    pub fn open(paths: &[PathBuf]) -> Result<Merge, Fault> {
        let mut merge = Merge::open_shards(paths, true)?;
        merge.place_last()?;
        Ok(merge)
    }

    /// Opens the events of shards to make a last shard. An existing last shard is skipped.
    pub fn open_for_last(paths: &[PathBuf]) -> Result<Merge, Fault> {
        Merge::open_shards(paths, false)
    }

    fn open_shards(paths: &[PathBuf], with_last: bool) -> Result<Merge, Fault> {
        let mut merge = Merge::default();
        for path in paths {
            match ShardFile::open(path)? {
                Some(file) if file.origin.last.is_some() && !with_last => {}
                Some(file) => merge.add(file)?,
                None => merge.notes.push(format!("{} did not end, and does not count", show(path))),
            }
        }
        // The last shard has the highest number: if it is the first, it is the only one.
        let first = merge.files.values().next();
        let Some(first) = first.filter(|first| first.origin.last.is_none()) else {
            return Err(Fault::judge("none of these files has the events of a whole shard")
                .help("judge again; recorded results are reused"));
        };
        let (of, cases) = (first.origin.of, merge.cases.len());
        merge.contestants = vec![None; first.origin.contestants];
        merge.missing = (1..=of).filter(|number| !merge.files.contains_key(number)).collect();
        for (&number, file) in merge.files.range(..=of) {
            file.place(number, &mut merge.contestants, &mut merge.cut)?;
        }
        let overlaps =
            |number| merge.files[&number].damaged(1, "another shard has cases of this one");
        let lacking = merge.cut.lacking(cases).map_err(overlaps)?;
        lacking.into_iter().for_each(|position| merge.contestants[position] = None);
        if merge.missing.is_empty() && merge.contestants.contains(&None) {
            return Err(Fault::bad_input("these shards are not all of their plan"));
        }
        Ok(merge)
    }

    /// Adds the events of a shard.
    fn add(&mut self, mut file: ShardFile) -> Result<(), Fault> {
        let is_last = file.origin.last.is_some();
        if let Some(first) = self.files.values().next()
            && (&first.origin.plan, first.origin.of) != (&file.origin.plan, file.origin.of)
        {
            let fault = Fault::bad_input("this shard belongs to another run").at(&file.path);
            return Err(fault
                .details(format!(
                    "the plan of {} is {}, its own is {}",
                    show(&first.path),
                    first.origin.plan,
                    file.origin.plan
                ))
                .help("cases, submissions, limits, options and compilers must be the same: judge one of them again"));
        }
        // The names of cases are stored only once, not for each of up to a thousand shards.
        let cases = std::mem::take(&mut file.started.cases);
        match self.files.is_empty() {
            true => self.cases = cases,
            false if self.cases == cases => {}
            false => return Err(file.damaged(1, "these are not the cases of the other shards")),
        }
        let number = if is_last { file.origin.of + 1 } else { file.origin.number };
        match self.files.get(&number) {
            None => drop(self.files.insert(number, file)),
            Some(first) if first.judged()? == file.judged()? => {
                let (path, first) = (show(&file.path), show(&first.path));
                self.notes.push(format!("{path} is the same shard as {first}, with equal results"));
            }
            Some(first) => {
                let shard =
                    if is_last { "the last shard".into() } else { format!("shard {number}") };
                let message = format!("{shard} has other results in {}", show(&first.path));
                let fault = Fault::bad_input(message).at(&file.path);
                return Err(fault.help("remove one of them; `--repeat` finds unsteady programs"));
            }
        }
        Ok(())
    }

    /// Records which contestants the last shard judged again, if there is one.
    fn place_last(&mut self) -> Result<(), Fault> {
        let of = self.of();
        let Some(last) = self.files.get(&(of + 1)) else { return Ok(()) };
        if !self.missing.is_empty() {
            self.notes.push("the last shard does not count while others are missing".into());
            self.files.remove(&(of + 1));
            return Ok(());
        }
        if last.origin.last.as_ref().is_none_or(|last| last.made_from != self.results()) {
            let fault =
                Fault::bad_input("this last shard was made from other shards").at(&last.path);
            return Err(
                fault.help("make it again: `shard run last --near` and the files of all shards")
            );
        }
        for (position, name) in last.places()? {
            match self.contestants.get(position) {
                Some(Some((known, _))) if known == name => drop(self.again.insert(position)),
                _ => return Err(last.damaged(1, "no other shard has this submission")),
            }
        }
        Ok(())
    }

    /// Returns the first shard that has a file.
    fn first(&self) -> &ShardFile {
        self.files.values().next().expect("an open merge has a shard")
    }

    /// Returns the number of shards, without the last one.
    fn of(&self) -> usize {
        self.first().origin.of
    }

    /// Returns the hash of the results of all shards except the last one, as 64 hexadecimal digits.
    pub fn results(&self) -> String {
        let mut digest = Digest::new();
        self.files.range(..=self.of()).for_each(|(_, file)| digest.add(&file.results));
        to_hex(&digest.number())
    }

    /// Returns the hash of the plan, and the number of shards.
    pub fn plan(&self) -> (&str, usize) {
        (&self.first().origin.plan, self.of())
    }

    /// Returns the problem, and the cases of the run by name.
    pub fn problem(&self) -> (&str, &[Arc<str>]) {
        (&self.first().started.problem, &self.cases)
    }

    /// Returns whether there is a last shard.
    pub fn has_last(&self) -> bool {
        self.files.contains_key(&(self.of() + 1))
    }

    /// Returns the number of contestants, and how many of them are missing.
    pub fn count(&self) -> (usize, usize) {
        let missing = self.contestants.iter().filter(|contestant| contestant.is_none()).count();
        (self.contestants.len(), missing)
    }

    /// Describes the missing shards.
    pub fn describe_missing(&self) -> String {
        let numbers: Vec<String> = self.missing.iter().map(usize::to_string).collect();
        let of = self.of();
        let (all, missing) = self.count();
        let lacking = plural(missing, "submission", "submissions");
        format!("missing: {} of {of} shards, with {lacking} of {all}", numbers.join(", "))
    }

    /// Returns the words of the command that makes a shard.
    pub fn command(&self, number: usize) -> Vec<String> {
        let of = self.of();
        let report = format!("jsonl=shard-{number}-of-{of}.jsonl");
        self.begin_command([format!("{number}/{of}"), "--report".into(), report])
    }

    /// Returns the words of the command that makes the last shard: those before the files of all
    /// shards, and those after them.
    pub fn command_of_last(&self) -> (Vec<String>, Vec<String>) {
        let mut words = self.begin_command(["last", "--near"].map(String::from));
        // The last shard runs one program at a time, however many the others ran.
        if let Some(at) = words.iter().position(|word| word == "--jobs") {
            words.drain(at..words.len().min(at + 2));
        }
        // The command may end with names after `--`, behind which nothing is a flag.
        let names = words.split_off(words.len().min(VERB + 2));
        (words, names)
    }

    /// Returns the words of the command that judges a shard, with `own` inserted after the verb.
    fn begin_command(&self, own: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut words = self.first().origin.command.clone();
        words.splice(words.len().min(VERB)..words.len().min(VERB), own);
        words
    }

    /// Returns whether all shards have times and machines.
    pub fn has_times(&self) -> bool {
        self.files.values().all(|file| !file.origin.host.is_empty())
    }

    /// Returns the first event of the merged run.
    pub fn started(&self) -> Started {
        let hosts =
            hosts::of(self.files.values().map(|file| (&file.origin, file.figures.as_ref())));
        let contestants = self.contestants.iter().flatten().map(|(name, _)| Arc::clone(name));
        let (cases, contestants, runs) = (self.cases.clone(), contestants.collect(), self.runs());
        Started { cases, contestants, runs, hosts, ..self.first().started.clone() }
    }

    /// Returns the conditions under which the programs of all shards ran. A layer that one of the
    /// machines lacks does not isolate the run.
    fn runs(&self) -> Option<Runs> {
        let runs = || self.files.values().filter_map(|file| file.started.runs.as_ref());
        let first = runs().next()?;
        let holds = |layer: &&str| {
            runs().all(|other| other.isolation.split(", ").any(|known| known == *layer))
        };
        let isolation: Vec<&str> = first.isolation.split(", ").filter(holds).collect();
        let mut not_isolated: Vec<String> = Vec::new();
        for missing in runs().flat_map(|other| &other.not_isolated) {
            // The reasons differ from machine to machine: the first one suffices.
            let layer = missing.split_inclusive(':').next().unwrap_or_default();
            if !not_isolated.iter().any(|known| known.starts_with(layer)) {
                not_isolated.push(missing.clone());
            }
        }
        let isolation = isolation.join(", ");
        Some(Runs { isolation, not_isolated, machine: None, ..first.clone() })
    }

    /// Passes the events of the merged run to the listener; `jobs` threads parse them. Missing
    /// shards are a fault of the run, so that no report of it looks complete.
    ///
    /// # Errors
    /// Those of the listener; or a file was altered.
    pub fn run(self, jobs: usize, listener: &mut LineListener) -> Result<Merged, Fault> {
        let started = self.started();
        let calibration = if let [one] = &started.hosts[..] { one.machine.clone() } else { None };
        let (names, last) = (CaseNames::of(&started.cases), self.of() + 1);
        let points = PointScheme::of_groups(&started.groups, &started.cases);
        let points = Some(points).filter(|points| !points.groups.is_empty());
        let doubt = Doubt::new(&started, &started.hosts);
        let (turns, missing) = (self.turns(), self.missing.len());
        let partial = Event::Fault { message: self.describe_missing() };
        let (cases, mut turns) = (started.cases.clone(), Turns::new(self.files, turns));
        let paths = turns.paths();
        let assembly = Assembly { cases: &cases, points: points.as_ref(), paths: &paths };
        let (before, parts) = (Before::default(), Vec::new());
        let merged = Merged { hosts_differ: doubt.hosts_differ, ..Merged::default() };
        let cut = &self.cut;
        let mut telling = Emitter { listener, doubt, before, last, merged, cut, assembly, parts };
        telling.tell(&Event::Started(started), None)?;
        if missing > 0 {
            telling.tell(&partial, None)?;
        }
        ordered_stream(
            jobs,
            || turns.next(),
            |read| {
                let (turn, piece) = read?;
                let path = &paths[&turn.shard];
                parsed(turn, piece, &names, path)
            },
            |piece| telling.piece(piece?),
        )?;
        turns.end()?;
        let totals = Totals { calibration, ..telling.merged.totals.clone() };
        telling.tell(&Event::Finished(totals), None)?;
        Ok(telling.merged)
    }

    fn turns(&self) -> Vec<Turn> {
        let last = self.of() + 1;
        let mut turns = Vec::new();
        for (position, contestant) in self.contestants.iter().enumerate() {
            let is_again = self.again.contains(&position);
            let fate = match contestant {
                // A submission that lacks cases is not reported.
                None => Fate::Dropped,
                Some(_) if is_again => Fate::Replaced,
                Some(_) => Fate::Told,
            };
            match (self.cut.at(position), contestant) {
                (Some(cut), _) => turns.extend(cut.turns(position, fate)),
                (None, Some((name, shard))) => {
                    let name = Arc::clone(name);
                    turns.push(Turn { name, shard: *shard, fate, part: None });
                }
                (None, None) => {}
            }
            if let Some((name, _)) = contestant.as_ref().filter(|_| is_again) {
                let name = Arc::clone(name);
                turns.push(Turn { name, shard: last, fate: Fate::Told, part: None });
            }
        }
        turns
    }
}

struct Emitter<'l, 'a> {
    listener: &'l mut LineListener<'a>,
    doubt: Doubt,
    /// The earlier results of the submission that the last shard's next events are about.
    before: Before,
    last: usize,
    merged: Merged,
    cut: &'l CutSubmissions,
    assembly: Assembly<'l>,
    /// The parts of the current submission that were read so far, if it is cut.
    parts: Vec<Part>,
}

impl Emitter<'_, '_> {
    fn tell(&mut self, event: &Event, line: Option<&[u8]>) -> Result<(), Fault> {
        self.merged.totals.count(event);
        (self.listener)(event, line)
    }

    fn piece(&mut self, parsed: ParsedPiece) -> Result<(), Fault> {
        let ParsedPiece { turn, piece, events } = parsed;
        let lines = events.into_iter().zip(piece.lines());
        for (event, (number, line)) in lines.filter_map(|(event, line)| Some((event?, line))) {
            match turn.part {
                Some(_) => self.parts.push(Part { shard: turn.shard, line: number, event }),
                None => self.of_turn(&turn, event, Some(line))?,
            }
        }
        let is_whole = turn.part.is_some_and(|part| part.is_last) && piece.has_ended;
        let position = turn.part.filter(|_| is_whole).map(|part| part.position);
        if let Some(submission) = position.and_then(|position| self.cut.at(position)) {
            let events = self.assembly.whole(submission, std::mem::take(&mut self.parts))?;
            events.into_iter().try_for_each(|event| self.of_turn(&turn, event, None))?;
        }
        Ok(())
    }

    /// Emits an event, or records it for comparison, depending on the fate of its turn.
    fn of_turn(&mut self, turn: &Turn, mut event: Event, line: Option<&[u8]>) -> Result<(), Fault> {
        match turn.fate {
            Fate::Dropped => Ok(()),
            Fate::Replaced => {
                self.before.add(&event);
                Ok(())
            }
            Fate::Told if turn.shard == self.last => {
                self.merged.changed.extend(self.before.compare(&mut event));
                self.tell(&event, None)
            }
            Fate::Told => {
                if let Event::Judged(judged) = &event
                    && self.doubt.is_open(judged)
                {
                    *self.merged.doubtful.entry(Arc::clone(&judged.contestant)).or_default() += 1;
                }
                self.tell(&event, line)
            }
        }
    }
}

impl ShardFile {
    /// Stores the contestants of the shard `number` at their positions.
    fn place(
        &self,
        number: usize,
        contestants: &mut [Option<(Arc<str>, usize)>],
        cut: &mut CutSubmissions,
    ) -> Result<(), Fault> {
        for (position, name) in self.places()? {
            let own = self.origin.blocks.iter().filter(|block| block.position == position);
            let is_block = own.clone().next().is_some() && cut.at(position).is_some();
            match contestants.get_mut(position) {
                Some(free @ None) => *free = Some((Arc::clone(name), number)),
                Some(Some((other, _))) if is_block && other == name => {}
                _ => return Err(self.damaged(1, "another shard has submissions of this one")),
            }
            own.for_each(|block| cut.add(position, name, block.cases, number));
        }
        Ok(())
    }

    /// Returns the positions and names of the shard's contestants.
    fn places(&self) -> Result<impl Iterator<Item = (usize, &Arc<str>)>, Fault> {
        let (positions, names) = (&self.origin.positions, &self.started.contestants);
        if positions.len() == names.len() && positions.is_sorted_by(|a, b| a < b) {
            Ok(positions.iter().copied().zip(names))
        } else {
            Err(self.damaged(1, "the positions of this shard are not those of its submissions"))
        }
    }
}

#[cfg(test)]
mod tests;
