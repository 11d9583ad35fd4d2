//! The world a program sees: made once, when the launcher starts.
//!
//! Making namespaces is dear (that of the network above all, half a millisecond), so they are made once
//! and serve all runs of a sandbox. The first process in them is the launcher itself, grown a second
//! time; being PID 1 it inherits every orphan and can kill all others in one call, and when it dies
//! the kernel kills them.
//!
//! There are two mount namespaces. In that of the host the launcher can find what is to be shown; in
//! the inner one, where it lives and where programs are started, the host's root is not mounted. It
//! visits the first for a moment to fetch a folder (`rooms.rs`).

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::io::Errno;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountFlags, MountPropagationFlags, MoveMountFlags,
    OpenTreeFlags, UnmountFlags, fsconfig_create, fsconfig_set_string, fsmount, fsopen, mount,
    mount_change, move_mount, open_tree, unmount,
};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    DumpableBehavior, Pid, Signal, WaitOptions, getegid, geteuid, pivot_root,
    set_dumpable_behavior, waitpid,
};
use rustix::thread::CapabilitySet;

use super::super::layers::SUBMISSION;
use super::identity::INSIDE;
use super::raw;
use super::system::{DEVICES, FOLDERS, settings};

/// The folder that programs may write; on it, in a file system of its own, is the working folder.
pub(super) const WRITABLE: &str = "/home";

/// The working folder.
pub(super) const WORKING: &str = "/home/program";

/// Where programs think that temporary files and shared memory go. It is where everything goes: one folder, one limit.
pub(super) const TEMPORARY: [&str; 2] = ["/tmp", "/dev/shm"];

/// The mount namespaces that the launcher goes between.
pub(super) struct Namespaces {
    pub(super) host: OwnedFd,
    pub(super) inner: OwnedFd,
    /// Where the id of the last process that was made can be set, if that is possible.
    pub(super) last_process: Option<File>,
}

/// Who goes on after [`enter`].
pub(super) enum Entered {
    /// The first process of the new namespaces.
    Inside(Namespaces),
    /// The process that was there before: the other one has served and ended.
    Outside,
}

/// Grows a second launcher inside namespaces; the first only waits for its end.
///
/// `leave` is called in the first as soon as the second serves: it must let go of the connection to the
/// sandbox. An error is the reason why there can be no namespaces.
pub(super) fn enter(guest: Option<u32>, leave: impl FnOnce()) -> Result<Entered, String> {
    let (mut go, may_go) = pipe().map_err(because("pipe"))?;
    let (mut built, has_built) = pipe().map_err(because("pipe"))?;
    let all = libc::CLONE_NEWUSER
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC;
    // The ids of a process that hides its memory cannot be mapped.
    let hide = |behavior| set_dumpable_behavior(behavior).map_err(because("prctl"));
    hide(DumpableBehavior::Dumpable)?;
    let forked = raw::fork_into(all).map_err(|error| forbidden(&error));
    let Some(inner) = forked.inspect_err(|_| drop(hide(DumpableBehavior::NotDumpable)))? else {
        drop((may_go, built));
        let mut mapped = [0];
        // The end of the pipe without a byte means that the ids could not be mapped.
        if go.read(&mut mapped).ok() != Some(1) {
            return Ok(Entered::Outside);
        }
        let world = hide(DumpableBehavior::NotDumpable).and_then(|()| build());
        let reason = world.as_ref().err().cloned().unwrap_or_default();
        let mut has_built = File::from(has_built);
        let told = has_built.write_all(format!("{}\n{reason}", world.is_ok()).as_bytes());
        return Ok(match (world, told) {
            (Ok(namespaces), Ok(())) => Entered::Inside(namespaces),
            _ => Entered::Outside,
        });
    };
    drop((go, has_built));
    let mapped = map_ids(inner, guest).map_err(because("cannot map ids"));
    let result = hide(DumpableBehavior::NotDumpable).and(mapped).and_then(|()| {
        File::from(may_go).write_all(b"x").map_err(because("pipe"))?;
        let mut text = String::new();
        built.read_to_string(&mut text).map_err(because("pipe"))?;
        match text.split_once('\n') {
            Some(("true", _)) => Ok(()),
            Some((_, reason)) => Err(reason.to_string()),
            None => Err("the process inside has ended".to_string()),
        }
    });
    if result.is_ok() {
        leave();
    }
    while waitpid(Some(inner), WaitOptions::empty()).is_err_and(|error| error == Errno::INTR) {}
    result.map(|()| Entered::Outside)
}

