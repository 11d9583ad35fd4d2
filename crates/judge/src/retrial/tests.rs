use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::*;
use referee_sandbox::{MemoryRule, ProcessExit, TimeBy};

const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(2),
    time_by: TimeBy::Cpu,
    wall: Duration::from_secs(5),
    memory: 1 << 20,
    memory_rule: MemoryRule::Resident,
    output: 0,
    processes: 1,
    file_size: 0,
    disk: 0,
    stack: 0,
};

/// A run that exceeded the wall time, or that ended well.
fn ran(stopped: Option<Stopped>) -> Result<RunResult, Fault> {
    let wall = LIMITS.wall;
    let ended = Ended {
        exit: ProcessExit::Exited(0),
        cpu: Duration::ZERO,
        instructions: None,
        time_by: TimeBy::Cpu,
        wall,
        waited: Duration::ZERO,
        memory: 0,
        address_space: 0,
        data: 0,
        is_warm: false,
        stopped,
        output_bytes: 0,
        stderr_bytes: 0,
        stderr: Vec::new(),
    };
    let reason = stopped.map_or(Reason::Proved, |_| Reason::TimeLimit);
    let judged = JudgedCase::plain(&Arc::from("a"), &Arc::from("1"), reason, "");
    Ok(RunResult { ended, judged, excerpt: None })
}

#[test]
fn a_second_run_waits_for_the_others_and_none_begins_beside_it() {
    let retrials = Retrials::default();
    let (tell, told) = mpsc::channel();
    let (go, may_go) = mpsc::channel::<()>();
    let may_go = Mutex::new(may_go);
    let others = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (retrials, others) = (&retrials, &others);
        // A run that ends only when it is allowed to.
        scope.spawn(move || {
            retrials.run(&LIMITS, || {
                others.fetch_add(1, SeqCst);
                tell.send(()).unwrap();
                may_go.lock().unwrap().recv().unwrap();
                others.fetch_sub(1, SeqCst);
                ran(None)
            })
        });
        told.recv().unwrap();
        let runs = AtomicUsize::new(0);
        let tried = retrials.run(&LIMITS, || match runs.fetch_add(1, SeqCst) {
            0 => {
                assert_eq!(others.load(SeqCst), 1, "the first run is beside another");
                go.send(()).unwrap();
                ran(Some(Stopped::Wall))
            }
            _ => {
                assert_eq!(others.load(SeqCst), 0, "the second run is alone");
                assert!(retrials.machine.try_read().is_err(), "and no other can begin");
                ran(None)
            }
        });
        let Tried { ran, is_certain } = tried.unwrap();
        assert!(is_certain && runs.load(SeqCst) == 2);
        assert!(ran.judged.reason == Reason::Proved && ran.judged.retried.unwrap().machine);
    });
}

/// Runs nothing, but would run it as another user.
struct AsAnother;

impl Executor for AsAnother {
    fn run(&self, _: &Run, _: &mut dyn FnMut(&mut dyn Read)) -> Result<Ended, SandboxError> {
        Err(SandboxError::Ended)
    }

    fn inside(&self, folder: &Path) -> String {
        folder.to_string_lossy().into_owned()
    }

    fn is_another_user(&self) -> bool {
        true
    }
}

#[test]
fn who_runs_programs_is_the_same_beside_others() {
    assert!(Retrials::default().beside_others(&AsAnother).is_another_user());
}
