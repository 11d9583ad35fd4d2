//! The parts of the host that every program may read.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the system, as far as they exist.
pub(super) const FOLDERS: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];

/// The devices that programs expect on any machine, rather than those of this machine.
pub(super) const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];

/// Returns the devices that programs may write to: opening `/dev/zero` for writing gives shared memory without a file.
pub(super) fn writable_devices() -> impl Iterator<Item = PathBuf> {
    let writable = DEVICES.iter().filter(|device| **device != "zero");
    writable.map(|device| Path::new("/dev").join(device))
}

/// The files in `/etc` that loaders and libraries read. No secrets, no user names.
const SETTINGS: &[&str] =
    &["alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "ssl/openssl.cnf"];

/// The prefixes of settings that runtimes keep in `/etc`.
const RUNTIMES: &[&str] = &["java", "dotnet", "python", "node", "go", "mono", "R", "fpc"];

/// Created for each program if it has namespaces, and the host's own if not.
pub(super) const OF_THE_KERNEL: &[&str] =
    &["/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/sys/devices/system/cpu"];

/// Returns files and folders of `/etc`; some may not exist.
pub(super) fn settings() -> impl Iterator<Item = PathBuf> {
    let all = fs::read_dir("/etc").into_iter().flatten().flatten();
    let names = all.filter_map(|entry| entry.file_name().into_string().ok());
    let runtimes = names.filter(|name| RUNTIMES.iter().any(|start| name.starts_with(start)));
    let names = SETTINGS.iter().map(|name| name.to_string()).chain(runtimes);
    names.map(|name| Path::new("/etc").join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runtimes_find_their_settings() {
        let name_of = |path: PathBuf| path.file_name().unwrap().to_str().unwrap().to_string();
        let shown: Vec<String> = settings().map(name_of).collect();
        for entry in fs::read_dir("/etc").unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap();
            // Mono finds no library without its map of names, R does not start, and Free Pascal finds no unit.
            if ["mono", "R", "fpc.cfg", "java-17-openjdk"].contains(&&*name) {
                assert!(shown.contains(&name), "{name}");
            }
        }
        for secret in ["passwd", "shadow", "hostname", "ssh", "ssl"] {
            assert!(!shown.iter().any(|name| name == secret), "{secret}");
        }
    }
}
