//! A submission and a checker that run at the same time and talk with each other.
//!
//! Each runs in a sandbox of its own, under its own limits. Two pipes connect them directly: a relay in between would count
//! what flows, but make each question and answer take about twice as long, and a program that floods a pipe soon stands still or
//! runs out of time anyway. So there is no limit of output here.
//!
//! Who ended first must be known, since each may end *because* the other has, and no clock tells that on a busy machine. We keep the
//! submission's ends of the pipes open until its end is known here; before, the checker cannot notice it. The checker's output is
//! not kept open, as a checker may close it to say that it has said all. So when a submission fails whose input is at its end, the
//! checker may have ended just before: then it tells so at once, or it waits for an output that does not end yet, and after
//! [`GRACE`] we know that it had not.
//!
//! The checker's input is kept open as long as it has not refused, so that who writes one line more than an accepting checker has read
//! is accepted, whether or not the checker is gone already. And for the rest of a checker's time we read what it
//! writes, so that it need not survive writing to nobody.
//!
//! The order in which ends count ([`in_order`]) is that of problemtools and DOMjudge.

use std::io::{self, PipeReader, PipeWriter, Read};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use referee_checker::{CheckError, Verdict as Checked};

use super::external::Pass;
use crate::problem::{Attempt, Judgement};
use crate::programs::Executor;
use referee_base::fault::Fault;
use referee_sandbox::{End, Ended, Run, Stdin, Stdout, Stopped, has_no_writer, holds_something};

/// How much a checker may write to a submission that has ended.
const UNHEARD: u64 = 1 << 20;

/// How long a checker that has ended may need to tell so.
const GRACE: Duration = Duration::from_secs(3);

/// Whose end is the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decides {
    Submission,
    Checker,
}

/// What a checker says of a talk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    Accepted,
    Wrong,
    /// It crashed, or was stopped.
    Nothing,
}

impl Says {
    fn of(checked: &Result<Judgement, CheckError>) -> Says {
        match checked.as_ref().map(|judgement| &judgement.verdict) {
            Ok(Checked::Accepted(_)) => Says::Accepted,
            Ok(Checked::Refused(_)) => Says::Wrong,
            Err(_) => Says::Nothing,
        }
    }
}

/// Whose end is the verdict, where it is known whether the submission failed.
pub(super) fn decides(
    checked: &Result<Judgement, CheckError>,
    checker_first: bool,
    failed: bool,
) -> Decides {
    in_order(Says::of(checked), checker_first, failed)
}

/// Whose end is the verdict. A checker that fails is a fault of the judge, whatever the submission did. After a refusal the submission
/// is lost, and how it ends without anybody to talk with says nothing: it may well die of a broken pipe. In all other cases it must end
/// well, and in time: who writes on for ever after the checker has accepted does not.
fn in_order(says: Says, checker_first: bool, failed: bool) -> Decides {
    match (says, checker_first, failed) {
        (Says::Nothing, _, _) | (Says::Wrong, true, _) => Decides::Checker,
        (_, _, true) => Decides::Submission,
        (_, _, false) => Decides::Checker,
    }
}

/// Runs a submission and its checker together.
///
/// # Errors
/// They cannot be run.
pub(super) fn talk(
    executor: &dyn Executor,
    attempt: &mut Attempt,
    run: &Run,
) -> Result<Pass, Fault> {
    let system = |error: io::Error| Fault::judge(format!("cannot make a pipe: {error}"));
    let (reads, checker_writes) = io::pipe().map_err(system)?;
    let (checker_reads, writes) = io::pipe().map_err(system)?;
    let stdin = End::new(reads.try_clone().map_err(system)?);
    let stdout = End::new(writes.try_clone().map_err(system)?);
    let heard = checker_reads.try_clone().map_err(system)?;
    let run = Run { stdin: Stdin::Pipe(&stdin), stdout: Stdout::Pipe(&stdout), ..run.clone() };
    let (end, checker_end) = mpsc::channel();
    thread::scope(|scope| {
        let waiting = run.limits.wall;
        let checker = thread::Builder::new().spawn_scoped(scope, move || {
            let checked =
                attempt.talk(&End::new(checker_reads), &End::new(checker_writes), waiting);
            let _ = end.send(());
            if Says::of(&checked) == Says::Accepted {
                // Until the submission has ended as well.
                drain(heard);
            }
            checked
        });
        let checker =
            checker.map_err(|error| Fault::judge(format!("cannot start a thread: {error}")))?;
        let ended = executor.run(&run, &mut |_| ());
        let is_failure = !ended.as_ref().is_ok_and(Ended::is_well);
        let grace = if is_failure && has_no_writer(&reads) { GRACE } else { Duration::ZERO };
        let checker_first = checker_end.recv_timeout(grace).is_ok();
        let is_late = matches!(&ended, Ok(ended) if ended.stopped == Some(Stopped::Wall));
        let waited = is_late.then(|| waited(&reads, &writes, checker_first));
        drop(writes);
        drain(reads.take(UNHEARD));
        let checked = checker.join();
        Ok(Pass {
            ended: ended.map_err(|error| Fault::judge(error.to_string()))?,
            checked: checked
                .unwrap_or_else(|_| Err(CheckError::Failed("the checker was not run".into()))),
            checker_first: Some(checker_first),
            waited,
            start: None,
        })
    })
}

/// Reads what nobody wants to know. An error ends it as the end of the file does: both mean that nobody writes any more.
fn drain(mut pipe: impl Read) {
    let _ = io::copy(&mut pipe, &mut io::sink());
}

/// Who waited for whom when the submission was stopped, from what lies in the pipes.
fn waited(reads: &PipeReader, writes: &PipeWriter, checker_ended: bool) -> &'static str {
    match (checker_ended, holds_something(writes), holds_something(reads)) {
        (true, _, _) => "the checker had ended before",
        (false, true, _) => "the checker had not read all that the program wrote",
        (false, false, true) => "the program had not read all that the checker wrote",
        (false, false, false) => {
            "neither had anything to read: each waited for the other; is all output flushed?"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_in_which_ends_count() {
        use Decides::{Checker, Submission};
        use Says::{Accepted, Nothing, Wrong};
        for (says, checker_first, failed, expected) in [
            (Accepted, false, false, Checker),
            (Accepted, true, false, Checker),
            (Accepted, false, true, Submission),
            (Accepted, true, true, Submission),
            (Wrong, false, false, Checker),
            (Wrong, true, false, Checker),
            (Wrong, false, true, Submission),
            (Wrong, true, true, Checker),
            (Nothing, false, false, Checker),
            (Nothing, true, false, Checker),
            (Nothing, false, true, Checker),
            (Nothing, true, true, Checker),
        ] {
            let decided = in_order(says, checker_first, failed);
            assert_eq!(decided, expected, "{says:?}, {checker_first}, {failed}");
        }
    }
}
