//! Runs a program and a checker at the same time, each reading what the other writes.
//!
//! Each runs in a sandbox of its own, under its own limits. Two pipes connect them directly: a
//! relay in between could count bytes, but would nearly double the time of each question and
//! answer, and a program that floods a pipe soon blocks or runs out of time anyway. So there is no
//! output limit here, and a relay only for callers that log the exchange.
//!
//! The judge must find out which side ended first, since each may end *because* the other did, and
//! on a busy machine no clock can decide that. The program's ends of the pipes stay open here until
//! its end is known, so the checker cannot notice its exit earlier. The checker's output is not
//! held open, since a checker may close it to signal that it is done. If the program failed, this
//! table gives the side that ended first ([`was_first`]):
//!
//! | the checker's run | its output | its process | first | because |
//! |---|---|---|---|---|
//! | has ended | | | the checker | the program was still running |
//! | continues | open | | the program | a process closes its files before it ends |
//! | continues | closed | ends | the checker | its closed output may have failed the program |
//! | continues | closed | works | undecided | query again; the checker's limits bound that |
//! | continues | closed | waits | the program | the checker only waits for the program |
//!
//! The checker's launcher reports the state of the process: the kernel marks a process as ending
//! before it closes its files, so the mark is set by the time the program fails because of the
//! closed file. A checker that closes its output and then only computes ended first, however long
//! it computes; one that sleeps is taken for one that waits.
//!
//! While the checker works, the program waits for it. That time does not count towards the
//! program's wall time: the checker's launcher reports it to the launcher of the program. So a slow
//! checker makes no program exceed its limit, but a program that sleeps is still stopped.
//!
//! The checker's input is held open unless it rejects: a program that writes one line more than an
//! accepting checker reads is accepted, whether or not the checker has already exited. After the
//! program's exit, the checker's output is drained, so that it need not survive a broken pipe.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, Scope};
use std::time::Duration;

use referee_checker::{CheckError, CheckVerdict};

use super::external::{Attempt, Judgement};
use referee_base::fault::Fault;
use referee_sandbox::{
    Ended, PipeEnd, RunProgress, Standing, Stdin, Stdout, Stopped, drain, has_no_writer,
    holds_something,
};

/// How much a checker may still write after the program exited, in bytes.
const UNHEARD: u64 = 1 << 20;

/// The interval for polling the checker's launcher. No verdict depends on it.
const PAUSE: Duration = Duration::from_millis(1);

/// The side that writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// The program.
    Program,
    /// The checker.
    Checker,
}

/// Forwards what one side writes to the other side, until the first one closes its output.
pub type Relay<'a> = dyn Fn(Party, PipeReader, PipeWriter) + Sync + 'a;

/// Forwards what one side writes, and shows each line, or its first `longest` + 1 bytes, before
/// the other side can read it: so no answer is shown before its question.
pub fn pass_on(mut from: PipeReader, to: PipeWriter, longest: usize, show: &dyn Fn(&[u8])) {
    let mut to = Some(to);
    let mut buffer = [0; 4096];
    let mut line = Vec::new();
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        let said = &buffer[..length];
        for part in said.split_inclusive(|&byte| byte == b'\n') {
            let text = part.strip_suffix(b"\n").unwrap_or(part);
            let room = (longest + 1).saturating_sub(line.len());
            line.extend_from_slice(&text[..text.len().min(room)]);
            if part.ends_with(b"\n") {
                show(&line);
                line.clear();
            }
        }
        // A program that exited reads no more, but the other side may continue to write.
        if to.as_mut().is_some_and(|to| to.write_all(said).is_err()) {
            to = None;
        }
    }
    if !line.is_empty() {
        show(&line);
    }
}

/// The result of an interaction.
#[derive(Debug)]
pub struct Interaction<E> {
    /// How the program ended, or why it could not be run.
    pub program: Result<Ended, E>,
    /// The checker's judgement.
    pub checked: Result<Judgement, CheckError>,
    /// Whether the checker ended before the program, or was about to.
    pub checker_first: bool,
    /// Which side waited for the other, if the wall time was exceeded.
    pub waited: Option<&'static str>,
}

