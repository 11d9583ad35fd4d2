//! The facts about a system that explain why an isolation layer is missing.

use std::fs;
use std::path::Path;

use referee_checker::text::excerpt;
use serde::Serialize;

/// The settings of the kernel that decide which isolation is permitted. A setting is `None` if the
/// kernel does not have it, or does not show it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SystemFacts {
    /// The operating system.
    pub os: &'static str,
    /// The architecture of the processor.
    pub architecture: &'static str,
    /// The release of the kernel, such as `6.12.9`.
    pub kernel: Option<String>,
    /// Whether the caller is root.
    pub is_root: bool,
    /// The kind of container that this process is in.
    pub container: Option<&'static str>,
    /// `kernel.apparmor_restrict_unprivileged_userns`, of Ubuntu.
    pub apparmor_restricts: Option<u64>,
    /// `kernel.unprivileged_userns_clone`, of Debian and Arch.
    pub unprivileged_namespaces: Option<u64>,
    /// `user.max_user_namespaces`.
    pub max_namespaces: Option<u64>,
    /// `kernel.perf_event_paranoid`.
    pub perf_event_paranoid: Option<i64>,
    /// Whether the processor has counters.
    pub has_counters: bool,
    /// The security modules that are on.
    pub security_modules: Option<String>,
}

/// Returns whether a list of event sources includes the counters of a processor: `cpu`, or
/// `cpu_core` and `cpu_atom` if there are two kinds of cores, or names such as `armv8_pmuv3`.
fn has_counters(sources: &Path) -> bool {
    let names = fs::read_dir(sources).into_iter().flatten().flatten();
    names
        .filter_map(|entry| entry.file_name().into_string().ok())
        .any(|name| name == "cpu" || name.starts_with("cpu_") || name.starts_with("armv"))
}

/// The files by which containers are recognized.
const CONTAINERS: [(&str, &str); 3] = [
    ("/var/run/secrets/kubernetes.io", "Kubernetes"),
    ("/run/.containerenv", "Podman"),
    ("/.dockerenv", "Docker"),
];

impl SystemFacts {
    /// Returns the facts about this system.
    pub fn here() -> SystemFacts {
        let text = |path: &str| {
            let text = fs::read(path).ok()?;
            Some(excerpt(text.trim_ascii(), 200))
        };
        let number = |path: &str| text(path)?.parse().ok();
        let is_there = |(path, _): &&(&str, &str)| Path::new(path).exists();
        SystemFacts {
            os: std::env::consts::OS,
            architecture: std::env::consts::ARCH,
            kernel: text("/proc/sys/kernel/osrelease"),
            is_root: rustix::process::geteuid().is_root(),
            container: CONTAINERS.iter().find(is_there).map(|(_, kind)| *kind),
            apparmor_restricts: number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
            unprivileged_namespaces: number("/proc/sys/kernel/unprivileged_userns_clone"),
            max_namespaces: number("/proc/sys/user/max_user_namespaces"),
            perf_event_paranoid: text("/proc/sys/kernel/perf_event_paranoid")
                .and_then(|text| text.parse().ok()),
            has_counters: has_counters(Path::new("/sys/bus/event_source/devices")),
            security_modules: text("/sys/kernel/security/lsm"),
        }
    }

    /// Returns the version of the kernel: its first two numbers.
    pub(super) fn kernel_version(&self) -> Option<(u32, u32)> {
        let mut numbers = self.kernel.as_deref()?.split(|c: char| !c.is_ascii_digit());
        let mut number = || numbers.next()?.parse().ok();
        Some((number()?, number()?))
    }
}
