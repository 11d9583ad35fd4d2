//! Runs a program and a checker interactively: at the same time, each reading what the other writes.
//!
//! Each runs in a sandbox of its own, under its own limits. Two pipes connect them directly: a relay in between could count bytes, but
//! would make each question and answer take about twice as long, and a program that floods a pipe soon blocks or runs out of time anyway.
//! So there is no output limit here, and a relay only for callers that log the exchange.
//!
//! It must be known which side ended first, since each may end *because* the other has, and on a busy machine no clock tells that. The
//! program's ends of the pipes stay open here until its end is known; before, the checker cannot notice it. The checker's output is not
//! kept open, as a checker may close it to signal that it is done. When a program has failed, this tells who was first ([`was_first`]):
//!
//! | the checker's run | its output | its process | first | because |
//! |---|---|---|---|---|
//! | is over | | | the checker | the program was still running here |
//! | goes on | is open | | the program | the system closes files of a process before it has ended |
//! | goes on | is closed | ends | the checker | that closed its output, and the program may have failed of it |
//! | goes on | is closed | works | not known yet | it is asked again; its limits bound that |
//! | goes on | is closed | waits | the program | it has said all, and what it waits for comes from the program |
//!
//! The checker's launcher tells what the process does: the kernel marks one that ends before it closes its files, so that the mark is
//! there when the program fails of the closed file. A checker that closes its output and then only computes is first, however long that
//! takes; one that sleeps meanwhile is taken for one that waits.
//!
//! While the checker works, the program waits for it. That time does not count towards the program's wall-clock limit: the checker's
//! launcher tells it to that of the program. So a slow checker makes no program late, and a program that sleeps is stopped as ever.
//!
//! The checker's input is kept open as long as it has not refused, so that a program that writes one line more than an accepting checker
//! has read is accepted, whether or not the checker has already ended. For the rest of the checker's time its output is drained, so that it
//! need not survive a broken pipe.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, Scope};
use std::time::Duration;

use referee_checker::{CheckError, CheckVerdict};

use super::external::{Attempt, Judgement};
use referee_base::fault::Fault;
use referee_sandbox::{
    Ended, PipeEnd, Progress, Standing, Stdin, Stdout, Stopped, has_no_writer, holds_something,
};

/// How much a checker may write to a program that has ended, in bytes.
const UNHEARD: u64 = 1 << 20;

/// The pause before the checker's launcher is looked at for an answer again. It decides nothing.
const PAUSE: Duration = Duration::from_millis(1);

/// The side that writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// The program.
    Program,
    /// The checker.
    Checker,
}

/// Passes on what one side writes to the other, until that ends.
pub type Relay<'a> = dyn Fn(Party, PipeReader, PipeWriter) + Sync + 'a;

/// Passes on what one side writes, as long as the other side reads, and shows each line, or its first `longest` + 1 bytes, before it can
/// be read: no answer is shown before its question.
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
        // A program that has exited reads no more; the other one may continue all the same.
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
    /// Whether the checker had ended before the program, or was about to.
    pub checker_first: bool,
    /// Which side waited for the other, if the wall time was exceeded.
    pub waited: Option<&'static str>,
}

impl Attempt<'_> {
    /// Runs the checker interactively with a program, for which it may have to wait for the time given, and which `program` runs. The data
    /// goes through `relay` if there is one.
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
            let heard = checker_reads.try_clone().map_err(no_pipe)?;
            let progress = Progress::new().map_err(no_memory)?;
            let told = || progress.share().map_err(no_memory);
            let stdin = PipeEnd::new(reads.try_clone().map_err(no_pipe)?);
            let stdin = stdin.with_progress_of_writer(told()?);
            let checker_writes = PipeEnd::new(checker_writes).with_progress_of_writer(told()?);
            let stdout = PipeEnd::new(writes.try_clone().map_err(no_pipe)?);
            let (end, checker_end) = mpsc::channel();
            let checker = thread::Builder::new().spawn_scoped(scope, move || {
                let checked = self.talk(&PipeEnd::new(checker_reads), &checker_writes, waiting);
                let _ = end.send(());
                if matches!(&checked, Ok(Judgement { verdict: CheckVerdict::Accepted(_), .. })) {
                    // Drains until the program has ended as well.
                    drain(heard);
                }
                checked
            });
            let checker =
                checker.map_err(|error| Fault::judge(format!("cannot start a thread: {error}")))?;
            let program = program(Stdin::Pipe(&stdin), Stdout::Pipe(&stdout));
            // A program that could not be started has not taken them.
            drop((stdin, stdout));
            let is_failure = !program.as_ref().is_ok_and(Ended::is_well);
            let may_be_first = is_failure && has_no_writer(&reads);
            let checker_first = checker_end.try_recv().is_ok()
                || (may_be_first && was_first(&checker_end, &progress));
            let is_late = matches!(&program, Ok(ended) if ended.stopped == Some(Stopped::Wall));
            let waited = is_late.then(|| waited(&reads, &writes, checker_first));
            drop(writes);
            drain(reads.take(UNHEARD));
            let checked = checker
                .join()
                .unwrap_or_else(|_| Err(CheckError::Failed("the checker was not run".into())));
            Ok(Interaction { program, checked, checker_first, waited })
        })
    }
}

/// Returns whether a checker that has closed its output had ended before now, or was about to.
fn was_first(end: &Receiver<()>, progress: &Progress) -> bool {
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
            // Disconnected: its thread has ended, though not as it should.
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}

/// The ends of the pipes between a program and a checker.
struct Pipes {
    /// The ends of the program.
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

/// Reads and discards. An error ends it as the end of the file does: both mean that there is no writer any more.
fn drain(mut pipe: impl Read) {
    let _ = io::copy(&mut pipe, &mut io::sink());
}

/// Returns which side waited for the other when the submission was stopped, judged by the contents of the pipes.
fn waited(reads: &PipeReader, writes: &PipeWriter, checker_ended: bool) -> &'static str {
    match (checker_ended, holds_something(writes), holds_something(reads)) {
        (true, _, _) => "the checker had ended before",
        (false, true, _) => "the checker had not read all that the program wrote",
        (false, false, true) => "the program had not read all that the checker wrote",
        (false, false, false) => "each waited for the output of the other; is all output flushed?",
    }
}
