//! Finds out whether a run works, waits, or is about to end, without a clock.
//!
//! The kernel marks a process that ends before it closes the files. So if a file was closed because
//! its process ended, the mark is there.
//!
//! A run waits if all its threads sleep at the same moment: then nothing happens in it until
//! something arrives from outside, be it data, a signal or a time. To find such a moment, all
//! threads are checked twice: a thread that sleeps both times, and has not had the processor in
//! between, also slept between the two checks. Threads that wait for a disk do not sleep.

use rustix::process::Pid;

use super::proc;

/// The mark of threads that end (`PF_EXITING`).
const EXITING: u64 = 4;

/// A sleeping thread: its ID, and how often it has slept before.
type Sleeper = (i32, u64);

/// What a run is doing at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It works, or is about to.
    Works,
    /// All its threads wait for something from outside, or for a time.
    Waits,
    /// Its first process is ending or has ended, by itself or not.
    Ends,
}

/// Returns what a run is doing, given its first process and all its processes.
pub(super) fn standing(leader: Pid, members: impl Fn() -> Vec<Pid>) -> Standing {
    if is_ending(leader) {
        return Standing::Ends;
    }
    let looks = [(); 2].map(|()| sleepers(&members()));
    match &looks {
        [Some(before), Some(now)] if before == now => Standing::Waits,
        _ => Standing::Works,
    }
}

/// Returns whether all threads of a process are ending or have ended.
fn is_ending(leader: Pid) -> bool {
    proc::threads(leader).into_iter().all(|(pid, id)| {
        let flags = || {
            let stat = proc::read(&format!("/proc/{pid}/task/{id}/stat")).ok()?;
            proc::fields_behind_name(&stat)?.get(9 - 3)?.parse::<u64>().ok()
        };
        flags().is_none_or(|flags| flags & EXITING != 0)
    })
}

/// Returns all threads of these processes, in order, if all of them sleep.
fn sleepers(members: &[Pid]) -> Option<Vec<Sleeper>> {
    let threads = members.iter().flat_map(|&pid| proc::threads(pid));
    let mut all = threads
        .filter_map(|(pid, id)| {
            // A thread that has ended since it was listed does nothing more.
            let status = proc::read(&format!("/proc/{pid}/task/{id}/status")).ok()?;
            sleeper(id, &status).transpose()
        })
        .collect::<Result<Vec<Sleeper>, IsAwake>>()
        .ok()?;
    all.sort_unstable();
    Some(all)
}

#[derive(Debug, PartialEq)]
struct IsAwake;

/// Parses the status of a thread; `None` if it has ended.
fn sleeper(id: i32, status: &[u8]) -> Result<Option<Sleeper>, IsAwake> {
    let mut lines = status.split(|&byte| byte == b'\n');
    let mut value = |name: &[u8]| lines.find_map(|line| line.strip_prefix(name));
    let state = value(b"State:").map(<[u8]>::trim_ascii);
    let slept = value(b"voluntary_ctxt_switches:").map(<[u8]>::trim_ascii);
    let slept = slept.and_then(|count| std::str::from_utf8(count).ok()?.parse().ok());
    match (state.and_then(<[u8]>::first), slept) {
        (Some(b'Z' | b'X'), _) => Ok(None),
        // Stopped by a signal, it waits for another.
        (Some(b'S' | b'T'), Some(slept)) => Ok(Some((id, slept))),
        _ => Err(IsAwake),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_of_a_thread_is_read() {
        for (state, expected) in [
            ("S (sleeping)", Ok(Some((7, 12)))),
            ("T (stopped)", Ok(Some((7, 12)))),
            ("R (running)", Err(IsAwake)),
            ("D (disk sleep)", Err(IsAwake)),
            ("Z (zombie)", Ok(None)),
        ] {
            // The kernel escapes line breaks in names.
            let status = format!(
                "Name:\tState:\\nR\nState:\t{state}\nvoluntary_ctxt_switches:\t12\n\
                 nonvoluntary_ctxt_switches:\t3\n"
            );
            assert_eq!(sleeper(7, status.as_bytes()), expected, "{state}");
        }
        assert_eq!(sleeper(7, b""), Err(IsAwake));
    }

    #[test]
    fn a_process_that_works_does_not_wait_and_one_that_is_dead_has_ended() {
        let own = rustix::process::getpid();
        assert_eq!(standing(own, || vec![own]), Standing::Works);
        let mut dead = std::process::Command::new("true").spawn().unwrap();
        let pid = Pid::from_child(&dead);
        dead.wait().unwrap();
        assert_eq!(standing(pid, Vec::new), Standing::Ends);
    }
}