/// Why there can be no namespaces. Where their number is limited to none the system speaks of a full device.
fn forbidden(error: &std::io::Error) -> String {
    match Errno::from_io_error(error) {
        Some(Errno::NOSPC | Errno::USERS) => {
            "the system allows no more of them; the settings user.max_*_namespaces say how many"
                .into()
        }
        _ => format!("the system forbids them: {error}"),
    }
}

fn pipe() -> std::io::Result<(File, OwnedFd)> {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
    Ok((reader.into(), writer))
}

/// Tells which ids of the host stand behind those inside. Root may give the program an id of its own, a guest's;
/// anybody else has but one to give, which then is the launcher's inside as well.
fn map_ids(inner: Pid, guest: Option<u32>) -> std::io::Result<()> {
    let of = |file: &str| format!("/proc/{}/{file}", inner.as_raw_nonzero());
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    if let Some(guest) = guest {
        let map = format!("0 0 1\n{INSIDE} {guest} 1\n");
        fs::write(of("uid_map"), &map)?;
        fs::write(of("gid_map"), &map)
    } else {
        fs::write(of("setgroups"), "deny")?;
        fs::write(of("uid_map"), format!("{INSIDE} {user} 1\n"))?;
        fs::write(of("gid_map"), format!("{INSIDE} {group} 1\n"))
    }
}

/// Runs in the new namespaces: builds the inner root, moves into it, and gives up what is not needed.
fn build() -> Result<Namespaces, String> {
    // Not even the death of the first launcher leaves something behind.
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(because("prctl"))?;
    if geteuid().is_root() {
        rustix::thread::set_thread_groups(&[]).map_err(because("setgroups"))?;
    }
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)
        .map_err(because("cannot make mounts private"))?;
    let host = mount_namespace()?;
    raw::copy_mounts().map_err(|error| format!("cannot copy the mounts: {error}"))?;
    build_root().map_err(because("cannot build a root"))?;
    let inner = mount_namespace()?;
    // No namespaces in namespaces, even were the filter of system calls to fail.
    fs::write("/proc/sys/user/max_user_namespaces", "0").map_err(because("sysctl"))?;
    let last_process = close_proc().map_err(because("cannot make /proc read-only"))?;
    drop_what_exec_could_raise().map_err(because("cannot drop capabilities"))?;
    Ok(Namespaces { host, inner, last_process })
}

/// Makes /proc read-only, since times of its files could be set, and keeps a way to the one that is for the launcher.
fn close_proc() -> std::io::Result<Option<File>> {
    let own = fetch(Path::new("/proc"))?;
    let flags = OFlags::WRONLY | OFlags::CLOEXEC;
    let last = openat(&own, "sys/kernel/ns_last_pid", flags, Mode::empty());
    let shown = open_tree(CWD, "/proc", OpenTreeFlags::OPEN_TREE_CLOEXEC)?;
    let only_read = MountAttrFlags::MOUNT_ATTR_RDONLY.bits().into();
    raw::set_mount_attributes(std::os::fd::AsFd::as_fd(&shown), only_read, 0)?;
    Ok(last.ok().map(File::from))
}

fn because<E: std::fmt::Display>(what: &str) -> impl Fn(E) -> String {
    move |error| format!("{what}: {error}")
}

fn mount_namespace() -> Result<OwnedFd, String> {
    let opened = File::open("/proc/self/ns/mnt");
    opened.map(OwnedFd::from).map_err(because("cannot open the mount namespace"))
}

/// Builds the root over /proc, the one folder that surely is there and out of which nothing is shown.
fn build_root() -> std::io::Result<()> {
    let root = Path::new("/proc");
    let inside = |path: &str| root.join(path.trim_start_matches('/'));
    let options = [("size", "1m"), ("mode", "755")];
    attach(&tmpfs(&options, MountAttrFlags::MOUNT_ATTR_NOSUID)?, root)?;
    for folder in ["/etc", "/dev", "/proc", WORKING, SUBMISSION] {
        fs::create_dir_all(inside(folder))?;
    }
    for path in FOLDERS.iter().map(PathBuf::from).chain(settings()) {
        show_or_link(&path, &root.join(path.strip_prefix("/").map_err(std::io::Error::other)?))?;
    }
    fs::write(inside("etc/passwd"), format!("program:x:{INSIDE}:{INSIDE}::{WORKING}:/bin/sh\n"))?;
    fs::write(inside("etc/group"), format!("program:x:{INSIDE}:\n"))?;
    for device in DEVICES {
        let target = inside("dev").join(device);
        File::create(&target)?;
        attach(&device_only(fetch(&Path::new("/dev").join(device))?)?, &target)?;
    }
    symlink("/proc/self/fd", inside("dev/fd"))?;
    for (number, name) in ["stdin", "stdout", "stderr"].into_iter().enumerate() {
        symlink(format!("/proc/self/fd/{number}"), inside("dev").join(name))?;
    }
    for place in TEMPORARY {
        symlink(WORKING, inside(place))?;
    }
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    // Processes of others, and that is the launcher, are not shown.
    mount("proc", inside("proc"), "proc", flags, c"hidepid=2")?;
    std::env::set_current_dir(root)?;
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    std::env::set_current_dir("/")?;
    set_read_only(true)
}

