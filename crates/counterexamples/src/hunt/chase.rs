//! A hunt: rounds of candidates, judged on all threads. The first failing one in draw order is the
//! find.
//!
//! The draws of a round depend only on earlier rounds (and on the measured times of candidates only
//! if the subject has a clock), and results are counted in draw order up to the find. So the same
//! seed yields the same find on any number of threads.

use std::collections::HashSet;

use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::parallel;
use referee_generators::{Random, Seed};

use super::candidate::{Candidate, Origin};
use super::costly::{CHANGES_IN_ROUND, Change, ChangeReason, Costly, MAX_BYTES, Seen};
use super::pace::{Chosen, Kind, Pace};
use super::result::{EndReason, Found, HuntOptions, HuntResult, SourceReport};
use super::shares::{Shares, work};
use super::source::{CandidateSource, Draw};
use super::wander::{self, Wander};
use crate::{Outcome, Subject};

/// The number of draws in the first round and in the largest one. Each round doubles: starting all
/// threads has a cost, but the cost of a draw is unknown until the first ones are judged.
const FIRST_ROUND: usize = 8;
const MAX_ROUND: usize = 64;

/// If a program takes this part of the time limit on average, in thousandths, no more draws are
/// made in a round than this: what takes long should determine the next draws soon.
const SLOW: u64 = 50;
const SLOW_ROUND: usize = 16;

/// After this many draws of a source whose candidates are changed again, there is a change.
const WANDERING: usize = 2;

/// Searches for an input on which a program fails.
///
/// Candidates equal to earlier ones are skipped and not counted. After a stop request, a find that
/// some thread has already made is still returned. `on_progress` is called after each round with
/// the number of candidates tried so far.
///
/// # Errors
/// A candidate could not be drawn or judged before there was a find.
pub fn hunt(
    subject: &dyn Subject,
    sources: &[&dyn CandidateSource],
    options: &HuntOptions,
    on_progress: &mut dyn FnMut(u64),
) -> Result<HuntResult, Fault> {
    let report = |source: &&dyn CandidateSource| SourceReport {
        name: source.name().into(),
        kind: source.profile().kind,
        ..SourceReport::default()
    };
    let mut chase = Chase {
        subject,
        sources,
        options,
        shares: Shares::new(sources),
        pace: Pace::default(),
        known: HashSet::new(),
        costly: Costly::default(),
        wander: Wander::default(),
        passed: (0, 0),
        reports: sources.iter().map(report).collect(),
        disputed: None,
        tries: 0,
        stopped: false,
    };
    let ended = chase.rounds(on_progress)?;
    let Chase { tries, disputed, reports: mut sources, shares, .. } = chase;
    for (report, state) in sources.iter_mut().zip(&shares.0) {
        (report.cost, report.is_exhausted) = (state.cost, state.exhausted);
    }
    Ok(HuntResult { ended, disputed, tries, sources })
}

/// A hunt in progress.
struct Chase<'a> {
    subject: &'a dyn Subject,
    sources: &'a [&'a dyn CandidateSource],
    options: &'a HuntOptions<'a>,
    shares: Shares,
    pace: Pace,
    /// The contents tried in earlier rounds.
    known: HashSet<ContentHash>,
    costly: Costly,
    wander: Wander,
    /// The number of passed runs of this round, and their total time, in thousandths of the time
    /// limit.
    passed: (u64, u64),
    reports: Vec<SourceReport>,
    disputed: Option<Found>,
    tries: u64,
    stopped: bool,
}

/// What to draw.
#[derive(Debug)]
enum Pick {
    /// The candidate of a source at an index.
    Usual(usize, u64),
    /// The same candidate, as large as possible.
    Scaled(usize, u64),
    /// A change of an earlier candidate.
    Changed(Change),
}

impl Pick {
    fn place(&self) -> (usize, u64) {
        match *self {
            Pick::Usual(source, index) | Pick::Scaled(source, index) => (source, index),
            Pick::Changed(Change { draw, .. }) => draw,
        }
    }

    fn kind(&self, sources: &[&dyn CandidateSource]) -> Kind {
        match *self {
            Pick::Usual(source, index) => kind_of(sources[source], index),
            Pick::Scaled(..) => Kind::Largest,
            Pick::Changed(Change { reason: ChangeReason::Slow, .. }) => Kind::Change,
            Pick::Changed(Change { reason: ChangeReason::Valid, .. }) => Kind::Other,
        }
    }

