//! The system calls that no maintained crate wraps safely, and all `unsafe` code of the sandbox.
//!
//! The launcher has one thread and no signal handlers. So a forked child may run any code, not only
//! async-signal-safe code: no other thread can hold a lock when it is forked.

#![allow(unsafe_code)]

use std::ffi::{CString, c_char, c_int, c_void};
use std::io;
use std::marker::PhantomData;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::ptr::{null, null_mut};
use std::time::Duration;

use rustix::mount::MountAttrFlags;
use rustix::process::Pid;

/// The stack in bytes of a child that shares the parent's memory: it only prepares an `execve`.
const STACK: usize = 256 << 10;

fn check(result: libc::c_long) -> io::Result<libc::c_long> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Forks into new namespaces (`CLONE_NEW*`). Returns `None` in the child.
pub(super) fn fork_into(namespaces: c_int) -> io::Result<Option<Pid>> {
    let flags = libc::c_long::from(namespaces | libc::SIGCHLD);
    // SAFETY: without CLONE_VM this is a plain fork: the child has a copy of the memory and
    // continues with the same stack. The caller has one thread. (On s390 the first two arguments
    // are swapped; there the call fails, and the layer is reported as missing.)
    let pid = check(unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) })?;
    Ok(Pid::from_raw(pid as i32))
}

/// The start of a child that shares its parent's memory: calls the function that `child` points to,
/// and ends with its result. Never returns.
extern "C" fn call<F: FnMut() -> c_int>(child: *mut c_void) -> c_int {
    // SAFETY: the pointer is that of the parent's function, which lives while it is suspended.
    let code = unsafe { (*child.cast::<F>())() };
    // SAFETY: ends this process only; no destructor of the parent's may run here.
    unsafe { libc::_exit(code) }
}

/// Starts a child that shares this process's memory until it executes a program or ends, while this
/// process is suspended.
///
/// That avoids copying the page tables, which is most of the cost of a fork. The return value of
/// `child` is its exit code; memory that it allocates and does not free is leaked in this process.
pub(super) fn spawn_sharing_memory<F: FnMut() -> c_int>(mut child: F) -> io::Result<Pid> {
    let mut stack = Vec::<u128>::with_capacity(STACK / size_of::<u128>());
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    // SAFETY: the stack is fresh memory, its end aligned as `u128` is, and outlives the child's use
    // of it, for CLONE_VFORK suspends the parent until the child has left its memory. `call` never
    // returns.
    let pid = unsafe {
        let top = stack.as_mut_ptr().add(stack.capacity());
        libc::clone(call::<F>, top.cast(), flags, (&raw mut child).cast())
    };
    check(pid.into())?;
    Ok(Pid::from_raw(pid).expect("the parent of a clone gets its id"))
}

/// Starts a child as [`spawn_sharing_memory`] does, but in another control group, given by its
/// folder.
///
/// To move a process there later, the kernel would stop all forks and exits of the machine until
/// every processor has passed through the scheduler: 12 ms in the median, while this costs nothing.
/// Only `clone3` can do it, and no library offers that with a stack of its own.
pub(super) fn spawn_into<F: FnMut() -> c_int>(group: BorrowedFd, mut child: F) -> io::Result<Pid> {
    const INTO_CGROUP: u64 = 0x2_0000_0000;
    let mut stack = Vec::<u128>::with_capacity(STACK / size_of::<u128>());
    let flags = (libc::CLONE_VM | libc::CLONE_VFORK) as u64 | INTO_CGROUP;
    // `struct clone_args`: flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size,
    // tls, set_tid, set_tid_size, cgroup.
    let mut arguments = [0_u64; 11];
    arguments[0] = flags;
    arguments[4] = libc::SIGCHLD as u64;
    arguments[5] = stack.as_mut_ptr() as u64;
    arguments[6] = (stack.capacity() * size_of::<u128>()) as u64;
    arguments[10] = group.as_raw_fd() as u64;
    // SAFETY: the stack is fresh memory, its end aligned as `u128` is, and outlives the child's use
    // of it, for CLONE_VFORK suspends the parent until the child has left its memory. `call` never
    // returns.
    let result = unsafe { clone3(&arguments, call::<F>, (&raw mut child).cast()) };
    drop(stack);
    // `Pid` takes no negative numbers.
    match Pid::from_raw(result.max(0) as i32) {
        Some(child) => Ok(child),
        None => Err(io::Error::from_raw_os_error(-result as i32)),
    }
}

