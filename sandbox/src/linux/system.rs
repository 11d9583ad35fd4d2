//! What of the host every program may read.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the system, as far as there are such.
pub(super) const FOLDERS: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];

/// The devices that are files of the language rather than of the machine.
pub(super) const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];

/// The devices that programs may write: `/dev/zero` makes memory that is shared without a file to those who open it so.
pub(super) fn writable_devices() -> impl Iterator<Item = PathBuf> {
    let writable = DEVICES.iter().filter(|device| **device != "zero");
    writable.map(|device| Path::new("/dev").join(device))
}

/// What of /etc loaders and libraries read. No secrets, no names of people.
const SETTINGS: &[&str] =
    &["alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "ssl/openssl.cnf"];

/// Settings that runtimes keep in /etc begin so.
const RUNTIMES: &[&str] = &["java", "dotnet", "python", "node", "go"];

/// What is made for each program where it has namespaces, and is the host's where it has none.
pub(super) const OF_THE_KERNEL: &[&str] =
    &["/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/sys/devices/system/cpu"];

/// Files and folders of /etc; some may not be there.
pub(super) fn settings() -> impl Iterator<Item = PathBuf> {
    let all = fs::read_dir("/etc").into_iter().flatten().flatten();
    let names = all.filter_map(|entry| entry.file_name().into_string().ok());
    let runtimes = names.filter(|name| RUNTIMES.iter().any(|start| name.starts_with(start)));
    let names = SETTINGS.iter().map(|name| name.to_string()).chain(runtimes);
    names.map(|name| Path::new("/etc").join(name))
}