    fn draw(&self, sources: &[&dyn CandidateSource], seed: u64) -> Result<Draw, Fault> {
        match self {
            Pick::Usual(source, index) => sources[*source].draw(seed, *index),
            Pick::Scaled(source, index) => sources[*source].scaled(seed, *index, u64::MAX),
            Pick::Changed(Change { draw: (source, index), parent, number, reason }) => {
                let numbers = [seed, *index, *number].map(|number| number.to_string());
                let [seed, index, number] = &numbers;
                let (source, name) = (sources[*source], sources[*source].name());
                let (kind, origin) = match reason {
                    ChangeReason::Slow => ("costly", format!("a slow input of {name}, changed")),
                    ChangeReason::Valid => ("wander", format!("an input of {name}, changed again")),
                };
                let texts = [kind, name, seed, index, number];
                let input = source.changed(parent, &mut Random::new(Seed::of(&texts)));
                let origin = Origin::Other(origin);
                Ok(Draw::Candidate(Candidate { input, origin }))
            }
        }
    }
}

fn kind_of(source: &dyn CandidateSource, index: u64) -> Kind {
    if source.is_largest(index) { Kind::Largest } else { Kind::Other }
}

/// The result of a draw.
enum Tried {
    /// The hunt was stopped before the draw was judged.
    Stopped,
    /// There was nothing to judge.
    Empty(Draw),
    Judged {
        content: ContentHash,
        size: u64,
        /// How long it took, in milliseconds.
        time: u64,
        /// The input is kept only where it matters: results wait for their turn.
        candidate: Candidate,
        /// None if the same input was tried in an earlier round.
        outcome: Option<Outcome>,
    },
}

/// Why a round ended early.
enum End {
    Ended(EndReason),
    /// The draw at this position took too long. The rest of the round may take as long, so it is
    /// chosen anew.
    Slow(usize),
    Fault(Fault),
}