/// Calls `clone3`; the child does nothing but call `call` on its own stack. Returns the ID of the
/// child, or a negative error number.
///
/// # Safety
/// Nothing else may use the memory of the stack in the arguments as long as the child does, its end
/// must be aligned to 16 bytes, and `call` must not return.
unsafe fn clone3(
    arguments: &[u64; 11],
    call: extern "C" fn(*mut c_void) -> c_int,
    child: *mut c_void,
) -> isize {
    let result: isize;
    // SAFETY: the child returns from the call with the registers of the parent, but on its own
    // stack, which is empty, and `call` never returns. The parent finds its registers and its stack
    // as they were.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::asm!(
            "syscall",
            "test rax, rax",
            "jnz 2f",
            "xor ebp, ebp",
            "mov rdi, r12",
            "call r13",
            "ud2",
            "2:",
            inlateout("rax") libc::SYS_clone3 as isize => result,
            in("rdi") arguments.as_ptr(),
            in("rsi") size_of_val(arguments),
            in("r12") child,
            in("r13") call,
            lateout("rcx") _,
            lateout("r11") _,
        );
    }
    // SAFETY: as above.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        std::arch::asm!(
            "svc #0",
            "cbnz x0, 2f",
            "mov x29, xzr",
            "mov x0, x20",
            "blr x21",
            "brk #1",
            "2:",
            inlateout("x0") arguments.as_ptr() => result,
            in("x1") size_of_val(arguments),
            in("x8") libc::SYS_clone3,
            in("x20") child,
            in("x21") call,
        );
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let _ = (arguments, call, child);
        result = -(libc::ENOSYS as isize);
    }
    result
}

/// Pointers to strings, as `execve` takes them. They are made before the child that executes a
/// program: what that child allocates would never be freed in this process.
pub(super) struct Pointers<'a>(Vec<*const c_char>, PhantomData<&'a [CString]>);

impl<'a> Pointers<'a> {
    pub(super) fn to(strings: &'a [CString]) -> Pointers<'a> {
        let pointers = strings.iter().map(|string| string.as_ptr()).chain([null()]);
        Pointers(pointers.collect(), PhantomData)
    }
}

/// Executes a program. Returns only if that is impossible, with the reason.
pub(super) fn execute(
    program: &CString,
    arguments: &Pointers,
    environment: &Pointers,
) -> io::Error {
    // SAFETY: both arrays end with a null pointer, and their strings outlive the call.
    unsafe { libc::execve(program.as_ptr(), arguments.0.as_ptr(), environment.0.as_ptr()) };
    io::Error::last_os_error()
}

/// Marks every descriptor above the standard three to be closed when a program is executed.
pub(super) fn close_the_rest_on_exec() -> io::Result<()> {
    const CLOEXEC: libc::c_uint = 4;
    // SAFETY: sets a flag on descriptors and closes none.
    check(unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, CLOEXEC) }).map(drop)
}

/// Gives every signal its default action and blocks none, whatever this process has inherited.
pub(super) fn reset_signals() {
    // SAFETY: SIG_DFL installs no handler; signals that have no default to restore are refused. The
    // set is initialized by sigemptyset before it is used.
    unsafe {
        for signal in 1..=64 {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, null_mut());
    }
}

/// A process that has ended: its exit status, and what it and the children it waited for have used.
pub(super) struct EndedProcess {
    pub(super) pid: Pid,
    pub(super) status: ExitStatus,
    /// User and system time.
    pub(super) cpu: Duration,
    /// The largest resident set, in bytes.
    pub(super) memory: u64,
}

/// Returns the next child that has ended, if one has. `ECHILD` is the error when there are no
/// children.
pub(super) fn reap() -> io::Result<Option<EndedProcess>> {
    let mut status = 0;
    // SAFETY: a `rusage` is plain integers; both pointers are valid for the call.
    let (pid, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(-1, &mut status, libc::WNOHANG | libc::__WALL, &mut usage), usage)
    };
    check(pid.into())?;
    let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, 1000 * time.tv_usec as u32);
    Ok(Pid::from_raw(pid).map(|pid| EndedProcess {
        pid,
        status: ExitStatus::from_raw(status),
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        memory: usage.ru_maxrss as u64 * 1024,
    }))
}

