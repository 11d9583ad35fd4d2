//! Finds the control group below which groups for runs can be created, and prepares it.
//!
//! This is the group of this process, if it is delegated: systemd does that with `Delegate=yes`,
//! and then a group is writable for its user. A group that passes controllers on may have no
//! processes of its own ("no internal processes"), so this process moves to a leaf first. It does
//! not move others: if it is not alone, it uses groups without controllers, which still count CPU
//! time.
//!
//! Root may also use the topmost group, which may have processes. It belongs to the whole system,
//! so nothing new is enabled there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rustix::fs::{Access, access};
use serde::{Deserialize, Serialize};

use crate::layers::ControlGroup;

/// The prefix of the folders created here and for launchers.
pub(super) const PREFIX: &str = "referee-";

/// The controllers in use. CPU time is counted without any.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];

/// A control group below which others can be created.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::linux) struct Place {
    pub(super) folder: PathBuf,
    /// The capabilities of the groups below it.
    pub(in crate::linux) can: ControlGroup,
}

/// Returns the place for the groups of this process, found once, or the reason why there is none.
pub(in crate::linux) fn here() -> &'static Result<Place, String> {
    static PLACE: OnceLock<Result<Place, String>> = OnceLock::new();
    PLACE.get_or_init(|| {
        let Groups { own, top, is_writable } = groups_in(Path::new("/proc/self"))?;
        if !is_writable {
            return Err(format!("{} is mounted read-only", top.display()));
        }
        let process = std::process::id();
        better(prepare(&own, process), || prepare(&top, process))
    })
}

/// Returns the folders of this process's control group and of the groups around it, as far as this
/// process sees them.
pub fn control_groups() -> Vec<PathBuf> {
    groups_in(Path::new("/proc/self")).map(|groups| groups.around()).unwrap_or_default()
}

/// Returns the first place if it can do everything, or the other one if that can do more.
fn better(
    first: Result<Place, String>,
    other: impl FnOnce() -> Result<Place, String>,
) -> Result<Place, String> {
    let rank = |place: &Result<Place, String>| {
        place
            .as_ref()
            .map_or(0, |Place { can, .. }| 1 + usize::from(can.memory) + usize::from(can.processes))
    };
    match rank(&first) {
        3 => first,
        of_first => Some(other()).filter(|other| rank(other) > of_first).unwrap_or(first),
    }
}

/// The folders of control groups that this process sees.
#[derive(Debug, PartialEq, Eq)]
struct Groups {
    own: PathBuf,
    top: PathBuf,
    is_writable: bool,
}

impl Groups {
    /// Returns the group of this process and those around it.
    fn around(&self) -> Vec<PathBuf> {
        let all = self.own.ancestors().take_while(|group| group.starts_with(&self.top));
        all.map(Path::to_path_buf).collect()
    }
}

/// Finds them, given the folder `/proc/self`.
fn groups_in(process: &Path) -> Result<Groups, String> {
    let read = |file: &str| {
        let path = process.join(file);
        // Other mounts may have names that are not UTF-8.
        let text = fs::read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        text.map_err(|error| format!("{}: {error}", path.display()))
    };
    groups(&read("cgroup")?, &read("mountinfo")?)
}

/// Finds them, given the content of `/proc/self/cgroup` and `/proc/self/mountinfo`.
fn groups(of_this: &str, mounts: &str) -> Result<Groups, String> {
    let own = of_this.lines().find_map(|line| line.strip_prefix("0::"));
    let own = own.ok_or("the kernel has no control groups of version 2")?;
    // Optional fields end with a lone dash; the type of the file system follows it.
    let mount = mounts.lines().find_map(|line| {
        let (place, system) = line.split_once(" - ")?;
        let mut fields = place.split(' ').skip(3);
        let (root, folder) = (fields.next()?, fields.next()?);
        let is_writable = fields.next()?.split(',').any(|option| option == "rw");
        system.starts_with("cgroup2 ").then_some((root, folder, is_writable))
    });
    let (root, folder, is_writable) = mount.ok_or("no file system of type cgroup2 is mounted")?;
    let inside = Path::new(own).strip_prefix(root);
    let inside =
        inside.map_err(|_| format!("the group {own} is outside of what {folder} shows"))?;
    let top = PathBuf::from(folder);
    Ok(Groups { own: top.join(inside), top, is_writable })
}

fn prepare(folder: &Path, process: u32) -> Result<Place, String> {
    let read = |file: &str| {
        let path = folder.join(file);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    access(folder, Access::WRITE_OK)
        .map_err(|error| format!("{} is not delegated: {error}", folder.display()))?;
    let offered = read("cgroup.controllers")?;
    let mut enabled = read("cgroup.subtree_control")?;
    // Only the topmost group of the whole system has no `cgroup.type`.
    let is_top = !folder.join("cgroup.type").exists();
    let has = |list: &str, name: &str| list.split_whitespace().any(|controller| controller == name);
    let to_enable = |name: &&str| has(&offered, name) && !has(&enabled, name);
    let further: Vec<&str> = CONTROLLERS.into_iter().filter(to_enable).collect();
    let mut lacks = None;
    if !further.is_empty() {
        match enable(folder, is_top, &further, &read("cgroup.procs")?, process) {
            Ok(()) => enabled = read("cgroup.subtree_control")?,
            Err(reason) => lacks = Some(reason),
        }
    }
    let [memory, processes] = CONTROLLERS.map(|name| has(&enabled, name));
    if !(memory && processes) && lacks.is_none() {
        lacks = Some(format!("{} offers other controllers only", folder.display()));
    }
    Ok(Place { folder: folder.into(), can: ControlGroup { memory, processes, lacks } })
}

/// Passes controllers on to the groups below one.
fn enable(
    folder: &Path,
    is_top: bool,
    controllers: &[&str],
    processes: &str,
    own: u32,
) -> Result<(), String> {
    let shown = folder.display();
    if is_top {
        let names = controllers.join(" and ");
        return Err(format!("{names} are not enabled in {shown}/cgroup.subtree_control"));
    }
    let others = processes.lines().filter(|line| line.trim() != own.to_string()).count();
    if others > 0 {
        return Err(format!("{shown} has other processes ({others})"));
    }
    let refused = |error: io::Error| format!("{shown} is not delegated: {error}");
    if !processes.trim().is_empty() {
        let leaf = folder.join(format!("{PREFIX}judge-{own}"));
        fs::create_dir(&leaf).map_err(refused)?;
        fs::write(leaf.join("cgroup.procs"), own.to_string()).map_err(refused)?;
    }
    let words: Vec<String> = controllers.iter().map(|name| format!("+{name}")).collect();
    fs::write(folder.join("cgroup.subtree_control"), words.join(" ")).map_err(refused)
}

#[cfg(test)]
mod tests;