impl Chase<'_> {
    fn rounds(&mut self, on_progress: &mut dyn FnMut(u64)) -> Result<EndReason, Fault> {
        let mut size = FIRST_ROUND;
        loop {
            let left = usize::try_from(self.options.tries - self.tries).unwrap_or(usize::MAX);
            let mut chosen = Chosen::default();
            let mut draws = self.costly_picks(&mut chosen);
            draws.truncate(left.saturating_sub(1));
            let usual = self.usual(size.min(left).saturating_sub(draws.len()), &mut chosen);
            let wandering = self.wandering(&usual, size);
            draws.extend(usual.into_iter().map(|(source, index)| Pick::Usual(source, index)));
            let changes = self.wander.changes(wandering.min(left - draws.len()));
            draws.extend(changes.into_iter().map(Pick::Changed));
            match draws[..] {
                _ if left == 0 => return Ok(EndReason::Tried),
                [] => return Ok(EndReason::Exhausted),
                _ => {}
            }
            match self.round(&draws) {
                Err(End::Ended(ended)) => return Ok(ended),
                Err(End::Fault(fault)) => return Err(fault),
                Err(End::Slow(at)) => {
                    let usual = draws[at + 1..].iter().filter_map(|pick| match pick {
                        Pick::Usual(source, index) => Some((*source, *index)),
                        Pick::Scaled(..) | Pick::Changed(_) => None,
                    });
                    self.shares.put_back(usual);
                    size = FIRST_ROUND;
                    continue;
                }
                Ok(()) if self.stopped => return Ok(EndReason::Stopped),
                Ok(()) => on_progress(self.tries),
            }
            let (runs, time) = std::mem::take(&mut self.passed);
            let is_slow = time > runs * SLOW;
            size = (2 * size).min(if is_slow { SLOW_ROUND } else { MAX_ROUND });
        }
    }

    /// Returns the next draws of the sources.
    fn usual(&mut self, count: usize, chosen: &mut Chosen) -> Vec<(usize, u64)> {
        let (sources, pace) = (self.sources, &self.pace);
        let may_be = |source: usize, index| pace.allows(kind_of(sources[source], index), chosen);
        self.shares.choose(count, |source| sources[source].is_ready(), may_be)
    }

    /// Returns the draws that follow from earlier, costly candidates.
    fn costly_picks(&mut self, chosen: &mut Chosen) -> Vec<Pick> {
        let may_scale = self.pace.allows(Kind::Largest, chosen);
        let scaled = if may_scale { self.costly.take() } else { None };
        let larger = scaled.map(|(source, index)| Pick::Scaled(source, index));
        let may_change = |_: &u64| self.pace.allows(Kind::Change, chosen);
        let most = (0..CHANGES_IN_ROUND).take_while(may_change).count() as u64;
        let changes = self.costly.changes(most);
        larger.into_iter().chain(changes.into_iter().map(Pick::Changed)).collect()
    }

    /// Returns how many changes of valid candidates follow these draws: as many as a round has once
    /// there are no others. They are charged to the same sources, so the others lose nothing.
    fn wandering(&self, usual: &[(usize, u64)], size: usize) -> usize {
        if usual.is_empty() {
            return size;
        }
        let may_wander = |draw: &&(usize, u64)| self.sources[draw.0].profile().may_wander;
        usual.iter().filter(may_wander).count() / WANDERING
    }

    /// Judges the draws of a round on all threads, and processes the results in order.
    fn round(&mut self, draws: &[Pick]) -> Result<(), End> {
        // Moved out of `self`: the threads read it while `self.take` records results.
        let known = std::mem::take(&mut self.known);
        let (subject, sources, options) = (self.subject, self.sources, self.options);
        let work = |at: usize| {
            if (options.stop)() {
                return Ok(Tried::Stopped);
            }
            let draw = draws[at].draw(sources, options.seed);
            let tried = draw.and_then(|draw| attempt(subject, draw, &known));
            match tried {
                Ok(Tried::Judged {
                    outcome: Some(Outcome::Passed(_) | Outcome::Failed(_) | Outcome::Disputed(_)),
                    ..
                }) => tried,
                // A run that the stop interrupted says nothing about the program.
                _ if (options.stop)() => Ok(Tried::Stopped),
                tried => tried,
            }
        };
        let mut new = HashSet::new();
        let taken = parallel::ordered(options.jobs, draws.len(), work, |at, tried| {
            let is_slow = matches!(tried, Ok(Tried::Empty(Draw::Slow)));
            self.take(&draws[at], tried.map_err(End::Fault)?, &mut new)?;
            if is_slow { Err(End::Slow(at)) } else { Ok(()) }
        });
        self.known = known;
        self.known.extend(new);
        taken
    }

    /// Records the result of a draw. `new` collects the contents tried in this round.
    fn take(
        &mut self,
        pick: &Pick,
        tried: Tried,
        new: &mut HashSet<ContentHash>,
    ) -> Result<(), End> {
        let (source, at) = pick.place();
        let (kind, is_usual) = (pick.kind(self.sources), matches!(pick, Pick::Usual(..)));
        let is_wandering =
            matches!(pick, Pick::Changed(change) if change.reason == ChangeReason::Valid);
        let report = &mut self.reports[source];
        // An index leads to the input only if it was not changed.
        let index = (!matches!(pick, Pick::Changed(_))).then_some(at);
        let (candidate, size, time, outcome) = match tried {
            Tried::Stopped => {
                self.stopped = true;
                return Ok(());
            }
            // An extra draw says nothing about the source's own sequence.
            Tried::Empty(_) if !is_usual => return Ok(()),
            Tried::Empty(draw) => {
                report.nothing += u64::from(draw == Draw::Nothing);
                report.stopped += u64::from(draw == Draw::Slow);
                self.shares.note_empty(source, &draw);
                return Ok(());
            }
            Tried::Judged { content, size, time, candidate, outcome } => {
                self.pace.note(kind, time);
                (candidate, size, time, outcome.filter(|_| new.insert(content)))
            }
        };
        if is_wandering {
            self.wander.note_change(outcome.is_some());
        }
        let Some(outcome) = outcome else {
            report.nothing += 1;
            if !is_wandering {
                self.shares.note_empty(source, &Draw::Nothing);
            }
            return Ok(());
        };
        self.tries += 1;
        report.tries += 1;
        // Where times are measured, changes of slow candidates have a part of their own.
        let is_charged = kind != Kind::Change || time == 0;
        self.shares.note_new(source, if is_charged { work(size, time) } else { 0 });
        match outcome {
            Outcome::Passed(cost) => {
                self.passed = (self.passed.0 + 1, self.passed.1 + u64::from(cost));
                let seen = Seen { draw: (source, at), cost, size };
                self.costly.note(seen, &candidate.input, is_usual);
                if is_wandering || (is_usual && self.sources[source].profile().may_wander) {
                    self.wander.note((source, at), &candidate.input, is_usual);
                }
                Ok(())
            }
            Outcome::Invalid => {
                report.invalid += 1;
                Ok(())
            }
            Outcome::Failed(failure) => {
                Err(End::Ended(EndReason::Found(Found { candidate, failure, source, index })))
            }
            Outcome::Disputed(failure) => {
                report.invalid += 1;
                self.disputed.get_or_insert(Found { candidate, failure, source, index });
                Ok(())
            }
        }
    }
}

fn attempt(
    subject: &dyn Subject,
    draw: Draw,
    known: &HashSet<ContentHash>,
) -> Result<Tried, Fault> {
    let Draw::Candidate(mut candidate) = draw else { return Ok(Tried::Empty(draw)) };
    let content = Digest::of(&candidate.input);
    let begun = subject.elapsed();
    let judge = || subject.judge(&candidate.input);
    let outcome = (!known.contains(&content)).then(judge).transpose()?;
    let time = subject.elapsed().saturating_sub(begun);
    let size = candidate.cost();
    let may_be_changed = match outcome {
        Some(Outcome::Passed(0)) => candidate.input.len() <= wander::MAX_BYTES,
        Some(Outcome::Passed(_)) => candidate.input.len() <= MAX_BYTES,
        _ => false,
    };
    let is_find = matches!(outcome, Some(Outcome::Failed(_) | Outcome::Disputed(_)));
    if !may_be_changed && !is_find {
        candidate.input = Vec::new();
    }
    Ok(Tried::Judged { content, size, time, candidate, outcome })
}