/// Returns the CPU time that all threads of a process have used; `None` if it has ended.
pub(super) fn cpu_time(pid: Pid) -> Option<Duration> {
    let (mut clock, mut time) = (0, libc::timespec { tv_sec: 0, tv_nsec: 0 });
    // SAFETY: both pointers are valid for the calls.
    let failed = unsafe {
        libc::clock_getcpuclockid(pid.as_raw_nonzero().get(), &mut clock) != 0
            || libc::clock_gettime(clock, &mut time) != 0
    };
    (!failed).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// Returns the scheduler of this thread (`SCHED_*`).
pub(super) fn scheduler() -> c_int {
    // SAFETY: only reads, and 0 is the caller.
    unsafe { libc::sched_getscheduler(0) }
}

pub(super) fn io_priority() -> libc::c_long {
    const PROCESS: c_int = 1;
    // SAFETY: only reads, and 0 is the caller.
    unsafe { libc::syscall(libc::SYS_ioprio_get, PROCESS, 0) }
}

/// Returns the hint set on a file about its expected lifetime.
pub(super) fn write_hint(file: BorrowedFd) -> io::Result<u64> {
    const F_GET_RW_HINT: c_int = 1024 + 11;
    let mut hint = 0_u64;
    // SAFETY: the kernel writes one 64-bit number, for which there is room.
    check(unsafe { libc::fcntl(file.as_raw_fd(), F_GET_RW_HINT, &raw mut hint) }.into())?;
    Ok(hint)
}

/// Kills every process of the PID namespace but its first, which must be the caller.
///
/// The kernel does this atomically: a process that is forking meanwhile either is found or sees the
/// signal and does not fork.
pub(super) fn kill_namespace() {
    assert_eq!(
        std::process::id(),
        1,
        "outside a namespace this would kill every process of the user"
    );
    // SAFETY: sends a signal; touches no memory.
    unsafe { libc::kill(-1, libc::SIGKILL) };
}

/// Sets attributes of a mount and all mounts below it.
pub(super) fn set_mount_attributes(mount: &OwnedFd, set: MountAttrFlags) -> io::Result<()> {
    // `struct mount_attr`: what to set, what to clear, the propagation, a user namespace.
    let attributes: [u64; 4] = [set.bits().into(), 0, 0, 0];
    let flags = libc::AT_EMPTY_PATH | libc::AT_RECURSIVE;
    // SAFETY: the path is an empty C string, and the size is that of the array.
    check(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_raw_fd(),
            c"".as_ptr(),
            flags,
            attributes.as_ptr(),
            size_of_val(&attributes),
        )
    })
    .map(drop)
}

/// Moves this thread to a copy of its mount namespace.
pub(super) fn copy_mounts() -> io::Result<()> {
    // SAFETY: a new mount namespace changes what paths mean, and no memory or descriptor.
    Ok(unsafe { rustix::thread::unshare_unsafe(rustix::thread::UnshareFlags::NEWNS) }?)
}

/// Opens a counter of the work that the programs of this thread and all their descendants do
/// outside the kernel. The C library has no wrapper for the call, and the crates that have one need
/// more code than these few numbers.
pub(super) fn open_counter(kind: u32, event: u64, is_inherited: bool) -> io::Result<OwnedFd> {
    #[repr(C)]
    struct Attributes {
        kind: u32,
        size: u32,
        event: u64,
        sample_period: u64,
        sample_type: u64,
        read_format: u64,
        flags: u64,
        wakeup: u32,
        breakpoint: u32,
        config: u64,
    }
    const DISABLED: u64 = 1;
    const INHERIT: u64 = 1 << 1;
    const EXCLUDE_KERNEL: u64 = 1 << 5;
    const EXCLUDE_HYPERVISOR: u64 = 1 << 6;
    const ENABLE_ON_EXEC: u64 = 1 << 12;
    // Besides the count, the time in which it was enabled and in which it was counted.
    const TIMES: u64 = 1 | 2;
    const CLOEXEC: libc::c_ulong = 8;
    let inherit = if is_inherited { INHERIT } else { 0 };
    // The kernel tells versions of the structure apart by its size; this is the first.
    let attributes = Attributes {
        kind,
        size: size_of::<Attributes>() as u32,
        event,
        sample_period: 0,
        sample_type: 0,
        read_format: TIMES,
        // A flag is a bit-field in C, from the lowest bit on little-endian machines, the only
        // ones that the filter supports.
        flags: DISABLED | inherit | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR | ENABLE_ON_EXEC,
        wakeup: 0,
        breakpoint: 0,
        config: 0,
    };
    let (this_thread, any_processor, no_group): (c_int, c_int, c_int) = (0, -1, -1);
    // SAFETY: the kernel reads as many bytes of the structure as its field `size` says.
    let file = check(unsafe {
        libc::syscall(
            libc::SYS_perf_event_open,
            &raw const attributes,
            this_thread,
            any_processor,
            no_group,
            CLOEXEC,
        )
    })?;
    // SAFETY: the call has just returned the descriptor, and nobody else has it.
    Ok(unsafe { OwnedFd::from_raw_fd(file as c_int) })
}

pub(super) fn landlock_version() -> io::Result<u32> {
    const VERSION: libc::c_uint = 1;
    // SAFETY: with this flag the call only reads, and takes neither pointer nor size.
    let version = check(unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, null::<c_void>(), 0, VERSION)
    })?;
    Ok(version as u32)
}

/// Filters the system calls of this process, and of all its future children, from now on.
pub(super) fn filter_system_calls(filter: &[libc::sock_filter]) -> io::Result<()> {
    let program = libc::sock_fprog {
        len: filter.len().try_into().map_err(io::Error::other)?,
        filter: filter.as_ptr().cast_mut(),
    };
    let mode = libc::SECCOMP_SET_MODE_FILTER;
    // SAFETY: the kernel copies the program, whose length is right, and checks every instruction.
    check(unsafe { libc::syscall(libc::SYS_seccomp, mode, 0, &raw const program) }).map(drop)
}
