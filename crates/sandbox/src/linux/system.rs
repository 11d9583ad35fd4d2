//! The parts of the host that every program may read.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the system, as far as they exist.
pub(super) const FOLDERS: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];

/// Parts of these folders that only compilers read. A run sees them empty or not at all: it can
/// neither load them into memory for the next run, nor learn whether another run did.
pub(super) const OF_BUILDS: &[&str] = &["/usr/include", "/usr/local/include", "/usr/src"];

/// Returns a folder without these parts: itself if it has none of them, or else its other entries.
pub(super) fn without(folder: &Path, parts: &[&str]) -> Vec<PathBuf> {
    if parts.iter().any(|part| folder == Path::new(part)) {
        return Vec::new();
    }
    if !parts.iter().any(|part| Path::new(part).starts_with(folder)) {
        return vec![folder.to_path_buf()];
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.flat_map(|entry| without(&entry.path(), parts)).collect()
}

/// The devices that programs expect on any machine.
pub(super) const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];

pub(super) fn devices() -> impl Iterator<Item = PathBuf> {
    DEVICES.iter().map(|device| Path::new("/dev").join(device))
}

/// Returns the devices that programs may write to: opening `/dev/zero` for writing gives shared
/// memory without a file.
pub(super) fn writable_devices() -> impl Iterator<Item = PathBuf> {
    devices().filter(|device| !device.ends_with("zero"))
}

/// The files in `/etc` that loaders and libraries read. No secrets, no user names.
const SETTINGS: &[&str] =
    &["alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ssl/openssl.cnf"];

/// The prefixes of settings that runtimes keep in `/etc`.
const RUNTIMES: &[&str] = &["java", "dotnet", "python", "node", "go", "mono", "R", "fpc"];

/// Files of the kernel: those of the program's own namespaces, or else of the host.
pub(super) const OF_THE_KERNEL: &[&str] = &[
    "/proc/cpuinfo",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys/kernel/random",
    "/proc/sys/vm",
    "/proc/uptime",
    "/proc/version",
    "/sys/devices/system/cpu",
];

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
    fn parts_are_left_out_at_any_depth() {
        let above = tempfile::tempdir().unwrap();
        for folder in ["a/x", "a/y/z", "b"] {
            fs::create_dir_all(above.path().join(folder)).unwrap();
        }
        let path = |name: &str| above.path().join(name);
        let (x, z) = (path("a/x"), path("a/y/z"));
        let parts = [x.to_str().unwrap(), z.to_str().unwrap()];
        assert_eq!(without(above.path(), &parts), [path("b")]);
        assert_eq!(without(&path("b"), &parts), [path("b")]);
        assert!(without(&path("a/x"), &parts).is_empty());
    }

    #[test]
    fn runtimes_find_their_settings() {
        let name_of = |path: PathBuf| path.file_name().unwrap().to_str().unwrap().to_string();
        let shown: Vec<String> = settings().map(name_of).collect();
        for entry in fs::read_dir("/etc").unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap();
            // Mono finds no library without its map of names, R does not start, and Free Pascal
            // finds no unit.
            if ["mono", "R", "fpc.cfg", "java-17-openjdk"].contains(&&*name) {
                assert!(shown.contains(&name), "{name}");
            }
        }
        for hidden in ["passwd", "shadow", "hostname", "localtime", "ssh", "ssl"] {
            assert!(!shown.iter().any(|name| name == hidden), "{hidden}");
        }
    }
}
