//! The namespaces of a program: created once, when the launcher starts.
//!
//! Creating namespaces is expensive (the network namespace above all, half a millisecond), so they
//! are created once and serve all runs of a sandbox. The first process in them is the launcher
//! itself, forked a second time; as PID 1 it inherits every orphan and can kill all others in one
//! call, and when it dies the kernel kills them.
//!
//! There are two mount namespaces. In that of the host, the launcher finds the folders to mount; in
//! the inner one, where it lives and starts programs, the host's root is not mounted. It switches
//! to the first for a moment to fetch a folder (`mounts.rs`).

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
pub(super) use super::super::layers::WORKING;
use super::identity::INSIDE;
use super::raw;
use super::system::{DEVICES, FOLDERS, settings};

/// The folder that programs may write to; the working folder ([`WORKING`]) is mounted below it, as
/// a file system of its own.
pub(super) const WRITABLE: &str = "/home";

/// The folders for temporary files and shared memory. Both lead to the working folder: one folder,
/// one limit.
pub(super) const TEMPORARY: [&str; 2] = ["/tmp", "/dev/shm"];

/// The mount namespaces between which the launcher switches.
pub(super) struct Namespaces {
    pub(super) host: OwnedFd,
    pub(super) inner: OwnedFd,
    /// The file that sets the ID of the last created process, if possible.
    pub(super) last_process: Option<File>,
}

/// The process that returns from [`enter`].
pub(super) enum Entered {
    /// The first process of the new namespaces.
    Inside(Namespaces),
    /// The process that was there before: the other one has served and ended.
    Outside,
    /// The process inside, which cannot serve: the one outside does, with all that they share.
    Failed,
}

/// Forks a second launcher inside namespaces; the first only waits for its end.
///
/// `leave` is called in the first as soon as the second serves, and must close the connection to
/// the sandbox. An error is the reason why namespaces are impossible.
pub(super) fn enter(user: Option<u32>, leave: impl FnOnce()) -> Result<Entered, String> {
    let (mut go, may_go) = pipe().map_err(because("pipe"))?;
    let (mut built, has_built) = pipe().map_err(because("pipe"))?;
    let all = libc::CLONE_NEWUSER
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC;
    // The IDs of a process that hides its memory cannot be mapped.
    let hide = |behavior| set_dumpable_behavior(behavior).map_err(because("prctl"));
    hide(DumpableBehavior::Dumpable)?;
    let forked = raw::fork_into(all).map_err(|error| forbidden(&error));
    let Some(inner) = forked.inspect_err(|_| drop(hide(DumpableBehavior::NotDumpable)))? else {
        drop((may_go, built));
        let mut mapped = [0];
        // The end of the pipe without a byte means that the IDs could not be mapped.
        if go.read(&mut mapped).ok() != Some(1) {
            return Ok(Entered::Failed);
        }
        let world = hide(DumpableBehavior::NotDumpable).and_then(|()| build());
        let reason = world.as_ref().err().cloned().unwrap_or_default();
        let mut has_built = File::from(has_built);
        let written = has_built.write_all(format!("{}\n{reason}", world.is_ok()).as_bytes());
        return Ok(match (world, written) {
            (Ok(namespaces), Ok(())) => Entered::Inside(namespaces),
            _ => Entered::Failed,
        });
    };
    drop((go, has_built));
    let mapped = map_ids(inner, user).map_err(because("cannot map ids"));
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

/// Describes why namespaces are impossible. If their maximum number is 0, the system reports a full
/// device (`ENOSPC`).
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

/// Maps the IDs inside to IDs of the host. Root may give the program an ID of its own; any other
/// user has only one to give, which the launcher then also has inside.
fn map_ids(inner: Pid, user: Option<u32>) -> std::io::Result<()> {
    let of = |file: &str| format!("/proc/{}/{file}", inner.as_raw_nonzero());
    if let Some(user) = user {
        let map = format!("0 0 1\n{INSIDE} {user} 1\n");
        fs::write(of("uid_map"), &map)?;
        fs::write(of("gid_map"), &map)
    } else {
        let (own, group) = (geteuid().as_raw(), getegid().as_raw());
        fs::write(of("setgroups"), "deny")?;
        fs::write(of("uid_map"), format!("{INSIDE} {own} 1\n"))?;
        fs::write(of("gid_map"), format!("{INSIDE} {group} 1\n"))
    }
}

/// Runs in the new namespaces: builds the inner root, moves into it, and gives up unneeded
/// privileges.
fn build() -> Result<Namespaces, String> {
    // Leaves no process behind even if the first launcher is killed.
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(because("prctl"))?;
    if geteuid().is_root() {
        rustix::thread::set_thread_groups(&[]).map_err(because("setgroups"))?;
        // Root of a group that has no ID inside could create no file there.
        let group = rustix::process::Gid::ROOT;
        rustix::thread::set_thread_res_gid(group, group, group).map_err(because("setresgid"))?;
    }
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)
        .map_err(because("cannot make mounts private"))?;
    let host = mount_namespace()?;
    raw::copy_mounts().map_err(|error| format!("cannot copy the mounts: {error}"))?;
    build_root().map_err(because("cannot build a root"))?;
    let inner = mount_namespace()?;
    // No namespaces in namespaces, even if the system call filter failed.
    fs::write("/proc/sys/user/max_user_namespaces", "0").map_err(because("sysctl"))?;
    let last_process = close_proc().map_err(because("cannot make /proc read-only"))?;
    drop_what_exec_could_raise().map_err(because("cannot drop capabilities"))?;
    Ok(Namespaces { host, inner, last_process })
}