impl Attempt<'_> {
    /// Runs the checker interactively with a program, which `program` runs. The checker's wall time
    /// is extended by `waiting`. Data goes through `relay` if there is one.
    ///
    /// # Errors
    /// A pipe or a thread cannot be created.
    pub fn interact<E>(
        &mut self,
        waiting: Duration,
        relay: Option<&Relay>,
        program: impl FnOnce(Stdin, Stdout) -> Result<Ended, E>,
    ) -> Result<Interaction<E>, Fault> {
        thread::scope(|scope| {
            let Pipes { reads, writes, checker_reads, checker_writes } = connect(scope, relay)?;
            let rest = checker_reads.try_clone().map_err(no_pipe)?;
            let progress = RunProgress::new().map_err(no_memory)?;
            let share = || progress.share().map_err(no_memory);
            let stdin = PipeEnd::new(reads.try_clone().map_err(no_pipe)?);
            let stdin = stdin.with_progress_of_writer(share()?);
            let checker_writes = PipeEnd::new(checker_writes).with_progress_of_writer(share()?);
            let stdout = PipeEnd::new(writes.try_clone().map_err(no_pipe)?);
            let (end, checker_end) = mpsc::channel();
            let checker = thread::Builder::new().spawn_scoped(scope, move || {
                let checked = self.talk(&PipeEnd::new(checker_reads), &checker_writes, waiting);
                let _ = end.send(());
                if matches!(&checked, Ok(Judgement { verdict: CheckVerdict::Accepted(_), .. })) {
                    // Drains until the program has ended too.
                    drain(rest, u64::MAX);
                }
                checked
            });
            let checker =
                checker.map_err(|error| Fault::judge(format!("cannot start a thread: {error}")))?;
            let program = program(Stdin::Pipe(&stdin), Stdout::Pipe(&stdout));
            // If the program could not be started, the ends are still open here.
            drop((stdin, stdout));
            let is_failure = !program.as_ref().is_ok_and(Ended::succeeded);
            let may_be_first = is_failure && has_no_writer(&reads);
            let checker_first = checker_end.try_recv().is_ok()
                || (may_be_first && was_first(&checker_end, &progress));
            let is_late = matches!(&program, Ok(ended) if ended.stopped == Some(Stopped::Wall));
            let waited = is_late.then(|| waited(&reads, &writes, checker_first));
            drop(writes);
            drain(reads, UNHEARD);
            let checked = checker
                .join()
                .unwrap_or_else(|_| Err(CheckError::Failed("the checker was not run".into())));
            Ok(Interaction { program, checked, checker_first, waited })
        })
    }
}

/// Returns whether a checker that has closed its output ended before now, or was about to.
fn was_first(end: &Receiver<()>, progress: &RunProgress) -> bool {
    let mut question = progress.ask();
    loop {
        match progress.answer(question) {
            Some(Standing::Waits) => return end.try_recv().is_ok(),
            Some(Standing::Ends) => return true,
            Some(Standing::Works) => question = progress.ask(),
            None => {}
        }
        match end.recv_timeout(PAUSE) {
            Err(RecvTimeoutError::Timeout) => {}
            // Disconnected: its thread has panicked.
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}

/// The ends of the pipes between a program and a checker.
struct Pipes {
    /// The end that the program reads from.
    reads: PipeReader,
    writes: PipeWriter,
    checker_reads: PipeReader,
    checker_writes: PipeWriter,
}

/// Creates the pipes, with a relay between them if there is one.
fn connect<'scope>(
    scope: &'scope Scope<'scope, '_>,
    relay: Option<&'scope Relay>,
) -> Result<Pipes, Fault> {
    let pipe = || io::pipe().map_err(no_pipe);
    let (reads, to_program) = pipe()?;
    let (from_program, writes) = pipe()?;
    let Some(relay) = relay else {
        let (checker_reads, checker_writes) = (from_program, to_program);
        return Ok(Pipes { reads, writes, checker_reads, checker_writes });
    };
    let (from_checker, checker_writes) = pipe()?;
    let (checker_reads, to_checker) = pipe()?;
    scope.spawn(move || relay(Party::Checker, from_checker, to_program));
    scope.spawn(move || relay(Party::Program, from_program, to_checker));
    Ok(Pipes { reads, writes, checker_reads, checker_writes })
}

fn no_pipe(error: io::Error) -> Fault {
    Fault::judge(format!("cannot make a pipe: {error}"))
}

fn no_memory(error: io::Error) -> Fault {
    Fault::judge(format!("cannot share memory with a sandbox: {error}"))
}

/// Returns which side waited for the other, according to the contents of the pipes.
fn waited(reads: &PipeReader, writes: &PipeWriter, checker_ended: bool) -> &'static str {
    match (checker_ended, holds_something(writes), holds_something(reads)) {
        (true, _, _) => "the checker had ended before",
        (false, true, _) => "the checker had not read all that the program wrote",
        (false, false, true) => "the program had not read all that the checker wrote",
        (false, false, false) => "each waited for the output of the other; is all output flushed?",
    }
}