/// Shows a folder or file of the host at the same place, or copies the link that it is. One that is not
/// there is not shown.
fn show_or_link(source: &Path, target: &Path) -> std::io::Result<()> {
    let Ok(found) = source.symlink_metadata() else { return Ok(()) };
    target.parent().map_or(Ok(()), fs::create_dir_all)?;
    if found.is_symlink() {
        return symlink(fs::read_link(source)?, target);
    }
    place_for(target, found.is_dir())?;
    attach(&read_only(fetch(source)?)?, target)
}

/// Makes what a mount is put on.
pub(super) fn place_for(target: &Path, is_folder: bool) -> std::io::Result<()> {
    if is_folder {
        return fs::create_dir_all(target);
    }
    target.parent().map_or(Ok(()), fs::create_dir_all)?;
    File::options().create(true).append(true).open(target).map(drop)
}

/// A part of the visible tree, to be attached elsewhere.
pub(super) fn fetch(path: &Path) -> std::io::Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE;
    Ok(open_tree(CWD, path, flags)?)
}

/// The same, but nothing in it can be written, raise a privilege or be a device.
pub(super) fn read_only(tree: OwnedFd) -> std::io::Result<OwnedFd> {
    let set = MountAttrFlags::MOUNT_ATTR_RDONLY
        | MountAttrFlags::MOUNT_ATTR_NOSUID
        | MountAttrFlags::MOUNT_ATTR_NODEV;
    raw::set_mount_attributes(std::os::fd::AsFd::as_fd(&tree), set.bits().into(), 0)?;
    Ok(tree)
}

/// The same of a device: it can be used, but nothing about its file can be changed.
fn device_only(tree: OwnedFd) -> std::io::Result<OwnedFd> {
    let set = MountAttrFlags::MOUNT_ATTR_RDONLY | MountAttrFlags::MOUNT_ATTR_NOSUID;
    raw::set_mount_attributes(std::os::fd::AsFd::as_fd(&tree), set.bits().into(), 0)?;
    Ok(tree)
}

/// Puts a tree onto a folder or file.
pub(super) fn attach(tree: &OwnedFd, target: &Path) -> std::io::Result<()> {
    Ok(move_mount(tree, "", CWD, target, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?)
}

/// A new file system in memory.
pub(super) fn tmpfs(options: &[(&str, &str)], flags: MountAttrFlags) -> std::io::Result<OwnedFd> {
    let system = fsopen("tmpfs", FsOpenFlags::FSOPEN_CLOEXEC)?;
    for &(option, value) in options {
        fsconfig_set_string(&system, option, value)?;
    }
    fsconfig_create(&system)?;
    let flags = flags | MountAttrFlags::MOUNT_ATTR_NODEV;
    Ok(fsmount(&system, FsMountFlags::FSMOUNT_CLOEXEC, flags)?)
}

/// Whether the inner root, without what is mounted on it, can be written.
pub(super) fn set_read_only(read_only: bool) -> std::io::Result<()> {
    let flags = MountFlags::BIND | MountFlags::NOSUID | MountFlags::NODEV;
    let flags = if read_only { flags | MountFlags::RDONLY } else { flags };
    Ok(rustix::mount::mount_remount("/", flags, "")?)
}

/// Nothing that is executed from here on gains a capability, neither by being root nor by its file.
fn drop_what_exec_could_raise() -> std::io::Result<()> {
    for capability in CapabilitySet::all().iter() {
        match rustix::thread::remove_capability_from_bounding_set(capability) {
            // Newer than the kernel.
            Err(Errno::INVAL) => {}
            dropped => dropped?,
        }
    }
    Ok(())
}