/// Makes `/proc` read-only, because the times of its files could be set, and keeps one file in it
/// writable for the launcher.
fn close_proc() -> std::io::Result<Option<File>> {
    let own = fetch(Path::new("/proc"))?;
    let flags = OFlags::WRONLY | OFlags::CLOEXEC;
    let last = openat(&own, "sys/kernel/ns_last_pid", flags, Mode::empty());
    let shown = open_tree(CWD, "/proc", OpenTreeFlags::OPEN_TREE_CLOEXEC)?;
    raw::set_mount_attributes(&shown, MountAttrFlags::MOUNT_ATTR_RDONLY)?;
    Ok(last.ok().map(File::from))
}

fn because<E: std::fmt::Display>(what: &str) -> impl Fn(E) -> String {
    move |error| format!("{what}: {error}")
}

fn mount_namespace() -> Result<OwnedFd, String> {
    let opened = File::open("/proc/self/ns/mnt");
    opened.map(OwnedFd::from).map_err(because("cannot open the mount namespace"))
}

/// Builds the root over `/proc`, the only folder that certainly exists and that nothing is mounted
/// from.
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
        let tree = fetch(&Path::new("/dev").join(device))?;
        // Usable, without its metadata being changeable.
        raw::set_mount_attributes(&tree, READ_ONLY)?;
        attach(&tree, &target)?;
    }
    symlink("/proc/self/fd", inside("dev/fd"))?;
    for (number, name) in ["stdin", "stdout", "stderr"].into_iter().enumerate() {
        symlink(format!("/proc/self/fd/{number}"), inside("dev").join(name))?;
    }
    for place in TEMPORARY {
        symlink(WORKING, inside(place))?;
    }
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    // Processes of other users, among them the launcher, are hidden.
    mount("proc", inside("proc"), "proc", flags, c"hidepid=2")?;
    std::env::set_current_dir(root)?;
    // Puts the new root over the old one, which is then unmounted.
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    std::env::set_current_dir("/")?;
    set_read_only(true)
}

/// Mounts a folder or file of the host at the same path, or copies it if it is a link. One that
/// does not exist is left out.
fn show_or_link(source: &Path, target: &Path) -> std::io::Result<()> {
    let Ok(found) = source.symlink_metadata() else { return Ok(()) };
    target.parent().map_or(Ok(()), fs::create_dir_all)?;
    if found.is_symlink() {
        return symlink(fs::read_link(source)?, target);
    }
    place_for(target, found.is_dir())?;
    attach(&read_only(fetch(source)?)?, target)
}

/// Creates a mount point.
pub(super) fn place_for(target: &Path, is_folder: bool) -> std::io::Result<()> {
    if is_folder {
        return fs::create_dir_all(target);
    }
    target.parent().map_or(Ok(()), fs::create_dir_all)?;
    File::options().create(true).append(true).open(target).map(drop)
}

/// Returns a detached copy of a part of the visible tree, to be attached elsewhere.
pub(super) fn fetch(path: &Path) -> std::io::Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE;
    Ok(open_tree(CWD, path, flags)?)
}

/// Read-only, and without set-user-ID programs.
const READ_ONLY: MountAttrFlags =
    MountAttrFlags::MOUNT_ATTR_RDONLY.union(MountAttrFlags::MOUNT_ATTR_NOSUID);

/// Makes a tree read-only, without set-user-ID programs and devices.
pub(super) fn read_only(tree: OwnedFd) -> std::io::Result<OwnedFd> {
    raw::set_mount_attributes(&tree, READ_ONLY | MountAttrFlags::MOUNT_ATTR_NODEV)?;
    Ok(tree)
}

pub(super) fn attach(tree: &OwnedFd, target: &Path) -> std::io::Result<()> {
    Ok(move_mount(tree, "", CWD, target, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?)
}

pub(super) fn tmpfs(options: &[(&str, &str)], flags: MountAttrFlags) -> std::io::Result<OwnedFd> {
    let system = fsopen("tmpfs", FsOpenFlags::FSOPEN_CLOEXEC)?;
    for &(option, value) in options {
        fsconfig_set_string(&system, option, value)?;
    }
    fsconfig_create(&system)?;
    let flags = flags | MountAttrFlags::MOUNT_ATTR_NODEV;
    Ok(fsmount(&system, FsMountFlags::FSMOUNT_CLOEXEC, flags)?)
}

/// Sets whether the inner root, without the mounts in it, is read-only.
pub(super) fn set_read_only(read_only: bool) -> std::io::Result<()> {
    let flags = MountFlags::BIND | MountFlags::NOSUID | MountFlags::NODEV;
    let flags = if read_only { flags | MountFlags::RDONLY } else { flags };
    Ok(rustix::mount::mount_remount("/", flags, "")?)
}

/// Drops every capability that a later `execve` could gain, by being root or by the attributes of
/// the file.
fn drop_what_exec_could_raise() -> std::io::Result<()> {
    for capability in CapabilitySet::all().iter() {
        match rustix::thread::remove_capability_from_bounding_set(capability) {
            // A capability newer than the kernel.
            Err(Errno::INVAL) => {}
            dropped => dropped?,
        }
    }
    Ok(())
}
